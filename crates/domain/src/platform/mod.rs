//! How the instance itself is set up.

pub mod settings;
