//! A graph as a table of who leads to whom.

use std::collections::{BTreeMap, BTreeSet};

/// All pairs between which there is a way of at least one step.
pub fn ways(antecedents: &BTreeMap<u8, Vec<u8>>) -> BTreeSet<(u8, u8)> {
    let mut ways: BTreeSet<(u8, u8)> =
        antecedents.iter().flat_map(|(from, all)| all.iter().map(|to| (*from, *to))).collect();
    loop {
        let longer: Vec<(u8, u8)> = ways
            .iter()
            .flat_map(|one| ways.iter().filter(|other| one.1 == other.0).map(|other| (one.0, other.1)))
            .collect();
        let before = ways.len();
        ways.extend(longer);
        if ways.len() == before {
            return ways;
        }
    }
}

/// The number of steps of the shortest way, found by walking all ways at once.
pub fn shortest(antecedents: &BTreeMap<u8, Vec<u8>>, from: u8, to: u8) -> Option<usize> {
    let mut reached = BTreeSet::from([from]);
    for steps in 1..=antecedents.len() + 1 {
        reached = reached.iter().flat_map(|at| antecedents.get(at).into_iter().flatten().copied()).collect();
        if reached.contains(&to) {
            return Some(steps);
        }
    }
    None
}
