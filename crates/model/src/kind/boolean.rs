//! Yes or no.

use serde_json::{Value as Json, json};

use super::{FieldKind, Lookup, json_type};
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct BooleanKind;

impl FieldKind for BooleanKind {
    fn name(&self) -> &'static str {
        "boolean"
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Bool)
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        match json {
            Json::Bool(flag) => Ok(Value::Bool(*flag)),
            other => Err(format!("Must be true or false, not {}.", json_type(other))),
        }
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" => Ok(Value::Bool(true)),
            "false" | "0" | "no" => Ok(Value::Bool(false)),
            _ => Err("Must be true or false.".into()),
        }
    }
    fn lookups(&self) -> &'static [Lookup] {
        &[Lookup::Exact, Lookup::IsNull]
    }
    fn schema(&self) -> Json {
        json!({ "type": "boolean" })
    }
    fn widget(&self) -> &'static str {
        "switch"
    }
}
