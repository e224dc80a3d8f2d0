//! A reference to one object of another resource.

use serde_json::{Value as Json, json};

use super::id::{parse_id, parse_id_text};
use super::{EQUALITY, FieldKind, Lookup};
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct ReferenceKind {
    /// The path of the resource it points to.
    pub target: &'static str,
}

impl FieldKind for ReferenceKind {
    fn name(&self) -> &'static str {
        "reference"
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
        EQUALITY
    }
    fn schema(&self) -> Json {
        json!({ "type": "string", "format": "uuid" })
    }
    fn widget(&self) -> &'static str {
        "reference"
    }
}
