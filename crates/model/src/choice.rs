//! Closed lists of values: statuses, categories, levels.
//!
//! `choice!` makes an enum and its [`ChoiceDef`]. The API uses the key of a choice in both directions;
//! the label is for people.

use crate::text::humanize;

/// A closed list, as shown in the API, the forms and the documentation.
#[derive(Debug, PartialEq, Eq)]
pub struct ChoiceDef {
    pub name: &'static str,
    pub doc: &'static str,
    pub options: &'static [ChoiceOption],
}

#[derive(Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    pub key: ChoiceKey,
    pub variant: &'static str,
    /// Set if the words made from the variant's name don't fit.
    pub label: Option<&'static str>,
}

/// Keys are texts, or numbers if the options have an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceKey {
    Text(&'static str),
    Int(i64),
}

impl ChoiceOption {
    pub fn label(&self) -> String {
        self.label.map_or_else(|| humanize(self.variant), str::to_owned)
    }
}

impl ChoiceKey {
    pub fn to_json(self) -> serde_json::Value {
        match self {
            ChoiceKey::Text(key) => key.into(),
            ChoiceKey::Int(key) => key.into(),
        }
    }
}

impl std::fmt::Display for ChoiceKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ChoiceKey::Text(key) => f.write_str(key),
            ChoiceKey::Int(key) => write!(f, "{key}"),
        }
    }
}

impl ChoiceDef {
    /// Whether the keys are numbers.
    pub fn is_numeric(&self) -> bool {
        matches!(self.options.first().map(|option| option.key), Some(ChoiceKey::Int(_)))
    }

    pub fn find(&self, key: &str) -> Option<&'static ChoiceOption> {
        self.options.iter().find(|option| match option.key {
            ChoiceKey::Text(text) => text == key,
            ChoiceKey::Int(number) => key.parse() == Ok(number),
        })
    }

    /// The keys, for error messages that list the valid ones.
    pub fn keys(&self) -> String {
        self.options.iter().map(|option| option.key.to_string()).collect::<Vec<_>>().join(", ")
    }
}
