//! Scores on a changed scale: what was recorded, what cannot be lost, and numbers at the edges.

use cairn_assess::rescaling::{Change, Scored, Strategy, rescaled, rescaled_target};
use cairn_assess::rows::Scale;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::framework::{assert_same, expected};
use crate::properties::number;

fn scale(value: &Value) -> Scale {
    Scale { min: value[0].as_i64().unwrap(), max: value[1].as_i64().unwrap() }
}

#[test]
fn scores_move_as_recorded() {
    let recorded: Value = serde_json::from_str(include_str!("recorded/rescaling.json")).unwrap();
    let cases = recorded["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 4);
    for (number, case) in cases.iter().enumerate() {
        let strategy = Strategy::parse(case["strategy"].as_str().unwrap()).unwrap();
        for (key, expected) in expected(case) {
            let row = &case["before"][&key];
            let before = Scored {
                is_scored: row[0].as_bool().unwrap(),
                score: row[1].as_i64(),
                documentation_score: row[2].as_i64(),
                target: None,
            };
            let change = rescaled(before, scale(&case["from"]), scale(&case["to"]), strategy);
            let after = change.map_or(before, |change| change.after);
            let ours = json!([after.is_scored, after.score, after.documentation_score]);
            assert_same(number, &key, &ours, &expected);
        }
    }
}

#[test]
fn a_reset_leaves_nothing_scored_and_tells_what_was() {
    let before = Scored { is_scored: true, score: Some(3), documentation_score: None, target: Some(2.5) };
    let (from, to) = (Scale { min: 0, max: 4 }, Scale { min: 0, max: 100 });
    let after = Scored::default();
    assert_eq!(rescaled(before, from, to, Strategy::Reset), Some(Change { before, after }));
    assert_eq!(rescaled(before, from, from, Strategy::Reset), None);
}

#[test]
fn a_target_moves_with_the_scale() {
    let (from, to) = (Scale { min: 0, max: 4 }, Scale { min: 1, max: 3 });
    assert_eq!(rescaled_target(1.0, from, to, Strategy::RuleOfThree), Some(1.5));
    assert_eq!(rescaled_target(4.0, from, to, Strategy::Clamp), Some(3.0));
    assert_eq!(rescaled_target(f64::NAN, from, to, Strategy::Clamp), None);
}

proptest! {
    #[test]
    fn what_was_is_always_told(
        score in of(number()), documentation_score in of(number()), target in of(any::<f64>()),
        ends in [number(), number(), number(), number()],
        strategy in select(vec![Strategy::Clamp, Strategy::Reset, Strategy::RuleOfThree]),
    ) {
        let before = Scored { is_scored: score.is_some(), score, documentation_score, target };
        let (from, to) = (Scale { min: ends[0], max: ends[1] }, Scale { min: ends[2], max: ends[3] });
        if let Some(change) = rescaled(before, from, to, strategy) {
            prop_assert_eq!(change.before.score, score);
            prop_assert_eq!(change.before.documentation_score, documentation_score);
            if strategy != Strategy::Reset && to.min <= to.max {
                for after in [change.after.score, change.after.documentation_score].into_iter().flatten() {
                    prop_assert!((to.min..=to.max).contains(&after));
                }
            }
        }
    }

    /// A larger scale has a place for every score, so the way back leads to where it began.
    #[test]
    fn a_larger_scale_loses_nothing(min in -50_i64..50, extent in 1_i64..50, more in 0_i64..1000, part in 0.0_f64..1.0) {
        let from = Scale { min, max: min + extent };
        let to = Scale { min: 0, max: extent + more };
        let score = min + (part * extent as f64) as i64;
        let there = from.project(score, to).unwrap();
        prop_assert_eq!(to.project(there, from), Some(score));
    }
}
