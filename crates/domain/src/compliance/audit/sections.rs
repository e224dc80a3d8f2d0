//! The parts of an audit, with their numbers: its sections, and the implementation groups of its framework.

use std::collections::BTreeMap;

use cairn_assess::counts::Counts;
use cairn_assess::scoring::{self, Scores};
use cairn_assess::sections::section_scores;
use cairn_assess::tree::Tree;
use cairn_assess::{ComplianceResult, Row, progress};
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::Describe;
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::library::{Framework, GroupDefinition};
use serde::Serialize;
use uuid::Uuid;

use super::rows::{AuditRows, scale, settings};

/// The sections of an audit.
#[derive(Debug, Serialize, Describe)]
pub struct SectionList {
    pub sections: Vec<Section>,
    pub score_calculation_method: String,
    pub min_score: i64,
    pub max_score: i64,
}

/// What stands under one heading at the top of the framework.
#[derive(Debug, Serialize, Describe)]
pub struct Section {
    /// The id of the heading.
    pub id: Uuid,
    pub ref_id: Option<String>,
    pub name: Option<String>,
    pub total_assessable: usize,
    /// Result → number of requirements; results that nothing has are left out.
    pub results: BTreeMap<String, usize>,
    /// How much of it is done, in percent.
    pub progress: u32,
    pub implementation_score: Option<f64>,
    pub documentation_score: Option<f64>,
    pub maturity_score: Option<f64>,
    pub scored_count: usize,
}

fn results(counts: &Counts) -> BTreeMap<String, usize> {
    let all = ComplianceResult::ALL.iter().map(|result| (result.as_str().to_owned(), counts.with_result(*result)));
    all.filter(|(_, count)| *count > 0).collect()
}

fn scored(rows: &[&Row]) -> usize {
    let is_scored = |row: &&&Row| {
        row.counts() && row.is_scored && row.score.is_some() && row.result != ComplianceResult::NotApplicable
    };
    rows.iter().filter(is_scored).count()
}

pub async fn section_compliance(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<SectionList> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let all = AuditRows::load(cx, &audit).await?;
    let tree = Tree::new(all.rows.iter().map(|row| row.parent));
    let settings = settings(&audit);
    let (scores, counts) = (section_scores(&settings, &tree, &all.rows), Counts::by_section(&tree, &all.rows));
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); all.rows.len()];
    for node in tree.downwards() {
        let mut top = node;
        while let Some(parent) = tree.parent(top) {
            top = parent;
        }
        below[top].push(node);
    }
    let tops = (0..all.rows.len()).filter(|node| tree.parent(*node).is_none() && counts[*node].total() > 0);
    let sections = tops.map(|top| {
        let rows: Vec<&Row> = below[top].iter().map(|node| &all.rows[*node]).collect();
        let own: Vec<Row> = rows.iter().map(|row| (*row).clone()).collect();
        let Scores { implementation, documentation, maturity } = &scores[top];
        Section {
            id: all.nodes[top].id,
            ref_id: all.nodes[top].ref_id.clone(),
            name: all.nodes[top].name.clone(),
            total_assessable: counts[top].total(),
            results: results(&counts[top]),
            progress: u32::from(progress::progress(&settings, &own)),
            implementation_score: implementation.score,
            documentation_score: documentation.score,
            maturity_score: *maturity,
            scored_count: scored(&rows),
        }
    });
    let (sections, scale) = (sections.collect(), scale(&audit));
    let score_calculation_method = audit.score_calculation_method.key().to_owned();
    Ok(SectionList { sections, score_calculation_method, min_score: scale.min, max_score: scale.max })
}

/// The implementation groups of an audit's framework.
#[derive(Debug, Serialize, Describe)]
pub struct GroupList {
    pub groups: Vec<Group>,
    pub score_calculation_method: String,
    pub min_score: i64,
    pub max_score: i64,
}

/// How far the requirements of a group are, whether the audit covers the group or not.
#[derive(Debug, Serialize, Describe)]
pub struct Group {
    pub ref_id: String,
    pub name: Option<String>,
    /// Whether the audit covers it.
    pub selected: bool,
    pub total_assessable: usize,
    pub results: BTreeMap<String, usize>,
    /// How many of its requirements are met or do not apply, in percent.
    pub progress_percent: u32,
    /// What is left: requirements that are neither met nor ruled out.
    pub missing: usize,
    pub implementation_score: Option<f64>,
    pub documentation_score: Option<f64>,
    pub maturity_score: Option<f64>,
    pub scored_count: usize,
}

pub async fn implementation_groups_breakdown(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<GroupList> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let all = AuditRows::load(cx, &audit).await?;
    let framework: Framework = cx.get(audit.framework.uuid()).await?;
    let language = cx.language().map(|language| language.tag().to_owned());
    let groups = framework.implementation_groups_definition.0.iter();
    let groups = groups.map(|group| breakdown(&audit, &all, group, language.as_deref())).collect();
    let score_calculation_method = audit.score_calculation_method.key().to_owned();
    let scale = scale(&audit);
    Ok(GroupList { groups, score_calculation_method, min_score: scale.min, max_score: scale.max })
}

fn breakdown(audit: &ComplianceAssessment, all: &AuditRows, group: &GroupDefinition, language: Option<&str>) -> Group {
    let is_member = |at: usize| all.nodes[at].implementation_groups.contains(&group.ref_id);
    // As if the audit covered this group alone.
    let rows: Vec<Row> =
        (0..all.rows.len()).map(|at| Row { in_scope: is_member(at), ..all.rows[at].clone() }).collect();
    let tree = Tree::new(rows.iter().map(|row| row.parent));
    let settings = settings(audit);
    let scores = scoring::scores(&settings, &tree, &rows);
    let counts = Counts::of(&rows);
    let met = counts.with_result(ComplianceResult::Compliant) + counts.with_result(ComplianceResult::NotApplicable);
    let total = counts.total();
    let selected = &audit.selected_implementation_groups.0;
    let translated = language.and_then(|language| group.translations.get(language)?.get("name").cloned());
    Group {
        ref_id: group.ref_id.clone(),
        name: translated.or_else(|| group.name.clone()),
        selected: selected.is_empty() || selected.contains(&group.ref_id),
        total_assessable: total,
        results: results(&counts),
        progress_percent: u32::try_from((met * 100).checked_div(total).unwrap_or_default()).unwrap_or(100),
        missing: total - met,
        implementation_score: scores.implementation.score,
        documentation_score: scores.documentation.score,
        maturity_score: scores.maturity,
        scored_count: scored(&rows.iter().collect::<Vec<_>>()),
    }
}
