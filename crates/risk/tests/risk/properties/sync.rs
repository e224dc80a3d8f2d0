//! Planned controls that become existing ones.

use std::collections::BTreeSet;

use cairn_assess::ControlStatus;
use cairn_risk::sync::{Plan, synced};
use cairn_risk::{Rating, Scenario};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

fn ratings() -> impl Strategy<Value = Rating> {
    (of(0_usize..4), of(0_usize..4)).prop_map(|(probability, impact)| Rating { probability, impact })
}

fn statuses() -> impl Strategy<Value = ControlStatus> {
    prop_oneof![4 => Just(ControlStatus::Active), 1 => select(ControlStatus::ALL)]
}

proptest! {
    #[test]
    fn nothing_is_lost(
        current in ratings(), residual in ratings(), resets in any::<bool>(),
        existing in prop::collection::btree_set(0_u8..6, 0..4),
        planned in prop::collection::btree_map(0_u8..6, statuses(), 0..4),
    ) {
        let plan = Plan {
            scenario: Scenario { inherent: Rating::NONE, current, residual },
            existing: existing.iter().copied().collect(),
            planned: planned.clone().into_iter().collect(),
        };
        let found = synced(&plan, resets);
        let waiting = planned.values().filter(|status| status.as_str() != "active").count();
        prop_assert_eq!(found.is_some(), waiting == 0 && !planned.is_empty());
        let Some(found) = found else { return Ok(()) };
        let all: BTreeSet<u8> = existing.iter().chain(planned.keys()).copied().collect();
        prop_assert_eq!(found.existing.len(), all.len(), "each control once");
        prop_assert_eq!(found.existing.into_iter().collect::<BTreeSet<u8>>(), all);
        prop_assert_eq!(found.moved, planned.into_keys().collect::<Vec<u8>>());
        let is_rated = residual.probability.is_some() && residual.impact.is_some();
        prop_assert_eq!(found.current, if is_rated { residual } else { current });
        prop_assert_eq!(found.needs_rating, !is_rated);
        prop_assert_eq!(found.residual, if resets { Rating::NONE } else { residual });
    }
}
