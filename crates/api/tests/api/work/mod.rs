//! What the organisation has, does, shows and finds.

mod approvals;
mod assets;
mod attachments;
mod calendar_feeds;
mod comments;
mod controls;
mod evidence;
mod evidence_forms;
mod exceptions;
mod files;
mod findings;
mod incidents;
mod mail;
mod notifications;
mod organisation;
mod policies;
mod tasks;
mod unused_files;
mod validations;
mod vulnerabilities;
