//! Validation flows: someone asks others to validate something, and enough of them have to approve. Pure: takes a flow
//! and whoever wants to do something with it, returns the status it gets or why it cannot.

use std::collections::BTreeSet;

use cairn_assess::words;
use chrono::NaiveDate;

words! {
    /// How far a flow is.
    Status {
        Submitted = "submitted",
        Accepted = "accepted",
        Rejected = "rejected",
        Revoked = "revoked",
        Expired = "expired",
        Dropped = "dropped",
        ChangeRequested = "change_requested",
    }
}

words! {
    /// What people can do with a flow.
    Step {
        Approve = "approve",
        Reject = "reject",
        RequestChanges = "request_changes",
        Resubmit = "resubmit",
        Drop = "drop",
        Revoke = "revoke",
    }
}

/// What the history calls an approval after which others still have to approve. All other events are called like the
/// status they lead to.
pub const APPROVED: &str = "approved";

impl Status {
    /// Whether nothing follows it.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Rejected | Self::Revoked | Self::Expired | Self::Dropped)
    }

    /// Whether someone still has to do something.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Submitted | Self::ChangeRequested)
    }
}

impl Step {
    /// The step that leads from one status to another.
    pub fn between(from: Status, to: Status) -> Option<Self> {
        Self::ALL.iter().copied().find(|step| step.to() == to && step.from().contains(&from))
    }

    const fn from(self) -> &'static [Status] {
        match self {
            Self::Approve | Self::Reject | Self::RequestChanges => &[Status::Submitted],
            Self::Resubmit => &[Status::ChangeRequested],
            Self::Drop => &[Status::Submitted, Status::ChangeRequested],
            Self::Revoke => &[Status::Accepted],
        }
    }

    pub const fn to(self) -> Status {
        match self {
            Self::Approve => Status::Accepted,
            Self::Reject => Status::Rejected,
            Self::RequestChanges => Status::ChangeRequested,
            Self::Resubmit => Status::Submitted,
            Self::Drop => Status::Dropped,
            Self::Revoke => Status::Revoked,
        }
    }

    /// Whether it is for approvers; the other steps are for whoever asked.
    const fn is_decision(self) -> bool {
        !matches!(self, Self::Resubmit | Self::Drop)
    }

    /// Whether the other side has to know why.
    const fn needs_reason(self) -> bool {
        matches!(self, Self::Reject | Self::RequestChanges | Self::Revoke)
    }
}

/// A flow, as far as the rules look at it. People are of any type that can be compared.
#[derive(Clone, Debug)]
pub struct Flow<P> {
    pub status: Status,
    /// The last day on which it can be decided.
    pub deadline: Option<NaiveDate>,
    /// None if the account no longer exists.
    pub requester: Option<P>,
    pub approvers: BTreeSet<P>,
    /// How many of them have to approve.
    pub quorum: usize,
    /// Those who have approved what was last submitted.
    pub approvals: BTreeSet<P>,
}

/// Who wants to take a step.
#[derive(Clone, Copy, Debug)]
pub struct Caller<P> {
    pub person: Option<P>,
    /// Whether they may change validation flows in the domain.
    pub may_edit: bool,
    /// Whether they said why.
    pub has_reason: bool,
}

/// Why a step cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("This is not possible while the status is “{}”.", .0.as_str())]
    WrongStatus(Status),
    #[error("Only an approver can decide about this.")]
    NotApprover,
    #[error("Only the person who asked for the validation can do this.")]
    NotRequester,
    #[error("You asked for this validation, so someone else has to approve it.")]
    OwnRequest,
    #[error("You have already approved this.")]
    AlreadyApproved,
    #[error("Say why.")]
    NoReason,
    #[error("The deadline {0} has passed. Ask for the validation again.")]
    TooLate(NaiveDate),
}

impl<P: Copy + Ord> Flow<P> {
    /// The status after a step. An approval that is not enough leaves it submitted.
    pub fn after(&self, step: Step, caller: Caller<P>, allows_own: bool, today: NaiveDate) -> Result<Status, Refusal> {
        let person = caller.person;
        if step.is_decision() {
            if !person.is_some_and(|person| self.approvers.contains(&person)) {
                return Err(Refusal::NotApprover);
            }
            if step == Step::Approve && !allows_own && person == self.requester {
                return Err(Refusal::OwnRequest);
            }
        } else {
            let may = match self.requester {
                Some(requester) => person == Some(requester),
                // Nobody else could end what someone who left has asked for.
                None => caller.may_edit,
            };
            if !may {
                return Err(Refusal::NotRequester);
            }
        }
        if !step.from().contains(&self.status) {
            return Err(Refusal::WrongStatus(self.status));
        }
        if step.needs_reason() && !caller.has_reason {
            return Err(Refusal::NoReason);
        }
        match self.deadline {
            Some(day) if matches!(step, Step::Approve | Step::Resubmit) && day < today => {
                return Err(Refusal::TooLate(day));
            }
            _ => {}
        }
        if step != Step::Approve {
            return Ok(step.to());
        }
        if person.is_some_and(|person| self.approvals.contains(&person)) {
            return Err(Refusal::AlreadyApproved);
        }
        // Approvals of people who are no longer asked do not count.
        let given = self.approvals.intersection(&self.approvers).count() + 1;
        Ok(if given >= self.needed() { Status::Accepted } else { Status::Submitted })
    }

    /// How many approvals it takes: never more than there are approvers left, so that nobody waits for ever.
    pub fn needed(&self) -> usize {
        self.quorum.min(self.approvers.len()).max(1)
    }

    /// The status on a day: what nobody decided in time expires.
    pub fn status_on(&self, today: NaiveDate) -> Status {
        let has_passed = self.deadline.is_some_and(|day| day < today);
        if self.status.is_open() && has_passed { Status::Expired } else { self.status }
    }
}

/// Those who have approved since the flow was last submitted, from its history: what happened, and by whom.
pub fn approvals<'a, P: Ord>(history: impl IntoIterator<Item = (&'a str, Option<P>)>) -> BTreeSet<P> {
    let mut given = BTreeSet::new();
    for (event, person) in history {
        if event == Status::Submitted.as_str() {
            given.clear();
        } else if event == APPROVED || event == Status::Accepted.as_str() {
            given.extend(person);
        }
    }
    given
}
