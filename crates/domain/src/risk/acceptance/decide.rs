//! Who may do what with an acceptance, and when. The rules are in `cairn_risk::acceptance`.

use std::collections::BTreeSet;

use cairn_access::Verb;
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_model::{Describe, FieldType, Ref, Timestamp, Value};
use cairn_resources::risk::{AcceptanceState, RiskAcceptance, RiskScenario};
use cairn_risk::acceptance::{Action, Caller, Refusal};
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use super::{APPROVE, plain};
use crate::shown::shown;

/// More than anyone decides about at once; the list itself has pages.
const MAX_LISTED: i64 = 1000;

/// The acceptance after a decision.
#[derive(Debug, Serialize, Describe)]
pub struct Decided {
    pub id: Uuid,
    /// `created`, `submitted`, `accepted`, `rejected` or `revoked`.
    pub state: &'static str,
    pub accepted_at: Option<Timestamp>,
    pub rejected_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}

pub async fn submit(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Decided> {
    act(cx, id, Action::Submit).await
}

pub async fn draft(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Decided> {
    act(cx, id, Action::Draft).await
}

pub async fn accept(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Decided> {
    act(cx, id, Action::Accept).await
}

pub async fn reject(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Decided> {
    act(cx, id, Action::Reject).await
}

pub async fn revoke(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Decided> {
    act(cx, id, Action::Revoke).await
}

async fn act(cx: &mut Cx, id: Uuid, action: Action) -> Result<Decided> {
    cx.lock::<RiskAcceptance>(&[id]).await?;
    let read: RiskAcceptance = cx.get(id).await?;
    // Two acceptances of one risk are decided one after the other, since the treatment depends on both.
    cx.lock::<RiskScenario>(&read.risk_scenarios.uuids()).await?;
    let (today, now) = (cx.today(), cx.now);
    let user = cx.authority.caller.user;
    let may_edit = cx.authority.allows(cx.resource::<RiskAcceptance>().permission(Verb::Change), read.folder.uuid());
    let may_approve = match action {
        Action::Accept => {
            let folders = domains(cx, &read).await?;
            folders.into_iter().all(|folder| caller_may_approve(cx, folder))
        }
        _ => caller_may_approve(cx, read.folder.uuid()),
    };
    let change = |acceptance: &mut RiskAcceptance| {
        let is_approver = user.is_some() && acceptance.approver.map(Ref::uuid) == user;
        let caller = Caller { may_edit, is_approver, may_approve };
        let state = plain(acceptance).after(action, caller, today).map_err(refused)?;
        set(acceptance, state, now)
    };
    let acceptance: RiskAcceptance = cx.modify(id, change).await?;
    Ok(Decided {
        id,
        state: acceptance.state.key(),
        accepted_at: acceptance.accepted_at,
        rejected_at: acceptance.rejected_at,
        revoked_at: acceptance.revoked_at,
    })
}

fn set(acceptance: &mut RiskAcceptance, state: cairn_risk::AcceptanceState, now: Timestamp) -> Result<()> {
    acceptance.state = AcceptanceState::from_value(Value::Text(state.as_str().to_owned())).map_err(Error::internal)?;
    match acceptance.state {
        AcceptanceState::Created => acceptance.rejected_at = None,
        AcceptanceState::Submitted => {}
        AcceptanceState::Accepted => acceptance.accepted_at = Some(now),
        AcceptanceState::Rejected => acceptance.rejected_at = Some(now),
        AcceptanceState::Revoked => acceptance.revoked_at = Some(now),
    }
    Ok(())
}

fn refused(refusal: Refusal) -> Error {
    let message = refusal.to_string();
    match refusal {
        Refusal::WrongState(_) => Error::Conflict(message),
        Refusal::NotEditor | Refusal::NotApprover | Refusal::MayNotApprove => Error::Forbidden(message),
        Refusal::NoApprover => Error::field("approver", message),
        Refusal::Expired(_) => Error::field("expiry_date", message),
    }
}

/// Submits an acceptance while it is written.
pub fn submit_now(cx: &Cx, acceptance: &mut RiskAcceptance) -> Result<()> {
    // Whoever writes it may change it.
    let caller = Caller { may_edit: true, is_approver: false, may_approve: false };
    let state = plain(acceptance).after(Action::Submit, caller, cx.today()).map_err(refused)?;
    set(acceptance, state, cx.now)
}

fn caller_may_approve(cx: &Cx, folder: Uuid) -> bool {
    let permission = cx.registry().permissions().find(APPROVE);
    permission.is_some_and(|permission| cx.authority.allows(permission, folder))
}

/// The domains of an acceptance and of its scenarios: accepting changes how these are treated.
async fn domains(cx: &mut Cx, acceptance: &RiskAcceptance) -> Result<BTreeSet<Uuid>> {
    let wanted = acceptance.risk_scenarios.uuids();
    let scenarios: Vec<RiskScenario> = cx
        .list_all(|select| {
            select.any_of("id", Value::Uuids(wanted));
        })
        .await?;
    let own = std::iter::once(acceptance.folder.uuid());
    Ok(own.chain(scenarios.iter().map(|scenario| scenario.folder.uuid())).collect())
}

/// Refuses an approver who may not approve in the domains of the acceptance and its scenarios.
pub async fn check_approver(cx: &mut Cx, acceptance: &RiskAcceptance) -> Result<()> {
    let Some(approver) = acceptance.approver else { return Ok(()) };
    let folders = domains(cx, acceptance).await?;
    let permission = cx.registry().permissions().find(APPROVE);
    let rights = cx.facts().rights(approver.uuid());
    if permission.is_some_and(|permission| folders.into_iter().all(|folder| rights.allows(permission, folder))) {
        return Ok(());
    }
    let message = "Choose someone who may approve risk acceptances in this domain and in those of the scenarios.";
    Err(Error::field("approver", message))
}

/// Acceptances, as in their list.
#[derive(Debug, Serialize, Describe)]
pub struct Listed {
    pub results: Vec<Json>,
}

pub async fn waiting(cx: &mut Cx, _: Nothing) -> Result<Listed> {
    let Some(user) = cx.authority.caller.user else { return Ok(Listed { results: Vec::new() }) };
    let resource = cx.resource::<RiskAcceptance>();
    let results = shown(cx, resource, MAX_LISTED, |select| {
        select.equals("state", AcceptanceState::Submitted.key()).equals("approver", user);
        select.order_by("t.created_at").order_by("t.id");
    })
    .await?;
    Ok(Listed { results })
}

pub async fn to_review(cx: &mut Cx, _: Nothing) -> Result<Listed> {
    let resource = cx.resource::<RiskAcceptance>();
    let condition = super::needs_review(cx.today());
    let results = shown(cx, resource, MAX_LISTED, |select| {
        select.condition(condition).order_by("t.expiry_date").order_by("t.id");
    })
    .await?;
    Ok(Listed { results })
}
