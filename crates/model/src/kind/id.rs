//! The key of an object: a UUID, made by the server.

use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{FieldKind, Lookup, json_type};
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct IdKind;

/// Reads an id wherever one is written: keys, references, filters.
pub(super) fn parse_id(json: &Json) -> Result<Value, String> {
    match json {
        Json::String(text) => parse_id_text(text),
        Json::Object(object) if object.contains_key("id") => {
            Err(format!("Send only the id, as a string: {}.", object["id"]))
        }
        other => Err(format!("Expected an id string, found {}.", json_type(other))),
    }
}

pub(super) fn parse_id_text(text: &str) -> Result<Value, String> {
    // Other spellings of a UUID (braces, urn:) would make two texts for one object.
    match Uuid::try_parse(text) {
        Ok(id) if text.len() == 36 => Ok(Value::Uuid(id)),
        _ => Err(format!("“{}” is not a valid UUID.", shorten(text))),
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 60 { text.to_owned() } else { text.chars().take(60).chain(['…']).collect() }
}

impl FieldKind for IdKind {
    fn name(&self) -> &'static str {
        "id"
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Uuid)
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        parse_id(json)
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        parse_id_text(text)
    }
    fn lookups(&self) -> &'static [Lookup] {
        &[Lookup::Exact, Lookup::In]
    }
    fn schema(&self) -> Json {
        json!({ "type": "string", "format": "uuid" })
    }
    fn widget(&self) -> &'static str {
        "id"
    }
}
