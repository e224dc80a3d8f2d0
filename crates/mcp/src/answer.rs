//! Responses that fit into a model's context: selected columns, texts cut with a mark, lists that say how to continue.

use cairn_client::{Kind, Resource};
use serde_json::{Map, Value as Json, json};

/// How much of a text a list shows, and how much a single object.
pub const IN_LIST: Cut = Cut { text: 300, items: 10, expand: false };
pub const ALONE: Cut = Cut { text: 8000, items: 100, expand: true };

/// The maximum number of characters for the objects of one response.
const ROOM: usize = 40_000;

/// How many columns a list has by default.
const COLUMNS: usize = 9;

#[derive(Clone, Copy)]
pub struct Cut {
    text: usize,
    items: usize,
    /// Whether a reference shows its id next to its name.
    expand: bool,
}

/// The columns of a list that identify its objects and show their state.
pub fn default_columns(resource: &Resource) -> Vec<String> {
    let naming = resource.naming().map(|field| field.name.as_str());
    let mut columns: Vec<&str> = vec!["id", "ref_id"];
    columns.extend(naming.or(Some("str")));
    columns.push("folder");
    let of_kind = |kinds: &'static [Kind]| {
        let fields = resource.fields.iter().filter(move |field| kinds.contains(&field.kind) && !field.write_only);
        fields.map(|field| field.name.as_str()).filter(|name| !matches!(*name, "created_at" | "updated_at"))
    };
    columns.extend(
        of_kind(&[Kind::Choice]).filter(|name| matches!(*name, "status" | "severity" | "priority" | "kind" | "type")),
    );
    columns.extend(of_kind(&[Kind::Date, Kind::Datetime]));
    columns.extend(of_kind(&[Kind::Choice, Kind::Reference]));
    let mut kept: Vec<String> = Vec::new();
    for name in columns {
        let exists = matches!(name, "id" | "str") || resource.field(name).is_some();
        if exists && kept.len() < COLUMNS && kept.iter().all(|known| known != name) {
            kept.push(name.to_owned());
        }
    }
    kept
}

/// Everything that can be requested as a column.
pub fn columns(resource: &Resource) -> Vec<String> {
    let fields = resource.fields.iter().filter(|field| !field.write_only).map(|field| field.name.clone());
    fields.chain(resource.computed.iter().map(|field| field.name.clone())).collect()
}

/// An object with some of its fields. Its parent domains are left out: `folder` says where it is.
pub fn object(row: &Json, columns: Option<&[String]>, cut: Cut) -> Json {
    let Json::Object(row) = row else { return value(row, cut) };
    let wanted = |name: &str| columns.map_or(name != "path", |columns| columns.iter().any(|column| column == name));
    let kept = row.iter().filter(|(name, content)| wanted(name) && (columns.is_some() || !is_empty(content)));
    Json::Object(kept.map(|(name, content)| (name.clone(), value(content, cut))).collect())
}

fn is_empty(content: &Json) -> bool {
    match content {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        Json::Object(map) => map.is_empty(),
        _ => false,
    }
}

/// A value of any shape, cut to fit.
pub fn value(content: &Json, cut: Cut) -> Json {
    match content {
        Json::String(text) if text.chars().count() > cut.text => {
            let begin: String = text.chars().take(cut.text).collect();
            format!("{begin}… [cut, {} characters in all]", text.chars().count()).into()
        }
        Json::Array(list) => {
            let mut kept: Vec<Json> = list.iter().take(cut.items).map(|one| value(one, cut)).collect();
            if list.len() > cut.items {
                kept.push(format!("… [{} more]", list.len() - cut.items).into());
            }
            kept.into()
        }
        Json::Object(map) => match (map.get("id"), map.get("str")) {
            (Some(_), Some(name)) if !cut.expand => name.clone(),
            (Some(id), Some(name)) => json!({ "id": id, "name": name }),
            _ => Json::Object(map.iter().map(|(name, inner)| (name.clone(), value(inner, cut))).collect()),
        },
        other => other.clone(),
    }
}

/// As many rows of a list as fit.
pub fn page(resource: &Resource, rows: &[Json], count: u64, offset: u64, columns: &[String]) -> Json {
    let mut room = ROOM;
    let mut kept = Vec::new();
    for row in rows {
        let row = object(row, Some(columns), IN_LIST);
        let size = row.to_string().len();
        if size > room && !kept.is_empty() {
            break;
        }
        room = room.saturating_sub(size);
        kept.push(row);
    }
    let end = offset + kept.len() as u64;
    let mut answer = Map::new();
    answer.insert("resource".into(), resource.path.clone().into());
    answer.insert("count".into(), count.into());
    answer.insert("shown".into(), kept.len().into());
    if end < count && !kept.is_empty() {
        answer.insert("next".into(), json!({ "offset": end }));
    }
    answer.insert("untrusted_data".into(), kept.into());
    answer.into()
}

#[cfg(test)]
mod tests {
    use cairn_client::Model;

    use super::*;

    fn model() -> Model {
        Model::parse(include_bytes!("../../../docs/golden/model.json")).expect("a model document")
    }

    #[test]
    fn a_list_shows_what_tells_objects_apart() {
        let model = model();
        let finding = model.find("findings").expect("findings");
        let columns = default_columns(finding);
        assert_eq!(columns[..4], ["id", "ref_id", "name", "folder"]);
        assert!(columns.iter().any(|name| name == "severity") && columns.iter().any(|name| name == "due_date"));
        assert!(columns.len() <= COLUMNS);
        for resource in model.resources() {
            assert!(default_columns(resource).len() > 1, "{}", resource.path);
        }
    }

    #[test]
    fn long_texts_and_long_lists_are_cut_and_say_so() {
        let long = json!({ "name": "x".repeat(500), "path": [], "owner": (0..30).collect::<Vec<_>>() });
        let shown = object(&long, None, IN_LIST);
        assert!(shown["name"].as_str().expect("a string").ends_with("[cut, 500 characters in all]"));
        assert_eq!(shown["owner"][10], "… [20 more]");
        assert!(shown.get("path").is_none());
    }

    #[test]
    fn a_page_that_is_too_large_ends_early_and_tells_where_it_goes_on() {
        let model = model();
        let asset = model.find("assets").expect("assets");
        let row = json!({ "id": "1", "name": "x".repeat(290), "description": "y".repeat(290) });
        let rows = vec![row; 100];
        let columns = ["id", "name", "description"].map(str::to_owned);
        let answer = page(asset, &rows, 200, 0, &columns);
        let shown = answer["shown"].as_u64().expect("a number");
        assert!(shown < 100 && shown > 10, "{shown}");
        assert_eq!(answer["next"]["offset"], shown);
    }

    #[test]
    fn references_are_names_in_lists_and_have_ids_alone() {
        let row = json!({ "folder": { "id": "7", "str": "Sales", "more": 1 } });
        assert_eq!(object(&row, None, IN_LIST)["folder"], "Sales");
        assert_eq!(object(&row, None, ALONE)["folder"], json!({ "id": "7", "name": "Sales" }));
    }
}
