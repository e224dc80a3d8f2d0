//! Restores an earlier state of an object as a new change: the rules run, permissions are checked and the journal gets
//! its entries, as with any other write.
//!
//! - What is not in the state stays: secrets, fields that only the server sets, and relations that other objects own.
//! - References to objects that are gone, or hidden from the caller, are left out and counted in the response. If a
//!   required reference is affected, the whole request is refused.
//! - A deleted object comes back with its id, without its secrets, and alone: what was deleted along with it has a
//!   history of its own.

use std::collections::BTreeSet;

use cairn_access::Verb;
use cairn_model::LogKind;
use cairn_model::def::{CREATED_AT, ID, UPDATED_AT};
use cairn_model::kind::Kind;
use cairn_model::{Describe, FieldDef, Timestamp, Type, Value};
use cairn_store::{Row, Sql};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::cx::{Cx, not_found};
use crate::decode::Input;
use crate::error::{Error, FieldErrors, Result};
use crate::journal::{self, About, ChangeKind};
use crate::log::CHANGES;
use crate::object::Object;
use crate::past::object_of;
use crate::registry::Resource;
use crate::write::{self, By};
use crate::{locks, place, query, render};

/// The version to restore: after a history entry, or as of a time.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Restore {
    /// The `seq` of an entry in the object's history.
    #[serde(default)]
    pub entry: Option<i64>,
    #[serde(default)]
    pub as_of: Option<Timestamp>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Restored {
    pub id: Uuid,
    /// The entry whose version was restored.
    pub entry: i64,
    /// The time of the restored version.
    pub at: Timestamp,
    /// Fields with references to objects that were deleted or that you do not have access to, with the number of
    /// each.
    pub dropped: Vec<Dropped>,
    /// The raw values of the object after restoring.
    pub object: Json,
}

#[derive(Debug, Serialize, Describe)]
pub struct Dropped {
    pub field: &'static str,
    pub count: usize,
}

/// An entry with the state after it.
struct Earlier {
    seq: i64,
    at: Timestamp,
    object: Object,
}

pub async fn restore(cx: &mut Cx, resource: &'static Resource, id: Uuid, wanted: &Restore) -> Result<Restored> {
    write::serialize(cx, resource).await?;
    if resource.entry.takes_turns {
        locks::lock(cx, resource, &[id]).await?;
    }
    // A deleted object has no row to lock.
    cx.conn.lock_with_next(&format!("restore {id}"));
    let scope = cx.scope(resource);
    let old = query::find_for_update(cx, resource, &scope, id).await?;
    match &old {
        Some(old) => cx.require(resource, Verb::Change, old.folder())?,
        None => {
            let last = place::last_of_deleted(cx, resource, id).await?;
            let last = last.ok_or_else(|| not_found(resource))?;
            if !cx.authority.allows_somewhere(resource.add) {
                cx.require(resource, Verb::Add, last)?;
            }
        }
    }
    let earlier = find(cx, resource, id, wanted).await?;
    if let Some(part) = resource.entry.part
        && earlier.object.get(part.field).as_str() != Some(part.value)
    {
        let (name, whole) = (resource.name().to_lowercase(), resource.def.path);
        return Err(Error::Conflict(format!("It was not a {name} at that time. Restore it under /api/{whole}/.")));
    }
    let (input, dropped) = still_there(cx, resource, old.as_ref(), &earlier.object).await?;
    let mut new = old.clone().unwrap_or(earlier.object);
    for (position, _) in &input.0 {
        // Only what the check allows goes in.
        if old.is_none() {
            let is_many = resource.field(*position).kind.is_many();
            new.values[*position] = if is_many { Value::Uuids(Vec::new()) } else { Value::Null };
        }
    }
    let reverse = write::apply(cx, resource, &mut new, old.as_ref(), input).await?;
    let before = cx.changes.len();
    let stored = write::store(cx, resource, old, new, reverse, By::Caller).await?;
    if cx.changes.len() > before {
        let name = stored.name();
        let about = About::object(resource.def.path, id, &name).within(stored.folder());
        let detail = json!({ "entry": earlier.seq, "at": earlier.at });
        journal::note(cx, LogKind::Restored, Some(about), detail).await?;
    }
    let shown = query::as_seen(cx, resource, stored, false).await?;
    let object = serde_json::from_slice(&render::raw_for(cx, resource, &shown));
    let object = object.map_err(|error| Error::internal(error.to_string()))?;
    Ok(Restored { id, entry: earlier.seq, at: earlier.at, dropped, object })
}

/// Undoes a change to an object: it gets the version from before an instant, or is deleted if there was none. Returns
/// its name. If it was changed again since, that is refused, because that change would be lost.
pub async fn undo(cx: &mut Cx, resource: &'static Resource, id: Uuid, before: Timestamp) -> Result<String> {
    // Locked before the journal is read: nobody can change it between the question and what follows from the answer.
    cx.conn.lock_with_next(&format!("restore {id}"));
    let scope = cx.scope(resource);
    let now = query::find_for_update(cx, resource, &scope, id).await?;
    if now.is_none() && place::last_of_deleted(cx, resource, id).await?.is_none() {
        return Err(not_found(resource));
    }
    let mut sql = Sql::raw(format!("select at, object_name from journal where kind in {CHANGES} and object_id = "));
    sql.bind(id).push(" order by seq desc limit 1");
    let rows = cx.conn.query(&sql, &[Type::Time, Type::Text]).await?;
    let last = rows.first().ok_or_else(|| not_found(resource))?;
    let name = last[1].as_str().unwrap_or_default().to_owned();
    if last[0].as_time() != Some(before) {
        return Err(Error::Conflict("It has been changed since, or was not part of that change.".to_owned()));
    }
    // A write may record an object twice; what counts is the newest version from before.
    let mut sql = Sql::raw(format!("select seq, kind from journal where kind in {CHANGES} and object_id = "));
    sql.bind(id).push(" and at < ").bind(before).push(" order by seq desc limit 1");
    let earlier = cx.conn.query(&sql, &[Type::Int, Type::Text]).await?;
    let was_deleted = |row: &Row| row[1].as_str() == Some(ChangeKind::Deleted.word());
    match earlier.first().filter(|row| !was_deleted(row)).and_then(|row| row[0].as_int()) {
        Some(seq) => {
            restore(cx, resource, id, &Restore { entry: Some(seq), as_of: None }).await?;
        }
        None => write::delete(cx, resource, id, None).await?,
    }
    Ok(name)
}

async fn find(cx: &mut Cx, resource: &'static Resource, id: Uuid, wanted: &Restore) -> Result<Earlier> {
    let mut sql =
        Sql::raw(format!("select seq, at, state, kind from journal where kind in {CHANGES} and object_id = "));
    sql.bind(id);
    let (field, missing) = match (wanted.entry, wanted.as_of) {
        (Some(seq), None) => {
            sql.push(" and seq = ").bind(seq);
            ("entry", format!("There is no entry {seq} in the history of this object."))
        }
        (None, Some(at)) if at > cx.now => return Err(Error::field("as_of", "Must not be in the future.")),
        (None, Some(at)) => {
            sql.push(" and at <= ").bind(at);
            ("as_of", format!("The object did not exist at {at}."))
        }
        _ => return Err(Error::field("entry", "Send either the entry or the time (as_of) to restore.")),
    };
    sql.push(" order by seq desc limit 1");
    let rows = cx.conn.query(&sql, &[Type::Int, Type::Time, Type::Json, Type::Text]).await?;
    let row = rows.first().ok_or_else(|| Error::field(field, missing))?;
    let Some(state) = row[2].as_str() else {
        let is_deletion = row[3].as_str() == Some(ChangeKind::Deleted.word());
        let words =
            if is_deletion { "The object was deleted at that time." } else { "This version is no longer kept." };
        return Err(Error::field(field, format!("{words} Choose another one.")));
    };
    let state: Json = serde_json::from_str(state).map_err(|error| Error::internal(error.to_string()))?;
    let (seq, at) = (row[0].as_int().unwrap_or_default(), row[1].as_time());
    Ok(Earlier { seq, at: at.unwrap_or(Timestamp::from_micros(0)), object: object_of(resource, &state) })
}

/// The values to set, without references to objects that are gone.
async fn still_there(
    cx: &mut Cx,
    resource: &'static Resource,
    old: Option<&Object>,
    earlier: &Object,
) -> Result<(Input, Vec<Dropped>)> {
    let mut seen = query::Named::new();
    for (position, field) in resource.def.fields.iter().enumerate() {
        for target in cx.registry().targets(&field.kind) {
            let value = &earlier.values[position];
            seen.entry(target).or_default().extend(value.as_uuids().iter().copied().chain(value.as_uuid()));
        }
    }
    let seen = query::seen(cx, seen).await?;
    let registry = cx.registry();
    let sees = |field: &FieldDef, id: Uuid| {
        let mut targets = registry.targets(&field.kind).into_iter().filter_map(|target| seen.get(target));
        targets.any(|ids: &BTreeSet<Uuid>| ids.contains(&id))
    };
    let (mut input, mut dropped, mut errors) = (Input::default(), Vec::new(), FieldErrors::default());
    for (position, field) in resource.def.fields.iter().enumerate() {
        if !is_restored(resource, position, old.is_none()) {
            continue;
        }
        let (value, current) = (&earlier.values[position], old.map(|old| &old.values[position]));
        let value = match &field.kind {
            Kind::Many(_) => {
                let kept: Vec<Uuid> = value.as_uuids().iter().copied().filter(|id| sees(field, *id)).collect();
                let linked = current.map_or(&[][..], Value::as_uuids);
                let lost = value.as_uuids().iter().filter(|id| !kept.contains(id) && !linked.contains(id)).count();
                if lost > 0 {
                    dropped.push(Dropped { field: field.name, count: lost });
                }
                Value::Uuids(kept)
            }
            Kind::Reference(_) | Kind::Any(_) => match value.as_uuid() {
                Some(id) if current != Some(value) && !sees(field, id) => {
                    if !field.nullable {
                        errors.add(
                            field.name,
                            "It refers to an object that was deleted or that you do not have access to. Restore that object first.",
                        );
                        continue;
                    }
                    dropped.push(Dropped { field: field.name, count: 1 });
                    Value::Null
                }
                _ => value.clone(),
            },
            _ => value.clone(),
        };
        if current != Some(&value) {
            input.0.push((position, value));
        }
    }
    errors.into_result()?;
    Ok((input, dropped))
}

/// Whether a field is restored. For an existing object, fields that only the server sets stay.
fn is_restored(resource: &Resource, position: usize, was_deleted: bool) -> bool {
    let field = resource.field(position);
    let is_reverse = matches!(&field.kind, Kind::Many(kind) if kind.reverse.is_some());
    let is_ours = was_deleted || (field.writable() && !field.immutable);
    let is_time = matches!(position, ID | CREATED_AT | UPDATED_AT);
    field.stored && !field.secret && !is_reverse && !is_time && is_ours
}
