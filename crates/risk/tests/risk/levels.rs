//! Levels of 56 scenarios on three matrices.

use std::collections::BTreeMap;

use cairn_risk::matrix::{Definition, Level};
use cairn_risk::rating::{OutOfRange, stored};
use cairn_risk::tolerance::within;
use cairn_risk::{Matrix, Rating};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::recorded::{assert_expected, cases, differences, plain};

const RECORDED: &str = include_str!("recorded/levels.json");

#[derive(Deserialize)]
struct Recorded {
    matrices: BTreeMap<String, Shape>,
}

#[derive(Deserialize)]
struct Shape {
    probability: usize,
    impact: usize,
    grid: Vec<Vec<usize>>,
    colors: Vec<String>,
}

impl Shape {
    fn matrix(&self) -> Matrix {
        let risk = |(id, color)| Level { id, hexcolor: Some(color) };
        let definition = Definition {
            probability: plain(self.probability),
            impact: plain(self.impact),
            risk: self.colors.iter().map(String::as_str).enumerate().map(risk).collect(),
            grid: &self.grid,
        };
        Matrix::new(&definition).unwrap()
    }
}

fn rating(matrix: &Matrix, given: &Value) -> Result<Rating, OutOfRange> {
    let score = |at: usize| given[at].as_i64().unwrap();
    Ok(Rating { probability: matrix.probability(score(0))?, impact: matrix.impact(score(1))? })
}

fn shown(matrix: &Matrix, rating: Rating) -> [i64; 3] {
    [stored(rating.probability), stored(rating.impact), stored(matrix.level(rating))]
}

fn answer(matrix: &Matrix, case: &Value) -> Result<Value, OutOfRange> {
    let (given, residual) = (rating(matrix, &case["rating"])?, rating(matrix, &case["residual"])?);
    let tolerance = matrix.risk(case["tolerance"].as_i64().unwrap())?;
    Ok(json!({
        "inherent": shown(matrix, given),
        "current": shown(matrix, given),
        "residual": shown(matrix, residual),
        "within_tolerance": within(matrix.level(given), tolerance).as_str(),
    }))
}

#[test]
fn scenarios_have_the_recorded_levels() {
    let recorded: Recorded = serde_json::from_str(RECORDED).unwrap();
    let cases = cases(RECORDED, 56);
    assert_eq!(differences(&cases), 12);
    for case in &cases {
        let matrix = recorded.matrices[case["matrix"].as_str().unwrap()].matrix();
        let ours = answer(&matrix, case).unwrap_or_else(|_| json!({ "outcome": "refused" }));
        assert_expected(case, &ours);
    }
}

#[test]
fn a_refused_score_says_what_is_possible() {
    let recorded: Recorded = serde_json::from_str(RECORDED).unwrap();
    let matrix = recorded.matrices["mx-2x5"].matrix();
    assert_eq!(matrix.probability(2).unwrap_err().to_string(), "Must be from 0 to 1, or -1 for not rated.");
    assert_eq!(matrix.impact(5).unwrap_err().to_string(), "Must be from 0 to 4, or -1 for not rated.");
    assert_eq!(matrix.impact(4), Ok(Some(4)));
    assert_eq!(matrix.risk(-1), Ok(None));
    for wrong in [-2, 3, i64::MIN, i64::MAX] {
        assert!(matrix.risk(wrong).is_err(), "{wrong}");
    }
}
