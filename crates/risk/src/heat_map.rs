//! Which scenarios are in which cell of the matrix, and how they move from one stage to the next.

use std::collections::BTreeMap;

use crate::matrix::Matrix;
use crate::rating::{Rating, Scenario, Stage};

/// A cell: probability, then impact.
pub type Place = (usize, usize);

/// The scenarios in a cell, as places in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub place: Place,
    pub level: usize,
    pub scenarios: Vec<usize>,
}

/// All cells of a matrix, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap {
    pub cells: Vec<Cell>,
    /// Scenarios without both scores.
    pub unrated: Vec<usize>,
}

impl HeatMap {
    pub fn of(matrix: &Matrix, scenarios: &[Scenario], stage: Stage) -> Self {
        let mut map = Self { cells: empty_cells(matrix), unrated: Vec::new() };
        for (at, scenario) in scenarios.iter().enumerate() {
            match matrix.place(scenario.at(stage)) {
                Some((probability, impact)) => {
                    map.cells[probability * matrix.impacts() + impact].scenarios.push(at);
                }
                None => map.unrated.push(at),
            }
        }
        map
    }
}

fn empty_cells(matrix: &Matrix) -> Vec<Cell> {
    let places = (0..matrix.probabilities()).flat_map(|row| (0..matrix.impacts()).map(move |column| (row, column)));
    let cell = |place: Place| {
        let level = matrix.level(Rating::new(place.0, place.1))?;
        Some(Cell { place, level, scenarios: Vec::new() })
    };
    places.filter_map(cell).collect()
}

/// Scenarios that move from one cell to another together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    pub from: (Stage, Place),
    pub to: (Stage, Place),
    pub scenarios: Vec<usize>,
}

/// How scenarios move from the inherent over the current to the residual risk. Stages that are not rated are passed over, and
/// what stays in its cell does not move.
pub fn movements(matrix: &Matrix, scenarios: &[Scenario]) -> Vec<Movement> {
    let mut found: BTreeMap<[(usize, Place); 2], Vec<usize>> = BTreeMap::new();
    for (at, scenario) in scenarios.iter().enumerate() {
        let rated = Stage::ALL.iter().filter_map(|stage| Some((*stage as usize, matrix.place(scenario.at(*stage))?)));
        let rated: Vec<(usize, Place)> = rated.collect();
        for pair in rated.windows(2).filter(|pair| pair[0].1 != pair[1].1) {
            found.entry([pair[0], pair[1]]).or_default().push(at);
        }
    }
    let staged = |(stage, place): (usize, Place)| (Stage::ALL[stage], place);
    let all = found.into_iter();
    all.map(|([from, to], scenarios)| Movement { from: staged(from), to: staged(to), scenarios }).collect()
}
