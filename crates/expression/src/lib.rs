//! CEL expressions that anyone may write: limited when they are read, bounded before they run.
//!
//! [`Expression::parse`] reads plain CEL, for rules of frameworks. [`Expression::parse_over_records`] reads a condition on
//! one object: its fields are under `object`, `today` is the day, and `days_since` and `days_until` count days. On
//! records, what is empty is no mistake:
//!
//! - A comparison (`<`, `<=`, `>`, `>=`) with an empty value is false, as are `contains`, `startsWith` and `endsWith`.
//! - A field of an empty link is empty, a loop over it has no rounds, and `size` is 0.
//! - `has(object.x)` is true if the field is filled in: an empty text or list is not.
//!
//! Dates are ISO texts and compare as texts. See `docs/decisions/0015-limits-on-framework-rules.md` for the limits.

mod cost;
mod dates;
mod errors;
mod fields;
mod lenient;
mod loops;
mod parse;
mod reason;
mod record;
mod source;
pub mod value;
mod variables;

pub use fields::Compared;
pub use parse::{Expression, FUNCTIONS_OVER_RECORDS, MAX_LENGTH};
pub use reason::{Language, Words};
pub use record::Record;
pub use variables::Variables;

/// The maximum number of steps of one expression, where a caller has no reason for another limit.
pub const MAX_STEPS: u64 = 500_000;
