//! Scenarios that follow their matrix: when the assessment gets another one, and when the matrix itself changes.

use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Value};
use cairn_resources::library::RiskMatrix;
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use cairn_risk::matrix_change::{self, Rated, moved};
use cairn_risk::rating::stored;
use cairn_risk::{Matrix, Scenario};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::super::levels::{Grid, LevelName};
use super::super::rating;

/// The matrix to change to.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct To {
    pub risk_matrix: Uuid,
}

/// What another matrix would change. Levels are numbers of their own matrix.
#[derive(Debug, Serialize, Describe)]
pub struct MatrixChange {
    pub changes: Vec<Changed>,
    /// How many ratings have a score that the new matrix does not have. Going back does not bring it back.
    pub clamped: usize,
    pub tolerance: Option<ToleranceChange>,
    /// The levels of the matrix that is used now.
    pub levels_before: Vec<LevelName>,
    /// The levels of the other matrix.
    pub levels_after: Vec<LevelName>,
}

/// A rating that would change.
#[derive(Debug, Serialize, Describe)]
pub struct Changed {
    pub scenario: Uuid,
    pub ref_id: String,
    pub name: String,
    /// `inherent`, `current` or `residual`.
    pub stage: &'static str,
    /// Whether a score moves because the new matrix does not have it.
    pub is_clamped: bool,
    pub before: RatedAs,
    pub after: RatedAs,
}

/// A rating. -1 is not rated.
#[derive(Debug, PartialEq, Eq, Serialize, Describe)]
pub struct RatedAs {
    pub probability: i64,
    pub impact: i64,
    pub level: i64,
}

impl From<Rated> for RatedAs {
    fn from(Rated { rating, level }: Rated) -> Self {
        Self { probability: stored(rating.probability), impact: stored(rating.impact), level: stored(level) }
    }
}

#[derive(Debug, Serialize, Describe)]
pub struct ToleranceChange {
    pub before: i64,
    pub after: i64,
}

pub async fn preview(cx: &mut Cx, id: Uuid, to: To) -> Result<MatrixChange> {
    let assessment: RiskAssessment = cx.get(id).await?;
    // Whoever may not see a matrix is not told what is in it.
    cx.get::<RiskMatrix>(to.risk_matrix).await?;
    let (from, to) = (Grid::of_assessment(cx, id).await?, Grid::of_matrix(cx, to.risk_matrix).await?);
    let rows: Vec<RiskScenario> = cx
        .list(|select| {
            select.equals("risk_assessment", id).order_by("t.ref_id").order_by("t.id");
        })
        .await?;
    let scenarios: Vec<Scenario> = rows.iter().map(rating::of).collect();
    let tolerance = usize::try_from(assessment.risk_tolerance).ok();
    let found = matrix_change::preview(&from.matrix, &to.matrix, &scenarios, tolerance);
    let changes: Vec<Changed> = found
        .changes
        .iter()
        .map(|change| {
            let row = &rows[change.scenario];
            Changed {
                scenario: row.id.uuid(),
                ref_id: row.ref_id.clone(),
                name: row.name.clone(),
                stage: change.stage.as_str(),
                is_clamped: change.is_clamped(),
                before: change.before.into(),
                after: change.after.into(),
            }
        })
        .collect();
    let tolerance = found
        .tolerance
        .map(|(before, after)| ToleranceChange { before: stored(Some(before)), after: stored(Some(after)) });
    Ok(MatrixChange {
        clamped: changes.iter().filter(|change| change.is_clamped).count(),
        changes,
        tolerance,
        levels_before: from.risks(cx),
        levels_after: to.risks(cx),
    })
}

/// Rates the scenarios of an assessment with its matrix. Scores that the matrix does not have move to the nearest ones.
pub async fn rate_again(cx: &mut Cx, assessment: &RiskAssessment) -> Result<()> {
    let matrix = Grid::of_matrix(cx, assessment.risk_matrix.uuid()).await?.matrix;
    rate(cx, &[assessment.id.uuid()], &matrix).await
}

async fn rate(cx: &mut Cx, assessments: &[Uuid], matrix: &Matrix) -> Result<()> {
    let rows: Vec<RiskScenario> = cx
        .list_all(|select| {
            select.any_of("risk_assessment", Value::Uuids(assessments.to_vec()));
        })
        .await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id.uuid()).collect();
    cx.modify_many::<RiskScenario>(&ids, |row| {
        let scenario = moved(matrix, &rating::of(row));
        rating::put(row, &scenario, matrix);
        Ok(())
    })
    .await
}

/// A matrix has changed: the assessments that use it follow. Locked ones do so when they are unlocked.
pub async fn follow_matrix(cx: &mut Cx, matrix: Uuid) -> Result<()> {
    let using: Vec<RiskAssessment> = cx
        .list_all(|select| {
            select.equals("risk_matrix", matrix).equals("is_locked", false);
        })
        .await?;
    if using.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = using.iter().map(|assessment| assessment.id.uuid()).collect();
    cx.lock::<RiskAssessment>(&ids).await?;
    let matrix = Grid::of_matrix(cx, matrix).await?.matrix;
    cx.modify_many::<RiskAssessment>(&ids, |assessment| {
        if let Ok(level) = usize::try_from(assessment.risk_tolerance) {
            assessment.risk_tolerance = stored(Some(matrix.clamp_risk(level)));
        }
        Ok(())
    })
    .await?;
    rate(cx, &ids, &matrix).await
}
