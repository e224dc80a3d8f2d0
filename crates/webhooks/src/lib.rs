//! Tells other systems of changes as they happen: Standard Webhooks 1.0.0.
//!
//! **Guarantees.** An event exists if and only if its change was committed: messages are written in
//! the transaction of the change. Each is delivered at least once, under one id, until its budget
//! of retries is spent. One slow or dead receiver never delays the others. No request leaves for
//! an address that the operator did not allow (see `cairn-outbound`).
//!
//! A lease keeps two workers from sending the same message at the same time. It is not what keeps
//! a message from being sent twice: a worker that dies after the receiver answered leaves the
//! message to be sent again, under the same id, and the receiver tells them apart by it.
//!
//! - [`Sender`] hears of changes and stores messages ([`emit`]), in which an owner finds what they may see ([`sight`]).
//! - [`Worker`] claims what is due, sends it and records how it went ([`claim`], [`send`], [`record`]).
//! - [`schedule`] says when to try again; [`clean`] keeps the log small.

mod claim;
mod clean;
mod destination;
mod emit;
mod endpoints;
mod forward;
mod links;
mod message;
mod metrics;
mod ocsf;
mod record;
mod schedule;
mod send;
mod sight;
mod test_event;
mod worker;

pub use clean::CleanDeliveries;
pub use destination::Destination;
pub use emit::Sender;
pub use metrics::Metrics;
pub use schedule::Schedule;
pub use send::Exchange;
pub use test_event::send_test;
pub use worker::{Worker, WorkerSettings};
