//! What becomes of a draft, and of its steps.

use std::collections::HashSet;
use std::sync::Arc;

use cairn_engine::what_if::{Draft, run_all};
use cairn_engine::{Caller, Cx, Error, Result};
use cairn_model::{Describe, Ref};
use cairn_resources::platform::{DraftStatus, WhatIfDraft};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::add::{draft_of, lock_word, store};
use super::require_open;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Apply {
    /// The fingerprint of the steps you looked at. If they have changed since, nothing happens.
    #[serde(default)]
    pub expect: Option<String>,
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Discard {}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Remove {
    /// The number of the step, from 1.
    pub step: usize,
    /// The fingerprint of the steps you looked at. If they have changed since, nothing happens.
    #[serde(default)]
    pub expect: Option<String>,
}

/// A draft that was applied or discarded.
#[derive(Debug, Serialize, Describe)]
pub struct Closed {
    pub id: Uuid,
    pub status: String,
    /// Number of objects that were changed.
    pub changes: usize,
}

/// A draft without the step.
#[derive(Debug, Serialize, Describe)]
pub struct Removed {
    pub id: Uuid,
    pub step_count: usize,
    pub fingerprint: String,
}

/// Makes the changes of all steps and closes the draft, both or neither.
pub async fn apply(cx: &mut Cx, id: Uuid, wanted: Apply) -> Result<Closed> {
    let (record, draft) = open(cx, id).await?;
    expect(&draft, wanted.expect.as_deref())?;
    if draft.steps.is_empty() {
        return Err(Error::Conflict("This what-if draft has no steps, so there is nothing to apply.".into()));
    }
    let own = cx.authority.caller.clone();
    if record.author.map(Ref::uuid) != own.user {
        // Every journal entry names both people.
        let label = format!("{}, drafted by {}", own.label, record.author_label);
        cx.authority.caller = Arc::new(Caller { label, ..(*own).clone() });
    }
    let before = cx.changes.len();
    let outcome = run_all(cx, &draft).await;
    cx.authority.caller = own;
    outcome?;
    let changed: HashSet<Uuid> = cx.changes[before..].iter().map(|change| change.object.id()).collect();
    close(cx, id, DraftStatus::Applied).await?;
    Ok(Closed { id, status: DraftStatus::Applied.key().to_owned(), changes: changed.len() })
}

pub async fn discard(cx: &mut Cx, id: Uuid, _: Discard) -> Result<Closed> {
    open(cx, id).await?;
    close(cx, id, DraftStatus::Discarded).await?;
    Ok(Closed { id, status: DraftStatus::Discarded.key().to_owned(), changes: 0 })
}

pub async fn remove_step(cx: &mut Cx, id: Uuid, wanted: Remove) -> Result<Removed> {
    let (_, mut draft) = open(cx, id).await?;
    expect(&draft, wanted.expect.as_deref())?;
    if !(1..=draft.steps.len()).contains(&wanted.step) {
        return Err(Error::field("step", format!("There is no step {}.", wanted.step)));
    }
    draft.steps.remove(wanted.step - 1);
    store(cx, id, &draft.steps).await?;
    Ok(Removed { id, step_count: draft.steps.len(), fingerprint: draft.fingerprint() })
}

/// An open draft that the caller may see. Two people who decide at once wait for each other.
async fn open(cx: &mut Cx, id: Uuid) -> Result<(WhatIfDraft, Draft)> {
    cx.conn.lock(&lock_word(id)).await?;
    let record: WhatIfDraft = cx.get(id).await?;
    require_open(&record)?;
    let draft = draft_of(&record)?;
    Ok((record, draft))
}

fn expect(draft: &Draft, fingerprint: Option<&str>) -> Result<()> {
    match fingerprint {
        Some(wanted) if wanted != draft.fingerprint() => Err(Error::Conflict(
            "The steps of this what-if draft have changed since you looked at it. Look at it again.".into(),
        )),
        _ => Ok(()),
    }
}

async fn close(cx: &mut Cx, id: Uuid, status: DraftStatus) -> Result<()> {
    let caller = cx.authority.caller.clone();
    let now = cx.now;
    let change = |draft: &mut WhatIfDraft| {
        draft.status = status;
        draft.closed_by = caller.user.map(Ref::new);
        draft.closed_by_label = Some(caller.label.chars().take(254).collect());
        draft.closed_at = Some(now);
        Ok(())
    };
    cx.modify(id, change).await?;
    Ok(())
}
