//! Acceptances that come and go.

use std::collections::BTreeSet;

use cairn_risk::acceptance::{Acceptance, Action, Caller};
use cairn_risk::treatment::Treated;
use cairn_risk::{AcceptanceState, Treatment};
use chrono::NaiveDate;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use crate::oracle::acceptance::{Person, after};
use crate::oracle::treatment::{self as oracle, Event};

fn people() -> impl Strategy<Value = Person> {
    // Mostly people who may do something, or few steps would be taken.
    let mostly = || prop::bool::weighted(0.8);
    (mostly(), mostly(), mostly()).prop_map(|(edits, is_chosen, approves)| Person { edits, is_chosen, approves })
}

fn days() -> impl Strategy<Value = NaiveDate> {
    (0_u64..6).prop_map(|days| NaiveDate::from_ymd_opt(2028, 2, 27).unwrap() + chrono::Days::new(days))
}

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

    #[test]
    fn an_acceptance_takes_the_steps_of_the_table(
        has_approver in prop::bool::weighted(0.9), expiry_date in of(days()),
        steps in prop::collection::vec((select(Action::ALL), people(), days()), 1..30),
    ) {
        let mut acceptance = Acceptance { state: AcceptanceState::Created, expiry_date, has_approver };
        for (action, person, today) in steps {
            let caller = Caller { may_edit: person.edits, is_approver: person.is_chosen, may_approve: person.approves };
            let found = acceptance.after(action, caller, today);
            let expected = after(acceptance.state.as_str(), action.as_str(), person, has_approver, expiry_date, today);
            prop_assert_eq!(found.ok().map(AcceptanceState::as_str), expected, "{:?} of {:?}", action, acceptance);
            acceptance.state = found.unwrap_or(acceptance.state);
        }
    }
}
