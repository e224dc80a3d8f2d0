//! Telling other systems: of changes (endpoints), and of the audit log (sinks).

/// What the sender of webhooks does, as transactions leave it.
pub const WORK: &str = "webhooks";

pub mod audit_sink;
pub mod delivery;
pub mod destination;
pub mod endpoint;
pub mod event;
pub mod headers;
pub mod shape;
