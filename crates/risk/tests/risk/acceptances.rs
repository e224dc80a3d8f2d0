//! 16 acceptances step by step, and who may take each step.

use cairn_risk::acceptance::{Acceptance, Action, Caller, Refusal};
use cairn_risk::treatment::Treated;
use cairn_risk::{AcceptanceState as State, Treatment};
use chrono::NaiveDate;
use serde_json::{Value, json};

use crate::recorded::{assert_expected, cases, day, differences};

const ANYONE: Caller = Caller { may_edit: true, is_approver: true, may_approve: true };

fn acceptance(state: State, expiry_date: Option<NaiveDate>) -> Acceptance {
    Acceptance { state, expiry_date, has_approver: true }
}

#[test]
fn acceptances_take_the_recorded_steps() {
    let cases = cases(include_str!("recorded/acceptances.json"), 16);
    assert_eq!(differences(&cases), 4);
    for case in &cases {
        let mut state = State::Created;
        let mut scenario = Treated::chosen(Treatment::parse(case["treatment"].as_str().unwrap()).unwrap());
        let (mut states, mut treatments) = (Vec::new(), Vec::new());
        for step in case["path"].as_array().unwrap() {
            let before = acceptance(state, None);
            match step.as_str().unwrap() {
                "delete" => states.push(Value::Null),
                step => {
                    state = before.after(Action::parse(step).unwrap(), ANYONE, day("2026-11-16")).unwrap();
                    states.push(json!(state.as_str()));
                }
            }
            scenario = match (before.state, state) {
                (State::Submitted | State::Created, State::Accepted) => scenario.accepted(),
                (State::Accepted, _) => scenario.ended(false),
                _ => scenario,
            };
            treatments.push(scenario.treatment.as_str());
        }
        assert_expected(case, &json!({ "states": states, "treatments": treatments }));
    }
}

/// Every state, every action.
#[test]
fn only_these_steps_exist() {
    use State::{Accepted, Created, Rejected, Revoked, Submitted};
    let table = [
        (Created, [Some(Submitted), None, Some(Accepted), None, None]),
        (Submitted, [None, Some(Created), Some(Accepted), Some(Rejected), None]),
        (Accepted, [None, None, None, None, Some(Revoked)]),
        (Rejected, [None, Some(Created), None, None, None]),
        (Revoked, [None, None, None, None, None]),
    ];
    for (state, expected) in table {
        for (action, expected) in Action::ALL.iter().zip(expected) {
            let found = acceptance(state, None).after(*action, ANYONE, day("2026-11-16"));
            assert_eq!(found, expected.ok_or(Refusal::WrongState(state)), "{action:?} from {state:?}");
        }
    }
}

#[test]
fn editors_ask_and_the_approver_decides() {
    let submitted = acceptance(State::Submitted, None);
    let decide = |caller| submitted.after(Action::Accept, caller, day("2026-11-16"));
    assert_eq!(decide(Caller { may_edit: false, ..ANYONE }), Ok(State::Accepted));
    assert_eq!(decide(Caller { is_approver: false, ..ANYONE }), Err(Refusal::NotApprover));
    assert_eq!(decide(Caller { may_approve: false, ..ANYONE }), Err(Refusal::MayNotApprove));
    let created = acceptance(State::Created, None);
    let ask = |acceptance: Acceptance, caller| acceptance.after(Action::Submit, caller, day("2026-11-16"));
    let editor = Caller { may_edit: true, is_approver: false, may_approve: false };
    assert_eq!(ask(created, editor), Ok(State::Submitted));
    assert_eq!(ask(created, Caller { may_edit: false, ..ANYONE }), Err(Refusal::NotEditor));
    assert_eq!(ask(Acceptance { has_approver: false, ..created }, editor), Err(Refusal::NoApprover));
    let orphan = Acceptance { has_approver: false, ..submitted };
    assert_eq!(orphan.after(Action::Reject, ANYONE, day("2026-11-16")), Err(Refusal::NoApprover));
    assert!(created.is_editable() && !submitted.is_editable());
}

#[test]
fn an_acceptance_holds_up_to_its_expiry_date() {
    let accepted = acceptance(State::Accepted, Some(day("2026-12-31")));
    let on = |text| (accepted.holds(day(text)), accepted.is_expired(day(text)), accepted.needs_review(day(text)));
    assert_eq!(on("2026-11-30"), (true, false, false));
    assert_eq!(on("2026-12-01"), (true, false, true));
    assert_eq!(on("2026-12-31"), (true, false, true));
    assert_eq!(on("2027-01-01"), (false, true, true));
    let forever = acceptance(State::Accepted, None);
    assert!(forever.holds(NaiveDate::MAX) && !forever.needs_review(NaiveDate::MAX));
    assert!(!acceptance(State::Revoked, None).holds(day("2026-11-16")));
    assert!(accepted.needs_review(NaiveDate::MAX));
}

#[test]
fn nobody_accepts_what_has_expired() {
    let late = acceptance(State::Submitted, Some(day("2026-11-15")));
    let refused = late.after(Action::Accept, ANYONE, day("2026-11-16")).unwrap_err();
    assert_eq!(refused.to_string(), "The expiry date 2026-11-15 has passed. Choose a later one.");
    assert_eq!(late.after(Action::Accept, ANYONE, day("2026-11-15")), Ok(State::Accepted));
    assert_eq!(late.after(Action::Reject, ANYONE, day("2026-11-16")), Ok(State::Rejected));
    let accepted = acceptance(State::Accepted, Some(day("2026-11-15")));
    assert_eq!(accepted.after(Action::Revoke, ANYONE, day("2026-11-16")), Ok(State::Revoked));
}

#[test]
fn a_treatment_comes_back_when_the_last_acceptance_ends() {
    let twice = Treated::chosen(Treatment::Mitigate).accepted().accepted();
    let once = twice.ended(true);
    assert_eq!(once.treatment, Treatment::Accept);
    assert_eq!(once.ended(false), Treated::chosen(Treatment::Mitigate));
    let changed = Treated::chosen(Treatment::Transfer);
    assert_eq!(changed.ended(false), changed, "what someone chose since then stays");
    assert_eq!(Treated::chosen(Treatment::Accept).accepted().ended(false).treatment, Treatment::Open);
}
