//! A relation to any number of objects.
//!
//! Each relation is stored once, by the resource that owns it. The other side can show and edit it
//! too, as the reverse of the owner's field; such an edit changes the owners.

use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::id::{parse_id, parse_id_text};
use super::{EQUALITY, FieldKind, Lookup, json_type};
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct ManyKind {
    pub target: &'static str,
    /// The field of the target that owns the relation, if it isn't this one.
    pub reverse: Option<&'static str>,
}

/// More than anyone links by hand.
const MAX: usize = 10_000;

impl FieldKind for ManyKind {
    fn name(&self) -> &'static str {
        "many"
    }
    fn column(&self) -> Option<Type> {
        None
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        let Json::Array(items) = json else {
            return Err(format!("Expected a list of ids, found {}.", json_type(json)));
        };
        if items.len() > MAX {
            return Err(format!("Ensure this list has no more than {MAX} ids."));
        }
        let mut ids: Vec<Uuid> = Vec::with_capacity(items.len());
        for item in items {
            ids.extend(parse_id(item)?.as_uuid());
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(Value::Uuids(ids))
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        parse_id_text(text)
    }
    fn lookups(&self) -> &'static [Lookup] {
        EQUALITY
    }
    fn schema(&self) -> Json {
        json!({ "type": "array", "items": { "type": "string", "format": "uuid" } })
    }
    fn widget(&self) -> &'static str {
        "many"
    }
}
