//! The same change to many objects at once.

use cairn_access::Verb;
use cairn_model::{Describe, Timestamp};
use cairn_store::Dialect;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use crate::cascade;
use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::locks::lock_mentioned;
use crate::query;
use crate::registry::Resource;
use crate::restore;
use crate::write::{self, Mode};

/// More would block the writer for too long.
const MAX: usize = 1000;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    pub action: BatchAction,
    /// The objects, at most 1000.
    pub ids: Vec<Uuid>,
    /// The field to change; not for `delete`.
    #[serde(default)]
    pub field: Option<String>,
    /// The new value of the field, or the ids to add or remove.
    #[serde(default)]
    pub value: Option<Json>,
    /// For `restore`: the `at` of the change to undo. Each object gets the version it had just before.
    #[serde(default)]
    pub before: Option<Timestamp>,
    /// Change all of them or none.
    #[serde(default)]
    pub atomic: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Describe)]
#[serde(rename_all = "snake_case")]
pub enum BatchAction {
    Delete,
    ChangeField,
    AddToField,
    RemoveFromField,
    /// Undoes a change of many objects: what it changed or deleted gets its earlier version back, what it created is
    /// deleted. Objects that changed again since fail.
    Restore,
}

#[derive(Debug, Serialize, Describe)]
pub struct BatchResult {
    /// When the changes were made. Send it as `before` to undo them.
    pub at: Timestamp,
    pub succeeded: Vec<Done>,
    pub failed: Vec<Failed>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Done {
    pub id: Uuid,
    pub name: String,
}

#[derive(Debug, Serialize, Describe)]
pub struct Failed {
    pub id: Uuid,
    pub error: String,
}

/// Runs a batch. Each object succeeds or fails on its own, unless the batch is atomic.
pub async fn run(cx: &mut Cx, resource: &'static Resource, batch: Batch) -> Result<BatchResult> {
    let verb = if batch.action == BatchAction::Delete { Verb::Delete } else { Verb::Change };
    if !cx.authority.allows_somewhere(resource.permission(verb)) {
        return Err(Error::Forbidden(format!(
            "You do not have permission to {} {}.",
            verb.word(),
            resource.plural().to_lowercase()
        )));
    }
    if batch.ids.is_empty() || batch.ids.len() > MAX {
        return Err(Error::field("ids", format!("Send between 1 and {MAX} ids.")));
    }
    if batch.action == BatchAction::Restore {
        if batch.before.is_none() {
            return Err(Error::field("before", "This field is required."));
        }
    } else if batch.action != BatchAction::Delete {
        let Some(field) = &batch.field else { return Err(Error::field("field", "This field is required.")) };
        if batch.value.is_none() && batch.action != BatchAction::ChangeField {
            return Err(Error::field("value", "Send a list of ids."));
        }
        let known = resource.def.field(field).filter(|field| field.writable());
        let is_many = known.is_some_and(|field| field.kind.is_many());
        if known.is_none() || (!is_many && batch.action != BatchAction::ChangeField) {
            return Err(Error::field("field", format!("“{field}” cannot be changed by this action.")));
        }
        // Created values would be shown to nobody, and set values would be the same for all.
        if known.is_some_and(|field| field.secret) {
            let message =
                format!("“{field}” is never shown, so it cannot be changed in bulk. Change it on each object.");
            return Err(Error::field("field", message));
        }
    }
    // Locked before the rows, as each single write does.
    write::serialize(cx, resource).await?;
    lock_ahead(cx, resource, &batch).await?;
    let mut result = BatchResult { at: cx.now, succeeded: Vec::new(), failed: Vec::new() };
    for id in &batch.ids {
        let mark = cx.mark().await?;
        match one(cx, resource, *id, &batch).await {
            Ok(name) => {
                cx.keep().await?;
                result.succeeded.push(Done { id: *id, name });
            }
            // Nothing more can be done once the database is unreachable or full.
            Err(error) if error.is_final() => {
                return Err(error);
            }
            Err(error) if batch.atomic => return Err(error),
            Err(error) => {
                cx.undo(mark).await?;
                result.failed.push(Failed { id: *id, error: error.to_string() });
            }
        }
    }
    Ok(result)
}

async fn lock_ahead(cx: &mut Cx, resource: &'static Resource, batch: &Batch) -> Result<()> {
    if cx.conn.dialect() == Dialect::Sqlite {
        return Ok(());
    }
    // A deleted object has no row to lock; its id is locked when its turn comes.
    if batch.action == BatchAction::Restore {
        return lock_mentioned(cx, resource, &batch.ids, &Json::Object(Map::new())).await;
    }
    if batch.action == BatchAction::Delete {
        return cascade::lock_ahead(cx, resource, &batch.ids).await.map(drop);
    }
    let field = batch.field.clone().unwrap_or_default();
    let mut value = batch.value.clone().unwrap_or_default();
    let relation = resource.relation(&field).filter(|relation| relation.owner_field.is_none());
    let keeps_links = matches!(batch.action, BatchAction::AddToField | BatchAction::RemoveFromField);
    let Some(relation) = relation.filter(|_| keeps_links) else {
        return lock_mentioned(cx, resource, &batch.ids, &Json::Object(Map::from_iter([(field, value)]))).await;
    };
    // Each write mentions the links that it keeps, and by then the turn of their targets in the order may have passed.
    let kept = write::linked_to_any(cx, relation, &batch.ids).await?;
    if let Json::Array(given) = &mut value {
        given.extend(kept.iter().map(|id| json!(id)));
    }
    lock_mentioned(cx, resource, &batch.ids, &Json::Object(Map::from_iter([(field, value)]))).await?;
    let now = write::linked_to_any(cx, relation, &batch.ids).await?;
    if now.is_subset(&kept) {
        Ok(())
    } else {
        Err(Error::Collision("links changed before they were locked".to_owned()))
    }
}

async fn one(cx: &mut Cx, resource: &'static Resource, id: Uuid, batch: &Batch) -> Result<String> {
    if let (BatchAction::Restore, Some(before)) = (batch.action, batch.before) {
        return restore::undo(cx, resource, id, before).await;
    }
    let scope = cx.scope(resource);
    let found = query::find(cx, resource, &scope, id).await?;
    let old = found.ok_or_else(|| crate::cx::not_found(resource))?;
    let name = old.name();
    let field = batch.field.clone().unwrap_or_default();
    let value = batch.value.clone().unwrap_or(Json::Null);
    let value = match batch.action {
        BatchAction::Delete => {
            write::delete(cx, resource, id, None).await?;
            return Ok(name);
        }
        BatchAction::ChangeField | BatchAction::Restore => value,
        BatchAction::AddToField | BatchAction::RemoveFromField => {
            let given: Vec<Uuid> =
                serde_json::from_value(value).map_err(|_| Error::field("value", "Expected a list of ids."))?;
            let page = query::item(cx, resource, id).await?;
            let mut ids: Vec<Uuid> = page.objects[0].get(&field).as_uuids().to_vec();
            if batch.action == BatchAction::AddToField {
                ids.extend(given);
            } else {
                ids.retain(|id| !given.contains(id));
            }
            json!(ids)
        }
    };
    let body = Json::Object(Map::from_iter([(field, value)]));
    write::update(cx, resource, id, &body, Mode::Patch, None).await?;
    Ok(name)
}
