//! Random histories of flows, against a second implementation that follows the rules as a person would read them.

use std::collections::BTreeSet;

use cairn_validation::{APPROVED, Caller, Flow, Refusal, Status, Step, approvals};
use chrono::{Days, NaiveDate};
use proptest::prelude::*;

type Person = u8;

/// The rules once more, written as a table of what is allowed, one case after the other.
fn slow(flow: &Story, step: Step, who: Person, reason: bool, today: NaiveDate) -> Result<Status, Refusal> {
    let decides = ["approve", "reject", "request_changes", "revoke"].contains(&step.as_str());
    if decides && !flow.approvers.contains(&who) {
        return Err(Refusal::NotApprover);
    }
    if step.as_str() == "approve" && flow.requester == Some(who) && !flow.allows_own {
        return Err(Refusal::OwnRequest);
    }
    if !decides && flow.requester.is_some() && flow.requester != Some(who) {
        return Err(Refusal::NotRequester);
    }
    if !decides && flow.requester.is_none() && !flow.editors.contains(&who) {
        return Err(Refusal::NotRequester);
    }
    let possible = match flow.status.as_str() {
        "submitted" => vec!["approve", "reject", "request_changes", "drop"],
        "change_requested" => vec!["resubmit", "drop"],
        "accepted" => vec!["revoke"],
        _ => vec![],
    };
    if !possible.contains(&step.as_str()) {
        return Err(Refusal::WrongStatus(flow.status));
    }
    if !reason && ["reject", "request_changes", "revoke"].contains(&step.as_str()) {
        return Err(Refusal::NoReason);
    }
    if let Some(deadline) = flow.deadline
        && ["approve", "resubmit"].contains(&step.as_str())
        && today > deadline
    {
        return Err(Refusal::TooLate(deadline));
    }
    Ok(match step.as_str() {
        "approve" => {
            // Count the people, one by one, who said yes to what is on the table now.
            let mut said_yes = Vec::new();
            for (event, person) in flow.history.iter().rev() {
                if event == "submitted" {
                    break;
                }
                if event == APPROVED && !said_yes.contains(person) {
                    said_yes.push(*person);
                }
            }
            if said_yes.contains(&who) {
                return Err(Refusal::AlreadyApproved);
            }
            said_yes.push(who);
            said_yes.retain(|person| flow.approvers.contains(person));
            let wanted = if flow.quorum > flow.approvers.len() { flow.approvers.len() } else { flow.quorum };
            if said_yes.len() >= wanted { Status::Accepted } else { Status::Submitted }
        }
        "reject" => Status::Rejected,
        "request_changes" => Status::ChangeRequested,
        "resubmit" => Status::Submitted,
        "drop" => Status::Dropped,
        _ => Status::Revoked,
    })
}

#[derive(Debug, Clone)]
struct Story {
    status: Status,
    deadline: Option<NaiveDate>,
    requester: Option<Person>,
    approvers: BTreeSet<Person>,
    editors: BTreeSet<Person>,
    quorum: usize,
    allows_own: bool,
    history: Vec<(String, Person)>,
}

impl Story {
    fn flow(&self) -> Flow<Person> {
        Flow {
            status: self.status,
            deadline: self.deadline,
            requester: self.requester,
            approvers: self.approvers.clone(),
            quorum: self.quorum,
            approvals: approvals(self.history.iter().map(|(event, person)| (event.as_str(), Some(*person)))),
        }
    }
}

fn start() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, 1).expect("a day")
}

fn stories() -> impl Strategy<Value = Story> {
    let people = || prop::collection::btree_set(0..5u8, 0..4);
    let deadline = prop::option::of((0..12u64).prop_map(|days| start() + Days::new(days)));
    (people(), people(), prop::option::weighted(0.9, 0..5u8), 1..4usize, any::<bool>(), deadline).prop_map(
        |(approvers, editors, requester, quorum, allows_own, deadline)| Story {
            status: Status::Submitted,
            deadline,
            requester,
            approvers,
            editors,
            quorum,
            allows_own,
            history: vec![("submitted".to_owned(), requester.unwrap_or(9))],
        },
    )
}

/// A step, by whom, with a reason or without, the days that have passed, and whether an approver leaves before.
fn steps() -> impl Strategy<Value = Vec<(Step, Person, bool, u64, bool)>> {
    let step = prop::sample::select(Step::ALL);
    prop::collection::vec((step, 0..5u8, any::<bool>(), 0..2u64, prop::bool::weighted(0.05)), 1..30)
}

proptest! {
    #[test]
    fn the_rules_are_what_the_slow_ones_say(story in stories(), steps in steps()) {
        let (mut story, mut today) = (story, start());
        for (step, who, reason, days, leaves) in steps {
            today = today + Days::new(days);
            if leaves {
                story.approvers.remove(&who);
            }
            let caller = Caller { person: Some(who), may_edit: story.editors.contains(&who), has_reason: reason };
            let flow = story.flow();
            let result = flow.after(step, caller, story.allows_own, today);
            prop_assert_eq!(result, slow(&story, step, who, reason, today));
            if let Ok(status) = result {
                let is_partial = step == Step::Approve && status == Status::Submitted;
                let event = if is_partial { APPROVED } else { status.as_str() };
                story.history.push((event.to_owned(), who));
                prop_assert!(is_partial || Step::between(story.status, status) == Some(step));
                story.status = status;
            }
            // Nothing leads out of a final status, and what is open expires the day after its deadline.
            let expired = story.status.is_open() && story.deadline.is_some_and(|deadline| today > deadline);
            let expected = if expired { Status::Expired } else { story.status };
            prop_assert_eq!(story.flow().status_on(today), expected);
        }
    }

    #[test]
    fn enough_approvals_accept_in_any_order(quorum in 1..5usize, order in Just((0..4u8).collect::<Vec<_>>()).prop_shuffle()) {
        let mut history = vec![("submitted".to_owned(), 9)];
        let mut status = Status::Submitted;
        for (count, who) in order.iter().enumerate().map(|(at, who)| (at + 1, *who)) {
            let story = Story {
                status, deadline: None, requester: Some(9), approvers: (0..4).collect(), editors: BTreeSet::new(),
                quorum, allows_own: false, history: history.clone(),
            };
            if status == Status::Accepted {
                break;
            }
            let caller = Caller { person: Some(who), may_edit: false, has_reason: false };
            status = story.flow().after(Step::Approve, caller, false, start()).expect("an approver approves");
            prop_assert_eq!(status == Status::Accepted, count >= quorum.min(4));
            history.push((APPROVED.to_owned(), who));
        }
        prop_assert_eq!(status, Status::Accepted);
    }
}
