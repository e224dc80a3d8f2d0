//! Validation flows: someone asks others to validate something. The rules are in `cairn_validation`; they apply to every
//! write, so changing the status and calling an action come to the same.

pub mod about;
mod changes;
mod expiry;
mod locked;
mod steps;

use std::collections::BTreeSet;

use cairn_access::Verb;
use cairn_engine::computed::schema_of;
use cairn_engine::diff;
use cairn_engine::filter::{Filter, FilterCx};
use cairn_engine::query::Label;
use cairn_engine::watch::{Check, Concern, Due, Fix, Measure, TODAY};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_model::{Date, Record, Ref, Timestamp, Type, Value};
use cairn_resources::work::{AppliedControl, Category, ValidationEvent, ValidationFlow, ValidationStatus};
use cairn_store::Sql;
use cairn_validation::{APPROVED, Caller, Flow, Refusal, Status, Step, approvals};
use uuid::Uuid;

use super::approval::names;
use crate::platform::settings;

pub use expiry::ExpireValidations;
pub use locked::refuse_unlock;

pub const ENTRY: Entry = Entry::of::<ValidationFlow>()
    .flag("validation_flows")
    .module(Module::Operations, "badge-check")
    .rank(30)
    .roles("vacd vacd vac vc v - - -")
    // References are given one after the other.
    .serialized("validation-flows")
    .rules::<ValidationFlowRules>()
    .computed(&[
        computed!(approvals: Vec<Label>, "Those who have approved it as it is now, as far as you may see them.", given),
        computed!(approvals_needed: i64, "How many approvals it takes.", needed),
        computed!(linked_models: Vec<String>, "What it is about: the names of the fields that are not empty.", linked_models),
        computed!(last_event_notes: Option<String>, "What was said last.", last_notes),
    ])
    .filters(&[Filter {
        name: "linked_models",
        doc: "About at least one object of any of these fields, such as `compliance_assessments`.",
        schema: schema_of::<String>,
        condition: filter_linked_models,
    }])
    .actions(&[
        action!(POST "approve", item, View, steps::approve: steps::Say => steps::Taken, "Approves it. It is accepted once enough approvers have. Only for approvers."),
        action!(POST "reject", item, View, steps::reject: steps::Say => steps::Taken, "Rejects it for good. Only for approvers."),
        action!(POST "request-changes", item, View, steps::request_changes: steps::Say => steps::Taken, "Sends it back to whoever asked for it. Only for approvers."),
        action!(POST "resubmit", item, View, steps::resubmit: steps::Say => steps::Taken, "Submits it again. Only for whoever asked for it."),
        action!(POST "drop", item, View, steps::drop: steps::Say => steps::Taken, "Withdraws the request. Only for whoever asked for it."),
        action!(POST "revoke", item, View, steps::revoke: steps::Say => steps::Taken, "Takes the acceptance back and unlocks what it locked. Only for approvers."),
        action!(GET "changes", item, View, changes::changes: Nothing => changes::Changes, "What has changed in the objects to validate since they were last accepted."),
        action!(GET "waiting", collection, View, steps::waiting: Nothing => steps::Listed, "Those that wait for your decision, and yours that were sent back."),
        action!(GET "default_ref_id", collection, View, default_ref_id: Nothing => NextRef, "The reference that the next one gets."),
        action!(GET "linked_models", collection, View, all_linked_models: Nothing => Linkable, "The names of the fields that say what a validation is about."),
    ])
    .due(&[Due { field: "validation_deadline", doc: "To be decided.", query: &[("status__in", OPEN)] }])
    .checks(&[
        Check {
            name: "nobody_decides",
            doc: "Waiting for a decision without an approver.",
            severity: Concern::Error,
            query: &[("status", "submitted"), ("approver__isnull", "true"), ("more_approvers__isnull", "true")],
            fix: Fix::Edit { label: "Choose an approver", field: "approver" },
        },
        Check {
            name: "overdue",
            doc: "Not decided, and the deadline has passed.",
            severity: Concern::Warning,
            query: &[("status__in", OPEN), ("validation_deadline__lt", TODAY)],
            fix: Fix::Edit { label: "Move the deadline", field: "validation_deadline" },
        },
    ])
    .measures(&[Measure { name: "validations_open", query: &[("status__in", OPEN)] }]);

/// The statuses in which someone has to do something.
const OPEN: &str = "submitted,change_requested";

/// The fields that say what a flow is about.
const LINKS: [&str; 6] = [
    "compliance_assessments",
    "risk_assessments",
    "findings_assessments",
    "evidences",
    "security_exceptions",
    "policies",
];

fn links(flow: &ValidationFlow) -> [Vec<Uuid>; 6] {
    [
        flow.compliance_assessments.uuids(),
        flow.risk_assessments.uuids(),
        flow.findings_assessments.uuids(),
        flow.evidences.uuids(),
        flow.security_exceptions.uuids(),
        flow.policies.uuids(),
    ]
}

pub struct ValidationFlowRules;

impl Rules for ValidationFlowRules {
    type Record = ValidationFlow;

    async fn before_write(cx: &mut Cx, old: Option<&ValidationFlow>, new: &mut ValidationFlow) -> Result<()> {
        let notes = new.event_notes.take().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        // A flow loses what is deleted, whatever its status.
        if cx.is_detaching() {
            return Ok(());
        }
        let Some(old) = old else { return submit_first(cx, new, notes).await };
        if cx.authority.caller.is_trusted() && new.status == ValidationStatus::Expired {
            record(cx, new, Status::Expired.as_str(), notes);
            return Ok(());
        }
        let is_resubmitted = check_edit(cx, old, new).await?;
        if old.status == new.status {
            if is_resubmitted {
                record(cx, new, Status::Submitted.as_str(), notes);
            } else if notes.is_some() {
                return Err(Error::field("event_notes", "Notes go with a change of the status."));
            }
            return Ok(());
        }
        take_step(cx, old, new, notes).await
    }

    async fn after_write(cx: &mut Cx, old: Option<&ValidationFlow>, new: &ValidationFlow) -> Result<()> {
        let was = old.is_some_and(|old| old.status == ValidationStatus::Accepted);
        match (was, new.status == ValidationStatus::Accepted) {
            (false, true) => locked::lock(cx, new).await,
            (true, false) => locked::unlock(cx, new).await,
            _ => Ok(()),
        }
    }

    async fn before_delete(cx: &mut Cx, old: &ValidationFlow) -> Result<()> {
        if old.status == ValidationStatus::Accepted && !cx.is_consequence() {
            let words = "It is accepted. An approver has to revoke it before it can be deleted.";
            return Err(Error::Conflict(words.to_owned()));
        }
        Ok(())
    }

    async fn after_delete(cx: &mut Cx, old: &ValidationFlow) -> Result<()> {
        if old.status == ValidationStatus::Accepted { locked::unlock(cx, old).await } else { Ok(()) }
    }
}

/// A new flow is submitted by whoever creates it.
async fn submit_first(cx: &mut Cx, new: &mut ValidationFlow, notes: Option<String>) -> Result<()> {
    if new.status != ValidationStatus::Submitted {
        return Err(Error::field("status", "A validation begins as submitted. Its approvers decide then."));
    }
    new.requester = cx.authority.caller.user.map(Ref::new);
    if new.ref_id.is_none() {
        new.ref_id = Some(next_ref(cx).await?);
    }
    check_request(cx, None, new).await?;
    record(cx, new, Status::Submitted.as_str(), notes);
    Ok(())
}

/// Who and what a flow asks for. True if it differs from before, so that earlier approvals no longer count.
async fn check_edit(cx: &mut Cx, old: &ValidationFlow, new: &ValidationFlow) -> Result<bool> {
    let asks = |flow: &ValidationFlow| {
        (flow.approver, flow.more_approvers.uuids(), flow.quorum, links(flow), flow.request_notes.clone(), flow.folder)
    };
    let has_other_request = asks(old) != asks(new);
    let has_other_frame = old.validation_deadline != new.validation_deadline || old.ref_id != new.ref_id;
    if !has_other_request && !has_other_frame {
        return Ok(false);
    }
    if !word(old.status).is_open() {
        return Err(Error::Conflict("The decision was made. Ask for another validation instead.".to_owned()));
    }
    if has_other_request {
        // Otherwise an editor could make themselves the approver of what others ask for.
        let caller = cx.authority.caller.user;
        if caller.is_none() || old.requester.map(Ref::uuid) != caller {
            return Err(Error::Forbidden(
                "Only the person who asked for the validation can change what is validated and by whom.".to_owned(),
            ));
        }
        check_request(cx, Some(old), new).await?;
    }
    Ok(has_other_request && old.status == ValidationStatus::Submitted)
}

async fn check_request(cx: &mut Cx, old: Option<&ValidationFlow>, new: &ValidationFlow) -> Result<()> {
    let approvers = approvers(new);
    if let Some(requester) = new.requester
        && approvers.contains(&requester.uuid())
        && !settings::general(cx).await?.allow_self_validation
    {
        let field = if new.approver == Some(requester) { "approver" } else { "more_approvers" };
        return Err(Error::field(field, "Nobody approves their own request. Choose someone else."));
    }
    if new.quorum > approvers.len().max(1) as i64 {
        return Err(Error::field("quorum", format!("There are only {} approvers.", approvers.len())));
    }
    check_policies(cx, new).await?;
    locked::require_change(cx, old, new).await
}

async fn check_policies(cx: &mut Cx, new: &ValidationFlow) -> Result<()> {
    let wanted = new.policies.uuids();
    if wanted.is_empty() {
        return Ok(());
    }
    let found: Vec<AppliedControl> = cx
        .list_all(|select| {
            select.any_of("id", Value::Uuids(wanted));
        })
        .await?;
    if found.iter().any(|control| control.category != Some(Category::Policy)) {
        return Err(Error::field("policies", "Choose controls of the category policy only."));
    }
    Ok(())
}

/// Applies a requested change of the status.
async fn take_step(cx: &mut Cx, old: &ValidationFlow, new: &mut ValidationFlow, notes: Option<String>) -> Result<()> {
    let (from, to) = (word(old.status), word(new.status));
    let step = Step::between(from, to)
        .ok_or_else(|| Error::Conflict(format!("It cannot go from {} to {}.", from.as_str(), to.as_str())))?;
    let status = Judge::new(cx, old).await?.after(old, step, notes.is_some())?;
    new.status = stored(status);
    // Not all have approved yet.
    let is_partial = step == Step::Approve && status == Status::Submitted;
    record(cx, new, if is_partial { APPROVED } else { status.as_str() }, notes);
    Ok(())
}

/// What is known of the caller and the day before a step is taken.
struct Judge {
    outdated: BTreeSet<Timestamp>,
    person: Option<Uuid>,
    may_edit: bool,
    allows_own: bool,
    today: Date,
}

impl Judge {
    async fn new(cx: &mut Cx, flow: &ValidationFlow) -> Result<Self> {
        let permission = cx.resource::<ValidationFlow>().permission(Verb::Change);
        let may_edit = cx.authority.allows(permission, flow.folder.uuid());
        let allows_own = settings::general(cx).await?.allow_self_validation;
        let outdated = outdated(cx, flow).await?;
        Ok(Self { outdated, person: cx.authority.caller.user, may_edit, allows_own, today: cx.today() })
    }

    fn after(&self, flow: &ValidationFlow, step: Step, has_reason: bool) -> Result<Status> {
        let caller = Caller { person: self.person, may_edit: self.may_edit, has_reason };
        plain(flow, &self.outdated).after(step, caller, self.allows_own, self.today).map_err(refused)
    }
}

fn record(cx: &Cx, flow: &mut ValidationFlow, event: &str, event_notes: Option<String>) {
    let (event_type, event_actor) = (event.to_owned(), cx.authority.caller.user);
    flow.events.0.push(ValidationEvent { event_type, event_actor, event_notes, created_at: cx.now });
}

fn refused(refusal: Refusal) -> Error {
    let message = refusal.to_string();
    match refusal {
        Refusal::WrongStatus(_) | Refusal::AlreadyApproved => Error::Conflict(message),
        Refusal::NotApprover | Refusal::NotRequester | Refusal::OwnRequest => Error::Forbidden(message),
        Refusal::NoReason => Error::field("event_notes", message),
        Refusal::TooLate(_) => Error::field("validation_deadline", message),
    }
}

/// Everyone who can decide.
fn approvers(flow: &ValidationFlow) -> BTreeSet<Uuid> {
    flow.approver.map(Ref::uuid).into_iter().chain(flow.more_approvers.uuids()).collect()
}

/// When approvals were given that no longer count, because something has been changed since.
async fn outdated(cx: &mut Cx, flow: &ValidationFlow) -> Result<BTreeSet<Timestamp>> {
    let mut outdated = BTreeSet::new();
    if flow.status != ValidationStatus::Submitted {
        return Ok(outdated);
    }
    let events = flow.events.0.iter().rev().take_while(|event| event.event_type != Status::Submitted.as_str());
    // Whatever has changed since a later approval has changed since an earlier one, too.
    for approved in events.filter(|event| event.event_type == APPROVED) {
        if !outdated.is_empty() || has_changed(cx, flow, approved.created_at).await? {
            outdated.insert(approved.created_at);
        }
    }
    Ok(outdated)
}

async fn has_changed(cx: &mut Cx, flow: &ValidationFlow, since: Timestamp) -> Result<bool> {
    for (field, ids) in LINKS.iter().zip(links(flow)) {
        let relation = cx.resource::<ValidationFlow>().relation(field).expect("the field is a many-relation of flows");
        let resource = cx.registry().get(relation.target);
        for id in ids {
            if diff::has_changed(cx, resource, id, since).await? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// A flow as the rules take it, without the approvals that are outdated.
fn plain(flow: &ValidationFlow, outdated: &BTreeSet<Timestamp>) -> Flow<Uuid> {
    let counts = |event: &&ValidationEvent| event.event_type != APPROVED || !outdated.contains(&event.created_at);
    let events = flow.events.0.iter().filter(counts);
    Flow {
        status: word(flow.status),
        deadline: flow.validation_deadline,
        requester: flow.requester.map(Ref::uuid),
        approvers: approvers(flow),
        quorum: usize::try_from(flow.quorum).unwrap_or(1),
        approvals: approvals(events.map(|event| (event.event_type.as_str(), event.event_actor))),
    }
}

/// A status as the rules call it.
fn word(status: ValidationStatus) -> Status {
    Status::parse(status.key()).unwrap_or(Status::Submitted)
}

fn stored(status: Status) -> ValidationStatus {
    let same = |one: &&ValidationStatus| one.key() == status.as_str();
    ValidationStatus::ALL.iter().find(same).copied().unwrap_or(ValidationStatus::Submitted)
}

/// The next reference.
#[derive(Debug, serde::Serialize, cairn_model::Describe)]
pub struct NextRef {
    pub results: String,
}

async fn default_ref_id(cx: &mut Cx, _: Nothing) -> Result<NextRef> {
    Ok(NextRef { results: next_ref(cx).await? })
}

/// One more than the highest so far. References that someone chose differently do not count.
async fn next_ref(cx: &mut Cx) -> Result<String> {
    let sql = Sql::raw("select max(t.ref_id) from validation_flows t where t.ref_id like 'VAL.______'");
    let rows = cx.conn.query(&sql, &[Type::Text]).await?;
    let last = rows.first().and_then(|row| row[0].as_str()?.strip_prefix("VAL.")?.parse::<u64>().ok());
    Ok(format!("VAL.{:06}", last.unwrap_or(0) + 1))
}

/// The fields that say what a validation is about.
#[derive(Debug, serde::Serialize, cairn_model::Describe)]
pub struct Linkable {
    pub results: Vec<&'static str>,
}

async fn all_linked_models(_: &mut Cx, _: Nothing) -> Result<Linkable> {
    Ok(Linkable { results: LINKS.to_vec() })
}

fn filter_linked_models(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let flows = cx.registry.get(ValidationFlow::PATH);
    let mut sql = Sql::raw("(");
    for (at, part) in text.split(',').map(str::trim).enumerate() {
        if !LINKS.contains(&part) {
            return Err(format!("“{part}” is not a valid choice. Choose one of: {}.", LINKS.join(", ")));
        }
        let relation = flows.relation(part).expect("the field is a many-relation of flows");
        let target = cx.registry.get(relation.target);
        sql.push(if at > 0 { " or " } else { "" });
        sql.push(&format!(
            "exists (select 1 from {} l join {} r on r.id = l.{} where l.{} = t.id and ",
            relation.table, target.def.table, relation.other, relation.own
        ));
        sql.append(cx.visible(relation.target, "r")).push(")");
    }
    sql.push(")");
    Ok(sql)
}

/// As far as the caller may see them: the page has only those.
async fn linked_models(_: &mut Cx, rows: &[ValidationFlow]) -> Result<Vec<Vec<String>>> {
    let named = |flow: &ValidationFlow| {
        let filled = LINKS.iter().zip(links(flow)).filter(|(_, ids)| !ids.is_empty());
        filled.map(|(name, _)| (*name).to_owned()).collect()
    };
    Ok(rows.iter().map(named).collect())
}

async fn given(cx: &mut Cx, rows: &[ValidationFlow]) -> Result<Vec<Vec<Label>>> {
    let mut given: Vec<BTreeSet<Uuid>> = Vec::with_capacity(rows.len());
    for flow in rows {
        let outdated = outdated(cx, flow).await?;
        given.push(plain(flow, &outdated).approvals);
    }
    let names = names(cx, given.iter().flatten().copied().collect()).await?;
    Ok(given.iter().map(|people| people.iter().filter_map(|person| names.get(person).cloned()).collect()).collect())
}

async fn needed(_: &mut Cx, rows: &[ValidationFlow]) -> Result<Vec<i64>> {
    Ok(rows.iter().map(|flow| plain(flow, &BTreeSet::new()).needed() as i64).collect())
}

async fn last_notes(_: &mut Cx, rows: &[ValidationFlow]) -> Result<Vec<Option<String>>> {
    let last = |flow: &ValidationFlow| flow.events.0.last().and_then(|event| event.event_notes.clone());
    Ok(rows.iter().map(last).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_known_to_the_rules() {
        let words: Vec<&str> = ValidationStatus::ALL.iter().map(|status| word(*status).as_str()).collect();
        let keys: Vec<&str> = ValidationStatus::ALL.iter().map(|status| status.key()).collect();
        assert_eq!(words, keys);
        assert!(ValidationStatus::ALL.iter().all(|status| stored(word(*status)) == *status));
    }
}
