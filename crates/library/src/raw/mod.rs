//! A document as it was written: scalars with their text, and everything with its place.

mod json;
mod scalar;
mod yaml;

use std::rc::Rc;

use serde_json::{Map, Value};

pub use json::of_value;
pub use scalar::Scalar;
pub use yaml::parse;

/// Where something stands. In a workbook the line is a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The index of the sheet in the log's list of sheets.
    pub sheet: Option<u16>,
    /// From 1; 0 where there is no line to tell.
    pub line: u32,
    /// From 1; 0 where there is no column to tell.
    pub column: u32,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub at: At,
    pub kind: Kind,
}

/// Aliases share what they stand for, so a document takes no more memory than its text.
#[derive(Clone, Debug)]
pub enum Kind {
    Scalar(Scalar),
    List(Vec<Rc<Node>>),
    Map(Vec<Entry>),
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub key: Rc<str>,
    pub at: At,
    pub value: Rc<Node>,
}

impl Node {
    pub fn is_null(&self) -> bool {
        matches!(&self.kind, Kind::Scalar(scalar) if scalar.is_null())
    }

    /// What it is, for messages.
    pub fn name(&self) -> &'static str {
        match &self.kind {
            Kind::Scalar(scalar) => scalar.name(),
            Kind::List(_) => "a list",
            Kind::Map(_) => "a map",
        }
    }

    /// The same as JSON, for what is kept as it is.
    pub fn to_value(&self) -> Value {
        match &self.kind {
            Kind::Scalar(scalar) => scalar.to_value(),
            Kind::List(items) => items.iter().map(|item| item.to_value()).collect(),
            Kind::Map(entries) => {
                let entries = entries.iter().map(|entry| (entry.key.to_string(), entry.value.to_value()));
                Value::Object(entries.collect::<Map<_, _>>())
            }
        }
    }
}
