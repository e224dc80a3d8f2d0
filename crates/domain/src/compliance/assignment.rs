//! Assignments: who answers which requirements of an audit. Respondents see and change nothing else of it.

use std::collections::HashSet;

use cairn_access::Verb;
use cairn_engine::{Cx, Entry, Error, Module, Result, Rules, action};
use cairn_model::{Describe, Value};
use cairn_resources::compliance::{
    AssignmentEvent, AssignmentStatus, ComplianceAssessment, ComplianceResult, RequirementAssessment,
    RequirementAssignment,
};
use cairn_resources::library::{FieldAccess, RequirementNode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::requirements_list::{RequirementsList, Which, of_assignment};
use super::{questionnaire, visibility};

pub const ENTRY: Entry = Entry::of::<RequirementAssignment>()
    .module(Module::Compliance, "user-check")
    .unlisted()
    .roles("vacd vacd vacd - v - - -")
    .visible_by_assignment("ADE TPR")
    // A requirement is in one assignment only.
    .takes_turns()
    .rules::<AssignmentRules>()
    .actions(&[
        action!(
            POST "set_status", item, View, set_status: SetStatus => NewStatus,
            "Starts, submits, returns or closes it."
        ),
        action!(
            GET "requirements_list", item, View, of_assignment: Which => RequirementsList,
            "The requirements to answer, with their questions and what was said so far, in the order of the framework."
        ),
    ]);

pub struct AssignmentRules;

impl Rules for AssignmentRules {
    type Record = RequirementAssignment;

    async fn before_write(
        cx: &mut Cx,
        old: Option<&RequirementAssignment>,
        new: &mut RequirementAssignment,
    ) -> Result<()> {
        if cx.is_consequence() || cx.is_detaching() {
            return Ok(());
        }
        let is_settled = |status| matches!(status, AssignmentStatus::Submitted | AssignmentStatus::Closed);
        if old.is_some_and(|old| is_settled(old.status)) {
            return Err(Error::Conflict("It was submitted. Request changes to edit it again.".to_owned()));
        }
        if new.actor.is_empty() {
            return Err(Error::field("actor", "Choose who answers."));
        }
        check_requirements(cx, new).await
    }

    async fn before_delete(cx: &mut Cx, old: &RequirementAssignment) -> Result<()> {
        if !cx.is_consequence() && old.status == AssignmentStatus::Submitted {
            return Err(Error::Conflict(
                "It was submitted. Close it, or request changes, before deleting it.".to_owned(),
            ));
        }
        Ok(())
    }
}

/// They belong to the audit, and to no other assignment.
async fn check_requirements(cx: &mut Cx, new: &RequirementAssignment) -> Result<()> {
    let (audit, own) = (new.compliance_assessment, new.id);
    let ids: Vec<Uuid> = new.requirement_assessments.0.iter().map(|row| row.uuid()).collect();
    let rows: Vec<RequirementAssessment> = cx
        .list_all(|select| {
            select.any_of("id", Value::Uuids(ids.clone()));
        })
        .await?;
    if rows.iter().any(|row| row.compliance_assessment != audit) {
        let words = "Choose requirements of this audit only.";
        return Err(Error::field("requirement_assessments", words));
    }
    let others: Vec<RequirementAssignment> = cx
        .list_all(|select| {
            select.equals("compliance_assessment", audit.uuid());
        })
        .await?;
    let taken: HashSet<Uuid> = others
        .iter()
        .filter(|other| other.id != own)
        .flat_map(|other| other.requirement_assessments.0.iter().map(|row| row.uuid()))
        .collect();
    if ids.iter().any(|id| taken.contains(id)) {
        let words = "Some of the requirements are already in another assignment.";
        return Err(Error::field("requirement_assessments", words));
    }
    Ok(())
}

/// The next step of an assignment.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct SetStatus {
    /// `in_progress`, `submitted`, `changes_requested` or `closed`.
    pub status: AssignmentStatus,
    /// What has to change. Required to request changes.
    #[serde(default)]
    pub observation: Option<String>,
}

#[derive(Debug, Serialize, Describe)]
pub struct NewStatus {
    pub status: &'static str,
}

async fn set_status(cx: &mut Cx, id: Uuid, wanted: SetStatus) -> Result<NewStatus> {
    use AssignmentStatus::{ChangesRequested, Closed, Draft, InProgress, Submitted};
    cx.lock::<RequirementAssignment>(&[id]).await?;
    let assignment: RequirementAssignment = cx.get(id).await?;
    let next = wanted.status;
    let is_known = matches!(
        (assignment.status, next),
        (Draft | ChangesRequested, InProgress)
            | (InProgress | ChangesRequested | Closed, Submitted)
            | (Submitted, ChangesRequested | Closed)
    );
    if !is_known {
        let words = format!("It cannot go from {} to {}.", assignment.status.key(), next.key());
        return Err(Error::field("status", words));
    }
    // Reopening is a decision of the auditor, submitting one of whoever answers.
    let is_answer = next == Submitted && assignment.status != Closed;
    if is_answer {
        require_assignee(cx, &assignment)?;
        require_answers(cx, &assignment).await?;
    } else {
        cx.require(cx.resource::<RequirementAssignment>(), Verb::Change, assignment.folder.uuid())?;
    }
    let notes = wanted.observation.filter(|text| !text.trim().is_empty());
    if next == ChangesRequested && notes.is_none() {
        return Err(Error::field("observation", "Say what has to change."));
    }
    let (created_at, event_actor) = (cx.engine.clock.now(), cx.authority.caller.user);
    cx.modify::<RequirementAssignment>(id, |assignment| {
        assignment.status = next;
        let event_type = next.key().to_owned();
        assignment.events.0.push(AssignmentEvent { event_type, event_actor, event_notes: notes, created_at });
        Ok(())
    })
    .await?;
    Ok(NewStatus { status: next.key() })
}

fn require_assignee(cx: &Cx, assignment: &RequirementAssignment) -> Result<()> {
    let actors = cx.authority.rights.actors();
    if assignment.actor.0.iter().any(|actor| actors.contains(&actor.uuid())) {
        return Ok(());
    }
    Err(Error::Forbidden("Only those it is assigned to can submit it.".to_owned()))
}

async fn require_answers(cx: &mut Cx, assignment: &RequirementAssignment) -> Result<()> {
    let ids: Vec<Uuid> = assignment.requirement_assessments.0.iter().map(|row| row.uuid()).collect();
    let rows: Vec<RequirementAssessment> = cx
        .list_all(|select| {
            select.any_of("id", Value::Uuids(ids));
        })
        .await?;
    let nodes: Vec<RequirementNode> = cx
        .list_all(|select| {
            select.any_of("id", Value::Uuids(rows.iter().map(|row| row.requirement.uuid()).collect()));
        })
        .await?;
    let assessable: HashSet<Uuid> = nodes.iter().filter(|node| node.assessable).map(|node| node.id.uuid()).collect();
    // Questions need not decide a result: a requirement whose questions are all answered is done.
    let complete = questionnaire::complete(cx, assignment.compliance_assessment.uuid(), &nodes).await?;
    let is_open = |row: &&RequirementAssessment| {
        let is_judged = row.result != ComplianceResult::NotAssessed || row.score.is_some();
        let is_answered = is_judged || complete.contains(&row.requirement.uuid());
        assessable.contains(&row.requirement.uuid()) && row.selected && !is_answered
    };
    match rows.iter().filter(is_open).count() {
        0 => Ok(()),
        1 => Err(Error::field("status", "1 requirement is not assessed yet.")),
        open => Err(Error::field("status", format!("{open} requirements are not assessed yet."))),
    }
}

/// Respondents change their rows while their assignment is open, and only what the audit lets them.
pub async fn check_respondent(cx: &mut Cx, audit: &ComplianceAssessment, row: Uuid, changed: &[&str]) -> Result<()> {
    if cx.is_consequence() || !visibility::is_respondent(cx, audit.folder.uuid()) {
        return Ok(());
    }
    let id = audit.id.uuid();
    let open: Vec<RequirementAssignment> = cx
        .list(|select| {
            select.equals("compliance_assessment", id);
        })
        .await?;
    let is_open = |assignment: &RequirementAssignment| {
        matches!(assignment.status, AssignmentStatus::InProgress | AssignmentStatus::ChangesRequested)
            && assignment.requirement_assessments.0.iter().any(|one| one.uuid() == row)
    };
    if !open.iter().any(is_open) {
        return Err(Error::Forbidden("Your assignment is not open for answers.".to_owned()));
    }
    let is_closed = |field: &&&str| visibility::respondent(&audit.field_visibility.0, field) != FieldAccess::Edit;
    let refused = changed.iter().find(is_closed);
    match refused {
        None => Ok(()),
        Some(field) => Err(Error::field(field, "Respondents cannot change this in this audit.")),
    }
}
