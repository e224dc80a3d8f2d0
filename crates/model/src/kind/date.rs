//! A calendar day.

use chrono::Datelike;
use serde_json::{Value as Json, json};

use super::{FieldKind, Lookup, RANGE, json_type};
use crate::value::{Date, Type, Value, is_common_year};

#[derive(Debug, Clone, Copy)]
pub struct DateKind;

impl FieldKind for DateKind {
    fn name(&self) -> &'static str {
        "date"
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Date)
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        match json {
            Json::String(text) => self.parse_text(text),
            other => Err(format!("Expected a date string, found {}.", json_type(other))),
        }
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        // chrono accepts years and months of any length; dates must also sort as text.
        let date = (text.len() == 10).then(|| Date::parse_from_str(text, "%Y-%m-%d").ok()).flatten();
        let date = date.filter(|date| is_common_year(date.year()));
        date.map(Value::Date).ok_or_else(|| "Date has wrong format. Write it as YYYY-MM-DD.".to_owned())
    }
    fn lookups(&self) -> &'static [Lookup] {
        RANGE
    }
    fn schema(&self) -> Json {
        json!({ "type": "string", "format": "date" })
    }
    fn widget(&self) -> &'static str {
        "date"
    }
}
