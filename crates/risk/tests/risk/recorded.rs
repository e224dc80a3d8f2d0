//! The recorded files.

use cairn_risk::Matrix;
use cairn_risk::matrix::{Definition, Level};
use chrono::NaiveDate;
use serde_json::{Map, Value};

/// The cases of a file.
#[track_caller]
pub fn cases(text: &str, count: usize) -> Vec<Value> {
    let mut recorded: Value = serde_json::from_str(text).unwrap();
    let Value::Array(cases) = recorded["cases"].take() else { panic!("no cases") };
    assert_eq!(cases.len(), count);
    cases
}

/// The answer we expect: the recorded one, with our differences. A difference has a reason and is one.
pub fn expected(case: &Value) -> Map<String, Value> {
    let mut expected = case["answer"].as_object().unwrap().clone();
    if let Some(ours) = case.get("ours") {
        assert!(ours["why"].is_string(), "a difference has a reason: {ours}");
        for (key, value) in ours.as_object().unwrap().iter().filter(|(key, _)| *key != "why") {
            let before = expected.insert(key.clone(), value.clone());
            assert_ne!(before.as_ref(), Some(value), "not a difference: {key} of {case}");
        }
    }
    expected
}

#[track_caller]
pub fn assert_expected(case: &Value, ours: &Value) {
    for (key, expected) in expected(case) {
        assert_eq!(ours[&key], expected, "{key} of {case}");
    }
}

/// How many cases of a file we answer differently.
pub fn differences(cases: &[Value]) -> usize {
    cases.iter().filter(|case| case.get("ours").is_some()).count()
}

pub fn date(text: &Value) -> Option<NaiveDate> {
    text.as_str().map(|text| text.parse().unwrap())
}

pub fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Levels without colours.
pub fn plain(count: usize) -> Vec<Level<'static>> {
    (0..count).map(|id| Level { id, hexcolor: None }).collect()
}

/// A matrix from its grid. It has as many levels of risk as the grid uses.
#[track_caller]
pub fn matrix(grid: &[Vec<usize>]) -> Matrix {
    let risks = grid.iter().flatten().max().unwrap() + 1;
    let definition =
        Definition { probability: plain(grid.len()), impact: plain(grid[0].len()), risk: plain(risks), grid };
    Matrix::new(&definition).unwrap()
}
