//! Risk matrices: those of libraries, and an organisation's own.

use cairn_engine::{Cx, Entry, FieldErrors, Module, Result, Rules};
use cairn_resources::library::{MatrixDefinition, MatrixLevel, RiskMatrix};
use cairn_risk::Matrix;
use cairn_risk::matrix::{Definition, Level};

use crate::risk::follow_matrix;

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

    /// Those of libraries were checked when their file was read, which is less strict about colours and sizes.
    async fn before_write(_: &mut Cx, _: Option<&RiskMatrix>, new: &mut RiskMatrix) -> Result<()> {
        if new.library.is_some() { Ok(()) } else { check(&new.json_definition.0) }
    }

    async fn after_write(cx: &mut Cx, old: Option<&RiskMatrix>, new: &RiskMatrix) -> Result<()> {
        match old {
            Some(old) if old.json_definition.0 != new.json_definition.0 => follow_matrix(cx, new.id.uuid()).await,
            _ => Ok(()),
        }
    }
}

/// The grid of a matrix. Sizes and colours are not looked at, since those of libraries can be anything.
pub fn sound(matrix: &MatrixDefinition) -> std::result::Result<Matrix, Vec<String>> {
    let plain = |levels: &[MatrixLevel]| levels.iter().map(|level| Level { id: level.id, hexcolor: None }).collect();
    Matrix::of_any_size(&Definition {
        probability: plain(&matrix.probability),
        impact: plain(&matrix.impact),
        risk: plain(&matrix.risk),
        grid: &matrix.grid,
    })
}

/// Refuses a matrix that has no level for some pair of scores, or is unsound in another way.
fn check(matrix: &MatrixDefinition) -> Result<()> {
    let definition = Definition {
        probability: levels(&matrix.probability),
        impact: levels(&matrix.impact),
        risk: levels(&matrix.risk),
        grid: &matrix.grid,
    };
    let mut errors = FieldErrors::default();
    for message in Matrix::new(&definition).err().into_iter().flatten() {
        errors.add("json_definition", message);
    }
    errors.into_result()
}

fn levels(levels: &[MatrixLevel]) -> Vec<Level<'_>> {
    levels.iter().map(|level| Level { id: level.id, hexcolor: level.hexcolor.as_deref() }).collect()
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
    fn every_problem_is_reported() {
        assert!(check(&matrix(2, vec![vec![0, 1], vec![1, 1]])).is_ok());
        let mut odd = matrix(2, vec![vec![0, 2], vec![1, 1]]);
        odd.impact[1].hexcolor = Some("red".into());
        let message = check(&odd).unwrap_err().to_string();
        assert!(message.contains("impact: “red” is not a colour."), "{message}");
        assert!(message.contains("grid: There is no risk level 2."), "{message}");
    }
}
