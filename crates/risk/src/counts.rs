//! How many scenarios have each level.

use crate::matrix::Matrix;
use crate::rating::{Scenario, Stage};
use crate::tolerance::{WithinTolerance, within};

/// Counts by level, in the order of the matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerLevel {
    pub levels: Vec<usize>,
    pub unrated: usize,
}

impl PerLevel {
    pub fn of(matrix: &Matrix, scenarios: &[Scenario], stage: Stage) -> Self {
        let mut counts = Self { levels: vec![0; matrix.risks()], unrated: 0 };
        for scenario in scenarios {
            let level = matrix.level(scenario.at(stage));
            *level.and_then(|level| counts.levels.get_mut(level)).unwrap_or(&mut counts.unrated) += 1;
        }
        counts
    }

    pub fn total(&self) -> usize {
        self.levels.iter().sum::<usize>() + self.unrated
    }
}

/// How many scenarios are within the tolerance, in the order of [`WithinTolerance::ALL`].
pub fn per_tolerance(
    matrix: &Matrix,
    scenarios: &[Scenario],
    tolerance: Option<usize>,
) -> [usize; WithinTolerance::ALL.len()] {
    let mut counts = [0; WithinTolerance::ALL.len()];
    for scenario in scenarios {
        counts[within(matrix.level(scenario.current), tolerance) as usize] += 1;
    }
    counts
}
