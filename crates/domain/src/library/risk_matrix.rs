//! Risk matrices: those of libraries, and an organisation's own.

use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_resources::library::{MatrixDefinition, MatrixLevel, RiskMatrix};

pub const ENTRY: Entry = Entry::of::<RiskMatrix>()
    .module(Module::Risk, "grid-3x3")
    .rank(60)
    .roles("vacd vacd v v v - - -")
    .by_urn()
    .adjustable(&["is_enabled"])
    .rules::<RiskMatrixRules>();

pub struct RiskMatrixRules;

impl Rules for RiskMatrixRules {
    type Record = RiskMatrix;

    async fn before_write(_: &mut Cx, _: Option<&RiskMatrix>, new: &mut RiskMatrix) -> Result<()> {
        check(&new.json_definition.0).map_err(|message| Error::field("json_definition", message))
    }
}

/// Every pair of levels has a level of risk that is there.
fn check(matrix: &MatrixDefinition) -> Result<(), String> {
    for (name, levels) in [("probability", &matrix.probability), ("impact", &matrix.impact), ("risk", &matrix.risk)] {
        check_levels(name, levels)?;
    }
    let (rows, columns) = (matrix.probability.len(), matrix.impact.len());
    if matrix.grid.len() != rows || matrix.grid.iter().any(|row| row.len() != columns) {
        return Err(format!("grid: Expected {rows} rows of {columns} numbers, one for each pair of levels."));
    }
    match matrix.grid.iter().flatten().find(|level| **level >= matrix.risk.len()) {
        Some(level) => Err(format!("grid: There is no risk level {level}.")),
        None => Ok(()),
    }
}

fn check_levels(name: &str, levels: &[MatrixLevel]) -> Result<(), String> {
    if levels.is_empty() {
        return Err(format!("{name}: Add at least one level."));
    }
    match levels.iter().enumerate().find(|(at, level)| level.id != *at) {
        Some((at, level)) => Err(format!("{name}: The level at place {at} has the id {}. Count from 0.", level.id)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(levels: usize, grid: Vec<Vec<usize>>) -> MatrixDefinition {
        let level = |id| MatrixLevel {
            id,
            abbreviation: None,
            name: None,
            description: None,
            hexcolor: None,
            translations: std::collections::BTreeMap::default(),
        };
        let levels: Vec<_> = (0..levels).map(level).collect();
        MatrixDefinition {
            probability: levels.clone(),
            impact: levels.clone(),
            risk: levels,
            grid,
            strength_of_knowledge: None,
        }
    }

    #[test]
    fn a_grid_covers_every_pair_with_a_level_that_exists() {
        assert_eq!(check(&matrix(2, vec![vec![0, 1], vec![1, 1]])), Ok(()));
        assert!(check(&matrix(2, vec![vec![0, 1]])).unwrap_err().starts_with("grid: Expected 2 rows"));
        assert!(check(&matrix(2, vec![vec![0, 1], vec![1]])).is_err());
        assert_eq!(check(&matrix(2, vec![vec![0, 2], vec![1, 1]])).unwrap_err(), "grid: There is no risk level 2.");
        assert!(check(&matrix(0, vec![])).unwrap_err().contains("at least one"));
        let mut odd = matrix(2, vec![vec![0, 1], vec![1, 1]]);
        odd.impact[1].id = 5;
        assert!(check(&odd).unwrap_err().contains("Count from 0"));
    }
}
