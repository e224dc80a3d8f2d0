//! The life of an acceptance, as the table in `docs/RISKS.md` tells it, line by line.

use chrono::NaiveDate;

use super::dates::days_between;

/// From, action, to, and whether it is the approver's to take.
const STEPS: [(&str, &str, &str, bool); 7] = [
    ("created", "submit", "submitted", false),
    ("submitted", "draft", "created", false),
    ("rejected", "draft", "created", false),
    ("created", "accept", "accepted", true),
    ("submitted", "accept", "accepted", true),
    ("submitted", "reject", "rejected", true),
    ("accepted", "revoke", "revoked", true),
];

/// Someone who wants to take a step, and what they may do.
#[derive(Clone, Copy, Debug)]
pub struct Person {
    pub edits: bool,
    pub is_chosen: bool,
    pub approves: bool,
}

/// The state after a step; none if it is refused.
pub fn after(
    state: &str,
    step: &str,
    person: Person,
    has_approver: bool,
    last_day: Option<NaiveDate>,
    today: NaiveDate,
) -> Option<&'static str> {
    let (_, _, to, is_decision) = STEPS.into_iter().find(|(from, name, _, _)| (*from, *name) == (state, step))?;
    let permitted = if is_decision { person.is_chosen && person.approves } else { person.edits };
    let needs_approver = is_decision || step == "submit";
    let has_passed = last_day.is_some_and(|last| days_between(today, last) < 0);
    let needs_time = step == "submit" || step == "accept";
    (permitted && (has_approver || !needs_approver) && !(needs_time && has_passed)).then_some(to)
}
