//! 24 scenarios with planned controls.

use cairn_assess::ControlStatus;
use cairn_risk::rating::stored;
use cairn_risk::sync::{Plan, synced};
use cairn_risk::{Rating, Scenario};
use serde_json::{Value, json};

use crate::recorded::{assert_expected, cases, differences};

fn rating(given: &Value) -> Rating {
    let score = |at: usize| given[at].as_u64().map(|score| score as usize);
    Rating { probability: score(0), impact: score(1) }
}

fn shown(rating: Rating) -> [i64; 2] {
    [stored(rating.probability), stored(rating.impact)]
}

fn statuses(given: &Value) -> Vec<&str> {
    given.as_array().unwrap().iter().map(|status| status.as_str().unwrap()).collect()
}

#[test]
fn scenarios_become_what_was_recorded() {
    let cases = cases(include_str!("recorded/sync.json"), 24);
    assert_eq!(differences(&cases), 3);
    for case in &cases {
        let (planned, existing) = (statuses(&case["planned"]), statuses(&case["existing"]));
        // Each control is its place in the two lists together.
        let all = [planned.clone(), existing.clone()].concat();
        let status = |at: usize| ControlStatus::parse(all[at]).unwrap();
        let plan = Plan {
            scenario: Scenario {
                inherent: Rating::NONE,
                current: rating(&case["current"]),
                residual: rating(&case["residual"]),
            },
            existing: (planned.len()..all.len()).collect(),
            planned: (0..planned.len()).map(|at| (at, status(at))).collect(),
        };
        let named = |controls: &[usize]| {
            let mut names: Vec<&str> = controls.iter().map(|at| all[*at]).collect();
            names.sort_unstable();
            names
        };
        let found = synced(&plan, case["resets_residual"].as_bool().unwrap());
        let still_planned: Vec<usize> = if found.is_some() { vec![] } else { (0..planned.len()).collect() };
        let (current, residual) =
            found.as_ref().map_or((plan.scenario.current, plan.scenario.residual), |it| (it.current, it.residual));
        let ours = json!({
            "changes": named(found.as_ref().map_or(&[], |found| &found.moved)),
            "current": shown(current),
            "residual": shown(residual),
            "planned": named(&still_planned),
            "existing": named(found.as_ref().map_or(&plan.existing, |found| &found.existing)),
        });
        assert_expected(case, &ours);
    }
}

#[test]
fn a_control_that_exists_already_is_not_added_twice() {
    let plan = Plan {
        scenario: Scenario { inherent: Rating::NONE, current: Rating::new(2, 2), residual: Rating::new(1, 1) },
        existing: vec![1, 2],
        planned: vec![(2, ControlStatus::Active), (3, ControlStatus::Active)],
    };
    let found = synced(&plan, false).unwrap();
    assert_eq!(found.existing, [1, 2, 3]);
    assert_eq!(found.moved, [2, 3]);
    assert!(!found.needs_rating);
}

#[test]
fn half_a_residual_rating_is_none() {
    let residual = Rating { probability: Some(0), impact: None };
    let scenario = Scenario { inherent: Rating::NONE, current: Rating::new(2, 2), residual };
    let plan = Plan { scenario, existing: vec![], planned: vec![(1, ControlStatus::Active)] };
    let found = synced(&plan, false).unwrap();
    assert_eq!((found.current, found.residual, found.needs_rating), (Rating::new(2, 2), residual, true));
    assert_eq!(synced(&plan, true).unwrap().residual, Rating::NONE);
}
