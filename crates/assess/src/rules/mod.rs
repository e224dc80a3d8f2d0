//! Rules of a framework: the outcomes of an audit, and the nodes that it shows.
//!
//! Rules are CEL expressions from library files, which can come from anyone. `cairn-expression` limits them when they are
//! parsed, and bounds their cost on the current data before they are evaluated; expensive ones are refused. See
//! `docs/decisions/0015-limits-on-framework-rules.md`.

mod evaluation;
mod facts;

pub use cairn_expression::{Expression, MAX_LENGTH};

pub use evaluation::{Failure, Outcomes, Visibility, outcomes, visibility};
pub use facts::{AnswerFact, Facts, RequirementFact};

/// Checks an expression for library validation.
pub fn check(source: &str) -> Result<(), String> {
    Expression::parse(source).map(drop)
}
