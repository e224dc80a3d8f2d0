//! The numbers of an audit.

use std::collections::{HashMap, HashSet};

use cairn_assess::counts::Counts;
use cairn_assess::tree::Tree;
use cairn_assess::{ComplianceResult, ExtendedResult, Row, RowStatus, progress as arithmetic, scoring};
use cairn_engine::query::Select;
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::{Describe, Type, Value};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::library::ScoresDefinition;
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::rows::{AuditRows, scale, settings};
use super::shows;

/// The score of an audit. −1 stands for "nothing is scored yet", null for a score that the audit does not show.
#[derive(Debug, Serialize, Describe)]
pub struct GlobalScore {
    /// How well its requirements are implemented.
    pub implementation_score: Option<f64>,
    /// How well they are documented.
    pub documentation_score: Option<f64>,
    /// The mean of those that are shown.
    pub maturity_score: Option<f64>,
    pub min_score: i64,
    pub max_score: i64,
    /// The score that could have been reached: above the scale where scores are added up.
    pub total_max_score: f64,
    pub scores_definition: Option<serde_json::Value>,
    pub scoring_enabled: bool,
    pub show_documentation_score: bool,
    pub score_calculation_method: String,
    pub target_score: Option<f64>,
    pub anchor_na_to_target: bool,
}

pub async fn global_score(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<GlobalScore> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let AuditRows { rows, .. } = AuditRows::load(cx, &audit).await?;
    let tree = Tree::new(rows.iter().map(|row| row.parent));
    let settings = settings(&audit);
    let scores = scoring::scores(&settings, &tree, &rows);
    let shown = |is_shown: bool, score: Option<f64>| is_shown.then(|| score.unwrap_or(-1.0));
    let scale = scale(&audit);
    Ok(GlobalScore {
        implementation_score: shown(settings.shows_score, scores.implementation.score),
        documentation_score: shown(settings.shows_documentation, scores.documentation.score),
        maturity_score: shown(settings.shows_score || settings.shows_documentation, scores.maturity),
        min_score: scale.min,
        max_score: scale.max,
        total_max_score: scores.implementation.maximum,
        scores_definition: audit.scores_definition.as_ref().map(|scores| definition(&scores.0)),
        scoring_enabled: settings.shows_score,
        show_documentation_score: settings.shows_documentation,
        score_calculation_method: audit.score_calculation_method.key().to_owned(),
        target_score: settings.target,
        anchor_na_to_target: audit.anchor_na_to_target,
    })
}

/// The numbers of an audit at a glance.
#[derive(Debug, Clone, PartialEq, Serialize, Describe)]
pub struct AuditNumbers {
    /// How much of it is done, in percent.
    pub progress: u32,
    /// Its score, −1 if nothing is scored yet; none if it is not scored.
    pub score: Option<f64>,
    pub max_score: i64,
    /// How many requirements are compliant.
    pub compliant: usize,
    /// How many are not, or only partially.
    pub open: usize,
    /// How many are stale: their evidence expired or their controls are no longer active.
    pub stale: usize,
}

pub async fn numbers(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<AuditNumbers> {
    let score = global_score(cx, audit.id.uuid(), Nothing {}).await?;
    let progress = progress(cx, std::slice::from_ref(audit)).await?;
    let rows = AuditRows::load(cx, audit).await?;
    let counts = Counts::of(&rows.rows);
    let stale = super::freshness::causes(cx, audit, &rows).await?.len();
    let with = |result| counts.with_result(result);
    Ok(AuditNumbers {
        progress: progress.first().copied().unwrap_or_default(),
        score: score.maturity_score,
        max_score: score.max_score,
        compliant: with(ComplianceResult::Compliant),
        open: with(ComplianceResult::NonCompliant) + with(ComplianceResult::PartiallyCompliant),
        stale,
    })
}

fn definition(scores: &ScoresDefinition) -> serde_json::Value {
    serde_json::to_value(scores).unwrap_or_default()
}

/// Counts for charts.
#[derive(Debug, Serialize, Describe)]
pub struct Donuts {
    pub result: Donut,
    pub status: Donut,
    pub extended_result: Donut,
}

#[derive(Debug, Serialize, Describe)]
pub struct Donut {
    pub values: Vec<Slice>,
    pub labels: Vec<&'static str>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Slice {
    pub name: &'static str,
    pub value: usize,
}

impl Donut {
    fn of(slices: impl Iterator<Item = (&'static str, usize)>) -> Self {
        let values: Vec<Slice> = slices.map(|(name, value)| Slice { name, value }).collect();
        Self { labels: values.iter().map(|slice| slice.name).collect(), values }
    }
}

pub async fn donut_data(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Donuts> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let AuditRows { rows, .. } = AuditRows::load(cx, &audit).await?;
    Ok(donuts(&rows))
}

pub fn donuts(rows: &[Row]) -> Donuts {
    let counts = Counts::of(rows);
    let none = std::iter::once(("not_set", counts.without_extended_result));
    let extended = ExtendedResult::ALL.iter().zip(counts.extended_results);
    Donuts {
        result: Donut::of(ComplianceResult::ALL.iter().map(|result| (result.as_str(), counts.with_result(*result)))),
        status: Donut::of(RowStatus::ALL.iter().map(|status| (status.as_str(), counts.with_status(*status)))),
        extended_result: Donut::of(none.chain(extended.map(|(result, count)| (result.as_str(), count)))),
    }
}

/// How much of each audit of a page is done. Where the status decides and no rule hides anything, the database counts.
pub async fn progress(cx: &mut Cx, audits: &[ComplianceAssessment]) -> Result<Vec<u32>> {
    let hiding = hiding(cx, audits.iter().map(|audit| audit.framework.uuid()).collect()).await?;
    let is_counted = |audit: &ComplianceAssessment| shows(audit, "status") && !hiding.contains(&audit.framework.uuid());
    let by_status: Vec<Uuid> = audits.iter().filter(|audit| is_counted(audit)).map(|audit| audit.id.uuid()).collect();
    let counted = counted(cx, by_status).await?;
    let mut all = Vec::with_capacity(audits.len());
    for audit in audits {
        all.push(if is_counted(audit) {
            let (total, done) = counted.get(&audit.id.uuid()).copied().unwrap_or_default();
            if total == 0 { 0 } else { u32::try_from(done * 100 / total).unwrap_or(100) }
        } else {
            u32::from(arithmetic::progress(&settings(audit), &AuditRows::load(cx, audit).await?.rows))
        });
    }
    Ok(all)
}

/// Those of some frameworks that have rules for what is shown.
async fn hiding(cx: &mut Cx, frameworks: HashSet<Uuid>) -> Result<HashSet<Uuid>> {
    let mut sql = Sql::raw("select distinct n.framework from requirement_nodes n where n.framework");
    sql.any(cx.conn.dialect(), Value::Uuids(frameworks.into_iter().collect()));
    sql.push(" and n.visibility_expression is not null");
    let found = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(found.iter().filter_map(|row| row[0].as_uuid()).collect())
}

/// How many requirements of each audit count, and how many of them are done.
async fn counted(cx: &mut Cx, audits: Vec<Uuid>) -> Result<HashMap<Uuid, (i64, i64)>> {
    if audits.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = cx.resource::<RequirementAssessment>();
    let scope = cx.scope(rows);
    let mut select = Select::new(cx, rows, &scope);
    select.any_of("compliance_assessment", Value::Uuids(audits)).condition(Sql::raw(
        "t.selected and exists (select 1 from requirement_nodes n where n.id = t.requirement and n.assessable)",
    ));
    let done = "coalesce(sum(case when t.status = 'done' then 1 else 0 end), 0)";
    let mut sql = select.project(&format!("t.compliance_assessment, count(*), cast({done} as bigint)"));
    sql.push(" group by t.compliance_assessment");
    let found = cx.conn.query(&sql, &[Type::Uuid, Type::Int, Type::Int]).await?;
    let counts = found.iter().filter_map(|row| Some((row[0].as_uuid()?, (row[1].as_int()?, row[2].as_int()?))));
    Ok(counts.collect())
}
