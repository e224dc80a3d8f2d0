//! The scenarios of an assessment that the caller sees, with their ratings.

use cairn_engine::{Cx, Result};
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use cairn_risk::Scenario;
use uuid::Uuid;

use super::super::levels::Grid;
use super::super::rating;

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
