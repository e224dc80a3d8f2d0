//! The arithmetic of audits: what follows from answers that people gave to the requirements of a framework.
//!
//! Everything here is a function of its arguments. The database layer fills a [`Row`] per node of the framework, in the
//! framework's order and with parents as indexes, and hands the slice to whatever it wants to know. Nothing here reads a
//! clock, a file or a table, and nothing panics, whatever numbers a file or a person came up with.
//!
//! | module | question |
//! |---|---|
//! | [`rules`] | Which outcomes does an audit have by the rules of its framework, and which nodes does it show? |
//! | [`rescaling`] | What becomes of scores when a framework's scale changes? |
//! | [`scoring`], [`sections`] | How well does an audit do, as a whole and by section? |
//! | [`progress`], [`counts`] | How far is it, and how many rows have which result? |
//! | [`controls`] | What result do the controls of a requirement suggest? |
//! | [`freshness`] | Is a judgement still supported by controls and evidence? |
//! | [`groups`] | Which rows are in scope? |
//! | [`mapping`] | What do they say about the requirements of another framework? |
//! | [`questions`], [`answers`], [`questionnaire`] | What do the answers to questions say about a requirement? |

pub mod answers;
pub mod controls;
pub mod counts;
pub mod freshness;
pub mod groups;
pub mod mapping;
pub mod progress;
pub mod questionnaire;
pub mod questions;
pub mod rescaling;
pub mod rows;
pub mod rules;
pub mod scoring;
pub mod sections;
pub mod tree;
pub mod words;

pub use rows::{Audit, Method, QuestionCounts, Row, Scale};
pub use words::{ComplianceResult, ControlStatus, EvidenceStatus, ExtendedResult, RowStatus};
