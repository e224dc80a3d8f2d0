//! The levels that a scenario can be rated with, by the matrix of its assessment.

use std::collections::BTreeMap;

use cairn_engine::{Cx, Nothing, Result};
use cairn_resources::risk::RiskScenario;
use uuid::Uuid;

use super::super::levels::{Grid, LevelName};

/// What stands for “not rated”.
const UNRATED: (&str, &str) = ("-1", "--");

/// The values of a scale with their labels, as every choice has them.
type Scale = BTreeMap<String, String>;

pub async fn probability(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Scale> {
    let grid = grid(cx, id).await?;
    Ok(scale(grid.probabilities(cx)))
}

pub async fn impact(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Scale> {
    let grid = grid(cx, id).await?;
    Ok(scale(grid.impacts(cx)))
}

pub async fn strength_of_knowledge(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Scale> {
    let grid = grid(cx, id).await?;
    Ok(scale(grid.knowledge(cx)))
}

async fn grid(cx: &mut Cx, id: Uuid) -> Result<Grid> {
    let scenario: RiskScenario = cx.get(id).await?;
    Grid::of_assessment(cx, scenario.risk_assessment.uuid()).await
}

fn scale(levels: Vec<LevelName>) -> Scale {
    let unrated = (UNRATED.0.to_owned(), UNRATED.1.to_owned());
    levels.into_iter().map(|level| (level.value.to_string(), level.name)).chain([unrated]).collect()
}
