//! An instant.

use serde_json::{Value as Json, json};

use super::{FieldKind, Lookup, RANGE, json_type};
use crate::value::{Timestamp, Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct DateTimeKind;

impl FieldKind for DateTimeKind {
    fn name(&self) -> &'static str {
        "datetime"
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Time)
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        match json {
            Json::String(text) => self.parse_text(text),
            other => Err(format!("Expected a time string, found {}.", json_type(other))),
        }
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        // A plus sign that was not escaped arrives as a space.
        Timestamp::parse(&text.trim().replace(' ', "+"))
            .map(Value::Time)
            .ok_or_else(|| "Time has wrong format. Write it as YYYY-MM-DDThh:mm:ssZ.".to_owned())
    }
    fn lookups(&self) -> &'static [Lookup] {
        RANGE
    }
    fn schema(&self) -> Json {
        json!({ "type": "string", "format": "date-time" })
    }
    fn widget(&self) -> &'static str {
        "datetime"
    }
}
