//! What another matrix changes in an assessment: scores that it does not have move to its nearest ones, and levels follow.

use crate::matrix::Matrix;
use crate::rating::{Rating, Scenario, Stage};

/// A rating with its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    pub rating: Rating,
    pub level: Option<usize>,
}

impl Rated {
    pub fn of(matrix: &Matrix, rating: Rating) -> Self {
        Self { rating, level: matrix.level(rating) }
    }
}

/// A rating that changes. Levels are numbers of their own matrix: the same number can have another name there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which scenario of the list.
    pub scenario: usize,
    pub stage: Stage,
    pub before: Rated,
    pub after: Rated,
}

impl Change {
    /// Whether a score did not fit. Going back to the old matrix does not bring it back.
    pub fn is_clamped(&self) -> bool {
        self.before.rating != self.after.rating
    }
}

/// Everything that changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    pub changes: Vec<Change>,
    /// The tolerance before and after, if it changes.
    pub tolerance: Option<(usize, usize)>,
}

/// What a change of the matrix would do, before anything is written.
pub fn preview(from: &Matrix, to: &Matrix, scenarios: &[Scenario], tolerance: Option<usize>) -> Preview {
    let mut changes = Vec::new();
    for (at, scenario) in scenarios.iter().enumerate() {
        for stage in Stage::ALL.iter().copied() {
            let rating = scenario.at(stage);
            let (before, after) = (Rated::of(from, rating), Rated::of(to, to.clamp(rating)));
            if before != after {
                changes.push(Change { scenario: at, stage, before, after });
            }
        }
    }
    let tolerance = tolerance.map(|level| (level, to.clamp_risk(level))).filter(|(before, after)| before != after);
    Preview { changes, tolerance }
}

/// A scenario on another matrix.
pub fn moved(to: &Matrix, scenario: &Scenario) -> Scenario {
    scenario.map(|rating| to.clamp(rating))
}
