//! Long text, shown as Markdown.

use serde_json::{Value as Json, json};

use super::{FieldKind, Lookup, TEXTUAL, json_type};
use crate::text::refuse_nul;
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct MarkdownKind;

/// Enough for a long report, not for an accident.
const MAX: usize = 100_000;

impl FieldKind for MarkdownKind {
    fn name(&self) -> &'static str {
        "markdown"
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Text)
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        let Json::String(text) = json else {
            return Err(format!("Expected a string, found {}.", json_type(json)));
        };
        refuse_nul(text)?;
        if text.chars().count() > MAX {
            return Err(format!("Ensure this field has no more than {MAX} characters."));
        }
        Ok(Value::Text(text.clone()))
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        refuse_nul(text)?;
        Ok(Value::Text(text.to_owned()))
    }
    fn lookups(&self) -> &'static [Lookup] {
        TEXTUAL
    }
    fn schema(&self) -> Json {
        json!({ "type": "string", "maxLength": MAX })
    }
    fn widget(&self) -> &'static str {
        "markdown"
    }
}
