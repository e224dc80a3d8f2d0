//! Rules that a framework brings along: which outcomes an audit has, and which nodes it shows.
//!
//! Rules are expressions in CEL and come from files that nobody vouches for. An [`Expression`] is limited in length, nodes,
//! depth and functions when it is parsed. Before it is evaluated, the most work that it can make of the facts at hand is
//! computed, and one that can make too much is not evaluated at all: loops over loops over requirements would otherwise keep
//! a server busy for hours. See `docs/decisions/0015-limits-on-framework-rules.md`.

mod cost;
mod evaluation;
mod expression;
mod facts;

pub use evaluation::{Failure, Outcomes, Visibility, outcomes, visibility};
pub use expression::{Expression, MAX_LENGTH, check};
pub use facts::{AnswerFact, Facts, RequirementFact};
