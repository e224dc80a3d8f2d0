//! What fields and choices are called, in the languages of Cairn. The words are those of the web interface, so that a
//! reason names a field as the page does.

use std::sync::LazyLock;

use cairn_engine::{Cx, Registry, Resource};
use cairn_expression::Words;
use cairn_model::FieldDef;
use cairn_model::choice::ChoiceOption;
use cairn_model::kind::Kind;
pub use cairn_notify::Language;
use serde_json::Value as Json;

use super::condition::Condition;

/// The languages in which reasons are kept, the first as the text itself.
pub const LANGUAGES: [Language; 2] = [Language::English, Language::French];

/// The language of whoever reads.
pub fn of_reader(cx: &Cx) -> Language {
    cx.language().map_or_else(Language::default, |language| Language::of(language.tag()))
}

/// The language of the instance, for what is written for everybody.
pub fn of_instance(cx: &Cx) -> Language {
    Language::of(cx.setting("default_language").unwrap_or_default())
}

static ENGLISH: LazyLock<Json> = LazyLock::new(|| read(include_str!("../../../../../web/src/i18n/en.model.json")));
static FRENCH: LazyLock<Json> = LazyLock::new(|| read(include_str!("../../../../../web/src/i18n/fr.model.json")));

fn read(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_default()
}

fn catalogue(language: Language) -> &'static Json {
    match language {
        Language::English => &ENGLISH,
        Language::French => &FRENCH,
    }
}

/// The word for the very thing, or for its name anywhere.
fn look<'a>(words: &'a Json, place: &[&str], name: &str) -> Option<&'a str> {
    let own = place.iter().try_fold(words, |inner, key| inner.get(key)).and_then(|inner| inner.get(name));
    let own = own.and_then(Json::as_str);
    own.or_else(|| words.get(place.first()?)?.get(name)?.as_str())
}

/// The plural of a resource.
pub fn plural(language: Language, resource: &Resource) -> String {
    let said = &catalogue(language)["resources"][resource.path]["plural"];
    said.as_str().map_or_else(|| resource.plural(), str::to_owned)
}

pub fn label(language: Language, resource: &Resource, field: &FieldDef) -> String {
    let found = look(catalogue(language), &["fields", resource.path], field.name);
    found.map_or_else(|| field.label(), str::to_owned)
}

pub fn choice(language: Language, resource: &Resource, field: &FieldDef, option: &ChoiceOption) -> String {
    let key = option.key.to_string().replace(['.', ':'], "_");
    let found = look(catalogue(language), &["choices", resource.path, field.name], &key);
    let found = found.or_else(|| catalogue(language)["choices"][key.as_str()].as_str());
    capital(&found.map_or_else(|| option.label(), str::to_owned))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The words of a condition, for its reasons.
pub struct Vocabulary {
    registry: &'static Registry,
    resource: &'static Resource,
    language: Language,
}

impl Vocabulary {
    pub fn new(registry: &'static Registry, condition: &Condition, language: Language) -> Self {
        Self { registry, resource: condition.resource, language }
    }

    /// The field at the end of a path, and the resource that has it.
    fn find(&self, path: &[String]) -> Option<(&'static Resource, &'static FieldDef)> {
        let (first, rest) = path.split_first()?;
        let field = self.resource.def.field(first)?;
        match (field.kind.target(), rest.first()) {
            (Some(target), Some(name)) => {
                let target = self.registry.get(target);
                Some((target, target.def.field(name)?))
            }
            _ => Some((self.resource, field)),
        }
    }
}

impl Words for Vocabulary {
    fn language(&self) -> cairn_expression::Language {
        match self.language {
            Language::English => cairn_expression::Language::English,
            Language::French => cairn_expression::Language::French,
        }
    }

    fn field(&self, path: &[String]) -> Option<String> {
        let (resource, field) = self.find(path)?;
        // What is inside of a document has no label.
        let depth = if field.name == path.first()? { 1 } else { 2 };
        (path.len() == depth).then(|| label(self.language, resource, field))
    }

    fn choice(&self, path: &[String], value: &str) -> Option<String> {
        let (resource, field) = self.find(path)?;
        let Kind::Choice(choices) = &field.kind else { return None };
        Some(choice(self.language, resource, field, choices.0.find(value)?))
    }
}
