//! Antecedents.

use std::collections::BTreeMap;

use cairn_risk::antecedents::circle;
use proptest::prelude::*;

use crate::oracle::graph as oracle;

proptest! {
    #[test]
    fn circles_are_found_and_are_the_shortest(
        antecedents in prop::collection::btree_map(0_u8..8, prop::collection::vec(0_u8..8, 0..4), 0..8),
        scenario in 0_u8..8,
        new in prop::collection::vec(0_u8..8, 0..4),
    ) {
        let found = circle(&antecedents, scenario, &new);
        let mut all: BTreeMap<u8, Vec<u8>> = antecedents;
        all.insert(scenario, new);
        prop_assert_eq!(found.is_some(), oracle::ways(&all).contains(&(scenario, scenario)));
        prop_assert_eq!(found.as_ref().map(|way| way.len() - 1), oracle::shortest(&all, scenario, scenario));
        if let Some(way) = found {
            prop_assert_eq!((way.first(), way.last()), (Some(&scenario), Some(&scenario)));
            for step in way.windows(2) {
                prop_assert!(all[&step[0]].contains(&step[1]), "{:?} is no step", step);
            }
        }
    }
}
