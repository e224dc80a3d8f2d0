//! How the instance itself is set up, and how it tells others of changes.

pub mod instance;
pub mod log_entry;
pub mod proposal;
pub mod saved_view;
pub mod settings;
pub mod webhook;
