//! JSON Schema for the inputs and outputs of actions and for structured JSON fields.
//!
//! A tiny trait instead of a schema framework: it keeps the build short, and the few shapes that
//! actions use need no more.

use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::value::{Date, Timestamp};

/// A type that can describe its JSON.
pub trait Describe {
    fn schema() -> Json;

    /// Whether an object may omit a property of this type.
    fn optional() -> bool {
        false
    }
}

/// Builds the schema of an object; used by the derive.
pub fn object(doc: &str, properties: Vec<(&str, &str, Json, bool)>) -> Json {
    let mut shapes = serde_json::Map::new();
    let mut required = Vec::new();
    for (name, doc, mut schema, optional) in properties {
        if !doc.is_empty() {
            schema["description"] = doc.into();
        }
        if !optional {
            required.push(Json::from(name));
        }
        shapes.insert(name.to_owned(), schema);
    }
    let mut schema = json!({ "type": "object", "properties": shapes, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    if !doc.is_empty() {
        schema["description"] = doc.into();
    }
    schema
}

/// Finds arrays in place of objects: serde would read them member by member, which nobody means.
/// Returns the names that lead there.
pub fn misplaced_list(json: &Json, schema: &Json) -> Option<String> {
    let is = |kind: &str| match &schema["type"] {
        Json::Array(kinds) => kinds.iter().any(|one| one == kind),
        one => one == kind,
    };
    match json {
        Json::Array(_) if is("object") && !is("array") => Some(String::new()),
        Json::Array(items) => items.iter().find_map(|item| misplaced_list(item, &schema["items"])),
        Json::Object(members) => members.iter().find_map(|(name, member)| {
            let shape = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
            let inner = misplaced_list(member, shape)?;
            Some(if inner.is_empty() { name.clone() } else { format!("{name}.{inner}") })
        }),
        _ => None,
    }
}

/// Replaces an empty text by null wherever a schema accepts both: in a form, an empty text means that there is
/// no value. Ids, dates and times are not texts, so an empty one is an error.
pub fn blank_to_null(json: &mut Json, schema: &Json) {
    match json {
        Json::String(text) if text.trim().is_empty() && takes_null(schema) && is_words(schema) => *json = Json::Null,
        Json::Array(items) => items.iter_mut().for_each(|item| blank_to_null(item, &schema["items"])),
        Json::Object(members) => {
            for (name, member) in members {
                let shape = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
                blank_to_null(member, shape);
            }
        }
        _ => {}
    }
}

/// Whether a document contains an empty text.
pub fn has_blank(json: &Json) -> bool {
    match json {
        Json::String(text) => text.trim().is_empty(),
        Json::Array(items) => items.iter().any(has_blank),
        Json::Object(members) => members.values().any(has_blank),
        _ => false,
    }
}

fn takes_null(schema: &Json) -> bool {
    schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"))
}

/// A text, an address or a choice. A choice may be a number: a form sends its key as text.
fn is_words(schema: &Json) -> bool {
    let is_text = schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "string"));
    let is_plain = matches!(schema["format"].as_str(), None | Some("uri" | "email"));
    schema["enum"].is_array() || (is_text && is_plain)
}

macro_rules! describe {
    ($($kind:ty => $schema:tt),* $(,)?) => {
        $(impl Describe for $kind { fn schema() -> Json { json!($schema) } })*
    };
}

describe! {
    String => {"type": "string"},
    &str => {"type": "string"},
    bool => {"type": "boolean"},
    i32 => {"type": "integer"},
    i64 => {"type": "integer"},
    u16 => {"type": "integer", "minimum": 0, "maximum": 65535},
    u32 => {"type": "integer", "minimum": 0},
    u64 => {"type": "integer", "minimum": 0},
    usize => {"type": "integer", "minimum": 0},
    f64 => {"type": "number"},
    Uuid => {"type": "string", "format": "uuid"},
    Date => {"type": "string", "format": "date"},
    Timestamp => {"type": "string", "format": "date-time"},
    Json => {},
    serde_json::Map<String, Json> => {"type": "object"},
    () => {"type": "object", "additionalProperties": false},
}

/// The schema with null as one more value.
pub fn nullable(mut schema: Json) -> Json {
    match schema.get("type").cloned() {
        Some(Json::String(kind)) => schema["type"] = json!([kind, "null"]),
        Some(_) => {}
        // A schema without a type already allows null.
        None if schema.as_object().is_some_and(serde_json::Map::is_empty) => {}
        None => schema = json!({ "oneOf": [schema, { "type": "null" }] }),
    }
    if let Some(Json::Array(options)) = schema.get_mut("enum") {
        options.push(Json::Null);
    }
    schema
}

impl<T: Describe> Describe for Option<T> {
    fn schema() -> Json {
        nullable(T::schema())
    }

    fn optional() -> bool {
        true
    }
}

impl<T: Describe> Describe for Vec<T> {
    fn schema() -> Json {
        json!({ "type": "array", "items": T::schema() })
    }
}

impl<T: Describe> Describe for std::collections::BTreeMap<String, T> {
    fn schema() -> Json {
        json!({ "type": "object", "additionalProperties": T::schema() })
    }
}
