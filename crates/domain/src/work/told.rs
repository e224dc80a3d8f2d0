//! Objects as reports tell of them: values in words, names of what is linked.

use cairn_engine::action::{Content, Download, Note};
use cairn_engine::query::Page;
use cairn_engine::{Cx, Error, Result};
use cairn_model::Value;
use cairn_report::language::Text;
use cairn_report::{Document, Language};
use uuid::Uuid;

/// The language of the caller, as far as reports speak it.
pub fn language(cx: &Cx) -> Language {
    cx.language().map_or_else(Language::default, |language| Language::of_tag(language.tag()))
}

/// The name of a domain, as far as the caller may see it.
pub fn domain(cx: &Cx, folder: Uuid) -> String {
    let node = cx.tree().get(folder).filter(|_| cx.sees_folder(folder));
    node.map(|node| node.name.clone()).unwrap_or_default()
}

/// An object of a page.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    pub page: &'a Page,
    pub row: usize,
    pub language: Language,
}

impl Told<'_> {
    fn value(&self, field: &str) -> &Value {
        self.page.objects[self.row].get(field)
    }

    /// A text, or a date as people write it. Empty if there is none.
    pub fn text(&self, field: &str) -> String {
        match self.value(field) {
            Value::Text(text) => text.trim().to_owned(),
            Value::Date(date) => self.language.date(*date),
            _ => String::new(),
        }
    }

    pub fn number(&self, field: &str) -> Option<i64> {
        self.value(field).as_int()
    }

    pub fn date(&self, field: &str) -> Option<cairn_model::Date> {
        match self.value(field) {
            Value::Date(date) => Some(*date),
            _ => None,
        }
    }

    /// A choice in words; as it is stored, if there is no word for it.
    pub fn choice(&self, field: &str, words: fn(&str) -> Option<Text>) -> String {
        let key = self.value(field).as_str().unwrap_or_default();
        words(key).map_or_else(|| key.to_owned(), |text| self.language.say(text).to_owned())
    }

    /// A choice that is a number, in words.
    pub fn level(&self, field: &str, words: fn(i64) -> Option<Text>) -> String {
        let word = self.number(field).and_then(words);
        word.map(|text| self.language.say(text).to_owned()).unwrap_or_default()
    }

    /// What a reference is called.
    pub fn reference(&self, field: &str) -> String {
        let resource = self.page.resource;
        let position = resource.def.position(field);
        let at = resource.references.iter().position(|reference| Some(reference.position) == position);
        let target = at.and_then(|at| self.page.references[self.row][at].as_ref());
        target.map(|target| target.label.text.clone()).unwrap_or_default()
    }

    /// What the objects of a relation are called.
    pub fn related(&self, field: &str) -> String {
        let resource = self.page.resource;
        let position = resource.def.position(field);
        let at = resource.relations.iter().position(|relation| Some(relation.position) == position);
        let targets = at.map(|at| &self.page.related[at][self.row]);
        targets.into_iter().flatten().map(|target| target.label.text.clone()).collect::<Vec<_>>().join(", ")
    }

    /// Facts that there are, with their labels.
    pub fn facts(&self, facts: impl IntoIterator<Item = (Text, String)>) -> Vec<(String, String)> {
        let told = facts.into_iter().filter(|(_, value)| !value.is_empty());
        told.map(|(label, value)| (self.language.say(label).to_owned(), value)).collect()
    }
}

/// A document as a PDF file.
pub fn pdf(cx: &Cx, document: &Document, note: Note) -> Result<Download> {
    let bytes = cairn_pdf::document(document, cx.today()).map_err(|error| Error::TooLarge(error.to_string()))?;
    let name = format!("{}.pdf", document.title);
    Ok(Download::new(&name, cairn_pdf::MEDIA_TYPE, Content::Bytes(bytes), note))
}
