//! What derived answers change in an audit that already has some.

use super::derive::Derived;
use super::relation::Coverage;
use crate::words::{ComplianceResult, RowStatus};

/// What the audit says of a requirement so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    pub result: ComplianceResult,
    pub status: RowStatus,
    pub is_scored: bool,
    pub score: Option<i64>,
    pub documentation_score: Option<i64>,
}

/// What it says afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    pub row: Filled,
    /// Whether observations of sources with full coverage are added to the requirement's own.
    pub takes_observations: bool,
}

/// Takes a derived answer over what is there.
///
/// One that speaks for the whole requirement replaces result and scores, and the status unless the work has not begun at
/// the source. One that speaks for a part fills in a result where there is none. An answer that says nothing changes
/// nothing. Links are always added, and nothing that people wrote is removed.
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
