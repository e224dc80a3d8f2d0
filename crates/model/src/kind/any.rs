//! A reference to one object of any resource, or of any that opts in.

use serde_json::{Value as Json, json};

use super::id::{parse_id, parse_id_text};
use super::{FieldKind, Lookup};
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct AnyKind {
    /// What a resource must support to be referred to, such as `attachments`; none if every resource will do.
    pub carrying: Option<&'static str>,
}

const LOOKUPS: &[Lookup] = &[Lookup::Exact, Lookup::In, Lookup::IsNull, Lookup::Resource];

impl FieldKind for AnyKind {
    fn name(&self) -> &'static str {
        "any"
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
        LOOKUPS
    }
    fn schema(&self) -> Json {
        json!({ "type": "string", "format": "uuid" })
    }
    fn widget(&self) -> &'static str {
        "any"
    }
}
