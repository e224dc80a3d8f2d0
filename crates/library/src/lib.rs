//! Libraries: files of catalogue content.
//!
//! A library is one YAML document with frameworks and their requirements, reference controls, threats, risk matrices,
//! mappings and more. This crate knows bytes and nothing else: no database, no network, no clock.
//!
//! - [`read`] takes the bytes of a file, and tells everything that is wrong with it.
//! - [`read_value`] takes JSON in the form of a file.
//! - [`excel`] takes a workbook instead.
//! - [`write`] makes a file again.
//! - [`compare`] tells what another version changes.
//! - [`Library`] is what a sound file says; [`types`] has its parts.
//! - [`Problem`] is one thing that is wrong with a file, and where.

mod compare;
pub mod excel;
mod log;
mod problem;
mod raw;
mod read;
mod tree;
pub mod types;
mod write;

pub use compare::{
    Change, Changes, Compared, Difference, Entry, FieldChange, FrameworkChanges, MappingSetChanges, Move, ScoreRange,
    ScoreRangeChange, compare,
};
pub use log::MAX_PROBLEMS;
pub use problem::Problem;
pub use read::{MAX_BYTES, read, read_value};
pub use tree::{Branch, Place};
pub use types::{Library, Objects, Urn};
pub use write::write;
