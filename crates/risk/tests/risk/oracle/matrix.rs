//! A grid as it is written, looked up cell by cell.

/// Probability and impact.
pub type Scores = [i64; 2];
/// Inherent, current and residual.
pub type Scenario = [Scores; 3];

pub fn level(grid: &[Vec<usize>], [probability, impact]: Scores) -> i64 {
    for (row, cells) in (0..).zip(grid) {
        for (column, level) in (0..).zip(cells) {
            if [row, column] == [probability, impact] {
                return *level as i64;
            }
        }
    }
    -1
}

/// The score, one step down at a time until the axis has it.
pub fn clamped(mut score: i64, length: usize) -> i64 {
    while score >= length as i64 {
        score -= 1;
    }
    score
}

pub fn moved(grid: &[Vec<usize>], [probability, impact]: Scores) -> Scores {
    [clamped(probability, grid.len()), clamped(impact, grid[0].len())]
}

/// The scenarios with these scores.
pub fn at(scenarios: &[Scenario], stage: usize, scores: Scores) -> Vec<usize> {
    (0..scenarios.len()).filter(|at| scenarios[*at][stage] == scores).collect()
}

/// The scenarios with this level.
pub fn with_level(grid: &[Vec<usize>], scenarios: &[Scenario], stage: usize, wanted: i64) -> Vec<usize> {
    (0..scenarios.len()).filter(|at| level(grid, scenarios[*at][stage]) == wanted).collect()
}

/// The scenarios that go from one place to another, with nothing rated in between.
pub fn going(scenarios: &[Scenario], from: (usize, Scores), to: (usize, Scores)) -> Vec<usize> {
    let is_rated = |scores: Scores| scores[0] >= 0 && scores[1] >= 0;
    let goes = |at: &usize| {
        let scenario = scenarios[*at];
        let between = (from.0 + 1..to.0).any(|stage| is_rated(scenario[stage]));
        scenario[from.0] == from.1 && scenario[to.0] == to.1 && !between
    };
    (0..scenarios.len()).filter(goes).collect()
}
