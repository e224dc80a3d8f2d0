//! Where scenarios are on the matrix, and how they move.

use cairn_risk::counts::{PerLevel, per_tolerance};
use cairn_risk::heat_map::{HeatMap, Movement, movements};
use cairn_risk::{Rating, Scenario, Stage};

use crate::recorded::matrix;

fn scenarios() -> Vec<Scenario> {
    let scenario = |inherent, current, residual| Scenario { inherent, current, residual };
    vec![
        scenario(Rating::new(1, 1), Rating::new(1, 0), Rating::new(0, 0)),
        scenario(Rating::new(1, 1), Rating::new(1, 0), Rating::NONE),
        scenario(Rating::new(1, 1), Rating::NONE, Rating::new(0, 1)),
        scenario(Rating { probability: Some(1), impact: None }, Rating::new(0, 0), Rating::new(0, 0)),
    ]
}

#[test]
fn each_scenario_is_in_its_cell() {
    let matrix = matrix(&[vec![0, 1], vec![1, 2]]);
    let map = HeatMap::of(&matrix, &scenarios(), Stage::Current);
    let cells: Vec<_> = map.cells.iter().map(|cell| (cell.place, cell.level, cell.scenarios.clone())).collect();
    assert_eq!(cells, [((0, 0), 0, vec![3]), ((0, 1), 1, vec![]), ((1, 0), 1, vec![0, 1]), ((1, 1), 2, vec![])]);
    assert_eq!(map.unrated, [2]);
    assert_eq!(HeatMap::of(&matrix, &scenarios(), Stage::Inherent).unrated, [3]);
}

#[test]
fn levels_are_counted_per_stage() {
    let matrix = matrix(&[vec![0, 1], vec![1, 2]]);
    let counts = |stage| PerLevel::of(&matrix, &scenarios(), stage);
    assert_eq!(counts(Stage::Inherent), PerLevel { levels: vec![0, 0, 3], unrated: 1 });
    assert_eq!(counts(Stage::Current), PerLevel { levels: vec![1, 2, 0], unrated: 1 });
    assert_eq!(counts(Stage::Residual), PerLevel { levels: vec![2, 1, 0], unrated: 1 });
    assert_eq!(counts(Stage::Residual).total(), 4);
    assert_eq!(per_tolerance(&matrix, &scenarios(), Some(0)), [1, 2, 1]);
    assert_eq!(per_tolerance(&matrix, &scenarios(), None), [0, 0, 4]);
}

#[test]
fn scenarios_that_move_together_are_one_movement() {
    let matrix = matrix(&[vec![0, 1], vec![1, 2]]);
    let movement = |from, to, scenarios| Movement { from, to, scenarios };
    assert_eq!(
        movements(&matrix, &scenarios()),
        [
            movement((Stage::Inherent, (1, 1)), (Stage::Current, (1, 0)), vec![0, 1]),
            movement((Stage::Inherent, (1, 1)), (Stage::Residual, (0, 1)), vec![2]),
            movement((Stage::Current, (1, 0)), (Stage::Residual, (0, 0)), vec![0]),
        ]
    );
}
