//! The scenarios of an assessment that the caller sees, with their ratings.

use std::collections::HashMap;

use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Type, Value};
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use cairn_risk::Scenario;
use serde::Serialize;
use uuid::Uuid;

use super::super::levels::Grid;
use super::super::rating;
use crate::work::sight::visible;

/// What numbers and maps of an assessment are made from; the two lists go together.
pub struct Loaded {
    pub assessment: RiskAssessment,
    pub grid: Grid,
    pub rows: Vec<RiskScenario>,
    pub ratings: Vec<Scenario>,
}

impl Loaded {
    pub async fn load(cx: &mut Cx, id: Uuid) -> Result<Self> {
        let assessment: RiskAssessment = cx.get(id).await?;
        let grid = Grid::of_assessment(cx, id).await?;
        let rows = rows(cx, id).await?;
        let ratings = rows.iter().map(rating::of).collect();
        Ok(Self { assessment, grid, rows, ratings })
    }

    pub fn ids(&self, places: &[usize]) -> Vec<Uuid> {
        places.iter().map(|at| self.rows[*at].id.uuid()).collect()
    }
}

/// In the order of their references.
pub async fn rows(cx: &mut Cx, assessment: Uuid) -> Result<Vec<RiskScenario>> {
    cx.list(|select| {
        select.equals("risk_assessment", assessment).order_by("t.ref_id").order_by("t.id");
    })
    .await
}

/// A scenario of an assessment.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Listed {
    pub id: Uuid,
    pub str: String,
    pub name: String,
    pub ref_id: String,
}

/// The scenarios of assessments that the caller sees.
pub async fn listed(cx: &mut Cx, assessments: &[RiskAssessment]) -> Result<Vec<Vec<Listed>>> {
    let resource = cx.resource::<RiskScenario>();
    let ids = assessments.iter().map(|one| one.id.uuid()).collect();
    let mut select = visible(cx, resource);
    select.any_of("risk_assessment", Value::Uuids(ids));
    let columns = format!("t.risk_assessment, t.id, {}, t.name, t.ref_id", resource.display("t"));
    let mut sql = select.project(&columns);
    sql.push(" order by t.ref_id, t.id");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let types = [Type::Uuid, Type::Uuid, Type::Text, Type::Text, Type::Text];
    let mut found: HashMap<Uuid, Vec<Listed>> = HashMap::new();
    for row in cx.conn.query(&sql, &types).await? {
        let (Some(assessment), Some(id)) = (row[0].as_uuid(), row[1].as_uuid()) else { continue };
        let one = Listed { id, str: text(&row[2]), name: text(&row[3]), ref_id: text(&row[4]) };
        found.entry(assessment).or_default().push(one);
    }
    Ok(assessments.iter().map(|one| found.remove(&one.id.uuid()).unwrap_or_default()).collect())
}
