//! Notifying other systems: of changes (endpoints), and of the audit log (sinks).

/// The kind of work that transactions leave for the webhook sender.
pub const WORK: &str = "webhooks";

pub mod audit_sink;
pub mod delivery;
pub mod destination;
pub mod endpoint;
pub mod event;
pub mod headers;
pub mod shape;
