//! How many requirements of an audit have controls and evidence, as far as the reader sees them.

use std::collections::{BTreeMap, HashMap, HashSet};

use cairn_engine::{Cx, Nothing, Result};
use cairn_model::{Describe, Value};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::work::{AppliedControl, Evidence};
use serde::Serialize;
use uuid::Uuid;

use super::audit::AuditRows;
use super::visibility::redact;

/// Requirements with controls.
#[derive(Debug, Serialize, Describe)]
pub struct ControlsCoverage {
    pub total_assessable: usize,
    pub with_controls: usize,
    pub without_controls: usize,
    pub coverage_percent: f64,
    /// Status → number of controls.
    pub control_status_distribution: BTreeMap<String, usize>,
    /// Number of controls → number of requirements that have so many.
    pub requirements_by_control_count: BTreeMap<String, usize>,
}

/// Requirements with evidence: their own, or that of their controls.
#[derive(Debug, Serialize, Describe)]
pub struct EvidenceCoverage {
    pub total_assessable: usize,
    pub with_evidence: usize,
    pub without_evidence: usize,
    pub coverage_percent: f64,
    pub direct_only: usize,
    pub indirect_only: usize,
    pub both: usize,
    /// Status → number of pieces of evidence.
    pub evidence_status_distribution: BTreeMap<String, usize>,
}

/// The rows in scope, and the controls that they are linked to.
async fn load(cx: &mut Cx, id: Uuid) -> Result<(Vec<RequirementAssessment>, HashMap<Uuid, AppliedControl>)> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let all = AuditRows::load(cx, &audit).await?;
    let ids: Vec<Uuid> = (0..all.ids.len()).filter(|at| all.rows[*at].counts()).map(|at| all.ids[at]).collect();
    let mut rows: Vec<RequirementAssessment> = cx
        .list(|select| {
            select.any_of("id", Value::Uuids(ids));
        })
        .await?;
    redact(cx, &audit, &mut rows);
    let linked: HashSet<Uuid> = rows.iter().flat_map(|row| row.applied_controls.uuids()).collect();
    let controls: Vec<AppliedControl> = cx
        .list(|select| {
            select.any_of("id", Value::Uuids(linked.into_iter().collect()));
        })
        .await?;
    Ok((rows, controls.into_iter().map(|control| (control.id.uuid(), control)).collect()))
}

/// With one decimal.
fn percent(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { (part as f64 * 1000.0 / all as f64).round() / 10.0 }
}

pub async fn controls_coverage(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<ControlsCoverage> {
    let (rows, controls) = load(cx, id).await?;
    let mut by_count: BTreeMap<usize, usize> = BTreeMap::new();
    for row in &rows {
        let count = row.applied_controls.uuids().iter().filter(|id| controls.contains_key(id)).count();
        *by_count.entry(count).or_default() += 1;
    }
    let mut statuses: BTreeMap<String, usize> = BTreeMap::new();
    for control in controls.values() {
        *statuses.entry(control.status.key().to_owned()).or_default() += 1;
    }
    let without = by_count.get(&0).copied().unwrap_or_default();
    Ok(ControlsCoverage {
        total_assessable: rows.len(),
        with_controls: rows.len() - without,
        without_controls: without,
        coverage_percent: percent(rows.len() - without, rows.len()),
        control_status_distribution: statuses,
        requirements_by_control_count: by_count.into_iter().map(|(count, rows)| (count.to_string(), rows)).collect(),
    })
}

pub async fn evidence_coverage(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<EvidenceCoverage> {
    let (rows, controls) = load(cx, id).await?;
    let indirect = |row: &RequirementAssessment| {
        let linked = row.applied_controls.uuids().into_iter().filter_map(|id| controls.get(&id));
        linked.flat_map(|control| control.evidences.uuids()).collect::<Vec<Uuid>>()
    };
    let linked: HashSet<Uuid> = rows.iter().flat_map(|row| [row.evidences.uuids(), indirect(row)]).flatten().collect();
    let evidence: Vec<Evidence> = cx
        .list(|select| {
            select.any_of("id", Value::Uuids(linked.into_iter().collect()));
        })
        .await?;
    let mut statuses: BTreeMap<String, usize> = BTreeMap::new();
    for one in &evidence {
        *statuses.entry(one.status.key().to_owned()).or_default() += 1;
    }
    let seen: HashSet<Uuid> = evidence.iter().map(|one| one.id.uuid()).collect();
    let has = |ids: Vec<Uuid>| ids.iter().any(|id| seen.contains(id));
    let (mut direct_only, mut indirect_only, mut both) = (0, 0, 0);
    for row in &rows {
        match (has(row.evidences.uuids()), has(indirect(row))) {
            (true, true) => both += 1,
            (true, false) => direct_only += 1,
            (false, true) => indirect_only += 1,
            (false, false) => {}
        }
    }
    let with = direct_only + indirect_only + both;
    Ok(EvidenceCoverage {
        total_assessable: rows.len(),
        with_evidence: with,
        without_evidence: rows.len() - with,
        coverage_percent: percent(with, rows.len()),
        direct_only,
        indirect_only,
        both,
        evidence_status_distribution: statuses,
    })
}
