//! The arithmetic of audits: everything that is computed from the answers to the requirements of a framework.
//!
//! All functions are pure: no database, no files, no clock. The database layer fills one [`Row`] per node of the framework,
//! in the framework's order and with parents as indexes, and passes the slice to the functions it needs. No input makes
//! them panic, however odd its numbers are.
//!
//! | module | question |
//! |---|---|
//! | [`rules`] | Which outcomes and visible nodes follow from the framework's rules? |
//! | [`rescaling`] | What happens to scores when a framework's scale changes? |
//! | [`scoring`], [`sections`] | What are the scores of an audit and its sections? |
//! | [`progress`], [`counts`] | How much is done, and how many rows have each result? |
//! | [`budget`] | What does an action plan cost, and when is it due? |
//! | [`controls`] | What result do the controls of a requirement suggest? |
//! | [`freshness`] | Is a judgement still supported by controls and evidence? |
//! | [`groups`] | Which rows are in scope? |
//! | [`mapping`] | Which answers follow for another framework? |
//! | [`questions`], [`answers`], [`questionnaire`] | Which result and score follow from a questionnaire? |

pub mod answers;
pub mod budget;
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
