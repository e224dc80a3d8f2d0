//! Libraries: files of catalogue content.
//!
//! A library is one YAML document with frameworks and their requirements, reference controls, threats, risk matrices,
//! mappings and more. This crate knows bytes and nothing else: no database, no network, no clock.
//!
//! - [`Library`] is what a sound file says; [`types`] has its parts.
//! - [`Problem`] is one thing that is wrong with a file, and where.

mod problem;
mod tree;
pub mod types;

pub use problem::Problem;
pub use tree::Place;
pub use types::{Library, Objects, Urn};
