//! The values of variables, and their shapes.

use std::collections::HashMap;
use std::sync::Arc;

pub use cel::Value;
use cel::objects::{Key, Map};
use serde_json::Value as Json;

use crate::cost::Shape;

/// A map with more entries is not taken for an object with fields.
const MOST_FIELDS: usize = 64;

pub fn text(text: &str) -> Value {
    Value::String(Arc::new(text.to_owned()))
}

pub fn list(items: impl IntoIterator<Item = Value>) -> Value {
    Value::List(Arc::new(items.into_iter().collect()))
}

pub fn map<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let entries: HashMap<Key, Value> =
        entries.into_iter().map(|(key, value)| (Key::String(Arc::new(key.to_owned())), value)).collect();
    Value::Map(Map { map: Arc::new(entries) })
}

/// A document with everything in it.
pub fn json(value: &Json) -> Value {
    match value {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => {
            number.as_i64().map_or_else(|| number.as_f64().map_or(Value::Null, Value::Float), Value::Int)
        }
        Json::String(value) => text(value),
        Json::Array(items) => list(items.iter().map(json)),
        Json::Object(entries) => map(entries.iter().map(|(key, value)| (key.as_str(), json(value)))),
    }
}

pub(crate) fn shape(value: &Value) -> Shape {
    let largest = |shapes: &mut dyn Iterator<Item = Shape>| shapes.reduce(Shape::or).unwrap_or_default();
    match value {
        Value::String(text) => Shape::text(text.len() as u64),
        Value::List(items) => Shape::list(items.len() as u64, largest(&mut items.iter().map(shape))),
        Value::Map(Map { map }) if map.len() <= MOST_FIELDS && map.keys().all(|key| matches!(key, Key::String(_))) => {
            let field = |(key, value): (&Key, &Value)| match key {
                Key::String(name) => Some((name.to_string(), shape(value))),
                _ => None,
            };
            Shape::record(map.iter().filter_map(field).collect())
        }
        Value::Map(Map { map }) => {
            let length = |key: &Key| if let Key::String(text) = key { text.len() as u64 } else { 1 };
            let key = map.keys().map(length).max().unwrap_or(0);
            Shape::map(map.len() as u64, key, largest(&mut map.values().map(shape)))
        }
        _ => Shape::text(1),
    }
}
