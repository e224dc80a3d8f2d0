//! What every document must agree on about a resource: names, and which fields requests and
//! answers hold.
//!
//! The rules are those of the engine's decoder; the tests send examples through it to make sure.

use cairn_engine::Resource;
use cairn_engine::registry::FOLDERS;
use cairn_model::def::DefaultValue;
use cairn_model::{FieldDef, Kind};
use serde_json::{Value as Json, json};

/// The name of the resource in component names: `AppliedControl`.
pub fn type_name(resource: &Resource) -> String {
    resource.entry.part.map_or_else(|| resource.def.type_name.to_owned(), |part| pascal_case(part.name))
}

fn pascal_case(words: &str) -> String {
    let mut name = String::with_capacity(words.len());
    for word in words.split(|letter: char| !letter.is_ascii_alphanumeric()) {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

/// A part of a path as it stands in operation ids: `applied_controls`.
pub fn identifier(path: &str) -> String {
    path.replace(['-', '/'], "_")
}

/// A name in the middle of a sentence. Acronyms keep their capitals.
pub fn in_sentence(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => name.to_owned(),
    }
}

/// The fields that ever leave the server.
pub fn shown(resource: &Resource) -> impl Iterator<Item = &'static FieldDef> + use<> {
    resource.def.fields.iter().filter(|field| !field.secret)
}

/// The only value that the field has in this part of a resource.
pub fn fixed(resource: &Resource, field: &FieldDef) -> Option<&'static str> {
    resource.entry.part.filter(|part| part.field == field.name).map(|part| part.value)
}

/// Whether a request must give the field. An object without a folder belongs to the root.
pub fn required(resource: &Resource, field: &FieldDef) -> bool {
    let is_folder = field.name == "folder" && field.kind.target() == Some(FOLDERS);
    field.required() && !field.secret && !is_folder && fixed(resource, field).is_none()
}

/// What the field is when nobody gives it; none where it must be given or the server decides.
pub fn default(resource: &Resource, field: &FieldDef) -> Option<Json> {
    if let Some(value) = fixed(resource, field) {
        return Some(value.into());
    }
    let known = field.nullable || field.kind.is_many() || field.default != DefaultValue::None;
    known.then(|| field.default.value(&field.kind).to_json())
}

/// The words about a field; a choice without its own says what its list is about.
pub fn doc(field: &FieldDef) -> &'static str {
    match &field.kind {
        Kind::Choice(kind) if field.doc.is_empty() => kind.0.doc,
        _ => field.doc,
    }
}

/// The schema with null as one more value.
pub fn nullable(mut schema: Json) -> Json {
    match schema.get("type").cloned() {
        Some(Json::String(kind)) => schema["type"] = json!([kind, "null"]),
        Some(_) => {}
        // A schema without any word allows null already.
        None if schema.as_object().is_some_and(serde_json::Map::is_empty) => {}
        None => return json!({ "anyOf": [schema, { "type": "null" }] }),
    }
    if let Some(Json::Array(options)) = schema.get_mut("enum")
        && !options.contains(&Json::Null)
    {
        options.push(Json::Null);
    }
    schema
}
