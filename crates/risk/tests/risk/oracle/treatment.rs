//! The treatment of a scenario, from everything that ever happened to it.

use cairn_risk::Treatment;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    Chosen(Treatment),
    /// An acceptance, by its number.
    Accepted(u8),
    Ended(u8),
}

/// Whether any acceptance that was accepted has not ended.
fn is_covered(events: &[Event]) -> bool {
    let holds = |number: u8| {
        let last =
            events.iter().rev().find(|event| matches!(event, Event::Accepted(it) | Event::Ended(it) if *it == number));
        matches!(last, Some(Event::Accepted(_)))
    };
    (0..=u8::MAX).any(holds)
}

/// What people chose last; the first event is a choice.
fn choice(events: &[Event]) -> Treatment {
    let chosen = events.iter().rev().find_map(|event| match event {
        Event::Chosen(treatment) => Some(*treatment),
        _ => None,
    });
    chosen.unwrap()
}

/// A choice counts at once. An acceptance hides it until no acceptance is left, and a choice to accept ends with them.
pub fn after(events: &[Event]) -> Treatment {
    let (last, before) = events.split_last().unwrap();
    match last {
        Event::Chosen(treatment) => *treatment,
        Event::Accepted(_) => Treatment::Accept,
        Event::Ended(_) => match after(before) {
            Treatment::Accept if is_covered(events) => Treatment::Accept,
            Treatment::Accept if choice(events) == Treatment::Accept => Treatment::Open,
            Treatment::Accept => choice(events),
            shown => shown,
        },
    }
}
