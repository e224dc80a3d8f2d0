//! Results that follow from the state of the controls.

use std::collections::{BTreeMap, HashMap};

use cairn_access::Verb;
use cairn_assess::{ControlStatus, controls};
use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Value};
use cairn_resources::compliance::{ComplianceAssessment, ComplianceResult, RequirementAssessment};
use cairn_resources::work::AppliedControl;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::rows::AuditRows;
use super::rules;
use crate::compliance::questionnaire::result_of;

/// Whether to change anything.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Sync {
    /// Only tells what would change. Set it to false to change it.
    #[serde(default = "yes")]
    pub dry_run: bool,
}

fn yes() -> bool {
    true
}

/// What changes, or would change.
#[derive(Debug, Serialize, Describe)]
pub struct Synced {
    /// By id of the row.
    pub changes: BTreeMap<String, Changed>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Changed {
    pub str: String,
    pub changes: Vec<Step>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Step {
    pub current: &'static str,
    pub new: &'static str,
}

/// Tells or sets which results follow from the controls: met where all are active, partially where some are.
pub async fn sync_to_actions(cx: &mut Cx, id: Uuid, sync: Sync) -> Result<Synced> {
    if !sync.dry_run {
        // Whoever changes a row waits for its audit, so nobody changes what this is decided by.
        cx.lock::<ComplianceAssessment>(&[id]).await?;
    }
    let audit: ComplianceAssessment = cx.get(id).await?;
    let all = AuditRows::load(cx, &audit).await?;
    let ids: Vec<Uuid> = (0..all.ids.len()).filter(|at| all.rows[*at].counts()).map(|at| all.ids[at]).collect();
    let place: HashMap<Uuid, usize> = all.ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let rows: Vec<RequirementAssessment> = cx
        .list(|select| {
            select.any_of("id", Value::Uuids(ids));
        })
        .await?;
    let linked: Vec<Uuid> = rows.iter().flat_map(|row| row.applied_controls.0.iter().map(|one| one.uuid())).collect();
    let found: Vec<AppliedControl> = cx
        .list(|select| {
            select.any_of("id", Value::Uuids(linked));
        })
        .await?;
    let states: HashMap<Uuid, ControlStatus> = found
        .iter()
        .filter_map(|control| Some((control.id.uuid(), ControlStatus::parse(control.status.key())?)))
        .collect();
    let mut changes = BTreeMap::new();
    let mut wanted: HashMap<Uuid, ComplianceResult> = HashMap::new();
    for row in &rows {
        let at = place[&row.id.uuid()];
        let current = all.rows[at].result;
        let states: Vec<ControlStatus> =
            row.applied_controls.0.iter().filter_map(|one| states.get(&one.uuid()).copied()).collect();
        let Some(new) = controls::change(current, &states) else { continue };
        let node = &all.nodes[at];
        let str = node.ref_id.clone().or_else(|| node.name.clone()).unwrap_or_default();
        let step = Step { current: current.as_str(), new: new.as_str() };
        changes.insert(row.id.uuid().to_string(), Changed { str, changes: vec![step] });
        wanted.insert(row.id.uuid(), result_of(new));
    }
    if !sync.dry_run && !wanted.is_empty() {
        cx.require(cx.resource::<RequirementAssessment>(), Verb::Change, audit.folder.uuid())?;
        let ids: Vec<Uuid> = wanted.keys().copied().collect();
        cx.modify_many::<RequirementAssessment>(&ids, |row| {
            if let Some(result) = wanted.get(&row.id.uuid()) {
                row.result = *result;
                let lacks = matches!(result, ComplianceResult::NonCompliant | ComplianceResult::PartiallyCompliant);
                row.extended_result = row.extended_result.filter(|found| lacks || !found.is_nonconformity());
            }
            Ok(())
        })
        .await?;
        rules::follow(cx, id).await?;
    }
    Ok(Synced { changes })
}
