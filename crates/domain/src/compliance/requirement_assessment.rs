//! Requirements in audits. They are made with their audit, and changed one by one or many at once.

use cairn_engine::watch::Measure;
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action};
use cairn_model::{Record, Type};
use cairn_resources::compliance::{ComplianceAssessment, ComplianceResult, ExtendedResult, RequirementAssessment};
use cairn_resources::work::{AppliedControl, Evidence};
use cairn_store::Sql;

use super::assignment::check_respondent;
use super::audit::follow_outcomes;
use super::requirement_checks::CHECKS;
use super::requirement_filters::{ASSESSABLE, AUDIT_STATUS};
use super::stale_filter::STALE;
use super::visibility::{REDACTION, is_respondent};
use super::{overview, suggestions};
use crate::work::applied_control::PerStatus;
use crate::work::security_exception::refuse_widening;

pub const ENTRY: Entry = Entry::of::<RequirementAssessment>()
    .module(Module::Compliance, "list-checks")
    .unlisted()
    .made_with_parent()
    .roles("vc vc vc v v c c -")
    .visible_by_assignment("ADE TPR")
    .filters(&[STALE, ASSESSABLE, AUDIT_STATUS])
    .checks(CHECKS)
    .recalls(&[(AppliedControl::PATH, "status"), (Evidence::PATH, "status")])
    .measures(&[Measure { name: "requirements_stale", query: &[("stale", "true")] }])
    .redaction(REDACTION)
    // The outcomes of an audit follow from all its rows.
    .takes_turns()
    .rules::<RequirementAssessmentRules>()
    .actions(&[
        action!(
            POST "suggestions/applied-controls", item, Change, suggestions::of_row: suggestions::Suggest => Vec<suggestions::Suggestion>,
            "Creates the controls that the requirement suggests, or takes those of the domain, and links them."
        ),
        action!(
            GET "per_status", collection, View, overview::rows: Nothing => PerStatus,
            "The number of requirements in each status."
        ),
        action!(
            GET "todo", collection, View, overview::todo: Nothing => overview::Due,
            "Requirements that are not done and due within 30 days or overdue, most urgent first."
        ),
    ]);

pub struct RequirementAssessmentRules;

impl Rules for RequirementAssessmentRules {
    type Record = RequirementAssessment;

    async fn before_write(
        cx: &mut Cx,
        old: Option<&RequirementAssessment>,
        new: &mut RequirementAssessment,
    ) -> Result<()> {
        refuse_widening(cx, old.map(|old| &old.security_exceptions), &new.security_exceptions).await?;
        // Rows that come with their audit are as they should be.
        if cx.is_consequence() {
            return Ok(());
        }
        let Some(old) = old else {
            return Err(Error::Conflict("The requirements of an audit are created with it.".to_owned()));
        };
        let limits = Limits::of(cx, new).await?;
        if !limits.is_assessable && new.result != ComplianceResult::NotAssessed {
            return Err(Error::field("result", "This is a heading, which cannot be assessed."));
        }
        if is_respondent(cx, new.folder.uuid())
            && let Some(audit) = cx.find::<ComplianceAssessment>(new.compliance_assessment.uuid()).await?
        {
            check_respondent(cx, &audit, new.id.uuid(), &changed(old, new)).await?;
        }
        limits.check("score", new.score)?;
        limits.check("documentation_score", new.documentation_score)?;
        check_extended(new)
    }

    async fn after_write(cx: &mut Cx, _: Option<&RequirementAssessment>, new: &RequirementAssessment) -> Result<()> {
        // Who changes rows as a consequence does it once, for all of them.
        if cx.is_consequence() { Ok(()) } else { follow_outcomes(cx, new.compliance_assessment.uuid()).await }
    }

    async fn before_delete(cx: &mut Cx, _: &RequirementAssessment) -> Result<()> {
        if cx.is_consequence() {
            return Ok(());
        }
        Err(Error::Conflict("The requirements of an audit are deleted with it.".to_owned()))
    }
}

/// What a row may say, by its requirement and its audit.
struct Limits {
    is_assessable: bool,
    min: i64,
    max: i64,
}

impl Limits {
    /// Read with one query: rows are changed more often than anything else, and neither object is needed as a whole.
    async fn of(cx: &mut Cx, row: &RequirementAssessment) -> Result<Self> {
        let mut sql = Sql::raw(
            "select n.assessable, coalesce(n.min_score, c.min_score, 0), coalesce(n.max_score, c.max_score, 100) \
             from requirement_nodes n join compliance_assessments c on c.framework = n.framework where n.id = ",
        );
        sql.bind(row.requirement.uuid()).push(" and c.id = ").bind(row.compliance_assessment.uuid());
        let found = cx.conn.query(&sql, &[Type::Bool, Type::Int, Type::Int]).await?;
        let limits = found.first().and_then(|row| {
            Some(Self { is_assessable: row[0].as_bool()?, min: row[1].as_int()?, max: row[2].as_int()? })
        });
        limits.ok_or_else(|| Error::field("requirement", "The framework of the audit has no such requirement."))
    }

    fn check(&self, field: &str, score: Option<i64>) -> Result<()> {
        let Self { min, max, .. } = self;
        match score {
            Some(score) if !(*min..=*max).contains(&score) => {
                Err(Error::field(field, format!("The score must be between {min} and {max}.")))
            }
            _ => Ok(()),
        }
    }
}

/// A nonconformity says that something is missing.
fn check_extended(row: &RequirementAssessment) -> Result<()> {
    let is_nonconformity = row.extended_result.is_some_and(ExtendedResult::is_nonconformity);
    let is_lacking = matches!(row.result, ComplianceResult::NonCompliant | ComplianceResult::PartiallyCompliant);
    if is_nonconformity && !is_lacking {
        let message = "A nonconformity needs the result “non-compliant” or “partially compliant”.";
        return Err(Error::field("extended_result", message));
    }
    Ok(())
}

/// The fields that a change touches, as the audit's rules for respondents call them.
fn changed(old: &RequirementAssessment, new: &RequirementAssessment) -> Vec<&'static str> {
    let all = [
        ("status", old.status != new.status),
        ("result", old.result != new.result),
        ("extended_result", old.extended_result != new.extended_result),
        ("is_scored", old.is_scored != new.is_scored),
        ("score", old.score != new.score),
        ("documentation_score", old.documentation_score != new.documentation_score),
        ("target_score", old.target_score != new.target_score),
        ("observation", old.observation != new.observation),
        ("applied_controls", old.applied_controls != new.applied_controls),
        ("evidences", old.evidences != new.evidences),
        ("security_exceptions", old.security_exceptions != new.security_exceptions),
        ("respondent_alignment", old.respondent_alignment != new.respondent_alignment),
    ];
    all.into_iter().filter(|(_, is_changed)| *is_changed).map(|(field, _)| field).collect()
}
