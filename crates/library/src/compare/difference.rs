use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{order, text};

/// What was added to a list of objects, taken from it, moved and changed, in the order of the lists.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Difference {
    pub added: Vec<Entry>,
    pub removed: Vec<Entry>,
    /// Under another parent, or at another place among those that stayed.
    pub moved: Vec<Move>,
    pub changed: Vec<Change>,
}

impl Difference {
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.moved.is_empty() && self.changed.is_empty()
    }
}

/// One object, as far as people need it to know which one it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its URN. Implementation groups have their `ref_id`, mappings both URNs.
    pub urn: String,
    /// The URN of what it belongs to: a node's parent, a question's node, a choice's question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    /// Its name, or else its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Move {
    #[serde(flatten)]
    pub entry: Entry,
    /// What it belonged to before. Where that is the same, its place is another one.
    pub old_within: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    #[serde(flatten)]
    pub entry: Entry,
    pub fields: Vec<FieldChange>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldChange {
    /// Such as `description`, or `translations.fr.name`.
    pub field: String,
    pub old: Value,
    pub new: Value,
}

/// One object of a list that is compared.
pub struct Item {
    /// What makes it the same object in both lists.
    pub key: String,
    pub urn: String,
    pub within: Option<String>,
    pub fields: Map<String, Value>,
    /// Whether its place in the list means something.
    pub ordered: bool,
}

impl Item {
    fn entry(&self) -> Entry {
        let field = |name: &str| self.fields.get(name).and_then(text);
        Entry {
            urn: self.urn.clone(),
            within: self.within.clone(),
            ref_id: field("ref_id"),
            name: field("name").or_else(|| field("text")).or_else(|| field("value")).or_else(|| field("description")),
        }
    }
}

pub fn difference(old: &[Item], new: &[Item]) -> Difference {
    let places = |items: &[Item]| -> HashMap<String, usize> {
        items.iter().enumerate().rev().map(|(at, item)| (item.key.clone(), at)).collect()
    };
    let (old_places, new_places) = (places(old), places(new));
    let entries = |items: &[Item], others: &HashMap<String, usize>| -> Vec<Entry> {
        items.iter().filter(|item| !others.contains_key(&item.key)).map(Item::entry).collect()
    };
    let pairs: Vec<(usize, &Item, &Item)> = new
        .iter()
        .filter_map(|item| {
            let place = *old_places.get(&item.key)?;
            Some((place, &old[place], item))
        })
        .collect();
    let displaced = displaced(&pairs);
    let moved = pairs
        .iter()
        .zip(displaced)
        .filter(|((_, old, new), displaced)| *displaced || old.within != new.within)
        .map(|((_, old, new), _)| Move { entry: new.entry(), old_within: old.within.clone() });
    let changed = pairs.iter().filter_map(|(_, old, new)| {
        let fields = field_changes(&old.fields, &new.fields);
        (!fields.is_empty()).then(|| Change { entry: new.entry(), fields })
    });
    Difference {
        added: entries(new, &old_places),
        removed: entries(old, &new_places),
        moved: moved.collect(),
        changed: changed.collect(),
    }
}

/// Which of those that stayed with their parent changed places with others that did.
fn displaced(pairs: &[(usize, &Item, &Item)]) -> Vec<bool> {
    let mut displaced = vec![false; pairs.len()];
    let mut families: HashMap<Option<&str>, Vec<usize>> = HashMap::new();
    for (at, (_, old, new)) in pairs.iter().enumerate() {
        if new.ordered && old.within == new.within {
            families.entry(new.within.as_deref()).or_default().push(at);
        }
    }
    for family in families.values() {
        let places: Vec<usize> = family.iter().map(|at| pairs[*at].0).collect();
        for at in order::out_of_order(&places) {
            displaced[family[at]] = true;
        }
    }
    displaced
}

/// Translations are told text by text.
pub fn field_changes(old: &Map<String, Value>, new: &Map<String, Value>) -> Vec<FieldChange> {
    let (old, new) = (flat(old), flat(new));
    let missing = Value::Null;
    let all = new.keys().chain(old.keys().filter(|key| !new.contains_key(*key)));
    all.filter_map(|field| {
        let (old, new) = (old.get(field).unwrap_or(&missing), new.get(field).unwrap_or(&missing));
        (old != new).then(|| FieldChange { field: field.clone(), old: old.clone(), new: new.clone() })
    })
    .collect()
}

fn flat(fields: &Map<String, Value>) -> Map<String, Value> {
    let mut flat = Map::new();
    for (field, value) in fields {
        match value {
            Value::Object(languages) if field == "translations" => {
                for (language, texts) in languages {
                    for (name, text) in texts.as_object().into_iter().flatten() {
                        flat.insert(format!("translations.{language}.{name}"), text.clone());
                    }
                }
            }
            _ => {
                flat.insert(field.clone(), value.clone());
            }
        }
    }
    flat
}
