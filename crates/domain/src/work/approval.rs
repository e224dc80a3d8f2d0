//! Approvals of evidence. What someone approves is a revision in its current state, so the approval is recorded there:
//! by whom and when. Evidence whose latest revision is a different one, or has changed, is no longer what was
//! approved, and goes back to review. The history of a revision shows withdrawn approvals.

use std::collections::HashMap;

use cairn_access::Scope;
use cairn_engine::query::Label;
use cairn_engine::{Cx, Result, query};
use cairn_model::{Describe, Record, Ref, Timestamp, Type, Value};
use cairn_resources::iam::User;
use cairn_resources::work::{Evidence, EvidenceRevision, EvidenceStatus};
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::sight::{label, visible};
use super::upload::newest;

/// The approval of a revision: by whom and when.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Approval {
    pub revision: Uuid,
    pub version: i64,
    /// Null if the account no longer exists or you do not have access to it.
    pub approved_by: Option<Label>,
    pub approved_at: Timestamp,
}

/// Records an approval, or its withdrawal, when the status of a piece of evidence changes.
pub async fn follow_status(cx: &mut Cx, old: Option<&Evidence>, new: &Evidence) -> Result<()> {
    let was = old.is_some_and(|old| old.status == EvidenceStatus::Approved);
    match new.status {
        EvidenceStatus::Approved if !was => {
            if let Some(revision) = newest(cx, new).await? {
                approve(cx, &revision).await?;
            }
        }
        // It applied until now.
        EvidenceStatus::Approved | EvidenceStatus::Expired => {}
        _ if was => {
            if let Some(revision) = newest(cx, new).await? {
                withdraw(cx, &revision).await?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// A revision was added: an earlier one was approved.
pub async fn revision_added(cx: &mut Cx, revision: &EvidenceRevision) -> Result<()> {
    let Some(evidence) = approved(cx, revision.evidence.uuid()).await? else { return Ok(()) };
    if newest(cx, &evidence).await?.is_none_or(|newest| newest.id != revision.id) {
        return Ok(());
    }
    // Whoever creates approved evidence with all its content, as an import does, approves all of it.
    if is_new(cx, &evidence).await? {
        return approve(cx, revision).await;
    }
    review(cx, &evidence).await
}

/// A revision was removed: what is left may not be what was approved.
pub async fn revision_deleted(cx: &mut Cx, revision: &EvidenceRevision) -> Result<()> {
    let Some(evidence) = approved(cx, revision.evidence.uuid()).await? else { return Ok(()) };
    match newest(cx, &evidence).await? {
        Some(newest) if newest.approved_at.is_some() => Ok(()),
        _ => review(cx, &evidence).await,
    }
}

/// The files or the link of a revision changed: nobody has approved that.
pub async fn content_changed(cx: &mut Cx, revision: &EvidenceRevision) -> Result<()> {
    let evidence = approved(cx, revision.evidence.uuid()).await?;
    if let Some(evidence) = evidence {
        if is_new(cx, &evidence).await? {
            return Ok(());
        }
        if newest(cx, &evidence).await?.is_some_and(|newest| newest.id == revision.id) {
            // This withdraws the approval too.
            return review(cx, &evidence).await;
        }
    }
    withdraw(cx, revision).await
}

/// The evidence, if it counts as approved.
async fn approved(cx: &mut Cx, id: Uuid) -> Result<Option<Evidence>> {
    // Locked for a change right away: two transactions that only shared it would wait for each other when both go on
    // to change it.
    let evidences = cx.resource::<Evidence>();
    let found = query::find_for_update(cx, evidences, &Scope::system(), id).await?;
    let evidence: Option<Evidence> = found.map(|object| object.decode()).transpose()?;
    Ok(evidence.filter(|evidence| evidence.status == EvidenceStatus::Approved))
}

/// Whether it was created in this transaction.
async fn is_new(cx: &mut Cx, evidence: &Evidence) -> Result<bool> {
    let evidences = cx.resource::<Evidence>();
    let found = query::find(cx, evidences, &Scope::system(), evidence.id.uuid()).await?;
    Ok(found.is_some_and(|object| object.created_at() == cx.now))
}

async fn review(cx: &mut Cx, evidence: &Evidence) -> Result<()> {
    let review = |evidence: &mut Evidence| {
        evidence.status = EvidenceStatus::InReview;
        Ok(())
    };
    cx.modify(evidence.id.uuid(), review).await.map(drop)
}

async fn approve(cx: &mut Cx, revision: &EvidenceRevision) -> Result<()> {
    let (by, now) = (cx.authority.caller.user.map(Ref::new), cx.now);
    let approve = |revision: &mut EvidenceRevision| {
        (revision.approved_by, revision.approved_at) = (by, Some(now));
        Ok(())
    };
    cx.modify(revision.id.uuid(), approve).await.map(drop)
}

async fn withdraw(cx: &mut Cx, revision: &EvidenceRevision) -> Result<()> {
    if revision.approved_at.is_none() {
        return Ok(());
    }
    let withdraw = |revision: &mut EvidenceRevision| {
        (revision.approved_by, revision.approved_at) = (None, None);
        Ok(())
    };
    cx.modify(revision.id.uuid(), withdraw).await.map(drop)
}

/// The approvals of each evidence of a page, the newest revision first.
pub async fn approvals(cx: &mut Cx, rows: &[Evidence]) -> Result<Vec<Vec<Approval>>> {
    let ids: Vec<Uuid> = rows.iter().map(|evidence| evidence.id.uuid()).collect();
    let mut select = visible(cx, cx.resource::<EvidenceRevision>());
    select.any_of("evidence", Value::Uuids(ids)).condition(Sql::raw("t.approved_at is not null"));
    let mut sql = select.project("t.evidence, t.id, t.version, t.approved_by, t.approved_at");
    sql.push(" order by t.version desc");
    let types = [Type::Uuid, Type::Uuid, Type::Int, Type::Uuid, Type::Time];
    let found = cx.conn.query(&sql, &types).await?;
    let names = names(cx, found.iter().filter_map(|row| row[3].as_uuid()).collect()).await?;
    let mut all: HashMap<Uuid, Vec<Approval>> = HashMap::new();
    for row in &found {
        let (Some(evidence), Some(revision)) = (row[0].as_uuid(), row[1].as_uuid()) else { continue };
        let (Some(version), Some(approved_at)) = (row[2].as_int(), row[4].as_time()) else { continue };
        let approved_by = row[3].as_uuid().and_then(|user| names.get(&user).cloned());
        all.entry(evidence).or_default().push(Approval { revision, version, approved_by, approved_at });
    }
    Ok(rows.iter().map(|evidence| all.remove(&evidence.id.uuid()).unwrap_or_default()).collect())
}

/// The names of people that the caller may see.
pub async fn names(cx: &mut Cx, users: Vec<Uuid>) -> Result<HashMap<Uuid, Label>> {
    if users.is_empty() {
        return Ok(HashMap::new());
    }
    let resource = cx.registry().get(User::PATH);
    let display = resource.display("t");
    let mut select = visible(cx, resource);
    select.any_of("id", Value::Uuids(users));
    let found = cx.conn.query(&select.project(&format!("t.id, {display}")), &[Type::Uuid, Type::Text]).await?;
    Ok(found.iter().filter_map(|row| Some((row[0].as_uuid()?, label(&row[0], &row[1])?))).collect())
}
