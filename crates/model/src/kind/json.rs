//! A JSON document with a known shape.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::{FieldKind, Lookup, PRESENCE};
use crate::describe::{Describe, blank_to_null, has_blank, misplaced_list};
use crate::text::{NUL_REFUSED, nul_in};
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct JsonKind {
    schema: fn() -> Json,
    /// Parses the document as its Rust type and writes it back in one normal form.
    normalize: fn(&Json) -> Result<String, String>,
}

impl JsonKind {
    pub const fn of<T: Serialize + DeserializeOwned + Describe>() -> Self {
        Self { schema: T::schema, normalize: normalize::<T> }
    }
}

fn normalize<T: Serialize + DeserializeOwned>(json: &Json) -> Result<String, String> {
    let content = T::deserialize(json).map_err(|error| format!("{error}."))?;
    let text = serde_json::to_string(&content).map_err(|error| error.to_string())?;
    Ok(text)
}

fn has_list(json: &Json) -> bool {
    match json {
        Json::Array(_) => true,
        Json::Object(members) => members.values().any(has_list),
        _ => false,
    }
}

impl FieldKind for JsonKind {
    fn name(&self) -> &'static str {
        "json"
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Json)
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        if nul_in(json).is_some() {
            return Err(NUL_REFUSED.to_owned());
        }
        if has_blank(json) {
            let mut json = json.clone();
            blank_to_null(&mut json, &(self.schema)());
            return self.read(&json);
        }
        self.read(json)
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        let json = serde_json::from_str(text).map_err(|error| format!("Invalid JSON: {error}."))?;
        self.parse(&json)
    }
    fn lookups(&self) -> &'static [Lookup] {
        PRESENCE
    }
    fn schema(&self) -> Json {
        (self.schema)()
    }
    fn widget(&self) -> &'static str {
        "json"
    }
}

impl JsonKind {
    fn read(&self, json: &Json) -> Result<Value, String> {
        // Most documents contain no list at all, and the schema is built anew each time.
        if has_list(json)
            && let Some(place) = misplaced_list(json, &(self.schema)())
        {
            let at = if place.is_empty() { String::new() } else { format!(" in “{place}”") };
            return Err(format!("Expected an object{at}, found a list."));
        }
        (self.normalize)(json).map(Value::Json)
    }
}
