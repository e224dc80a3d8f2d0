//! Adds steps to a draft.

use std::sync::Arc;

use cairn_engine::order::Order;
use cairn_engine::query::DRAFT;
use cairn_engine::what_if::{Draft, Step, Tried, try_out};
use cairn_engine::{Caller, Cx, Engine, Error, Object, Result};
use cairn_model::Json as Kept;
use cairn_resources::platform::WhatIfDraft;
use uuid::Uuid;

use super::{require_author, require_open};

/// Runs an order as the next step of a draft, on a copy. Nothing is stored.
pub async fn try_step(engine: &Arc<Engine>, caller: Arc<Caller>, id: Uuid, order: &Order) -> Result<Tried> {
    let mut cx = engine.read(caller.clone()).await?;
    let draft = draft_to_change(&mut cx, id).await?;
    drop(cx);
    try_out(engine, caller, &draft, order).await
}

/// Stores a step that was tried out. If there are others by now, it has to be tried again after them.
pub async fn keep(cx: &mut Cx, id: Uuid, tried: Tried) -> Result<()> {
    cx.conn.lock(&lock_word(id)).await?;
    let draft = draft_to_change(cx, id).await?;
    if draft.fingerprint() != tried.after {
        return Err(Error::Collision("a what-if draft got another step".to_owned()));
    }
    let Some(step) = tried.step else { return Ok(()) };
    let mut steps = draft.steps;
    steps.push(step);
    store(cx, id, &steps).await
}

/// Writers of one draft take turns.
pub(super) fn lock_word(id: Uuid) -> String {
    format!("what-if draft {id}")
}

pub(super) async fn store(cx: &mut Cx, id: Uuid, steps: &[Step]) -> Result<()> {
    let stored = serde_json::to_value(steps).map_err(|error| Error::internal(error.to_string()))?;
    let change = |draft: &mut WhatIfDraft| {
        draft.step_count = steps.len() as i64;
        draft.stored_steps = Kept(stored);
        Ok(())
    };
    cx.modify(id, change).await?;
    Ok(())
}

/// An open draft of the caller's own, named by a parameter.
async fn draft_to_change(cx: &mut Cx, id: Uuid) -> Result<Draft> {
    let record: WhatIfDraft = cx.get(id).await.map_err(|error| match error {
        Error::NotFound(_) => {
            Error::field(DRAFT, format!("There is no what-if draft with the id {id}, or you do not have access to it."))
        }
        other => other,
    })?;
    require_author(cx, &record)?;
    require_open(&record)?;
    draft_of(&record)
}

/// A draft as it is run.
pub(super) fn draft_of(record: &WhatIfDraft) -> Result<Draft> {
    Draft::of(&Object::encode(record.clone()))
}
