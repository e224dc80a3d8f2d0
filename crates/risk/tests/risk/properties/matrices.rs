//! Matrices, levels, heat maps and changes of the matrix.

use cairn_risk::counts::{PerLevel, per_tolerance};
use cairn_risk::heat_map::{HeatMap, movements};
use cairn_risk::matrix::{Definition, Level};
use cairn_risk::matrix_change::{moved, preview};
use cairn_risk::rating::stored;
use cairn_risk::{Matrix, Rating, Scenario, Stage};
use proptest::prelude::*;

use crate::oracle::matrix as oracle;
use crate::recorded::matrix;

fn grids() -> impl Strategy<Value = Vec<Vec<usize>>> {
    (1_usize..=8, 1_usize..=8, 1_usize..=9)
        .prop_flat_map(|(rows, columns, risks)| prop::collection::vec(prop::collection::vec(0..risks, columns), rows))
}

/// Lengths of the three lists, and a grid that fits them most of the time.
fn shapes() -> impl Strategy<Value = ([usize; 3], Vec<Vec<usize>>)> {
    prop::array::uniform3(0_usize..10).prop_flat_map(|lengths| {
        let fitting = prop::collection::vec(prop::collection::vec(0..lengths[2].max(1), lengths[1]), lengths[0]);
        let any = prop::collection::vec(prop::collection::vec(0_usize..6, 0..4), 0..4);
        (Just(lengths), prop_oneof![4 => fitting, 1 => any])
    })
}

/// A grid with scenarios that it can rate.
fn rated() -> impl Strategy<Value = (Vec<Vec<usize>>, Vec<oracle::Scenario>)> {
    grids().prop_flat_map(|grid| {
        let scores = (-1..grid.len() as i64, -1..grid[0].len() as i64).prop_map(<[i64; 2]>::from);
        (Just(grid), prop::collection::vec(prop::array::uniform3(scores), 0..12))
    })
}

fn rating(matrix: &Matrix, [probability, impact]: oracle::Scores) -> Rating {
    Rating { probability: matrix.probability(probability).unwrap(), impact: matrix.impact(impact).unwrap() }
}

fn scenarios(matrix: &Matrix, raw: &[oracle::Scenario]) -> Vec<Scenario> {
    let scenario = |raw: &oracle::Scenario| Scenario {
        inherent: rating(matrix, raw[0]),
        current: rating(matrix, raw[1]),
        residual: rating(matrix, raw[2]),
    };
    raw.iter().map(scenario).collect()
}

fn shown(rating: Rating) -> oracle::Scores {
    [stored(rating.probability), stored(rating.impact)]
}

fn scores((probability, impact): (usize, usize)) -> oracle::Scores {
    [probability as i64, impact as i64]
}

proptest! {
    #[test]
    fn levels_counts_and_cells_agree((grid, raw) in rated(), tolerance in prop::option::of(0_usize..9)) {
        let matrix = matrix(&grid);
        let scenarios = scenarios(&matrix, &raw);
        for (at, stage) in Stage::ALL.iter().copied().enumerate() {
            for (scenario, raw) in scenarios.iter().zip(&raw) {
                prop_assert_eq!(stored(matrix.level(scenario.at(stage))), oracle::level(&grid, raw[at]));
            }
            let counts = PerLevel::of(&matrix, &scenarios, stage);
            for (level, count) in (0..).zip(&counts.levels) {
                prop_assert_eq!(*count, oracle::with_level(&grid, &raw, at, level).len());
            }
            let unrated = oracle::with_level(&grid, &raw, at, -1);
            prop_assert_eq!(counts.unrated, unrated.len());
            prop_assert_eq!(counts.total(), raw.len());
            let map = HeatMap::of(&matrix, &scenarios, stage);
            prop_assert_eq!(map.cells.len(), grid.len() * grid[0].len());
            for cell in &map.cells {
                prop_assert_eq!(cell.level, grid[cell.place.0][cell.place.1]);
                prop_assert_eq!(&cell.scenarios, &oracle::at(&raw, at, scores(cell.place)));
            }
            prop_assert_eq!(map.unrated, unrated);
        }
        let within = raw.iter().filter(|raw| {
            let level = oracle::level(&grid, raw[1]);
            level >= 0 && tolerance.is_some_and(|tolerance| level <= tolerance as i64)
        });
        prop_assert_eq!(per_tolerance(&matrix, &scenarios, tolerance)[0], within.count());
    }

    #[test]
    fn movements_agree((grid, raw) in rated()) {
        let matrix = matrix(&grid);
        let found = movements(&matrix, &scenarios(&matrix, &raw));
        let mut moving = 0;
        for movement in &found {
            let place = |(stage, place): (Stage, (usize, usize))| (stage as usize, scores(place));
            prop_assert_ne!(movement.from.1, movement.to.1);
            prop_assert_eq!(&movement.scenarios, &oracle::going(&raw, place(movement.from), place(movement.to)));
            moving += movement.scenarios.len();
        }
        // None is missing: every scenario moves as often as its place changes.
        let changes = |raw: &oracle::Scenario| {
            let mut places: Vec<_> = raw.iter().filter(|scores| scores.iter().all(|score| *score >= 0)).collect();
            places.dedup();
            places.len().saturating_sub(1)
        };
        prop_assert_eq!(moving, raw.iter().map(changes).sum::<usize>());
    }

    #[test]
    fn a_preview_tells_what_a_change_does((grid, raw) in rated(), other in grids(), tolerance in prop::option::of(0_usize..9)) {
        let (from, to) = (matrix(&grid), matrix(&other));
        let scenarios = scenarios(&from, &raw);
        let tolerance = tolerance.map(|level| level.min(from.risks() - 1));
        let preview = preview(&from, &to, &scenarios, tolerance);
        for (number, raw) in raw.iter().enumerate() {
            let after = moved(&to, &scenarios[number]);
            for (at, stage) in Stage::ALL.iter().copied().enumerate() {
                let expected = oracle::moved(&other, raw[at]);
                prop_assert_eq!(shown(after.at(stage)), expected);
                let levels = (oracle::level(&grid, raw[at]), oracle::level(&other, expected));
                let change = preview.changes.iter().find(|change| (change.scenario, change.stage) == (number, stage));
                prop_assert_eq!(change.is_some(), raw[at] != expected || levels.0 != levels.1);
                if let Some(change) = change {
                    prop_assert_eq!((shown(change.before.rating), shown(change.after.rating)), (raw[at], expected));
                    prop_assert_eq!((stored(change.before.level), stored(change.after.level)), levels);
                    prop_assert_eq!(change.is_clamped(), raw[at] != expected);
                }
            }
        }
        let expected = tolerance.map(|level| (level, oracle::clamped(level as i64, to.risks()) as usize));
        prop_assert_eq!(preview.tolerance, expected.filter(|(before, after)| before != after));
    }

    #[test]
    fn a_matrix_is_sound_or_says_why(
        (lengths, grid) in shapes(),
        colors in prop::collection::vec(prop_oneof![3 => "#[0-9a-fA-F]{6}", 1 => "#?[0-9a-g]{0,7}"], 0..3),
        odd in prop::option::weighted(0.2, (0_usize..4, 0_usize..4)),
        scores in any::<(usize, usize)>(),
    ) {
        let levels = |length: usize| -> Vec<Level<'_>> { (0..length).map(|id| Level { id, hexcolor: None }).collect() };
        let mut definition = Definition {
            probability: levels(lengths[0]), impact: levels(lengths[1]), risk: levels(lengths[2]), grid: &grid,
        };
        for (level, color) in definition.risk.iter_mut().zip(&colors) {
            level.hexcolor = Some(color);
        }
        if let Some((at, id)) = odd && let Some(level) = definition.impact.get_mut(at) {
            level.id = id;
        }
        let is_color = |color: &str| color.is_empty() || (
            color.starts_with('#') && [4, 7].contains(&color.len()) && color.chars().skip(1).all(|it| it.is_ascii_hexdigit())
        );
        let ids = definition.impact.iter().map(|level| level.id).eq(0..lengths[1]);
        let colors = definition.risk.iter().all(|level| level.hexcolor.is_none_or(is_color));
        let shape = grid.len() == lengths[0] && grid.iter().all(|row| row.len() == lengths[1]);
        let cells = grid.iter().flatten().all(|level| *level < lengths[2]);
        let sizes = (1..=8).contains(&lengths[0]) && (1..=8).contains(&lengths[1]) && lengths[2] > 0;
        let found = Matrix::new(&definition);
        prop_assert_eq!(found.is_ok(), ids && colors && shape && cells && sizes, "{:?}", found);
        if let Ok(matrix) = found {
            let level = matrix.level(Rating::new(scores.0, scores.1));
            prop_assert_eq!(level, grid.get(scores.0).and_then(|row| row.get(scores.1)).copied());
        }
    }
}
