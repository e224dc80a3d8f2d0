//! The action plan of an assessment: the planned controls of its scenarios.

use std::collections::BTreeMap;

use cairn_engine::query::Label;
use cairn_engine::{Cx, Result};
use cairn_model::Record;
use cairn_resources::risk::RiskAssessment;
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::scenarios::rows;
use crate::list_query::ListQuery;
use crate::work::applied_control::budget::{self, BudgetOverview};
use crate::work::applied_control::plan::{self, Plan};

/// The scenarios that each planned control is for.
pub async fn served(cx: &mut Cx, id: Uuid) -> Result<BTreeMap<Uuid, Vec<Label>>> {
    cx.get::<RiskAssessment>(id).await?;
    let mut served: BTreeMap<Uuid, Vec<Label>> = BTreeMap::new();
    for row in rows(cx, id).await? {
        let text = format!("{} {}", row.ref_id, row.name).trim().to_owned();
        for control in row.applied_controls.uuids() {
            served.entry(control).or_default().push(Label { id: row.id.uuid(), text: text.clone() });
        }
    }
    Ok(served)
}

pub async fn action_plan(cx: &mut Cx, id: Uuid, query: ListQuery) -> Result<Plan> {
    let served = served(cx, id).await?;
    let path = format!("/api/{}/{id}/action-plan/", RiskAssessment::PATH);
    let scenarios = |control: Uuid, _: &Json| {
        let rows = served.get(&control).map(Vec::as_slice).unwrap_or_default();
        Map::from_iter([("risk_scenarios".to_owned(), json!(rows))])
    };
    plan::page(cx, &path, &query, served.keys().copied().collect(), scenarios).await
}

pub async fn budget_overview(cx: &mut Cx, id: Uuid, query: ListQuery) -> Result<BudgetOverview> {
    let controls = served(cx, id).await?.into_keys().collect();
    budget::of_controls(cx, &query, controls).await
}
