//! Content in the reader's language. A row has its texts in one language, that of its library; its translations have
//! them in others, and untranslated texts are shown as they are.

use cairn_model::kind::Kind;
use cairn_store::Dialect;
use serde_json::Value as Json;

use crate::cx::Cx;
use crate::object::Object;
use crate::query::column;
use crate::registry::Resource;

/// A language, such as `fr`. It is put into SQL as it is, so it consists of letters only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language(String);

impl Language {
    /// Reads a tag; for `fr-CH`, the language counts and not the country.
    pub fn parse(tag: &str) -> Option<Self> {
        let language = tag.trim().split('-').next().unwrap_or_default();
        let is_one = (2..=3).contains(&language.len()) && language.bytes().all(|letter| letter.is_ascii_alphabetic());
        is_one.then(|| Self(language.to_ascii_lowercase()))
    }

    pub fn tag(&self) -> &str {
        &self.0
    }
}

/// SQL for a text of a row under an alias, in the caller's language if it is translated.
pub fn text(cx: &Cx, resource: &Resource, alias: &str, field: &str) -> String {
    let own = column(alias, field);
    let (Some(language), Some(at)) = (cx.language(), resource.translations_position) else { return own };
    let (language, texts) = (language.tag(), column(alias, resource.field(at).name));
    let translated = match cx.conn.dialect() {
        Dialect::Sqlite => format!("json_extract({texts}, '$.\"{language}\".\"{field}\"')"),
        Dialect::Postgres => format!("{texts} -> '{language}' ->> '{field}'"),
    };
    format!("coalesce(nullif({translated}, ''), {own})")
}

/// SQL for the label of a row under an alias, in the caller's language if it is translated.
pub fn words(cx: &Cx, resource: &Resource, alias: &str) -> String {
    let display = resource.def.display;
    if cx.language().is_none() || resource.translations_position.is_none() {
        return resource.display(alias);
    }
    let mut words = String::with_capacity(display.len());
    let mut parts = display.split("{t}.");
    words.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let is_text = resource.def.field(name).is_some_and(|field| matches!(field.kind, Kind::Text(_)));
        let value = if is_text { text(cx, resource, alias, name) } else { column(alias, name) };
        words.push_str(&value);
        words.push_str(rest);
    }
    words
}

/// The translations of one object into the caller's language.
#[derive(Default)]
pub struct Translated(Option<Json>);

impl Translated {
    pub fn of(cx: &Cx, resource: &Resource, object: &Object) -> Self {
        let (Some(language), Some(at)) = (cx.language(), resource.translations_position) else { return Self(None) };
        Self(object.values[at].to_json().get_mut(language.tag()).map(Json::take))
    }

    pub fn text(&self, field: &str) -> Option<&str> {
        self.0.as_ref()?.get(field)?.as_str().filter(|text| !text.is_empty())
    }
}

/// All translations of a field of an object, for the search.
pub(crate) fn translations<'a>(texts: &'a Json, field: &'a str) -> impl Iterator<Item = &'a str> {
    texts
        .as_object()
        .into_iter()
        .flat_map(|languages| languages.values())
        .filter_map(move |one| one.get(field)?.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_letters_and_nothing_else() {
        let tag = |text: &str| Language::parse(text).map(|language| language.tag().to_owned());
        assert_eq!(tag("fr-CH").as_deref(), Some("fr"));
        assert_eq!(tag(" DE ").as_deref(), Some("de"));
        for bad in ["", "f", "*", "fr'--x", "f'r", "french", "f\"r"] {
            assert_eq!(tag(bad), None, "{bad}");
        }
    }
}
