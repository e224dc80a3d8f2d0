//! From JSON to nodes, within the limits of a file.

use std::rc::Rc;

use serde_json::Value;

use super::yaml::{MAX_NESTING, too_deep};
use super::{At, Entry, Kind, Node, Scalar};
use crate::log::Log;

/// A document that is JSON already. It has no lines to tell. What stops it is in the log.
pub fn of_value(value: &Value, log: &Log) -> Option<Rc<Node>> {
    let node = node(value, 0);
    if let Err(message) = &node {
        log.problem_at(At::default(), message);
    }
    node.ok()
}

fn node(value: &Value, depth: usize) -> Result<Rc<Node>, String> {
    if depth > MAX_NESTING {
        return Err(too_deep());
    }
    let kind = match value {
        Value::Null => scalar("", true),
        Value::Bool(flag) => scalar(if *flag { "true" } else { "false" }, true),
        Value::Number(number) => scalar(&number.to_string(), true),
        Value::String(text) => scalar(text_of(text)?, false),
        Value::Array(items) => Kind::List(items.iter().map(|item| node(item, depth + 1)).collect::<Result<_, _>>()?),
        Value::Object(fields) => {
            let entry = |(key, value): (&String, &Value)| {
                Ok(Entry { key: text_of(key)?.into(), at: At::default(), value: node(value, depth + 1)? })
            };
            Kind::Map(fields.iter().map(entry).collect::<Result<_, String>>()?)
        }
    };
    Ok(Rc::new(Node { at: At::default(), kind }))
}

fn scalar(text: &str, plain: bool) -> Kind {
    Kind::Scalar(Scalar { text: text.into(), plain })
}

fn text_of(text: &str) -> Result<&str, String> {
    if text.contains('\0') { Err(super::yaml::NUL.to_owned()) } else { Ok(text) }
}
