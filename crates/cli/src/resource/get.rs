//! `cairn asset get NAME`

use cairn_client::{Query, Resource};
use clap::{ArgMatches, Command};
use serde_json::{Map, Value as Json};

use super::{Call, format_of, texts};
use crate::failure::Result;
use crate::flags;
use crate::output::cell::readable;
use crate::output::{Format, detail, object_for_programs, print, print_data, yaml};
use crate::times::instant;

pub fn command(resource: &Resource) -> Command {
    Command::new("get")
        .visible_alias("show")
        .about(format!("Show one {}", resource.one()))
        .arg(flags::object(resource))
        .arg(flags::as_of())
        .arg(flags::draft().conflicts_with("as-of"))
        .arg(flags::output())
        .arg(flags::profile())
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let mut query = Query::new();
    if let Some(time) = texts(matches, "as-of").and_then(|times| times.into_iter().next()) {
        query.push(("as_of".into(), instant(&time)?));
    }
    let id = call.object(matches).await?;
    let object = call.connection.client.get(&call.resource.item(id), &query).await?;
    match format_of(matches) {
        Format::Table => print(&detail(&lines(call.resource, &object), call.screen)),
        format => print_data(object_for_programs(&object, format)?),
    }
}

/// The fields with a value, in the order of the model.
fn lines(resource: &Resource, object: &Json) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    let mut add = |label: &str, text: String| {
        if !text.is_empty() {
            lines.push((label.to_owned(), text));
        }
    };
    let (first, last): (Vec<_>, Vec<_>) = resource
        .fields
        .iter()
        .filter(|field| !field.write_only)
        .partition(|field| !matches!(field.name.as_str(), "id" | "created_at" | "updated_at"));
    if let Some(naming) = resource.naming() {
        add(&naming.label, readable(&object[&naming.name], Some(naming)));
    }
    for field in first {
        if resource.naming().is_none_or(|naming| naming.name != field.name) {
            add(&field.label, pretty(&object[&field.name], Some(field)));
        }
    }
    for computed in &resource.computed {
        add(&computed.label, pretty(&object[&computed.name], None));
    }
    for field in last {
        add(&field.label, readable(&object[&field.name], Some(field)));
    }
    lines
}

/// Lists of references one per line, nested values as YAML without empty parts.
fn pretty(value: &Json, field: Option<&cairn_client::Field>) -> String {
    let is_reference = |value: &Json| value.get("str").is_some();
    let nested = |value: &Json| value.is_object() && !is_reference(value);
    match value {
        Json::Array(list) if list.len() > 1 && list.iter().all(is_reference) => {
            list.iter().map(|one| readable(one, field)).collect::<Vec<_>>().join("\n")
        }
        Json::Object(_) if nested(value) => pruned(value).as_ref().map(yaml::emit).unwrap_or_default(),
        Json::Array(list) if list.iter().any(nested) => pruned(value).as_ref().map(yaml::emit).unwrap_or_default(),
        _ => readable(value, field),
    }
}

/// A value without its empty parts. A row with nothing but a label is left out too.
fn pruned(value: &Json) -> Option<Json> {
    match value {
        Json::Null => None,
        Json::Object(map) => {
            let kept: Map<String, Json> =
                map.iter().filter_map(|(name, value)| Some((name.clone(), pruned(value)?))).collect();
            (!kept.is_empty()).then_some(Json::Object(kept))
        }
        Json::Array(list) => {
            let is_label = |before: &Json, after: &Json| {
                let size = |value: &Json| value.as_object().map_or(0, Map::len);
                size(after) == 1 && size(before) > 1
            };
            let kept: Vec<Json> =
                list.iter().filter_map(|one| pruned(one).filter(|kept| !is_label(one, kept))).collect();
            (!kept.is_empty()).then_some(Json::Array(kept))
        }
        other => Some(other.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_says_nothing_is_not_shown() {
        let value = json!([{ "objective": "rto", "expectation": null }, { "objective": "rpo", "expectation": 4 }]);
        assert_eq!(pruned(&value), Some(json!([{ "objective": "rpo", "expectation": 4 }])));
        assert_eq!(pruned(&json!({ "a": { "b": null }, "c": [] })), None);
        assert_eq!(
            pretty(&json!({ "objectives": { "rto": { "value": 3 } } }), None),
            "objectives:\n  rto:\n    value: 3\n"
        );
    }
}
