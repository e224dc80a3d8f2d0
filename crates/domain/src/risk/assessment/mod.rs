//! Risk assessments. One is bound to a matrix, which rates all its scenarios.

mod analytics;
mod checks;
mod duplicate;
mod files;
mod heat_map;
mod matrix_change;
mod nightly;
mod plan;
mod report;
mod scenarios;
pub mod sync;
mod timeline;

use cairn_engine::computed::schema_of;
use cairn_engine::filter::{Filter, FilterCx};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed, query};
use cairn_model::Record;
use cairn_report::media;
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use cairn_resources::work::AssessmentStatus;
use cairn_risk::rating::stored;
use cairn_store::Sql;

use super::levels::Grid;
use crate::assessment::DUE;
use crate::compliance::overview::assessments_per_status;
use crate::list_query::ListQuery;
use crate::quality_check::{self, QualityCheck};
use crate::work::applied_control::PerStatus;
use crate::work::applied_control::budget::BudgetOverview;
use crate::work::applied_control::duplicate::{Duplicate, Duplicated};
use crate::work::applied_control::plan::Plan;
use crate::work::sight::has_choice;
use crate::work::validation_flow::about::{self, Validation};
use crate::work::validation_flow::refuse_unlock;

pub use matrix_change::follow_matrix;
pub use nightly::SyncRiskAssessments;

pub const ENTRY: Entry = Entry::of::<RiskAssessment>()
    .module(Module::Risk, "radar")
    .rank(10)
    .roles("vacd vacd vacd v v - - -")
    .rules::<RiskAssessmentRules>()
    .computed(&[
        computed!(validation_flows: Vec<Validation>, "The validations that are about it, newest first.", about::of_risk_assessments)
            .detail_only(),
        computed!(risk_scenarios_count: i64, "Number of scenarios.", sql risk_scenarios_count),
        computed!(risk_scenarios: Vec<scenarios::Listed>, "Its scenarios, in the order of their references.", scenarios::listed)
            .detail_only(),
    ])
    .filters(&[Filter {
        name: "scenario_treatment",
        doc: "At least one of its scenarios has any of these treatments.",
        schema: schema_of::<String>,
        condition: filter_scenario_treatment,
    }])
    .actions(&[
        action!(GET "per_status", collection, View, per_status: Nothing => PerStatus, "The number of risk assessments in each status."),
        action!(GET "matrix_change_preview", item, View, matrix_change::preview: matrix_change::To => matrix_change::MatrixChange, "What another matrix would change: every rating whose scores or level would be different."),
        action!(POST "duplicate", item, Add, duplicate::duplicate: Duplicate => Duplicated, "Creates a copy with its scenarios, in the same domain or another. Nobody has accepted the risks of the copy.").long(),
        action!(GET "quality_check", item, View, quality_check::of_risk_assessment: Nothing => QualityCheck, "What is inconsistent or missing in it, its scenarios, their acceptances and planned controls, and how to fix it.").speaks(),
        action!(GET "quality_check", collection, View, quality_check::of_risk_assessments: Nothing => QualityCheck, "What is inconsistent or missing in risk assessments, their scenarios and acceptances, and how to fix it.").speaks(),
        action!(GET "heat_map", item, View, heat_map::heat_map: Nothing => heat_map::HeatMaps, "Where its scenarios are on the matrix: inherent, current and residual, and how they move."),
        action!(GET "risk_analytics", item, View, analytics::risk_analytics: Nothing => analytics::Analytics, "Levels, treatments, tolerance and controls in numbers."),
        action!(GET "risk_timeline", item, View, timeline::risk_timeline: Nothing => timeline::Timeline, "How many scenarios had which level, day by day, from the audit log."),
        action!(GET "action-plan", item, View, plan::action_plan: ListQuery => Plan, "The planned controls of its scenarios. Takes the filters, order and pages of the list of controls."),
        action!(GET "action-plan/budget-overview", item, View, plan::budget_overview: ListQuery => BudgetOverview, "What the planned controls of its scenarios cost. Takes the filters of the list of controls."),
        action!(POST "sync-to-actions", item, Change, sync::of_assessment: sync::Sync => sync::SyncedScenarios, "Where all planned controls are active, makes them existing ones, and the residual risk the current one.").long(),
        action!(GET "risk_assessment_csv", item, View, files::csv: Nothing => file &[media::CSV], "Its scenarios as a CSV file."),
        action!(GET "risk_assessment_xlsx", item, View, files::xlsx: Nothing => file &[media::XLSX], "Its scenarios as a workbook."),
        action!(GET "risk_assessment_pdf", item, View, report::pdf: Nothing => file &[cairn_pdf::MEDIA_TYPE], "The whole assessment as a PDF file: heat maps, scenarios and action plan."),
        action!(GET "action_plan_pdf", item, View, report::plan_pdf: Nothing => file &[cairn_pdf::MEDIA_TYPE], "Its planned controls and what they cost, as a PDF file."),
        action!(GET "action_plan_excel", item, View, report::plan_xlsx: Nothing => file &[media::XLSX], "Its planned controls as a workbook."),
    ])
    .due(&DUE)
    .checks(checks::CHECKS);

fn risk_scenarios_count(cx: &Cx) -> Sql {
    query::referring(cx, cx.resource::<RiskScenario>(), "risk_assessment", "count(*)")
}

fn filter_scenario_treatment(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut sql = Sql::raw("exists (select 1 from risk_scenarios r where r.risk_assessment = t.id and ");
    sql.append(has_choice(cx, RiskScenario::PATH, "r", "treatment", text)?);
    sql.push(" and ").append(cx.visible(RiskScenario::PATH, "r")).push(")");
    Ok(sql)
}

async fn per_status(cx: &mut Cx, _: Nothing) -> Result<PerStatus> {
    let resource = cx.resource::<RiskAssessment>();
    assessments_per_status(cx, resource).await
}

pub struct RiskAssessmentRules;

impl Rules for RiskAssessmentRules {
    type Record = RiskAssessment;

    async fn before_write(cx: &mut Cx, old: Option<&RiskAssessment>, new: &mut RiskAssessment) -> Result<()> {
        if old.is_some_and(|old| old.is_locked && !new.is_locked) {
            refuse_unlock(cx, "risk_assessments", new.id.uuid()).await?;
        }
        let has_other_matrix = old.is_none_or(|old| old.risk_matrix != new.risk_matrix);
        let has_other_tolerance = old.is_none_or(|old| old.risk_tolerance != new.risk_tolerance);
        if !has_other_matrix && !has_other_tolerance {
            return Ok(());
        }
        let grid = Grid::of_matrix(cx, new.risk_matrix.uuid()).await?;
        if has_other_matrix && !grid.is_enabled {
            return Err(Error::field("risk_matrix", "This matrix is disabled. Choose another one."));
        }
        let matrix = grid.matrix;
        if has_other_tolerance {
            matrix.risk(new.risk_tolerance).map_err(|problem| Error::field("risk_tolerance", problem.to_string()))?;
        } else if let Ok(level) = usize::try_from(new.risk_tolerance) {
            new.risk_tolerance = stored(Some(matrix.clamp_risk(level)));
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&RiskAssessment>, new: &RiskAssessment) -> Result<()> {
        let Some(old) = old else { return Ok(()) };
        // The matrix itself may have changed while the assessment was locked.
        let is_unlocked = old.is_locked && !new.is_locked;
        if is_unlocked || old.risk_matrix != new.risk_matrix {
            matrix_change::rate_again(cx, new).await?;
        }
        Ok(())
    }
}

/// Whether the assessment can still change by itself.
pub fn is_open(assessment: &RiskAssessment) -> bool {
    !assessment.is_locked && !matches!(assessment.status, Some(AssessmentStatus::Done | AssessmentStatus::Deprecated))
}
