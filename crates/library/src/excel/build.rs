//! Nodes of a document, made from cells.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::sheet::{Record, split_language};
use crate::raw::{At, Entry, Kind, Node, Scalar};

pub fn text(at: At, text: &str) -> Rc<Node> {
    Rc::new(Node { at, kind: Kind::Scalar(Scalar { text: text.into(), plain: false }) })
}

pub fn list(at: At, items: Vec<Rc<Node>>) -> Rc<Node> {
    Rc::new(Node { at, kind: Kind::List(items) })
}

pub fn texts<'a>(at: At, items: impl IntoIterator<Item = &'a str>) -> Rc<Node> {
    list(at, items.into_iter().map(|item| text(at, item)).collect())
}

/// A map that grows field by field.
pub struct Map {
    at: At,
    entries: Vec<Entry>,
    translations: BTreeMap<String, Vec<Entry>>,
}

impl Map {
    pub fn new(at: At) -> Self {
        Self { at, entries: vec![], translations: BTreeMap::new() }
    }

    pub fn put(&mut self, key: &str, value: Rc<Node>) {
        self.entries.push(Entry { key: key.into(), at: value.at, value });
    }

    pub fn text(&mut self, key: &str, value: &str) {
        self.text_at(self.at, key, value);
    }

    /// A text, or a translation where the key has a language.
    pub fn text_at(&mut self, at: At, key: &str, value: &str) {
        match split_language(key) {
            Some((field, language)) => self.translate(at, language, field, value),
            None => self.put(key, text(at, value)),
        }
    }

    pub fn translate(&mut self, at: At, language: &str, field: &str, value: &str) {
        let entry = Entry { key: field.into(), at, value: text(at, value) };
        self.translations.entry(language.to_owned()).or_default().push(entry);
    }

    /// Every cell of a row but those that are read in another way, and their translations.
    pub fn cells(&mut self, record: &Record<'_>, without: &[&str]) {
        for (name, value) in record.cells() {
            let base = split_language(name).map_or(name, |(base, _)| base);
            if !without.contains(&base) {
                self.text(name, value);
            }
        }
    }

    pub fn build(mut self) -> Rc<Node> {
        if !self.translations.is_empty() {
            let mut languages = Self::new(self.at);
            for (language, entries) in std::mem::take(&mut self.translations) {
                languages.put(&language, Rc::new(Node { at: self.at, kind: Kind::Map(entries) }));
            }
            self.put("translations", languages.build());
        }
        Rc::new(Node { at: self.at, kind: Kind::Map(self.entries) })
    }
}
