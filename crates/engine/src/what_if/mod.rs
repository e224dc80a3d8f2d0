//! What-if drafts: named lists of orders on top of the present.
//!
//! A draft stores only its steps. Whoever views it sees the result of running them, one after another, on a copy of the
//! present ([`crate::past`] lays that result over the present, and reading works as in any past); applying it runs the
//! same steps for real, in one transaction. Nothing else is ever written, so what a draft shows is what applying it does.
//!
//! **Ids stay the same.** What a step creates has the same id each time it runs ([`Seed`]), so that later steps, links
//! and bookmarks can refer to it, and it keeps its id when the draft is applied.
//!
//! **Permissions are checked twice.** Steps run with the present permissions of the author, within the limits of the
//! token that added them; what a reader sees of the result is decided by the reader's own.

mod run;
mod seed;
mod step;

pub use self::run::{MOST_CHANGES, MOST_STEPS, Problem, Tried, is_possible, refuse, run_all, run_present, try_out};
pub(crate) use self::seed::Seed;
pub use self::step::{Draft, Step};

/// The path of drafts.
pub const PATH: &str = "what-if-drafts";

/// The status of a draft that can still be changed.
pub const OPEN: &str = "open";
