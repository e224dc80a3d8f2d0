//! The reading side of the journal: the audit log, histories, the past and what differs from it.

mod as_of;
mod diff;
mod history;
mod log;
mod moved;
mod random;
mod restore;
mod support;
