//! Names, controls, antecedents and the knowledge behind scenarios.

use std::collections::{BTreeMap, BTreeSet};

use cairn_risk::antecedents::circle;
use cairn_risk::controls::Controls;
use cairn_risk::rating::{KNOWLEDGE_LEVELS, Stage, read};
use cairn_risk::ref_id;

#[test]
fn the_next_scenario_takes_the_first_free_number() {
    assert_eq!(ref_id::next([]), "R.01");
    assert_eq!(ref_id::next(["R.01", "R.02"]), "R.03");
    assert_eq!(ref_id::next(["R.03", "R.01 ", "own"]), "R.02");
    assert_eq!(ref_id::next(["R.01", "R.01", "R.01"]), "R.02");
    assert_eq!(ref_id::next(["", "own", "R.1"]), "R.01");
    let many: Vec<String> = (1..=99).map(|number| format!("R.{number:02}")).collect();
    assert_eq!(ref_id::next(many.iter().map(String::as_str)), "R.100");
}

#[test]
fn each_rating_takes_its_own_controls_into_account() {
    let controls = Controls { existing: &[1, 2], planned: &[2, 3] };
    assert_eq!(controls.behind(Stage::Inherent), BTreeSet::new());
    assert_eq!(controls.behind(Stage::Current), BTreeSet::from([1, 2]));
    assert_eq!(controls.behind(Stage::Residual), BTreeSet::from([1, 2, 3]));
    assert_eq!(controls.twice(), BTreeSet::from([2]));
}

#[test]
fn scenarios_do_not_lead_back_to_themselves() {
    let antecedents = BTreeMap::from([(1, vec![]), (2, vec![1]), (3, vec![2]), (4, vec![1, 3])]);
    assert_eq!(circle(&antecedents, 5, &[4, 2]), None);
    assert_eq!(circle(&antecedents, 1, &[1]), Some(vec![1, 1]));
    assert_eq!(circle(&antecedents, 1, &[3]), Some(vec![1, 3, 2, 1]));
    assert_eq!(circle(&antecedents, 1, &[4]), Some(vec![1, 4, 1]), "the shortest way");
    assert_eq!(circle(&antecedents, 2, &[]), None, "its own antecedents are replaced");
    let broken = BTreeMap::from([(1, vec![2]), (2, vec![1]), (3, vec![])]);
    assert_eq!(circle(&broken, 3, &[1]), None, "a circle elsewhere is not its fault");
}

#[test]
fn knowledge_is_unknown_or_one_of_three_levels() {
    let read = |stored| read(stored, KNOWLEDGE_LEVELS);
    assert_eq!([read(-1), read(0), read(2)], [Ok(None), Ok(Some(0)), Ok(Some(2))]);
    assert!(read(3).is_err() && read(-2).is_err());
}
