//! Reads what was sent into a typed value. Mistakes are reported by field, in plain words.

use cairn_model::Describe;
use cairn_model::describe::{blank_to_null, misplaced_list};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use serde_path_to_error::{Path, Segment};

use crate::error::{Error, Result};

/// Reads an input; an invalid field is named.
pub fn input<T: DeserializeOwned + Describe>(json: Json) -> Result<T> {
    let mut json = if json.is_null() { Json::Object(serde_json::Map::new()) } else { json };
    let schema = T::schema();
    blank_to_null(&mut json, &schema);
    if let Some(place) = misplaced_list(&json, &schema) {
        return Err(Error::field(or_detail(&place), "Expected an object, found a list."));
    }
    serde_path_to_error::deserialize(json).map_err(|error| {
        let (path, message) = (error.path().clone(), error.into_inner().to_string());
        let (place, words) = objection(&message, &path, &schema);
        Error::field(or_detail(&place), words)
    })
}

/// The field that an error is about, and the message.
fn objection(message: &str, path: &Path, schema: &Json) -> (String, String) {
    let place = if path.iter().len() == 0 { String::new() } else { path.to_string() };
    let here = walk(path, schema);
    if let Some(name) = quoted_after(message, "missing field ") {
        let place = if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
        return (place, "This field is required.".to_owned());
    }
    if let Some(name) = quoted_after(message, "unknown field ") {
        return (if place.is_empty() { name.to_owned() } else { place }, unknown(message));
    }
    let is_mismatch = ["invalid type", "invalid value", "unknown variant", "UUID parsing failed"];
    let words = is_mismatch.iter().any(|begin| message.starts_with(begin)).then(|| expected(here)).flatten();
    (place, words.map_or_else(|| sentence(message), |words| format!("Expected {words}.")))
}

/// The schema at a path.
fn walk<'a>(path: &Path, schema: &'a Json) -> &'a Json {
    path.iter().fold(schema, |schema, segment| match segment {
        Segment::Map { key } => schema["properties"].get(key).unwrap_or(&schema["additionalProperties"]),
        Segment::Seq { .. } => &schema["items"],
        _ => &Json::Null,
    })
}

/// serde lists the known fields at the end of its message.
fn unknown(message: &str) -> String {
    let known: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
    if known.is_empty() {
        return "Unknown field. No fields are accepted here.".to_owned();
    }
    format!("Unknown field. Valid fields: {}.", known.join(", "))
}

fn quoted_after<'a>(message: &'a str, begin: &str) -> Option<&'a str> {
    message.strip_prefix(begin)?.strip_prefix('`')?.split('`').next()
}

/// What a schema accepts, in words.
fn expected(schema: &Json) -> Option<String> {
    if let Some(options) = schema["enum"].as_array() {
        let options: Vec<&str> = options.iter().filter_map(Json::as_str).collect();
        return Some(format!("one of: {}", options.join(", ")));
    }
    let kind = match &schema["type"] {
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).find(|kind| *kind != "null")?,
        kind => kind.as_str()?,
    };
    let words = match (kind, schema["format"].as_str()) {
        ("string", Some("uuid")) => "an id",
        ("string", Some("date")) => "a date such as 2026-03-01",
        ("string", Some("date-time")) => "a time such as 2026-03-01T12:00:00Z",
        ("string", _) => "a string",
        ("boolean", _) => "true or false",
        ("array", _) => "a list",
        ("object", _) => "an object",
        ("number", _) => "a number",
        ("integer", _) => {
            return Some(match (schema["minimum"].as_i64(), schema["maximum"].as_i64()) {
                (Some(least), Some(most)) => format!("a whole number from {least} to {most}"),
                (Some(least), None) => format!("a whole number from {least}"),
                _ => "a whole number".to_owned(),
            });
        }
        _ => return None,
    };
    Some(words.to_owned())
}

fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn or_detail(place: &str) -> &str {
    if place.is_empty() { "detail" } else { place }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::batch::Batch;
    use crate::restore::Restore;

    fn refused<T: DeserializeOwned + Describe>(json: Json) -> String {
        match input::<T>(json) {
            Err(Error::Invalid(errors)) => {
                errors.0.iter().map(|(name, words)| format!("{name}: {}", words[0])).collect::<Vec<_>>().join("; ")
            }
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("it is not valid"),
        }
    }

    #[test]
    fn an_empty_text_is_none() {
        #[derive(serde::Deserialize, Describe)]
        struct Asked {
            note: Option<String>,
            folder: Option<uuid::Uuid>,
            name: String,
        }
        let asked: Asked = input(json!({ "note": " ", "folder": null, "name": "" })).expect("it is valid");
        assert!(asked.note.is_none() && asked.folder.is_none() && asked.name.is_empty());
        assert_eq!(refused::<Asked>(json!({ "name": "", "folder": "" })), "folder: Expected an id.");
    }

    #[test]
    fn objections_are_in_the_words_of_whoever_asks() {
        let id = uuid::Uuid::nil();
        assert_eq!(refused::<Batch>(json!({})), "action: This field is required.");
        assert_eq!(refused::<Batch>(json!({ "action": "delete", "ids": [id, "zz"] })), "ids[1]: Expected an id.");
        assert_eq!(refused::<Batch>(json!({ "action": "delete", "ids": id })), "ids: Expected a list.");
        assert_eq!(
            refused::<Batch>(json!({ "action": "explode", "ids": [] })),
            "action: Expected one of: delete, change_field, add_to_field, remove_from_field, restore."
        );
        assert_eq!(
            refused::<Batch>(json!({ "action": "delete", "ids": [], "atomic": 1 })),
            "atomic: Expected true or false."
        );
        assert_eq!(refused::<Restore>(json!({ "entry": "x" })), "entry: Expected a whole number.");
        assert_eq!(refused::<Restore>(json!({ "id": 1 })), "id: Unknown field. Valid fields: entry, as_of.");
        assert_eq!(
            refused::<crate::action::Nothing>(json!({ "x": 1 })),
            "x: Unknown field. No fields are accepted here."
        );
        assert_eq!(refused::<Restore>(json!([])), "detail: Expected an object, found a list.");
        assert_eq!(refused::<Restore>(json!("x")), "detail: Expected an object.");
    }
}
