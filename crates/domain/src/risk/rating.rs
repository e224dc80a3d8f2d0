//! The scores of a scenario, as its row has them.

use cairn_engine::{FieldErrors, Result};
use cairn_resources::risk::RiskScenario;
use cairn_risk::rating::{OutOfRange, stored};
use cairn_risk::{Matrix, Rating, Scenario, Stage};

/// The fields of a stage: probability, impact and level.
pub const fn fields(stage: Stage) -> [&'static str; 3] {
    match stage {
        Stage::Inherent => ["inherent_proba", "inherent_impact", "inherent_level"],
        Stage::Current => ["current_proba", "current_impact", "current_level"],
        Stage::Residual => ["residual_proba", "residual_impact", "residual_level"],
    }
}

/// The scores and the level of a stage, as they are stored.
const fn columns(row: &RiskScenario, stage: Stage) -> [i64; 3] {
    match stage {
        Stage::Inherent => [row.inherent_proba, row.inherent_impact, row.inherent_level],
        Stage::Current => [row.current_proba, row.current_impact, row.current_level],
        Stage::Residual => [row.residual_proba, row.residual_impact, row.residual_level],
    }
}

fn columns_mut(row: &mut RiskScenario, stage: Stage) -> [&mut i64; 3] {
    match stage {
        Stage::Inherent => [&mut row.inherent_proba, &mut row.inherent_impact, &mut row.inherent_level],
        Stage::Current => [&mut row.current_proba, &mut row.current_impact, &mut row.current_level],
        Stage::Residual => [&mut row.residual_proba, &mut row.residual_impact, &mut row.residual_level],
    }
}

/// The ratings of a row, whether its matrix has such scores or not.
pub fn of(row: &RiskScenario) -> Scenario {
    let rating = |stage| {
        let [probability, impact, _] = columns(row, stage);
        Rating { probability: usize::try_from(probability).ok(), impact: usize::try_from(impact).ok() }
    };
    Scenario { inherent: rating(Stage::Inherent), current: rating(Stage::Current), residual: rating(Stage::Residual) }
}

/// Puts ratings into a row, with the levels that the matrix gives them.
pub fn put(row: &mut RiskScenario, scenario: &Scenario, matrix: &Matrix) {
    for stage in Stage::ALL.iter().copied() {
        let rating = scenario.at(stage);
        let [probability, impact, level] = columns_mut(row, stage);
        *probability = stored(rating.probability);
        *impact = stored(rating.impact);
        *level = stored(matrix.level(rating));
    }
}

/// Refuses scores that the matrix does not have, and sets the levels of the others.
pub fn check(row: &mut RiskScenario, matrix: &Matrix) -> Result<()> {
    let mut errors = FieldErrors::default();
    for stage in Stage::ALL.iter().copied() {
        let ([probability, impact, _], names) = (columns(row, stage), fields(stage));
        let mut note = |name: &str, problem: Option<OutOfRange>| {
            if let Some(problem) = problem {
                errors.add(name, problem.to_string());
            }
        };
        note(names[0], matrix.probability(probability).err());
        note(names[1], matrix.impact(impact).err());
    }
    errors.into_result()?;
    let scenario = of(row);
    put(row, &scenario, matrix);
    Ok(())
}
