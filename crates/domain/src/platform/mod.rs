//! The settings of the instance, and how it notifies others of changes.

pub mod instance;
pub mod log_entry;
pub mod mail_settings;
pub mod mail_templates;
pub mod notification;
pub mod proposal;
pub mod rule;
pub mod saved_view;
pub mod settings;
pub mod webhook;
pub mod what_if;
