//! Scenarios that follow their controls: once all planned controls are active, the residual risk is the current one.

use std::collections::HashMap;

use cairn_access::Verb;
use cairn_assess::ControlStatus;
use cairn_engine::query::Label;
use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Many, Type, Value};
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use cairn_resources::work::AppliedControl;
use cairn_risk::matrix_change::Rated;
use cairn_risk::sync::{Plan, Synced, synced};
use cairn_risk::{Matrix, Scenario};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::super::levels::Grid;
use super::super::rating;
use super::matrix_change::RatedAs;
use super::scenarios::rows;

/// Whether to change anything.
#[derive(Debug, Clone, Copy, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Sync {
    /// Only tells what would change. Set it to false to change it.
    #[serde(default = "yes")]
    pub dry_run: bool,
    /// Whether the residual risk is not rated any more afterwards.
    #[serde(default)]
    pub reset_residual: bool,
}

fn yes() -> bool {
    true
}

/// What changes, or would change.
#[derive(Debug, Serialize, Describe)]
pub struct SyncedScenarios {
    pub changes: Vec<Changed>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Changed {
    pub scenario: Uuid,
    pub ref_id: String,
    pub name: String,
    /// The planned controls that become existing ones, as far as you may see them.
    pub controls: Vec<Label>,
    pub current_before: RatedAs,
    pub current_after: RatedAs,
    pub residual_before: RatedAs,
    pub residual_after: RatedAs,
    /// The residual risk was not rated, so the current risk stays. Rate it again.
    pub needs_rating: bool,
}

/// All scenarios of an assessment.
pub async fn of_assessment(cx: &mut Cx, id: Uuid, sync: Sync) -> Result<SyncedScenarios> {
    if !sync.dry_run {
        // Writers of scenarios wait for their assessment, so nobody changes what this is decided by.
        cx.lock::<RiskAssessment>(&[id]).await?;
    }
    let assessment: RiskAssessment = cx.get(id).await?;
    let rows = rows(cx, id).await?;
    apply(cx, &assessment, rows, sync).await
}

/// One scenario.
pub async fn of_scenario(cx: &mut Cx, id: Uuid, sync: Sync) -> Result<SyncedScenarios> {
    if !sync.dry_run {
        cx.lock::<RiskScenario>(&[id]).await?;
    }
    let row: RiskScenario = cx.get(id).await?;
    let assessment: RiskAssessment = cx.get(row.risk_assessment.uuid()).await?;
    apply(cx, &assessment, vec![row], sync).await
}

/// The statuses of controls, whoever asks: a hidden one that is not active must not count as active.
async fn statuses(cx: &mut Cx, ids: Vec<Uuid>) -> Result<HashMap<Uuid, ControlStatus>> {
    let mut sql = Sql::raw("select id, status from applied_controls where id");
    sql.any(cx.conn.dialect(), Value::Uuids(ids));
    let found = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
    Ok(found.iter().filter_map(|row| Some((row[0].as_uuid()?, ControlStatus::parse(row[1].as_str()?)?))).collect())
}

async fn apply(
    cx: &mut Cx,
    assessment: &RiskAssessment,
    rows: Vec<RiskScenario>,
    sync: Sync,
) -> Result<SyncedScenarios> {
    let matrix = Grid::of_matrix(cx, assessment.risk_matrix.uuid()).await?.matrix;
    let linked: Vec<Uuid> = rows.iter().flat_map(|row| row.applied_controls.uuids()).collect();
    let statuses = statuses(cx, linked.clone()).await?;
    let mut found: HashMap<Uuid, Synced<Uuid>> = HashMap::new();
    for row in &rows {
        let status = |id: &Uuid| (*id, statuses.get(id).copied().unwrap_or(ControlStatus::Undefined));
        let plan = Plan {
            scenario: rating::of(row),
            existing: row.existing_applied_controls.uuids(),
            planned: row.applied_controls.uuids().iter().map(status).collect(),
        };
        if let Some(change) = synced(&plan, sync.reset_residual) {
            found.insert(row.id.uuid(), change);
        }
    }
    let seen: Vec<AppliedControl> = cx
        .list(|select| {
            select.any_of("id", Value::Uuids(linked));
        })
        .await?;
    let names: HashMap<Uuid, &str> = seen.iter().map(|control| (control.id.uuid(), control.name.as_str())).collect();
    let changed = rows.iter().filter_map(|row| Some(shown(row, found.get(&row.id.uuid())?, &names, &matrix)));
    let changes: Vec<Changed> = changed.collect();
    if !sync.dry_run && !found.is_empty() {
        cx.require(cx.resource::<RiskScenario>(), Verb::Change, assessment.folder.uuid())?;
        let ids: Vec<Uuid> = found.keys().copied().collect();
        cx.modify_many::<RiskScenario>(&ids, |row| {
            if let Some(change) = found.get(&row.id.uuid()) {
                row.existing_applied_controls = Many::of(change.existing.iter().copied());
                row.applied_controls = Many::default();
                let ratings = after(&rating::of(row), change);
                rating::put(row, &ratings, &matrix);
            }
            Ok(())
        })
        .await?;
    }
    Ok(SyncedScenarios { changes })
}

fn after(before: &Scenario, change: &Synced<Uuid>) -> Scenario {
    Scenario { inherent: before.inherent, current: change.current, residual: change.residual }
}

fn shown(row: &RiskScenario, change: &Synced<Uuid>, names: &HashMap<Uuid, &str>, matrix: &Matrix) -> Changed {
    let before = rating::of(row);
    let after = after(&before, change);
    let label = |id: &Uuid| Some(Label { id: *id, text: (*names.get(id)?).to_owned() });
    let rated = |rating| RatedAs::from(Rated::of(matrix, rating));
    Changed {
        scenario: row.id.uuid(),
        ref_id: row.ref_id.clone(),
        name: row.name.clone(),
        controls: change.moved.iter().filter_map(label).collect(),
        current_before: rated(before.current),
        current_after: rated(after.current),
        residual_before: rated(before.residual),
        residual_after: rated(after.residual),
        needs_rating: change.needs_rating,
    }
}
