//! What lists of kept and of loaded libraries have in common: what they are filtered by.

use std::collections::BTreeMap;

use cairn_engine::computed::schema_of;
use cairn_engine::filter::{Filter, FilterCx, boolean};
use cairn_engine::query::Select;
use cairn_engine::{Cx, Nothing};
use cairn_model::{Record, Translations, Type};
use cairn_resources::library::{LoadedLibrary, StoredLibrary};
use cairn_store::{Dialect, Sql};

/// The kinds of objects that a library can contain, in the order in which they are loaded, each with its name in the
/// singular.
pub const KINDS: [(&str, &str); 11] = [
    ("ttp_catalogs", "ttp_catalog"),
    ("tactics", "tactic"),
    ("techniques", "technique"),
    ("threats", "threat"),
    ("reference_controls", "reference_control"),
    ("metric_definitions", "metric_definition"),
    ("risk_matrices", "risk_matrix"),
    ("frameworks", "framework"),
    ("requirement_mapping_sets", "requirement_mapping_set"),
    ("preset", "preset"),
    ("workflows", "workflow"),
];

pub const OBJECT_TYPE: Filter = Filter {
    name: "object_type",
    doc: "Libraries that contain objects of one of these kinds, such as `framework,threat`.",
    schema: schema_of::<String>,
    condition: object_type,
};

pub const IS_CUSTOM: Filter = Filter {
    name: "is_custom",
    doc: "Only libraries that do not ship with Cairn, or only those that do.",
    schema: schema_of::<bool>,
    condition: is_custom,
};

pub const IS_PRESET: Filter = Filter {
    name: "is_preset",
    doc: "Only libraries with a preset, or only the others.",
    schema: schema_of::<bool>,
    condition: is_preset,
};

fn object_type(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut any = Vec::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let Some((kind, _)) = KINDS.iter().find(|(plural, singular)| name == *plural || name == *singular) else {
            let known: Vec<&str> = KINDS.iter().map(|(_, singular)| *singular).collect();
            return Err(format!("There is no kind “{name}”. Choose from: {}.", known.join(", ")));
        };
        any.push(contains(cx.dialect, kind));
    }
    if any.is_empty() {
        return Err("Name at least one kind of object.".to_owned());
    }
    Ok(Sql::raw(format!("({})", any.join(" or "))))
}

fn is_custom(_: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    Ok(Sql::raw(if boolean(text)? { "not t.builtin" } else { "t.builtin" }))
}

fn is_preset(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let has_one = contains(cx.dialect, "preset");
    Ok(Sql::raw(if boolean(text)? { has_one } else { format!("not ({has_one})") }))
}

/// Whether a library contains objects of a kind: only kinds with objects are counted.
fn contains(dialect: Dialect, kind: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!("json_extract(t.objects_meta, '$.{kind}') is not null"),
        Dialect::Postgres => format!("t.objects_meta -> '{kind}' is not null"),
    }
}

/// Whether a kept library is newer than the loaded one.
pub fn is_update(cx: &Cx) -> Sql {
    exists::<LoadedLibrary>(cx, "o.version < t.version")
}

/// Whether a version newer than the loaded one is kept.
pub fn has_update(cx: &Cx) -> Sql {
    exists::<StoredLibrary>(cx, "o.version > t.version")
}

/// Whether the same library in the same language is there on the other side, as far as the caller may see it.
fn exists<T: Record>(cx: &Cx, condition: &str) -> Sql {
    let resource = cx.resource::<T>();
    let table = resource.def.table;
    let mut sql = Sql::raw(format!(
        "exists (select 1 from {table} o where o.urn = t.urn and o.locale = t.locale and {condition}"
    ));
    if let Some(sight) = cx.sight(resource, "o") {
        sql.push(" and ").append(sight);
    }
    sql.push(")");
    sql
}

/// The languages of a library's texts: its own first.
pub fn locales(own: &str, translations: Option<&Translations>) -> Vec<String> {
    let others = translations.iter().flat_map(|texts| texts.0.keys()).filter(|language| *language != own);
    std::iter::once(own).chain(others.map(String::as_str)).map(str::to_owned).collect()
}

pub async fn stored_locales(cx: &mut Cx, _: Nothing) -> cairn_engine::Result<BTreeMap<String, String>> {
    values(cx, "locale").await
}

pub async fn stored_providers(cx: &mut Cx, _: Nothing) -> cairn_engine::Result<BTreeMap<String, String>> {
    values(cx, "provider").await
}

pub async fn object_types(_: &mut Cx, _: Nothing) -> cairn_engine::Result<Vec<&'static str>> {
    Ok(KINDS.iter().map(|(plural, _)| *plural).collect())
}

/// What the kept libraries have in a field, to choose a filter from.
async fn values(cx: &mut Cx, field: &str) -> cairn_engine::Result<BTreeMap<String, String>> {
    let resource = cx.resource::<StoredLibrary>();
    let scope = cx.scope(resource);
    let sql = Select::new(cx, resource, &scope).project(&format!("t.{field}"));
    let rows = cx.conn.query(&sql, &[Type::Text]).await?;
    let values = rows.iter().filter_map(|row| row[0].as_str()).filter(|text| !text.is_empty());
    Ok(values.map(|text| (text.to_owned(), text.to_owned())).collect())
}
