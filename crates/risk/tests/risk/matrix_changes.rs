//! An assessment moves to another matrix.

use cairn_risk::matrix_change::{Change, Preview, Rated, moved, preview};
use cairn_risk::{Rating, Scenario, Stage};

use crate::recorded::matrix;

#[test]
fn scores_that_do_not_fit_move_to_the_nearest() {
    let from = matrix(&[vec![0, 0, 1], vec![0, 1, 2], vec![1, 2, 3], vec![2, 3, 3]]);
    let to = matrix(&[vec![0, 1], vec![1, 2]]);
    let half = Rating { probability: Some(3), impact: None };
    let scenarios = [
        Scenario { inherent: Rating::new(3, 2), current: Rating::new(0, 0), residual: Rating::NONE },
        Scenario { inherent: half, current: Rating::new(1, 0), residual: Rating::new(1, 1) },
        Scenario::default(),
    ];
    let change = |scenario, stage, before: Rating, after: Rating| Change {
        scenario,
        stage,
        before: Rated::of(&from, before),
        after: Rated::of(&to, after),
    };
    let changes = vec![
        change(0, Stage::Inherent, Rating::new(3, 2), Rating::new(1, 1)),
        change(1, Stage::Inherent, half, Rating { probability: Some(1), impact: None }),
        change(1, Stage::Current, Rating::new(1, 0), Rating::new(1, 0)),
        change(1, Stage::Residual, Rating::new(1, 1), Rating::new(1, 1)),
    ];
    let clamped: Vec<bool> = changes.iter().map(Change::is_clamped).collect();
    assert_eq!(clamped, [true, true, false, false], "the last two keep their scores and change their level");
    assert_eq!(preview(&from, &to, &scenarios, Some(3)), Preview { changes, tolerance: Some((3, 2)) });
    assert_eq!(moved(&to, &scenarios[0]).inherent, Rating::new(1, 1));
    assert_eq!(preview(&from, &to, &[], Some(2)), Preview::default(), "a tolerance that exists stays");
    assert_eq!(preview(&from, &from, &scenarios, Some(3)), Preview::default());
}
