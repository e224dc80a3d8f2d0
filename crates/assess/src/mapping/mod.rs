//! Answers carried from an audit of one framework to another framework.
//!
//! [`derive`] finds the best way from the one to the other, directly or through other frameworks, and gives each requirement
//! of the target the answer that follows, with where it comes from and why it is what it is. [`merge`] says what that
//! changes in an audit that already has answers.

mod derive;
mod merge;
mod paths;
mod relation;

pub use derive::{Answers, Derivation, Derived, Reason, Source, SourceRow, derive};
pub use merge::{Filled, Merged, merge};
pub use relation::{Coverage, Link, Relationship};

/// A published mapping from one framework to another. Frameworks and requirements are indexes that the caller chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappingSet {
    pub source_framework: usize,
    pub target_framework: usize,
    pub mappings: Vec<Mapping>,
}

/// What a requirement of the source framework is to one of the target framework.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    pub source: usize,
    pub target: usize,
    pub relationship: Relationship,
}

/// One step on the way from a requirement to another: a mapping of a set, perhaps read backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hop {
    /// The set, as an index into those that were given.
    pub set: usize,
    /// The mapping, as an index into the set.
    pub mapping: usize,
    pub is_inverted: bool,
    /// The requirement that the step leads to, in the next framework of the path.
    pub to: usize,
}

/// The most frameworks that a path may have, both ends included.
pub const MAX_DEPTH: usize = 5;
