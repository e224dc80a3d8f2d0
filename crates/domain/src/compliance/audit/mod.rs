//! Audits. One has a row for every node of its framework from the start, so that whoever works on it only changes rows.

mod checks;
mod compare;
mod copy;
mod derived;
mod framework_changes;
mod freshness;
mod map_from;
mod maps;
mod measures;
mod nightly;
mod rows;
mod rules;
mod scope;
mod sections;
mod sync;
mod tree;

use std::collections::{HashMap, HashSet};

use cairn_engine::watch::Due;
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_model::{Decimal, Json, Many, Ref};
use cairn_report::media;
use cairn_resources::compliance::{ComplianceAssessment, ComplianceResult, RequirementAssessment, RequirementStatus};
use cairn_resources::library::{FieldAccess, Framework, RequirementNode};
use uuid::Uuid;

use super::{action_plan, coverage, overview, report, requirements_list, suggestions, visibility};
use crate::list_query::ListQuery;
use crate::quality_check::{self, QualityCheck};
use crate::work::applied_control::PerStatus;
use crate::work::applied_control::budget::BudgetOverview;
use crate::work::applied_control::plan::Plan;
use crate::work::validation_flow::about::{self, Validation};
use crate::work::validation_flow::refuse_unlock;

pub use freshness::{Cause, causes};
pub use measures::{AuditNumbers, global_score, numbers, progress};
pub use nightly::SyncAudits;
pub use rows::{AuditRows, number, scale, settings};
pub use rules::{follow as follow_outcomes, key as rule_key};
pub use scope::is_selected;

pub const ENTRY: Entry = Entry::of::<ComplianceAssessment>()
    .module(Module::Compliance, "clipboard-check")
    .rank(10)
    .roles("vacd vacd vacd v v - - -")
    .visible_by_assignment("ADE TPR")
    .rules::<AuditRules>()
    .due(&[
        Due { field: "eta", doc: "Planned completion.", query: &[("status__in", OPEN)] },
        Due { field: "due_date", doc: "Due.", query: &[("status__in", OPEN)] },
    ])
    .computed(&[
        computed!(validation_flows: Vec<Validation>, "The validations that are about it, newest first.", about::of_audits)
            .detail_only(),
        computed!(progress: u32, "How much of it is done, in percent.", measures::progress),
        computed!(scoring_enabled: bool, "Whether its requirements are scored.", scoring_enabled),
        computed!(show_documentation_score: bool, "Whether documentation is scored too.", show_documentation_score),
        computed!(extended_result_enabled: bool, "Whether findings of the auditor are recorded.", extended_result_enabled),
        computed!(progress_status_enabled: bool, "Whether each requirement has a status.", progress_status_enabled),
    ])
    .actions(&[
        action!(GET "tree", item, View, tree::tree: Nothing => tree::AuditTree, "Its requirements as a tree, with their results."),
        action!(GET "requirements_list", item, View, requirements_list::of_audit: requirements_list::Which => requirements_list::RequirementsList, "Its requirements one by one, with texts, questions, answers and results."),
        action!(GET "global_score", item, View, measures::global_score: Nothing => measures::GlobalScore, "Its score."),
        action!(GET "donut_data", item, View, measures::donut_data: Nothing => measures::Donuts, "How many requirements have which result and status."),
        action!(GET "section_compliance", item, View, sections::section_compliance: Nothing => sections::SectionList, "Its sections, with their results and scores."),
        action!(GET "implementation_groups_breakdown", item, View, sections::implementation_groups_breakdown: Nothing => sections::GroupList, "How far each implementation group is."),
        action!(GET "controls_coverage", item, View, coverage::controls_coverage: Nothing => coverage::ControlsCoverage, "How many of its requirements have controls."),
        action!(GET "evidence_coverage", item, View, coverage::evidence_coverage: Nothing => coverage::EvidenceCoverage, "How many of its requirements have evidence of their own, or through their controls."),
        action!(GET "quality_check", item, View, quality_check::of_audit: Nothing => QualityCheck, "What is inconsistent or missing in it, its requirements, their controls and evidence, and how to fix it.").speaks(),
        action!(GET "quality_check", collection, View, quality_check::of_audits: Nothing => QualityCheck, "What is inconsistent or missing in audits and their requirements, and how to fix it.").speaks(),
        action!(GET "per_status", collection, View, overview::audits: Nothing => PerStatus, "The number of audits in each status."),
        action!(GET "comparable_audits", item, View, compare::comparable_audits: Nothing => compare::Comparable, "Other audits of the same framework."),
        action!(GET "compare", item, View, compare::compare: compare::With => compare::Comparison, "What differs from another audit of the same framework."),
        action!(GET "derived", item, View, derived::derived: derived::Target => derived::DerivedAudit, "What it says about another framework, with the reason for every line."),
        action!(GET "frameworks", item, View, derived::frameworks: Nothing => Vec<derived::Mappable>, "The frameworks that mappings lead to, with what it says about each."),
        action!(GET "map_from_preview", item, View, map_from::preview: map_from::From => map_from::Preview, "What taking over the answers of another audit would change."),
        action!(POST "map_from", item, Change, map_from::map_from: map_from::From => map_from::Applied, "Takes over the answers of another audit, also of another framework, and stores where they came from.").long(),
        action!(GET "stale", item, View, freshness::stale: Nothing => freshness::StaleRequirements, "The requirements whose evidence expired or whose controls are no longer active."),
        action!(GET "action-plan", item, View, action_plan::action_plan: ListQuery => Plan, "The controls of its requirements. Takes the filters, order and pages of the list of controls."),
        action!(GET "action-plan/budget-overview", item, View, action_plan::budget_overview: ListQuery => BudgetOverview, "What the controls of its requirements cost. Takes the filters of the list of controls."),
        action!(GET "framework_changes", item, View, framework_changes::framework_changes: Nothing => framework_changes::ChangesSince, "What updates of the framework have added, changed, retired and moved since it was created."),
        action!(GET "compliance_assessment_csv", item, View, report::csv: Nothing => file &[media::CSV], "Its requirements as a CSV file."),
        action!(GET "xlsx", item, View, report::xlsx: Nothing => file &[media::XLSX], "A workbook with its requirements, controls and evidence."),
        action!(GET "word_report", item, View, report::word: report::Look => file &[media::DOCX], "The whole report as a Word document, also from a template."),
        action!(GET "pdf_report", item, View, report::pdf: Nothing => file &[cairn_pdf::MEDIA_TYPE], "The whole report as a PDF file."),
        action!(GET "soa", item, View, report::soa: Nothing => file &[media::DOCX], "The statement of applicability as a Word document."),
        action!(GET "action_plan_csv", item, View, report::action_plan_csv: Nothing => file &[media::CSV], "Its controls as a CSV file."),
        action!(GET "export", item, View, report::export: Nothing => file &[media::ZIP], "An archive with an index page, the report and the evidence files."),
        action!(POST "prepare-report", item, View, report::prepare: report::Wanted => job, "Makes a report in the background. Download the file from the job once it is done."),
        action!(POST "syncToActions", item, Change, sync::sync_to_actions: sync::Sync => sync::Synced, "Sets the results that follow from the state of the controls."),
        action!(POST "suggestions/applied-controls", item, Change, suggestions::of_audit: suggestions::Suggest => Vec<suggestions::Suggestion>, "Creates the controls that its requirements suggest, or takes those of the domain, and links them.").long(),
    ])
    .checks(checks::CHECKS);

/// The statuses of audits that are not finished.
const OPEN: &str = "planned,in_progress,in_review";

pub struct AuditRules;

impl Rules for AuditRules {
    type Record = ComplianceAssessment;

    async fn before_write(
        cx: &mut Cx,
        old: Option<&ComplianceAssessment>,
        new: &mut ComplianceAssessment,
    ) -> Result<()> {
        if old.is_some_and(|old| old.is_locked && !new.is_locked) {
            refuse_unlock(cx, "compliance_assessments", new.id.uuid()).await?;
        }
        let framework: Framework = cx
            .find(new.framework.uuid())
            .await?
            .ok_or_else(|| Error::field("framework", "There is no such framework."))?;
        let known: Vec<&str> =
            framework.implementation_groups_definition.0.iter().map(|group| group.ref_id.as_str()).collect();
        // A group that an update of the framework left out stays until someone chooses others.
        let before = old.map(|old| old.selected_implementation_groups.0.as_slice()).unwrap_or_default();
        if let Some(unknown) = new
            .selected_implementation_groups
            .0
            .iter()
            .find(|group| !known.contains(&group.as_str()) && !before.contains(group))
        {
            let message = format!("“{unknown}” is not a group of this framework. Its groups: {}.", known.join(", "));
            return Err(Error::field("selected_implementation_groups", message));
        }
        if let Some(baseline) = new.baseline.filter(|_| old.is_none()) {
            copy::check(cx, baseline.uuid()).await?;
        }
        if old.is_none() {
            new.min_score = new.min_score.or(Some(framework.min_score));
            new.max_score = new.max_score.or(Some(framework.max_score));
            new.scores_definition = new.scores_definition.take().or(framework.scores_definition);
            // What the audit says of a field counts before what the framework says.
            for (field, access) in framework.field_visibility.0 {
                new.field_visibility.0.entry(field).or_insert(access);
            }
        }
        let scale = scale(new);
        if scale.min >= scale.max {
            return Err(Error::field("max_score", "The highest score must be above the lowest."));
        }
        let within = |target: Decimal| (scale.min as f64..=scale.max as f64).contains(&rows::number(target));
        if new.target_score.is_some_and(|target| !within(target)) {
            let message = format!("The target must be between {} and {}.", scale.min, scale.max);
            return Err(Error::field("target_score", message));
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&ComplianceAssessment>, new: &ComplianceAssessment) -> Result<()> {
        match old {
            None => {
                make_rows(cx, new).await?;
                copy::answers(cx, new).await?;
                if new.create_applied_controls_from_suggestions {
                    suggestions::of_audit(cx, new.id.uuid(), suggestions::Suggest { dry_run: false }).await?;
                }
                rules::follow(cx, new.id.uuid()).await
            }
            Some(old) => {
                let is_unlocked = old.is_locked && !new.is_locked;
                let has_other_groups = old.selected_implementation_groups != new.selected_implementation_groups;
                if is_unlocked {
                    catch_up(cx, new).await?;
                }
                if has_other_groups {
                    scope::select_again(cx, new).await?;
                }
                if is_unlocked || has_other_groups { rules::follow(cx, new.id.uuid()).await } else { Ok(()) }
            }
        }
    }
}

/// One row for each node that is not retired.
async fn make_rows(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<()> {
    let framework = audit.framework.uuid();
    let nodes: Vec<RequirementNode> = cx
        .list_all(|select| {
            select.equals("framework", framework).order_by("t.order_id");
        })
        .await?;
    let current = nodes.iter().filter(|node| node.retired_at.is_none());
    let rows = current.map(|node| new_row(cx, audit, node)).collect();
    cx.create_many(rows).await
}

/// Adds the requirements that its framework got while the audit was locked, and puts all in the order they have now.
async fn catch_up(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<()> {
    let (id, framework) = (audit.id.uuid(), audit.framework.uuid());
    let nodes: Vec<RequirementNode> = cx
        .list_all(|select| {
            select.equals("framework", framework);
        })
        .await?;
    let rows: Vec<RequirementAssessment> = cx
        .list_all(|select| {
            select.equals("compliance_assessment", id);
        })
        .await?;
    let there: HashSet<Uuid> = rows.iter().map(|row| row.requirement.uuid()).collect();
    let order: HashMap<Uuid, i64> = nodes.iter().map(|node| (node.id.uuid(), node.order_id)).collect();
    let now = |row: &RequirementAssessment| order.get(&row.requirement.uuid()).copied().unwrap_or(row.order_id);
    let moved: Vec<Uuid> = rows.iter().filter(|row| now(row) != row.order_id).map(|row| row.id.uuid()).collect();
    cx.modify_many::<RequirementAssessment>(&moved, |row| {
        row.order_id = now(row);
        Ok(())
    })
    .await?;
    let missing = nodes.iter().filter(|node| node.retired_at.is_none() && !there.contains(&node.id.uuid()));
    let missing = missing.map(|node| new_row(cx, audit, node)).collect();
    cx.create_many(missing).await
}

/// A requirement in an audit that nobody has looked at yet.
pub fn new_row(cx: &Cx, audit: &ComplianceAssessment, node: &RequirementNode) -> RequirementAssessment {
    RequirementAssessment {
        id: cx.new_id(),
        folder: audit.folder,
        compliance_assessment: Ref::new(audit.id.uuid()),
        requirement: Ref::new(node.id.uuid()),
        order_id: node.order_id,
        status: RequirementStatus::ToDo,
        result: ComplianceResult::NotAssessed,
        extended_result: None,
        is_scored: shows(audit, "score") && node.assessable,
        score: None,
        documentation_score: None,
        target_score: None,
        observation: None,
        eta: None,
        due_date: None,
        respondent_alignment: None,
        selected: scope::is_selected(&node.implementation_groups.0, &audit.selected_implementation_groups.0),
        mapping_inference: Json(serde_json::json!({})),
        applied_controls: Many::default(),
        evidences: Many::default(),
        security_exceptions: Many::default(),
        is_published: audit.is_published,
    }
}

/// Whether auditors see a field of its requirements.
pub fn shows(audit: &ComplianceAssessment, field: &str) -> bool {
    visibility::auditor(&audit.field_visibility.0, field) != FieldAccess::Hidden
}

async fn scoring_enabled(_: &mut Cx, rows: &[ComplianceAssessment]) -> Result<Vec<bool>> {
    Ok(rows.iter().map(|audit| shows(audit, "score")).collect())
}

async fn show_documentation_score(_: &mut Cx, rows: &[ComplianceAssessment]) -> Result<Vec<bool>> {
    Ok(rows.iter().map(|audit| shows(audit, "documentation_score")).collect())
}

async fn extended_result_enabled(_: &mut Cx, rows: &[ComplianceAssessment]) -> Result<Vec<bool>> {
    Ok(rows.iter().map(|audit| shows(audit, "extended_result")).collect())
}

async fn progress_status_enabled(_: &mut Cx, rows: &[ComplianceAssessment]) -> Result<Vec<bool>> {
    Ok(rows.iter().map(|audit| shows(audit, "status")).collect())
}
