//! Rules of a framework: the outcomes of an audit, and the nodes that it shows.
//!
//! Rules are CEL expressions from library files, which can come from anyone. An [`Expression`] is limited in length, nodes,
//! depth and functions when it is parsed. Before it is evaluated, an upper bound of its cost on the current data is
//! computed, and expensive expressions are refused. See `docs/decisions/0015-limits-on-framework-rules.md`.

mod cost;
mod evaluation;
mod expression;
mod facts;

pub use evaluation::{Failure, Outcomes, Visibility, outcomes, visibility};
pub use expression::{Expression, MAX_LENGTH, check};
pub use facts::{AnswerFact, Facts, RequirementFact};
