//! The arithmetic of recurring tasks.
//!
//! - [`Schedule`] is how often something comes round, read from JSON with every mistake in it.
//! - [`Schedule::occurrences`] are its days from a start day on; [`Schedule::horizon`] is how far ahead they are planned.
//! - [`delay`] says how late occurrences move those after them.
//!
//! Days have no time of day, so neither clocks nor time zones matter here. What day it is, the caller says.

pub mod delay;
mod horizon;
mod occurrences;
mod read;
mod schedule;

pub use occurrences::Occurrences;
pub use read::Mistake;
pub use schedule::{Frequency, Overdue, Schedule};
