//! Security exceptions: who may set which status, and when they expire.

use chrono::NaiveDate;

use crate::words::ExceptionStatus as Status;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exception {
    pub status: Status,
    /// The last day on which it holds.
    pub expiration_date: Option<NaiveDate>,
    pub has_approver: bool,
}

/// Who wants to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    pub is_approver: bool,
    /// Whether they hold the permission to approve in the domain of the exception.
    pub may_approve: bool,
}

/// Why a status cannot be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("Choose an approver first.")]
    NoApprover,
    #[error("Only the approver can approve or reject an exception.")]
    NotApprover,
    #[error("You are not allowed to approve security exceptions in this domain.")]
    MayNotApprove,
    #[error("The expiration date {0} has passed. Choose a later one.")]
    Expired(NaiveDate),
}

impl Exception {
    /// Whether someone may set a status. Approving and rejecting are decisions of the approver. Editors are free to set the
    /// others, because exceptions are also entered after the fact.
    pub fn check(&self, new: Status, caller: Caller, today: NaiveDate) -> Result<(), Refusal> {
        if new == self.status || !matches!(new, Status::Approved | Status::Rejected) {
            return Ok(());
        }
        match self.expiration_date {
            _ if !self.has_approver => Err(Refusal::NoApprover),
            _ if !caller.is_approver => Err(Refusal::NotApprover),
            _ if !caller.may_approve => Err(Refusal::MayNotApprove),
            Some(date) if new == Status::Approved && date < today => Err(Refusal::Expired(date)),
            _ => Ok(()),
        }
    }

    /// The status on a day: an approved exception expires when its date has passed.
    pub fn status_on(&self, today: NaiveDate) -> Status {
        let has_passed = self.expiration_date.is_some_and(|date| date < today);
        if self.status == Status::Approved && has_passed { Status::Expired } else { self.status }
    }
}
