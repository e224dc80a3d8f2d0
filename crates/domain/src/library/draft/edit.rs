//! Editing a draft, one object at a time.

use std::collections::BTreeMap;

use cairn_engine::{Cx, Error, Result};
use cairn_model::Describe;
use cairn_resources::library::LibraryDraft;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::identity::urn;

/// The kinds that have a URN each, with the word for them in URNs. Nodes are within their framework.
const EDITED: [(&str, &str); 7] = [
    ("frameworks", "framework"),
    (NODES, "req_node"),
    ("threats", "threat"),
    ("reference_controls", "function"),
    ("metric_definitions", "metric"),
    ("risk_matrices", "matrix"),
    ("requirement_mapping_sets", "req_mapping_set"),
];

const NODES: &str = "requirement_nodes";

/// A framework without requirements.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct NewFramework {
    pub name: String,
    pub ref_id: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub min_score: Option<i64>,
    #[serde(default)]
    pub max_score: Option<i64>,
}

/// An object to add or replace.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Upsert {
    /// `frameworks`, `requirement_nodes`, `threats`, `reference_controls`, `metric_definitions`, `risk_matrices` or
    /// `requirement_mapping_sets`.
    pub kind: String,
    /// The object in the form of a library file. Without a `urn` it gets one from its `ref_id`. A framework without
    /// `requirement_nodes` keeps those it has.
    pub object: Value,
    /// The URN of the framework, for a requirement. It can be left out if the draft has one framework.
    #[serde(default)]
    pub framework: Option<String>,
    /// The URN of the object before which it is put. Without it a new object comes last, and another one stays in its
    /// place.
    #[serde(default)]
    pub before: Option<String>,
}

/// An object to remove.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Delete {
    /// As for `upsert-object`.
    pub kind: String,
    pub urn: String,
    /// The URN of the framework, for a requirement. It can be left out if the draft has one framework.
    #[serde(default)]
    pub framework: Option<String>,
}

/// What became of an object.
#[derive(Debug, Serialize, Describe)]
pub struct Edited {
    /// The draft.
    pub id: Uuid,
    pub kind: String,
    pub urn: String,
    /// `created`, `updated` or `deleted`.
    pub outcome: &'static str,
}

pub async fn add_framework(cx: &mut Cx, id: Uuid, wanted: NewFramework) -> Result<Edited> {
    if let (Some(min), Some(max)) = (wanted.min_score, wanted.max_score)
        && min >= max
    {
        return Err(Error::field("max_score", "The highest score must be above the lowest."));
    }
    let fields = json!({
        "ref_id": wanted.ref_id, "name": wanted.name, "description": wanted.description,
        "min_score": wanted.min_score, "max_score": wanted.max_score, NODES: [],
    });
    let mut framework: Map<String, Value> = fields.as_object().cloned().unwrap_or_default();
    framework.retain(|_, value| !value.is_null());
    let mut name = String::new();
    cx.modify::<LibraryDraft>(id, |draft| {
        name = urn(&draft.packager, "framework", &[&wanted.ref_id])?;
        let list = list(&mut draft.content.0, "frameworks")?;
        if position(list, &name).is_some() {
            let message = format!("The draft has a framework with the reference “{}” already.", wanted.ref_id);
            return Err(Error::field("ref_id", message));
        }
        framework.insert("urn".to_owned(), json!(name));
        list.push(Value::Object(framework));
        Ok(())
    })
    .await?;
    Ok(Edited { id, kind: "frameworks".to_owned(), urn: name, outcome: "created" })
}

pub async fn upsert_object(cx: &mut Cx, id: Uuid, wanted: Upsert) -> Result<Edited> {
    let word = word(&wanted.kind)?;
    let Value::Object(mut object) = wanted.object else {
        return Err(Error::field("object", "Expected an object."));
    };
    let (mut name, mut is_new) = (String::new(), false);
    cx.modify::<LibraryDraft>(id, |draft| {
        name = match (object.get("urn").and_then(Value::as_str), object.get("ref_id").and_then(Value::as_str)) {
            (Some(urn), _) => urn.trim().to_lowercase(),
            (None, Some(ref_id)) if wanted.kind == "frameworks" => urn(&draft.packager, word, &[ref_id])?,
            (None, Some(ref_id)) => {
                let framework = (wanted.kind == NODES).then(|| framework(draft, wanted.framework.as_deref()));
                let within = framework.transpose()?.and_then(|one| one["ref_id"].as_str().map(str::to_owned));
                urn(&draft.packager, word, &[&within.unwrap_or_else(|| draft.ref_id.clone()), ref_id])?
            }
            (None, None) => return Err(Error::field("object", "Give the object a urn or a ref_id.")),
        };
        object.insert("urn".to_owned(), json!(name));
        let list = objects(draft, &wanted.kind, wanted.framework.as_deref())?;
        if wanted.kind == "frameworks" && !object.contains_key(NODES) {
            let known = position(list, &name).and_then(|at| list[at].get(NODES).cloned());
            object.insert(NODES.to_owned(), known.unwrap_or_else(|| json!([])));
        }
        is_new = put(list, Value::Object(object), wanted.before.as_deref())?;
        Ok(())
    })
    .await?;
    Ok(Edited { id, kind: wanted.kind, urn: name, outcome: if is_new { "created" } else { "updated" } })
}

pub async fn delete_object(cx: &mut Cx, id: Uuid, wanted: Delete) -> Result<Edited> {
    word(&wanted.kind)?;
    let name = wanted.urn.trim().to_lowercase();
    cx.modify::<LibraryDraft>(id, |draft| {
        let list = objects(draft, &wanted.kind, wanted.framework.as_deref())?;
        let Some(at) = position(list, &name) else {
            return Err(Error::field("urn", "The draft has no such object."));
        };
        let below = |one: &&Value| text(one, "parent_urn").is_some_and(|parent| parent.eq_ignore_ascii_case(&name));
        let count = list.iter().filter(below).count();
        if wanted.kind == NODES && count > 0 {
            return Err(Error::Conflict(format!(
                "{name} has nodes below it: {count}. Delete them or move them first."
            )));
        }
        list.remove(at);
        Ok(())
    })
    .await?;
    Ok(Edited { id, kind: wanted.kind, urn: name, outcome: "deleted" })
}

fn word(kind: &str) -> Result<&'static str> {
    let known = EDITED.iter().find(|(name, _)| *name == kind).map(|(_, word)| *word);
    known.ok_or_else(|| {
        let kinds: Vec<&str> = EDITED.iter().map(|(name, _)| *name).collect();
        Error::field("kind", format!("“{kind}” is not a kind of object. Kinds: {}.", kinds.join(", ")))
    })
}

fn text<'a>(object: &'a Value, field: &str) -> Option<&'a str> {
    object.get(field).and_then(Value::as_str)
}

/// The objects of a kind, to be changed.
pub fn list<'a>(content: &'a mut BTreeMap<String, Value>, kind: &str) -> Result<&'a mut Vec<Value>> {
    let value = content.entry(kind.to_owned()).or_insert_with(|| json!([]));
    value.as_array_mut().ok_or_else(|| not_a_list(kind))
}

pub fn not_a_list(kind: &str) -> Error {
    Error::field("content", format!("“{kind}” must be a list of objects."))
}

/// The list in which an object of a kind is.
fn objects<'a>(draft: &'a mut LibraryDraft, kind: &str, within: Option<&str>) -> Result<&'a mut Vec<Value>> {
    if kind != NODES {
        return list(&mut draft.content.0, kind);
    }
    let framework = framework(draft, within)?;
    if framework.get(NODES).is_none_or(Value::is_null) {
        framework[NODES] = json!([]);
    }
    framework[NODES].as_array_mut().ok_or_else(|| not_a_list(kind))
}

/// The framework that a requirement belongs to.
fn framework<'a>(draft: &'a mut LibraryDraft, urn: Option<&str>) -> Result<&'a mut Value> {
    let list = list(&mut draft.content.0, "frameworks")?;
    let at = match urn {
        Some(urn) => position(list, urn),
        None if list.len() == 1 => Some(0),
        None => return Err(Error::field("framework", "Name the framework by its URN.")),
    };
    let at = at.ok_or_else(|| Error::field("framework", "The draft has no such framework."))?;
    Ok(&mut list[at])
}

fn position(list: &[Value], urn: &str) -> Option<usize> {
    list.iter().position(|one| text(one, "urn").is_some_and(|own| own.eq_ignore_ascii_case(urn.trim())))
}

/// Replaces the object with the same URN, or adds it. Answers whether it is new.
pub fn put(list: &mut Vec<Value>, object: Value, before: Option<&str>) -> Result<bool> {
    let known = text(&object, "urn").and_then(|urn| position(list, urn));
    let Some(before) = before else {
        match known {
            Some(at) => list[at] = object,
            None => list.push(object),
        }
        return Ok(known.is_none());
    };
    if let Some(at) = known {
        list.remove(at);
    }
    let at = position(list, before).ok_or_else(|| Error::field("before", "The draft has no such object."))?;
    list.insert(at, object);
    Ok(known.is_none())
}
