//! The decision about a proposal.

use std::collections::HashMap;
use std::sync::Arc;

use cairn_access::Verb;
use cairn_engine::order::{Order, differences};
use cairn_engine::{Caller, Cx, Error, Result};
use cairn_model::{Describe, Record, Ref};
use cairn_resources::platform::{Proposal, ProposalStatus};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use uuid::Uuid;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    /// Reason (optional).
    #[serde(default)]
    pub reason: Option<String>,
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Rejection {
    /// The reason, shown to the author.
    pub reason: String,
}

/// A proposal after the decision.
#[derive(Debug, Serialize, Describe)]
pub struct Decided {
    pub id: Uuid,
    pub status: String,
    /// What the request was answered with, for one that was approved.
    pub answer: Option<Json>,
}

/// Makes the change and records the decision, both or neither.
pub async fn approve(cx: &mut Cx, id: Uuid, approval: Approval) -> Result<Decided> {
    let proposal = pending(cx, id).await?;
    let order = Order::from_json(cx.registry(), &proposal.request.0).ok_or_else(|| {
        Error::Conflict("This change is no longer possible on this instance. Reject the proposal.".into())
    })?;
    let own = cx.authority.caller.clone();
    // Every journal entry of the change names both people.
    cx.authority.caller = Arc::new(Caller { label: both(&own, &proposal), ..(*own).clone() });
    cx.compare_changes();
    let before = cx.changes.len();
    let answer = order.run(cx).await;
    cx.authority.caller = own;
    let answer = answer.map_err(|error| match error {
        // It was valid when it was proposed, so the present state is the problem, not this request.
        Error::Invalid(errors) => Error::Conflict(format!("This can no longer be done: {}", Error::Invalid(errors))),
        Error::NotFound(message) => Error::Conflict(format!("This can no longer be done: {message}")),
        other => other,
    })?;
    if shape(&differences(&cx.changes[before..])) != shape(&proposal.difference.0) {
        return Err(Error::Conflict(
            "The object has changed since this was proposed, so the result would differ from what is shown. Reject it and ask for a new proposal."
                .into(),
        ));
    }
    decide(cx, id, ProposalStatus::Approved, approval.reason).await?;
    let answer = if answer.is_empty() { Json::Null } else { serde_json::from_slice(&answer).unwrap_or_default() };
    Ok(Decided { id, status: ProposalStatus::Approved.key().to_owned(), answer: Some(answer) })
}

pub async fn reject(cx: &mut Cx, id: Uuid, rejection: Rejection) -> Result<Decided> {
    pending(cx, id).await?;
    let reason = rejection.reason.trim().to_owned();
    if reason.is_empty() {
        return Err(Error::field("reason", "Enter a reason. The author of the proposal will see it."));
    }
    decide(cx, id, ProposalStatus::Rejected, Some(reason)).await?;
    Ok(Decided { id, status: ProposalStatus::Rejected.key().to_owned(), answer: None })
}

/// An undecided proposal. Two people who decide at once wait for each other.
async fn pending(cx: &mut Cx, id: Uuid) -> Result<Proposal> {
    cx.conn.lock(&format!("proposal {id}")).await?;
    let proposal: Proposal = cx.get_for(id, Verb::Change).await?;
    if proposal.status == ProposalStatus::Pending {
        return Ok(proposal);
    }
    let by = proposal.decided_by_label.unwrap_or_else(|| "someone".into());
    Err(Error::Conflict(format!("This was already {} by {by}.", proposal.status.key())))
}

async fn decide(cx: &mut Cx, id: Uuid, status: ProposalStatus, reason: Option<String>) -> Result<()> {
    let reason = reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    if reason.as_ref().is_some_and(|reason| reason.chars().count() > 2000) {
        return Err(Error::field("reason", "Ensure this has no more than 2000 characters."));
    }
    let caller = cx.authority.caller.clone();
    let now = cx.now;
    let change = |proposal: &mut Proposal| {
        proposal.status = status;
        proposal.reason = reason;
        proposal.decided_by = caller.user.map(Ref::new);
        proposal.decided_by_label = Some(caller.label.clone());
        proposal.decided_at = Some(now);
        Ok(())
    };
    cx.modify(id, change).await?;
    Ok(())
}

/// The approver and the proposer, as the journal names them.
fn both(approver: &Caller, proposal: &Proposal) -> String {
    format!("{}, proposed by {}", approver.label, proposal.author_label)
}

/// What must be the same at the approval as it was in the proposal: which objects change, in which fields, and from
/// what. What a field changes to follows from the request, except for what the server sets (today's date, for
/// example). New objects have other ids each time, so they are counted. Other proposals, which are deleted with their
/// domain, may have been added meanwhile.
fn shape(difference: &Json) -> Json {
    let changes = difference.as_array().map(Vec::as_slice).unwrap_or_default();
    let made: HashMap<&str, String> = changes
        .iter()
        .filter(|change| change["kind"] == "created")
        .filter_map(|change| change["id"].as_str())
        .enumerate()
        .map(|(at, id)| (id, format!("new {at}")))
        .collect();
    let stable =
        |id: &Json| id.as_str().and_then(|id| made.get(id)).map_or_else(|| id.clone(), |new| new.clone().into());
    let links = |list: &Json| list.as_array().into_iter().flatten().map(stable).collect::<Vec<Json>>();
    let field = |(name, change): (&String, &Json)| {
        let kept = match change.get("added") {
            Some(added) => {
                let mut added = links(added);
                // Relations are sorted by id, and the ids of new objects are new.
                added.sort_by_key(Json::to_string);
                json!({ "added": added, "removed": links(&change["removed"]) })
            }
            None => json!({ "before": stable(&change[0]) }),
        };
        (name.clone(), kept)
    };
    changes
        .iter()
        .filter(|change| change["resource"] != Proposal::PATH)
        .map(|change| {
            let fields: serde_json::Map<String, Json> =
                change["changes"].as_object().into_iter().flatten().map(field).collect();
            json!({ "kind": change["kind"], "resource": change["resource"], "id": stable(&change["id"]), "fields": fields })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(kind: &str, id: &str, changes: &Json) -> Json {
        json!({ "kind": kind, "resource": "assets", "id": id, "name": "x", "changes": changes })
    }

    #[test]
    fn what_was_there_before_counts_and_new_ids_do_not() {
        let one = |before: &str, after: &str| json!([change("updated", "1", &json!({ "name": [before, after] }))]);
        assert_eq!(shape(&one("a", "b")), shape(&one("a", "b")));
        assert_ne!(shape(&one("a", "b")), shape(&one("c", "b")), "someone changed it meanwhile");
        assert_ne!(shape(&one("a", "b")), shape(&json!([])), "someone did the same meanwhile");
        let made = |id: &str| {
            let parent = change("created", id, &json!({ "name": [null, "a"] }));
            json!([parent, change("updated", "7", &json!({ "parents": { "added": [id], "removed": [] } }))])
        };
        assert_eq!(shape(&made("3")), shape(&made("4")));
    }
}
