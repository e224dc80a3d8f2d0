//! Derives answers for one framework from an audit of another.
//!
//! [`derive`] finds the best path between the two, directly or through other frameworks, and derives an answer for each
//! requirement of the target, with its sources and the reason. [`merge`] combines it with an existing answer. See
//! `docs/decisions/0013-what-a-mapping-carries-over.md`.

mod derive;
mod merge;
mod paths;
mod relation;

pub use derive::{Answers, Derivation, Derived, Reason, Source, SourceRow, derive};
pub use merge::{Filled, Merged, merge};
pub use relation::{Coverage, Link, Relationship};

/// A published mapping between two frameworks. The caller chooses the indexes of frameworks and requirements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappingSet {
    pub source_framework: usize,
    pub target_framework: usize,
    pub mappings: Vec<Mapping>,
}

/// How a requirement of the source framework relates to one of the target framework.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    pub source: usize,
    pub target: usize,
    pub relationship: Relationship,
}

/// One step from a requirement to another: a mapping of a set, possibly read backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hop {
    /// The set, as an index into the given sets.
    pub set: usize,
    /// The mapping, as an index into the set.
    pub mapping: usize,
    pub is_inverted: bool,
    /// The requirement it leads to, in the next framework of the path.
    pub to: usize,
}

/// The maximum number of frameworks in a path, including both ends.
pub const MAX_DEPTH: usize = 5;
