//! Acceptances that come and go.

use std::collections::BTreeSet;

use cairn_risk::Treatment;
use cairn_risk::treatment::Treated;
use proptest::prelude::*;
use proptest::sample::select;

use crate::oracle::treatment::{self as oracle, Event};

fn events() -> impl Strategy<Value = Event> {
    prop_oneof![
        select(Treatment::ALL).prop_map(Event::Chosen),
        (0_u8..3).prop_map(Event::Accepted),
        (0_u8..3).prop_map(Event::Ended),
    ]
}

proptest! {
    #[test]
    fn a_treatment_follows_from_its_history(
        first in select(Treatment::ALL), events in prop::collection::vec(events(), 0..20),
    ) {
        let mut history = vec![Event::Chosen(first)];
        let mut scenario = Treated::chosen(first);
        let mut holding = BTreeSet::new();
        for event in events {
            scenario = match event {
                Event::Chosen(treatment) => Treated::chosen(treatment),
                Event::Accepted(number) if holding.insert(number) => scenario.accepted(),
                Event::Ended(number) if holding.remove(&number) => scenario.ended(!holding.is_empty()),
                // An acceptance is accepted once, and only what was accepted ends.
                _ => continue,
            };
            history.push(event);
            prop_assert_eq!(scenario.treatment, oracle::after(&history), "{:?}", history);
        }
    }
}
