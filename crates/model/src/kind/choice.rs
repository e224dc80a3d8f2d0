//! One of a closed list.

use serde_json::{Value as Json, json};

use super::{EQUALITY, FieldKind, Lookup, RANGE, json_type};
use crate::choice::{ChoiceDef, ChoiceKey};
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct ChoiceKind(pub &'static ChoiceDef);

impl ChoiceKind {
    fn refuse(self, given: &str) -> String {
        format!("“{given}” is not a valid choice. Choose one of: {}.", self.0.keys())
    }
}

impl FieldKind for ChoiceKind {
    fn name(&self) -> &'static str {
        "choice"
    }
    fn column(&self) -> Option<Type> {
        Some(if self.0.is_numeric() { Type::Int } else { Type::Text })
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        match json {
            Json::String(text) => self.parse_text(text),
            Json::Number(number) if self.0.is_numeric() => self.parse_text(&number.to_string()),
            Json::Number(number) => Err(self.refuse(&number.to_string())),
            other => Err(format!("Expected a choice, found {}.", json_type(other))),
        }
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        match self.0.find(text).map(|option| option.key) {
            Some(ChoiceKey::Text(key)) => Ok(Value::Text(key.to_owned())),
            Some(ChoiceKey::Int(key)) => Ok(Value::Int(key)),
            None => Err(self.refuse(text)),
        }
    }
    fn lookups(&self) -> &'static [Lookup] {
        if self.0.is_numeric() { RANGE } else { EQUALITY }
    }
    fn schema(&self) -> Json {
        let keys: Vec<Json> = self.0.options.iter().map(|option| option.key.to_json()).collect();
        json!({ "type": if self.0.is_numeric() { "integer" } else { "string" }, "enum": keys })
    }
    fn widget(&self) -> &'static str {
        "choice"
    }
}
