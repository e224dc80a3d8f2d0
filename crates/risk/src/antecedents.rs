//! Scenarios that lead to others. They form a graph, and it must not lead back to where it began.

use std::collections::{BTreeMap, VecDeque};

/// The shortest circle that a scenario would be in with new antecedents, from the scenario to itself. `antecedents` has those
/// of all scenarios; what it says about this one is replaced.
pub fn circle<K: Copy + Ord>(antecedents: &BTreeMap<K, Vec<K>>, scenario: K, new: &[K]) -> Option<Vec<K>> {
    let mut came_from: BTreeMap<K, K> = new.iter().map(|antecedent| (*antecedent, scenario)).collect();
    let mut queue: VecDeque<K> = came_from.keys().copied().collect();
    while let Some(at) = queue.pop_front() {
        if at == scenario {
            return Some(way(&came_from, scenario));
        }
        for before in antecedents.get(&at).into_iter().flatten() {
            came_from.entry(*before).or_insert_with(|| {
                queue.push_back(*before);
                at
            });
        }
    }
    None
}

fn way<K: Copy + Ord>(came_from: &BTreeMap<K, K>, scenario: K) -> Vec<K> {
    let mut way = vec![scenario];
    let mut at = scenario;
    while let Some(next) = came_from.get(&at) {
        way.push(*next);
        at = *next;
        if at == scenario {
            break;
        }
    }
    way.reverse();
    way
}
