//! Combines derived answers with those an audit already has.

use super::derive::Derived;
use super::relation::Coverage;
use crate::words::{ComplianceResult, RowStatus};

/// The state of a requirement in the target audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    pub result: ComplianceResult,
    pub status: RowStatus,
    pub is_scored: bool,
    pub score: Option<i64>,
    pub documentation_score: Option<i64>,
}

/// The state after merging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    pub row: Filled,
    /// Whether the observations of sources with full coverage are added.
    pub takes_observations: bool,
}

/// Merges a derived answer into an existing one.
///
/// With full coverage it replaces result and scores, and the status unless it is "to do". With partial coverage it only fills
/// in a missing result. "Not assessed" changes nothing. Links are always added, and nothing that people wrote is removed.
pub fn merge(before: Filled, derived: &Derived) -> Merged {
    let full = derived.coverage == Coverage::Full;
    let unset = before.result == ComplianceResult::NotAssessed;
    let takes_result = derived.result != ComplianceResult::NotAssessed && (full || unset);
    let row = Filled {
        result: if takes_result { derived.result } else { before.result },
        status: if full && derived.status != RowStatus::ToDo { derived.status } else { before.status },
        is_scored: before.is_scored || derived.score.is_some(),
        score: derived.score.or(before.score),
        documentation_score: derived.documentation_score.or(before.documentation_score),
    };
    Merged { row, takes_observations: full }
}
