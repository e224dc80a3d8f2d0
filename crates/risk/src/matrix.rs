//! Risk matrices: the level of risk for each pair of probability and impact.

use crate::rating::{OutOfRange, Rating, read};

/// How long an axis can be. A longer one can no longer be read.
pub const MAX_LEVELS: usize = 8;
/// How many levels of risk there can be: one for each cell.
pub const MAX_RISK_LEVELS: usize = MAX_LEVELS * MAX_LEVELS;

/// One step of an axis, or of the risk. Labels and translations are the caller's: nothing is computed from them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Level<'a> {
    /// Its place, from 0.
    pub id: usize,
    pub hexcolor: Option<&'a str>,
}

/// A matrix as people write it.
#[derive(Clone, Debug, Default)]
pub struct Definition<'a> {
    pub probability: Vec<Level<'a>>,
    pub impact: Vec<Level<'a>>,
    pub risk: Vec<Level<'a>>,
    /// By probability, then by impact: the id of a level of risk.
    pub grid: &'a [Vec<usize>],
}

/// A sound matrix: every pair of scores has a level that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    probabilities: usize,
    impacts: usize,
    risks: usize,
    /// Row by row.
    cells: Vec<usize>,
}

impl Matrix {
    /// Checks a definition. Each message about what is wrong begins with the part it is about.
    pub fn new(definition: &Definition<'_>) -> Result<Self, Vec<String>> {
        Self::within(definition, MAX_LEVELS, MAX_RISK_LEVELS)
    }

    /// The same for a matrix of a library, which may be larger than people can read.
    pub fn of_any_size(definition: &Definition<'_>) -> Result<Self, Vec<String>> {
        Self::within(definition, usize::MAX, usize::MAX)
    }

    fn within(definition: &Definition<'_>, most: usize, most_risks: usize) -> Result<Self, Vec<String>> {
        let Definition { probability, impact, risk, grid } = definition;
        let mut problems = level_problems("probability", probability, most);
        problems.extend(level_problems("impact", impact, most));
        problems.extend(level_problems("risk", risk, most_risks));
        problems.extend(grid_problems("grid", definition));
        if !problems.is_empty() {
            return Err(problems);
        }
        let cells = grid.iter().flatten().copied().collect();
        Ok(Self { probabilities: probability.len(), impacts: impact.len(), risks: risk.len(), cells })
    }

    pub const fn probabilities(&self) -> usize {
        self.probabilities
    }

    pub const fn impacts(&self) -> usize {
        self.impacts
    }

    /// How many levels of risk there are.
    pub const fn risks(&self) -> usize {
        self.risks
    }

    /// The level of a rating. None without both scores.
    pub fn level(&self, rating: Rating) -> Option<usize> {
        let (probability, impact) = self.place(rating)?;
        self.cells.get(probability * self.impacts + impact).copied()
    }

    /// The cell of a rating: its probability and impact.
    pub fn place(&self, rating: Rating) -> Option<(usize, usize)> {
        rating.place().filter(|(probability, impact)| *probability < self.probabilities && *impact < self.impacts)
    }

    /// Reads a stored probability.
    pub fn probability(&self, stored: i64) -> Result<Option<usize>, OutOfRange> {
        read(stored, self.probabilities)
    }

    /// Reads a stored impact.
    pub fn impact(&self, stored: i64) -> Result<Option<usize>, OutOfRange> {
        read(stored, self.impacts)
    }

    /// Reads a stored level of risk, such as a tolerance.
    pub fn risk(&self, stored: i64) -> Result<Option<usize>, OutOfRange> {
        read(stored, self.risks)
    }

    /// The nearest rating that the matrix has.
    pub fn clamp(&self, rating: Rating) -> Rating {
        Rating {
            probability: rating.probability.map(|score| nearest(score, self.probabilities)),
            impact: rating.impact.map(|score| nearest(score, self.impacts)),
        }
    }

    /// The nearest level of risk that the matrix has.
    pub fn clamp_risk(&self, level: usize) -> usize {
        nearest(level, self.risks)
    }
}

fn nearest(score: usize, count: usize) -> usize {
    score.min(count.saturating_sub(1))
}

fn level_problems(part: &str, levels: &[Level<'_>], max: usize) -> Vec<String> {
    let mut problems = Vec::new();
    if levels.is_empty() {
        problems.push(format!("{part}: Add at least one level."));
    }
    if levels.len() > max {
        problems.push(format!("{part}: At most {max} levels are possible."));
    }
    if let Some((at, level)) = levels.iter().enumerate().find(|(at, level)| level.id != *at) {
        let id = level.id;
        problems.push(format!("{part}: The level at place {at} has the id {id}. Count from 0."));
    }
    if let Some(color) = levels.iter().filter_map(|level| level.hexcolor).find(|color| !is_color(color)) {
        problems.push(format!("{part}: “{color}” is not a colour. Write it like #1A2B3C."));
    }
    problems
}

fn grid_problems(part: &str, definition: &Definition<'_>) -> Vec<String> {
    let Definition { probability, impact, risk, grid } = definition;
    let (rows, columns) = (probability.len(), impact.len());
    let mut problems = Vec::new();
    if grid.len() != rows || grid.iter().any(|row| row.len() != columns) {
        problems.push(format!("{part}: Expected {rows} rows of {columns} numbers, one for each pair of levels."));
    }
    if let Some(level) = grid.iter().flatten().find(|level| **level >= risk.len()) {
        problems.push(format!("{part}: There is no risk level {level}."));
    }
    problems
}

/// Colours end up in style sheets, so nothing but a colour is let through. An empty text is no colour at all.
pub fn is_color(text: &str) -> bool {
    text.is_empty()
        || text.strip_prefix('#').is_some_and(|digits| {
            matches!(digits.len(), 3 | 6) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        })
}
