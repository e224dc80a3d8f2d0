//! Expressions: what may be written, what it means on records, and why it holds.

mod fields;
mod oracle;
mod properties;
mod reasons;
mod records;
mod refusals;
