//! Texts of an object in other languages.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{FieldKind, Lookup, PRESENCE};
use crate::text::refuse_nul;
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct TranslationsKind;

type Texts = BTreeMap<String, BTreeMap<String, String>>;

impl FieldKind for TranslationsKind {
    fn name(&self) -> &'static str {
        "translations"
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Json)
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        let texts = Texts::deserialize(json)
            .map_err(|_| "Expected an object: language → field → text, such as {\"fr\": {\"name\": \"…\"}}.")?;
        for (language, fields) in &texts {
            if !(2..=12).contains(&language.len()) || !language.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
                return Err(format!("“{language}” is not a language code."));
            }
            fields.values().try_for_each(|text| refuse_nul(text))?;
        }
        serde_json::to_string(&texts).map(Value::Json).map_err(|error| error.to_string())
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        let json = serde_json::from_str(text).map_err(|error| format!("Invalid JSON: {error}."))?;
        self.parse(&json)
    }
    fn lookups(&self) -> &'static [Lookup] {
        PRESENCE
    }
    fn schema(&self) -> Json {
        json!({
            "type": "object",
            "additionalProperties": { "type": "object", "additionalProperties": { "type": "string" } },
        })
    }
    fn widget(&self) -> &'static str {
        "translations"
    }
}
