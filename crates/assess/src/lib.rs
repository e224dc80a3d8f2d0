//! The arithmetic of audits: what follows from answers that people gave to the requirements of a framework.
//!
//! Everything here is a function of its arguments. The database layer fills a [`Row`] per node of the framework, in the
//! framework's order and with parents as indexes, and hands the slice to whatever it wants to know. Nothing here reads a
//! clock, a file or a table, and nothing panics, whatever numbers a file or a person came up with.
//!
//! | module | question |
//! |---|---|
//! | [`scoring`], [`sections`] | How well does an audit do, as a whole and by section? |
//! | [`progress`], [`counts`] | How far is it, and how many rows have which result? |
//! | [`groups`] | Which rows are in scope? |
//! | [`questions`], [`answers`], [`questionnaire`] | What do the answers to questions say about a requirement? |

pub mod answers;
pub mod counts;
pub mod groups;
pub mod progress;
pub mod questionnaire;
pub mod questions;
pub mod rows;
pub mod scoring;
pub mod sections;
pub mod tree;
pub mod words;

pub use rows::{Audit, Method, QuestionCounts, Row, Scale};
pub use words::{ComplianceResult, ExtendedResult, RowStatus};
