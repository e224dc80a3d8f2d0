//! Which matrices are sound.

use cairn_risk::matrix::{Definition, Level};
use cairn_risk::{Matrix, Rating};

use crate::recorded::plain;

fn problems(definition: &Definition<'_>) -> Vec<String> {
    Matrix::new(definition).unwrap_err()
}

fn square(levels: usize, grid: &[Vec<usize>]) -> Definition<'_> {
    Definition { probability: plain(levels), impact: plain(levels), risk: plain(levels), grid }
}

#[test]
fn a_grid_covers_every_pair_with_a_level_that_exists() {
    assert!(Matrix::new(&square(2, &[vec![0, 1], vec![1, 1]])).is_ok());
    let wrong_shape = "grid: Expected 2 rows of 2 numbers, one for each pair of levels.";
    for grid in [&[vec![0, 1]][..], &[vec![0, 1], vec![1]], &[vec![0, 1], vec![1, 1, 1]], &[]] {
        assert_eq!(problems(&square(2, grid)), [wrong_shape]);
    }
    assert_eq!(problems(&square(2, &[vec![0, 2], vec![1, 1]])), ["grid: There is no risk level 2."]);
}

#[test]
fn axes_have_one_to_eight_levels_in_order() {
    let grid = |size| vec![vec![0; size]; size];
    assert!(Matrix::new(&square(8, &grid(8))).is_ok());
    assert_eq!(
        problems(&square(9, &grid(9))),
        ["probability: At most 8 levels are possible.", "impact: At most 8 levels are possible."]
    );
    assert_eq!(
        problems(&square(0, &[])),
        ["probability: Add at least one level.", "impact: Add at least one level.", "risk: Add at least one level."]
    );
    let one = grid(1);
    assert!(Matrix::new(&Definition { risk: plain(64), ..square(1, &one) }).is_ok());
    assert_eq!(problems(&Definition { risk: plain(65), ..square(1, &one) }), ["risk: At most 64 levels are possible."]);
    let grid = grid(2);
    let mut odd = square(2, &grid);
    odd.impact[1].id = 5;
    assert_eq!(problems(&odd), ["impact: The level at place 1 has the id 5. Count from 0."]);
}

#[test]
fn colours_are_colours() {
    let check = |color| {
        let risk = vec![Level { id: 0, hexcolor: Some(color) }];
        Matrix::new(&Definition { risk, ..square(1, &[vec![0]]) })
    };
    for color in ["#1A2B3C", "#ffffff", "#fff", ""] {
        assert!(check(color).is_ok(), "{color}");
    }
    for color in ["red", "#12345", "#1234567", "123456", "#12345g", "#fff;background:url(x)", "#ééé"] {
        let problems = check(color).unwrap_err();
        assert_eq!(problems, [format!("risk: “{color}” is not a colour. Write it like #1A2B3C.")]);
    }
}

#[test]
fn everything_wrong_is_told_at_once() {
    let grid = [vec![7]];
    let definition = Definition { risk: plain(1), impact: plain(9), probability: vec![], grid: &grid };
    assert_eq!(problems(&definition).len(), 4);
}

#[test]
fn a_rating_outside_has_no_level() {
    let matrix = Matrix::new(&square(2, &[vec![0, 1], vec![1, 1]])).unwrap();
    for (probability, impact) in [(2, 0), (0, 2), (usize::MAX, usize::MAX)] {
        assert_eq!(matrix.level(Rating::new(probability, impact)), None);
    }
    assert_eq!(matrix.level(Rating { probability: Some(0), impact: None }), None);
    assert_eq!(matrix.clamp(Rating::new(usize::MAX, 0)), Rating::new(1, 0));
    assert_eq!(matrix.clamp(Rating::NONE), Rating::NONE);
}
