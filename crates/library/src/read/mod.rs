//! From a document to a library. Whatever is wrong is told, all of it, with its place.

mod catalogue;
mod fields;
mod framework;
mod library;
mod mapping;
mod matrix;
mod metric;
mod node;
mod question;
mod score;
mod technique;
mod text;

use std::cell::RefCell;
use std::collections::HashMap;

use crate::log::Log;
use crate::raw::{At, Node};
use crate::types::{Library, Urn};
use crate::{Problem, raw};
use fields::Fields;
pub(crate) use node::MAX_DEPTH;
pub(crate) use text::too_large;

/// The largest file that is read. The largest known library is a fifth of it.
pub const MAX_BYTES: usize = 32 * 1024 * 1024;

/// Reads the bytes of a YAML file.
pub fn read(bytes: &[u8]) -> Result<Library, Vec<Problem>> {
    let log = Log::default();
    let document = text::of(bytes, &log).and_then(|text| raw::parse(text, &log));
    match document {
        Some(document) => read_document(&document, log),
        None => Err(log.into_problems()),
    }
}

/// Reads a library that is JSON in the form of a file. Problems have paths and no lines.
pub fn read_value(document: &serde_json::Value) -> Result<Library, Vec<Problem>> {
    let log = Log::default();
    match raw::of_value(document, &log) {
        Some(document) => read_document(&document, log),
        None => Err(log.into_problems()),
    }
}

/// What is left once the form of the file, YAML or a workbook, was dealt with.
pub(crate) fn read_document(document: &Node, log: Log) -> Result<Library, Vec<Problem>> {
    let library = library::read(&log, document);
    match library {
        Some(mut library) if log.is_sound() => {
            library.notes = log.into_notes();
            Ok(library)
        }
        _ => Err(log.into_problems()),
    }
}

/// The URNs that a file has given away so far. Objects of different kinds may share one.
struct Declared {
    /// Nothing else is loaded before this file, so what it refers to should be in it.
    alone: bool,
    places: RefCell<HashMap<(&'static str, Urn), At>>,
}

impl Declared {
    fn new(alone: bool) -> Self {
        Self { alone, places: RefCell::default() }
    }

    /// The URN of an object, which no other one of its kind may have.
    fn own_urn(&self, kind: &'static str, fields: &Fields<'_>) -> Urn {
        let urn = fields.required_urn("urn");
        if !urn.is_empty() {
            let at = fields.at("urn");
            if let Some(first) = self.first(kind, &urn, at) {
                fields.problem("urn", taken(&urn, first));
            }
        }
        urn
    }

    /// Where the URN was given away before.
    fn first(&self, kind: &'static str, urn: &Urn, at: At) -> Option<At> {
        match self.places.borrow_mut().entry((kind, urn.clone())) {
            std::collections::hash_map::Entry::Occupied(place) => Some(*place.get()),
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(at);
                None
            }
        }
    }

    /// References to objects of a kind that is read before. One that leads nowhere is odd, but harmless.
    fn references(&self, kind: &'static str, fields: &Fields<'_>, key: &str) -> Vec<Urn> {
        let urns = fields.urns(key);
        if self.alone {
            let places = self.places.borrow();
            for urn in urns.iter().filter(|urn| !places.contains_key(&(kind, (*urn).clone()))) {
                fields.note(key, format!("There is no {kind} {urn} in this file, and it depends on no other."));
            }
        }
        urns
    }
}

fn taken(urn: &Urn, first: At) -> String {
    match (first.line, first.sheet) {
        (0, _) => format!("{urn} is already used by another object."),
        (line, Some(_)) => format!("{urn} is already used in row {line}."),
        (line, None) => format!("{urn} is already used in line {line}."),
    }
}
