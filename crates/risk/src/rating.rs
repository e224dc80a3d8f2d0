//! How a scenario is rated.

use cairn_assess::words;

/// What the API says for a score or level that is not given.
const NOT_RATED: i64 = -1;

/// A probability and an impact, as places on the axes of a matrix. Either can be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rating {
    pub probability: Option<usize>,
    pub impact: Option<usize>,
}

impl Rating {
    pub const NONE: Self = Self { probability: None, impact: None };

    pub const fn new(probability: usize, impact: usize) -> Self {
        Self { probability: Some(probability), impact: Some(impact) }
    }

    /// Both scores, if both are given. One alone makes no level.
    pub fn place(self) -> Option<(usize, usize)> {
        self.probability.zip(self.impact)
    }
}

/// A score or level as the API and the database have it.
pub fn stored(score: Option<usize>) -> i64 {
    score.and_then(|score| i64::try_from(score).ok()).unwrap_or(NOT_RATED)
}

/// Reads a score or level: none for −1, otherwise a place below `count`.
pub fn read(stored: i64, count: usize) -> Result<Option<usize>, OutOfRange> {
    match usize::try_from(stored) {
        Ok(score) if score < count => Ok(Some(score)),
        Err(_) if stored == NOT_RATED => Ok(None),
        _ => Err(OutOfRange { last: stored_last(count) }),
    }
}

fn stored_last(count: usize) -> i64 {
    stored(count.checked_sub(1))
}

/// A score that its scale does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be from 0 to {last}, or -1 for not rated.")]
pub struct OutOfRange {
    pub last: i64,
}

words! {
    /// Which risk a rating is about.
    Stage {
        // Without any control.
        Inherent = "inherent",
        // With the existing controls.
        Current = "current",
        // With the planned controls as well.
        Residual = "residual",
    }
}

/// The three ratings of a scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    pub inherent: Rating,
    pub current: Rating,
    pub residual: Rating,
}

impl Scenario {
    pub const fn at(&self, stage: Stage) -> Rating {
        match stage {
            Stage::Inherent => self.inherent,
            Stage::Current => self.current,
            Stage::Residual => self.residual,
        }
    }

    /// The scenario with each rating replaced.
    pub fn map(&self, change: impl Fn(Rating) -> Rating) -> Self {
        Self { inherent: change(self.inherent), current: change(self.current), residual: change(self.residual) }
    }
}

/// How well the assessors know what they rate: −1 to 2, unless the matrix brings its own levels.
pub const KNOWLEDGE_LEVELS: usize = 3;
