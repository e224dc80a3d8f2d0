//! What a set did, or would do.

use std::collections::HashMap;

use cairn_access::Scope;
use cairn_engine::cx::Cx;
use cairn_engine::error::{Error, Result};
use cairn_engine::journal;
use cairn_engine::log::{self, FieldChange, RawChanges};
use cairn_engine::object::Object;
use cairn_engine::query::Label;
use cairn_engine::registry::Resource;
use cairn_model::def::{CREATED_AT, ID, UPDATED_AT};
use cairn_model::{Timestamp, Value};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::set::{Item, Set, times};
use super::{Done, Drift, Happened, Outcome};

/// The fields in which two states differ, as the caller sees them; unlike in the journal, links that the other side
/// owns count as well.
pub fn differing(resource: &Resource, old: &Object, new: &Object) -> Vec<usize> {
    (0..resource.def.fields.len())
        .filter(|at| !matches!(*at, ID | CREATED_AT | UPDATED_AT) && resource.field(*at).stored)
        .filter(|at| old.values[*at] != new.values[*at])
        .collect()
}

/// What is worth telling of a new object: what is not as it would be by itself.
fn telling(resource: &Resource, new: &Object) -> Vec<usize> {
    let defaults = cairn_engine::decode::defaults(resource);
    let says = |at: &usize| {
        let (value, default) = (&new.values[*at], &defaults.values[*at]);
        let is_empty = value.is_null() || matches!(value, Value::Uuids(ids) if ids.is_empty());
        !is_empty && value != default
    };
    journal::differences(resource, None, Some(new)).into_iter().filter(says).collect()
}

fn raw(item: &Item<'_>) -> RawChanges {
    let Some(state) = &item.state else { return RawChanges::new() };
    let fields = match (&state.before, &state.after) {
        (Some(before), Some(after)) => differing(item.resource, before, after),
        (None, Some(after)) => telling(item.resource, after),
        _ => return RawChanges::new(),
    };
    match journal::changes(item.resource, state.before.as_ref(), state.after.as_ref(), &fields) {
        Json::Object(changes) => changes,
        _ => RawChanges::new(),
    }
}

/// Tells of all changes, with names for what they refer to.
pub async fn outcome(cx: &mut Cx, set: Set<'_>) -> Result<Outcome> {
    let raw: Vec<RawChanges> = set.items.iter().map(raw).collect();
    let asked: Vec<(&str, &RawChanges)> =
        set.items.iter().zip(&raw).map(|(item, raw)| (item.resource.def.path, raw)).collect();
    let readable = log::readable(cx, &asked).await?;
    let times = last_changes(cx, &set).await?;
    let mut results = Vec::with_capacity(set.items.len());
    for (item, changes) in set.items.into_iter().zip(readable) {
        results.push(done(cx, item, changes, &times)?);
    }
    let count = |wanted: Happened| results.iter().filter(|done| done.outcome == wanted).count();
    Ok(Outcome {
        plan: false,
        created: count(Happened::Created),
        changed: count(Happened::Changed),
        unchanged: count(Happened::Unchanged),
        deleted: count(Happened::Deleted),
        drifted: results.iter().filter(|done| done.drift.is_some()).count(),
        fingerprint: fingerprint(&results),
        results,
    })
}

fn done(cx: &Cx, item: Item<'_>, changes: Vec<FieldChange>, times: &HashMap<Uuid, Timestamp>) -> Result<Done> {
    let state = item.state.ok_or_else(|| Error::internal("a change of a set was forgotten"))?;
    let object = state.after.as_ref().or(state.before.as_ref());
    let folder = object.map(Object::folder).filter(|id| cx.sees_folder(*id)).and_then(|id| cx.tree().get(id));
    Ok(Done {
        key: item.change.key.clone(),
        resource: item.resource.path.to_owned(),
        outcome: state.happened,
        id: item.id,
        name: object.map_or_else(|| item.change.key.clone(), Object::name),
        folder: folder.map(|node| Label { id: node.id, text: node.name.clone() }),
        updated_at: item.id.and_then(|id| times.get(&id).copied()),
        changes,
        along: state.along,
        unlinked: state.unlinked,
        drift: state.drift,
    })
}

/// When each object was last changed; a later change of the set may have touched an earlier one again.
async fn last_changes(cx: &mut Cx, set: &Set<'_>) -> Result<HashMap<Uuid, Timestamp>> {
    let mut by_path: HashMap<&'static str, Vec<Uuid>> = HashMap::new();
    for item in &set.items {
        by_path.entry(item.resource.def.path).or_default().extend(item.id);
    }
    let mut all = HashMap::new();
    for (path, ids) in by_path {
        // They are the caller's own objects, and may have been moved out of sight.
        all.extend(times(cx, cx.registry().get(path), &Scope::system(), ids).await?);
    }
    Ok(all)
}

/// The same for the same changes: new objects have other ids each time, so names stand for them.
fn fingerprint(results: &[Done]) -> String {
    let mut hash = Sha256::new();
    for done in results {
        let words = |label: &Label| label.text.clone();
        let list = |labels: &Option<Vec<Label>>| labels.iter().flatten().map(words).collect::<Vec<_>>();
        let plain = |value: &Option<Json>| value.as_ref().map(|value| value.get("str").unwrap_or(value).clone());
        let changes: Vec<Json> = done
            .changes
            .iter()
            .map(|one| json!([one.field, plain(&one.before), plain(&one.after), list(&one.added), list(&one.removed)]))
            .collect();
        let drift = done.drift.as_ref().and_then(|drift: &Drift| drift.updated_at);
        let [along, unlinked] =
            [&done.along, &done.unlinked].map(|labels| labels.iter().map(words).collect::<Vec<_>>());
        let line = json!([done.key, done.outcome, changes, drift, along, unlinked]);
        hash.update(line.to_string());
        hash.update("\n");
    }
    hex::encode(&hash.finalize()[..16])
}
