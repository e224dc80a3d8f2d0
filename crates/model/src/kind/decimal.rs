//! An exact number with up to four decimal places.

use serde_json::{Value as Json, json};

use super::{FieldKind, Lookup, RANGE, json_type};
use crate::value::{Decimal, Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct DecimalKind;

impl FieldKind for DecimalKind {
    fn name(&self) -> &'static str {
        "decimal"
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Decimal)
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        match json {
            Json::Number(number) => self.parse_text(&number.to_string()),
            Json::String(text) => self.parse_text(text),
            other => Err(format!("Expected a number, found {}.", json_type(other))),
        }
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        Decimal::parse(text.trim())
            .map(Value::Decimal)
            .ok_or_else(|| "A number with up to four decimal places is required.".to_owned())
    }
    fn lookups(&self) -> &'static [Lookup] {
        RANGE
    }
    fn schema(&self) -> Json {
        json!({ "type": "number", "multipleOf": 0.0001 })
    }
    fn widget(&self) -> &'static str {
        "number"
    }
}
