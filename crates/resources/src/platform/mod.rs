//! The settings of the instance, and how it notifies others of changes.

mod audit_sink;
mod job;
mod log_entry;
mod notification;
mod proposal;
mod rule;
mod rule_match;
mod saved_view;
mod settings;
mod webhook_delivery;
mod webhook_endpoint;
mod what_if_draft;

pub use audit_sink::{AuditSink, BodyFormat, Transport};
pub use job::{Job, JobState};
pub use log_entry::{LogEntry, LogOrigin};
pub use notification::Notification;
pub use proposal::{Proposal, ProposalKind, ProposalStatus};
pub use rule::{Rule, RuleAction};
pub use rule_match::{MatchState, RuleMatch};
pub use saved_view::SavedView;
pub use settings::Settings;
pub use webhook_delivery::{DeliveryState, WebhookAttempt, WebhookDelivery};
pub use webhook_endpoint::{PayloadFormat, SignMode, WebhookEndpoint};
pub use what_if_draft::{DraftStatus, WhatIfDraft};
