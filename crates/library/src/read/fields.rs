//! The fields of one map, taken out by name and type. What is left over is unknown.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::log::{Log, Path, shortened};
use crate::raw::{At, Entry, Kind, Node, Scalar};
use crate::types::{Translations, Urn, Word};

/// A map with more keys than any object has fields.
const LONG: usize = 32;

/// The longest URN that the model has room for.
const MAX_URN: usize = 255;

pub struct Fields<'a> {
    pub log: &'a Log,
    pub path: &'a Path<'a>,
    pub at: At,
    entries: &'a [Entry],
    /// Where each key is, for maps that are long enough to need it.
    index: Option<HashMap<&'a str, usize>>,
    taken: Vec<Cell<bool>>,
}

impl<'a> Fields<'a> {
    /// Of anything but a map the problem is told here.
    pub fn new(log: &'a Log, path: &'a Path<'a>, node: &'a Node) -> Option<Self> {
        let Kind::Map(entries) = &node.kind else {
            log.problem(path, node.at, format!("This should be a map, not {}.", node.name()));
            return None;
        };
        let index = (entries.len() > LONG)
            .then(|| entries.iter().enumerate().map(|(place, entry)| (&*entry.key, place)).collect());
        Some(Self { log, path, at: node.at, entries, index, taken: vec![Cell::new(false); entries.len()] })
    }

    /// The value of a key. No value and an empty one are the same.
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        let place = self.place(key)?;
        self.taken[place].set(true);
        Some(&*self.entries[place].value).filter(|node| !node.is_null())
    }

    fn place(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key).copied(),
            None => self.entries.iter().position(|entry| &*entry.key == key),
        }
    }

    pub fn entries(&self) -> &'a [Entry] {
        self.entries
    }

    /// Where a field stands, or else its map.
    pub fn at(&self, key: &str) -> At {
        self.place(key).map_or(self.at, |place| self.entries[place].value.at)
    }

    pub fn problem(&self, key: &str, message: impl Into<String>) {
        self.log.problem(&self.path.key(key), self.at(key), message);
    }

    pub fn note(&self, key: &str, message: impl Into<String>) {
        self.log.note(&self.path.key(key), self.at(key), message);
    }

    /// Tells of keys that nobody asked for. `harmless` are known, and not needed.
    pub fn finish(self, harmless: &[&str]) {
        for (entry, taken) in self.entries.iter().zip(&self.taken) {
            if !taken.get() && !harmless.contains(&&*entry.key) {
                let message = "This field is not known. It is left out.";
                self.log.note(&self.path.key(&entry.key), entry.at, message);
            }
        }
    }

    fn scalar(&self, key: &str, expected: &str) -> Option<&'a Scalar> {
        let node = self.get(key)?;
        match &node.kind {
            Kind::Scalar(scalar) => Some(scalar),
            _ => {
                self.problem(key, format!("This should be {expected}, not {}.", node.name()));
                None
            }
        }
    }

    fn wrong(&self, key: &str, expected: &str, found: &Scalar) {
        self.problem(key, format!("This should be {expected}, not \"{}\".", shortened(&found.text)));
    }

    pub fn missing(&self, key: &str) {
        self.log.problem(&self.path.key(key), self.at(key), format!("\"{key}\" is missing."));
    }

    /// A text exactly as it was written, also where it looks like a number. An empty one counts as none.
    pub fn text(&self, key: &str) -> Option<String> {
        let scalar = self.scalar(key, "a text")?;
        Some(&*scalar.text).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    pub fn required_text(&self, key: &str) -> String {
        let text = self.text(key);
        // A text of the wrong type was told already.
        if text.is_none() && self.get(key).is_none_or(|node| matches!(node.kind, Kind::Scalar(_))) {
            self.missing(key);
        }
        text.unwrap_or_default()
    }

    /// A text, or several that belong below each other.
    pub fn lines(&self, key: &str) -> Option<String> {
        match self.get(key).map(|node| &node.kind) {
            Some(Kind::List(_)) => Some(self.texts(key).join("\n")).filter(|text| !text.is_empty()),
            _ => self.text(key),
        }
    }

    pub fn urn(&self, key: &str) -> Option<Urn> {
        let text = self.text(key)?;
        urn_of(self.log, &self.path.key(key), self.at(key), &text)
    }

    /// Empty where the file is refused for it.
    pub fn required_urn(&self, key: &str) -> Urn {
        let text = self.required_text(key);
        let urn = Some(text).filter(|text| !text.is_empty());
        urn.and_then(|text| urn_of(self.log, &self.path.key(key), self.at(key), &text)).unwrap_or_else(|| Urn::new(""))
    }

    pub fn integer(&self, key: &str) -> Option<i64> {
        let scalar = self.scalar(key, "a whole number")?;
        let number = scalar.integer().filter(|number| i32::try_from(*number).is_ok());
        if number.is_none() {
            self.wrong(key, "a whole number", scalar);
        }
        number
    }

    pub fn number(&self, key: &str) -> Option<f64> {
        let scalar = self.scalar(key, "a number")?;
        let number = scalar.number();
        if number.is_none() {
            self.wrong(key, "a number", scalar);
        }
        number
    }

    pub fn flag(&self, key: &str) -> Option<bool> {
        let scalar = self.scalar(key, "true or false")?;
        let flag = scalar.flag();
        if flag.is_none() {
            self.wrong(key, "true or false", scalar);
        }
        flag
    }

    /// One word of a closed list, whatever its case and however its parts are joined.
    pub fn word<W: Word>(&self, key: &str) -> Option<W> {
        let expected = || format!("one of {}", W::WORDS.join(", "));
        let scalar = self.scalar(key, &expected()).filter(|scalar| !scalar.text.trim().is_empty())?;
        let word = W::from_word(&scalar.text.trim().to_lowercase().replace([' ', '-'], "_"));
        if word.is_none() {
            self.wrong(key, &expected(), scalar);
        }
        word
    }

    pub fn required_word<W: Word>(&self, key: &str) -> Option<W> {
        let word = self.word(key);
        if self.get(key).is_none() {
            self.missing(key);
        }
        word
    }

    /// Texts in a list, or a single one.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let mut texts = vec![];
        self.each(key, |path, node| match &node.kind {
            Kind::Scalar(scalar) if scalar.is_null() || scalar.text.is_empty() => {}
            Kind::Scalar(scalar) => texts.push(scalar.text.to_string()),
            _ => self.log.problem(path, node.at, format!("This should be a text, not {}.", node.name())),
        });
        texts
    }

    pub fn urns(&self, key: &str) -> Vec<Urn> {
        let mut urns: Vec<Urn> = vec![];
        self.each(key, |path, node| match &node.kind {
            Kind::Scalar(scalar) if scalar.is_null() || scalar.text.trim().is_empty() => {}
            Kind::Scalar(scalar) => urns.extend(urn_of(self.log, path, node.at, &scalar.text)),
            _ => self.log.problem(path, node.at, format!("This should be a URN, not {}.", node.name())),
        });
        urns
    }

    /// Every value of a list; a value that is no list counts as a list of one.
    pub fn each(&self, key: &str, mut take: impl FnMut(&Path<'_>, &'a Node)) {
        let Some(node) = self.get(key) else { return };
        let path = self.path.key(key);
        match &node.kind {
            // Some writers say {} for nothing.
            Kind::Map(entries) if entries.is_empty() => {}
            Kind::List(items) => {
                items.iter().enumerate().for_each(|(index, item)| take(&path.index(index), item));
            }
            _ => take(&path, node),
        }
    }

    /// Every map of a list, read one by one.
    pub fn maps<T>(&self, key: &str, mut read: impl FnMut(&Fields<'_>) -> T, harmless: &[&str]) -> Vec<T> {
        let mut found = vec![];
        self.each(key, |path, node| {
            if let Some(fields) = Fields::new(self.log, path, node) {
                found.push(read(&fields));
                fields.finish(harmless);
            }
        });
        found
    }

    pub fn value(&self, key: &str) -> Option<Value> {
        self.get(key).map(Node::to_value)
    }

    fn translated<'n>(&self, path: &'n Path<'n>, node: &'n Node) -> Option<Fields<'n>>
    where
        'a: 'n,
    {
        if !matches!(node.kind, Kind::Map(_)) {
            let message = format!("This should be a map of translations, not {}. It is left out.", node.name());
            self.log.note(path, node.at, message);
            return None;
        }
        Fields::new(self.log, path, node)
    }

    /// Texts by language and field. Nothing depends on them, so what is odd is only noted.
    pub fn translations(&self) -> Translations {
        let mut found = Translations::new();
        let path = self.path.key("translations");
        let Some(languages) = self.get("translations").and_then(|node| self.translated(&path, node)) else {
            return found;
        };
        for language in languages.entries {
            if language.value.is_null() {
                continue;
            }
            let path = path.key(&language.key);
            let Some(fields) = self.translated(&path, &language.value) else { continue };
            let texts = fields.entries.iter().filter_map(|entry| {
                if matches!(entry.value.kind, Kind::Map(_)) {
                    fields.note(&entry.key, "A translation should be a text. It is left out.");
                    return None;
                }
                Some((entry.key.to_string(), fields.lines(&entry.key)?))
            });
            let texts: BTreeMap<_, _> = texts.collect();
            if !texts.is_empty() {
                found.insert(language.key.to_string(), texts);
            }
        }
        found
    }
}

/// Files have URNs of many kinds. What matters is that they are URNs, and that they fit.
pub fn urn_of(log: &Log, path: &Path<'_>, at: At, text: &str) -> Option<Urn> {
    let urn = Urn::new(text);
    let parts = urn.split(':').filter(|part| !part.is_empty()).count();
    if !urn.starts_with("urn:") || parts < 4 || urn.contains(char::is_control) {
        let message = format!("\"{}\" is not a URN such as urn:acme:risk:framework:example.", shortened(text));
        log.problem(path, at, message);
        return None;
    }
    if urn.chars().count() > MAX_URN {
        log.problem(path, at, format!("This URN is longer than {MAX_URN} characters."));
        return None;
    }
    Some(urn)
}
