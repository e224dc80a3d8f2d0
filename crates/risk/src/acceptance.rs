//! Risk acceptances: who may do what from which state, and until when they hold.

use cairn_assess::words;
use chrono::{Days, NaiveDate};

use crate::words::AcceptanceState as State;

/// An acceptance should be reviewed so many days before it expires.
pub const REVIEW: u64 = 30;

words! {
    /// What can be done with an acceptance.
    Action {
        Submit = "submit",
        // Back to a draft, to change it.
        Draft = "draft",
        Accept = "accept",
        Reject = "reject",
        Revoke = "revoke",
    }
}

impl Action {
    /// The states it starts from, and the one it leads to.
    const fn states(self) -> (&'static [State], State) {
        match self {
            Self::Submit => (&[State::Created], State::Submitted),
            Self::Draft => (&[State::Submitted, State::Rejected], State::Created),
            // The approver need not wait for the request.
            Self::Accept => (&[State::Created, State::Submitted], State::Accepted),
            Self::Reject => (&[State::Submitted], State::Rejected),
            Self::Revoke => (&[State::Accepted], State::Revoked),
        }
    }

    /// Whether it is the approver's decision.
    const fn is_decision(self) -> bool {
        matches!(self, Self::Accept | Self::Reject | Self::Revoke)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acceptance {
    pub state: State,
    /// The last day on which it holds.
    pub expiry_date: Option<NaiveDate>,
    pub has_approver: bool,
}

/// Who wants to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Whether they may change the acceptance.
    pub may_edit: bool,
    pub is_approver: bool,
    /// Whether they hold the permission to approve in the domains of the acceptance and its scenarios.
    pub may_approve: bool,
}

/// Why something cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("This is not possible while the state is “{}”.", .0.as_str())]
    WrongState(State),
    #[error("You are not allowed to change this acceptance.")]
    NotEditor,
    #[error("Choose an approver first.")]
    NoApprover,
    #[error("Only the approver can accept, reject or revoke this.")]
    NotApprover,
    #[error("You are not allowed to approve risk acceptances in this domain or in those of the scenarios.")]
    MayNotApprove,
    #[error("The expiry date {0} has passed. Choose a later one.")]
    Expired(NaiveDate),
}

impl Acceptance {
    /// The state after an action.
    pub fn after(&self, action: Action, caller: Caller, today: NaiveDate) -> Result<State, Refusal> {
        let (from, to) = action.states();
        if action.is_decision() {
            match caller {
                _ if !self.has_approver => return Err(Refusal::NoApprover),
                Caller { is_approver: false, .. } => return Err(Refusal::NotApprover),
                Caller { may_approve: false, .. } => return Err(Refusal::MayNotApprove),
                _ => {}
            }
        } else if !caller.may_edit {
            return Err(Refusal::NotEditor);
        }
        if !from.contains(&self.state) {
            return Err(Refusal::WrongState(self.state));
        }
        if action == Action::Submit && !self.has_approver {
            return Err(Refusal::NoApprover);
        }
        match self.expiry_date {
            Some(date) if matches!(action, Action::Submit | Action::Accept) && date < today => {
                Err(Refusal::Expired(date))
            }
            _ => Ok(to),
        }
    }

    /// Whether the text and the scenarios can still change: nobody should accept something else than what was submitted.
    pub const fn is_editable(&self) -> bool {
        matches!(self.state, State::Created)
    }

    /// Whether the risks are accepted on a day. The expiry date is the last one.
    pub fn holds(&self, today: NaiveDate) -> bool {
        self.state == State::Accepted && self.expiry_date.is_none_or(|date| today <= date)
    }

    /// Whether it was accepted and is no longer, because its date has passed.
    pub fn is_expired(&self, today: NaiveDate) -> bool {
        self.state == State::Accepted && !self.holds(today)
    }

    /// Whether it expires soon, or has expired.
    pub fn needs_review(&self, today: NaiveDate) -> bool {
        let soon = |date| today.checked_add_days(Days::new(REVIEW)).is_none_or(|last| date <= last);
        self.state == State::Accepted && self.expiry_date.is_some_and(soon)
    }
}
