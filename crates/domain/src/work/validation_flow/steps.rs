//! The steps of a validation, as actions. Who may take them is decided when the flow is written.

use cairn_access::Verb;
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::Describe;
use cairn_resources::work::ValidationFlow;
use cairn_store::Sql;
use cairn_validation::Step;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use uuid::Uuid;

use super::{Judge, locked, stored};
use crate::shown::shown;

/// More than anyone decides about at once; the list itself has pages.
const MAX_LISTED: i64 = 1000;

/// What is said with a step.
#[derive(Debug, Default, Deserialize, Describe)]
#[serde(deny_unknown_fields, default)]
pub struct Say {
    /// Why. Required to reject, to request changes and to revoke.
    pub event_notes: Option<String>,
}

/// A validation after a step.
#[derive(Debug, Serialize, Describe)]
pub struct Taken {
    pub id: Uuid,
    /// The status it has now. An approval leaves it submitted while others still have to approve.
    pub status: &'static str,
}

pub async fn approve(cx: &mut Cx, id: Uuid, say: Say) -> Result<Taken> {
    take(cx, id, Step::Approve, say).await
}

pub async fn reject(cx: &mut Cx, id: Uuid, say: Say) -> Result<Taken> {
    take(cx, id, Step::Reject, say).await
}

pub async fn request_changes(cx: &mut Cx, id: Uuid, say: Say) -> Result<Taken> {
    take(cx, id, Step::RequestChanges, say).await
}

pub async fn resubmit(cx: &mut Cx, id: Uuid, say: Say) -> Result<Taken> {
    take(cx, id, Step::Resubmit, say).await
}

pub async fn drop(cx: &mut Cx, id: Uuid, say: Say) -> Result<Taken> {
    take(cx, id, Step::Drop, say).await
}

pub async fn revoke(cx: &mut Cx, id: Uuid, say: Say) -> Result<Taken> {
    take(cx, id, Step::Revoke, say).await
}

/// Whoever decides need not be able to change validations otherwise.
async fn take(cx: &mut Cx, id: Uuid, step: Step, say: Say) -> Result<Taken> {
    let seen: ValidationFlow = cx.get(id).await?;
    locked::hold(cx, &seen).await?;
    let judge = Judge::new(cx, &seen).await?;
    let has_reason = say.event_notes.as_ref().is_some_and(|text| !text.trim().is_empty());
    let flow: ValidationFlow = cx
        .modify_for(id, Verb::View, |flow: &mut ValidationFlow| {
            // A step that comes too late is not mistaken for one that changes nothing.
            judge.after(flow, step, has_reason)?;
            flow.status = stored(step.to());
            flow.event_notes = say.event_notes;
            Ok(())
        })
        .await?;
    Ok(Taken { id, status: flow.status.key() })
}

/// Validations, as in their list.
#[derive(Debug, Serialize, Describe)]
pub struct Listed {
    pub results: Vec<Json>,
}

pub async fn waiting(cx: &mut Cx, _: Nothing) -> Result<Listed> {
    let Some(user) = cx.authority.caller.user else { return Ok(Listed { results: Vec::new() }) };
    let resource = cx.resource::<ValidationFlow>();
    let more = resource.relation("more_approvers").expect("flows have more approvers");
    let mut mine = Sql::raw("((t.status = 'submitted' and (t.approver = ");
    mine.bind(user).push(&format!(
        " or exists (select 1 from {} l where l.{} = t.id and l.{} = ",
        more.table, more.own, more.other
    ));
    mine.bind(user).push("))) or (t.status = 'change_requested' and t.requester = ").bind(user).push("))");
    let results = shown(cx, resource, MAX_LISTED, |select| {
        select.condition(mine).order_by("t.created_at").order_by("t.id");
    })
    .await?;
    // Whoever has approved already waits for the others.
    let has_approved = |flow: &Json| {
        let given = flow["approvals"].as_array().map(Vec::as_slice).unwrap_or_default();
        given.iter().any(|person| person["id"] == Json::String(user.to_string()))
    };
    Ok(Listed { results: results.into_iter().filter(|flow| !has_approved(flow)).collect() })
}
