//! The action plan of an audit: the controls of its requirements, as in their own list, with what they are for.

use std::collections::{BTreeMap, HashMap, HashSet};

use cairn_engine::query::Label;
use cairn_engine::{Cx, Result};
use cairn_model::{Record, Value};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::work::{AppliedControl, Evidence};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::audit::{AuditRows, Cause, causes};
use super::visibility::sees;
use crate::list_query::ListQuery;
use crate::work::applied_control::budget::{self, BudgetOverview};
use crate::work::applied_control::plan::{self, Plan};

/// The rows in the scope of an audit that have controls, by control.
pub struct Served {
    rows: BTreeMap<Uuid, Vec<Label>>,
    stale: HashMap<Uuid, Vec<Cause>>,
}

impl Served {
    pub async fn load(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<Self> {
        let all = AuditRows::load(cx, audit).await?;
        let stale = causes(cx, audit, &all).await?;
        let ids: Vec<Uuid> = (0..all.ids.len()).filter(|at| all.rows[*at].counts()).map(|at| all.ids[at]).collect();
        let found: Vec<RequirementAssessment> = cx
            .list(|select| {
                select.any_of("id", Value::Uuids(ids));
            })
            .await?;
        let is_shown = sees(cx, audit, "applied_controls");
        let linked: HashMap<Uuid, Vec<Uuid>> =
            found.iter().filter(|_| is_shown).map(|row| (row.id.uuid(), row.applied_controls.uuids())).collect();
        let mut rows: BTreeMap<Uuid, Vec<Label>> = BTreeMap::new();
        for (id, node) in all.ids.iter().zip(&all.nodes) {
            let text = node.ref_id.clone().or_else(|| node.name.clone()).unwrap_or_default();
            for control in linked.get(id).into_iter().flatten() {
                rows.entry(*control).or_default().push(Label { id: *id, text: text.clone() });
            }
        }
        Ok(Self { rows, stale })
    }

    pub fn controls(&self) -> Vec<Uuid> {
        self.rows.keys().copied().collect()
    }

    fn rows_of(&self, control: Uuid) -> &[Label] {
        self.rows.get(&control).map(Vec::as_slice).unwrap_or_default()
    }

    /// Why requirements that a control serves are no longer supported, as far as the control or its evidence is the cause.
    fn causes_of(&self, control: Uuid, evidence: &HashSet<Uuid>) -> Vec<&Cause> {
        let is_own = |cause: &&Cause| match cause.resource {
            AppliedControl::PATH => cause.id == control,
            Evidence::PATH => evidence.contains(&cause.id),
            _ => false,
        };
        let mut known = HashSet::new();
        let all = self.rows_of(control).iter().filter_map(|row| self.stale.get(&row.id)).flatten();
        all.filter(is_own).filter(|cause| known.insert((cause.reason, cause.id))).collect()
    }
}

pub async fn action_plan(cx: &mut Cx, id: Uuid, query: ListQuery) -> Result<Plan> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let served = Served::load(cx, &audit).await?;
    let path = format!("/api/{}/{id}/action-plan/", ComplianceAssessment::PATH);
    let more = |control: Uuid, shown: &Json| {
        let evidence = shown["evidences"].as_array().into_iter().flatten();
        let evidence = evidence.filter_map(|one| one["id"].as_str()?.parse().ok()).collect();
        let causes = served.causes_of(control, &evidence);
        Map::from_iter([
            ("requirement_assessments".to_owned(), json!(served.rows_of(control))),
            ("stale".to_owned(), json!(!causes.is_empty())),
            ("stale_reasons".to_owned(), json!(causes)),
        ])
    };
    plan::page(cx, &path, &query, served.controls(), more).await
}

pub async fn budget_overview(cx: &mut Cx, id: Uuid, query: ListQuery) -> Result<BudgetOverview> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let served = Served::load(cx, &audit).await?;
    budget::of_controls(cx, &query, served.controls()).await
}
