//! Derives an answer for each requirement of the target.

use std::cmp::Reverse;

use super::paths;
use super::relation::{Coverage, Link, Relationship};
use super::{Hop, MappingSet};
use crate::rows::Scale;
use crate::words::{ComplianceResult, RowStatus};

/// The state of a requirement in the source audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceRow {
    pub result: ComplianceResult,
    pub status: RowStatus,
    pub is_scored: bool,
    pub score: Option<i64>,
    pub documentation_score: Option<i64>,
    pub scale: Scale,
}

/// The audit to derive from and the framework to derive for.
#[derive(Clone, Copy, Debug)]
pub struct Answers<'a> {
    pub source_framework: usize,
    /// By requirement. None for sections and for requirements out of scope.
    pub rows: &'a [Option<SourceRow>],
    pub target_framework: usize,
    /// The scale of each requirement of the target. None for sections.
    pub targets: &'a [Option<Scale>],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The frameworks of the path, including both ends.
    pub path: Vec<usize>,
    /// By requirement of the target. None if no source maps to it.
    pub rows: Vec<Option<Derived>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    pub result: ComplianceResult,
    pub status: RowStatus,
    pub coverage: Coverage,
    /// Whether someone has to review it, because no source covers the whole requirement.
    pub needs_review: bool,
    pub score: Option<i64>,
    pub documentation_score: Option<i64>,
    pub reason: Reason,
    /// All requirements that the answer is derived from, in order. Links (controls, evidence, exceptions) are those of all of them;
    /// observations those of the sources with full coverage.
    pub sources: Vec<Source>,
}

/// Why a result is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The source has this result and covers the whole requirement.
    Copied { source: usize },
    /// The source is compliant, but covers only a part.
    PartlyCovered { source: usize },
    /// The source covers a part, and is not or only partially compliant.
    PartFails { source: usize },
    /// This source has the most restrictive result of several.
    MostRestrictive { source: usize },
    /// A part does not apply, which says nothing about the rest.
    PartNotApplicable { source: usize },
    /// No source is assessed yet.
    NothingAssessed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub requirement: usize,
    pub link: Link,
    pub coverage: Coverage,
    /// The mappings from the source to the target.
    pub hops: Vec<Hop>,
    /// The source's own result.
    pub result: ComplianceResult,
    /// The result for the target if this were the only source.
    pub gives: ComplianceResult,
}

/// Derives answers for a framework from those of another, through at most `depth` frameworks (2 to 5, both ends included).
///
/// None if no path connects the two. For the same framework each requirement answers for itself.
pub fn derive(sets: &[MappingSet], answers: Answers<'_>, depth: usize) -> Option<Derivation> {
    let Answers { source_framework, rows, target_framework, targets } = answers;
    let is_source = |requirement: usize| matches!(rows.get(requirement), Some(Some(_)));
    let is_target = |requirement: usize| matches!(targets.get(requirement), Some(Some(_)));
    let mut sources: Vec<Vec<Source>> = vec![Vec::new(); targets.len()];
    let path = if source_framework == target_framework {
        for requirement in (0..targets.len()).filter(|one| is_source(*one) && is_target(*one)) {
            let same = Link { relationship: Relationship::Equal, is_assumed: false };
            sources[requirement].extend(rows[requirement].map(|row| source(requirement, same, &[], row)));
        }
        vec![source_framework]
    } else {
        let path = paths::best(sets, source_framework, target_framework, depth, &is_source, &is_target)?;
        for chain in &path.chains {
            let row = rows[chain.source];
            sources[chain.target].extend(row.map(|row| source(chain.source, chain.link, chain.hops(), row)));
        }
        path.frameworks
    };
    let rows = sources.into_iter().zip(targets).map(|(sources, scale)| answer(sources, rows, (*scale)?)).collect();
    Some(Derivation { path, rows })
}

fn source(requirement: usize, link: Link, hops: &[Hop], row: SourceRow) -> Source {
    use ComplianceResult::{Compliant, NotApplicable, NotAssessed, PartiallyCompliant};
    let coverage = link.coverage();
    let gives = match (coverage, row.result) {
        (Coverage::Partial, Compliant) => PartiallyCompliant,
        (Coverage::Partial, NotApplicable) => NotAssessed,
        (_, result) => result,
    };
    Source { requirement, link, coverage, hops: hops.to_vec(), result: row.result, gives }
}

fn answer(sources: Vec<Source>, rows: &[Option<SourceRow>], scale: Scale) -> Option<Derived> {
    let coverage = sources.iter().map(|source| source.coverage).max()?;
    let deciding = sources.iter().max_by_key(|source| (source.weight(), Reverse(source.requirement)))?;
    let (result, reason) = (deciding.gives, reason(deciding, &sources));
    let full = || sources.iter().filter(|source| source.coverage == Coverage::Full);
    let row = |source: &Source| rows[source.requirement];
    // Where a source covers only a part, work may be left to do.
    let status = if sources.len() == full().count() {
        full().filter_map(row).map(|row| row.status).min_by_key(|status| *status as u8)?
    } else {
        RowStatus::ToDo
    };
    // The lowest score of the assessed sources, or else of those with the derived result. Rows start at the minimum, so an
    // unassessed row with a minimum score has not been scored by anyone.
    let any_judged = full().any(Source::is_judged);
    let lowest = |score: fn(SourceRow) -> Option<i64>| {
        full()
            .filter(|source| if any_judged { source.is_judged() } else { source.gives == result })
            .filter_map(row)
            .filter(|row| row.is_scored)
            .filter(|row| row.result != ComplianceResult::NotAssessed || score(*row) > Some(row.scale.min))
            .filter_map(|row| row.scale.project(score(row)?, scale))
            .min()
    };
    Some(Derived {
        result,
        status,
        coverage,
        needs_review: coverage == Coverage::Partial,
        score: lowest(|row| row.score),
        documentation_score: lowest(|row| row.documentation_score),
        reason,
        sources,
    })
}

impl Source {
    /// How restrictive the source is among several. What is not assessed, or does not apply, gives way to what is judged.
    fn weight(&self) -> u8 {
        match (self.gives, self.result) {
            (ComplianceResult::NonCompliant, _) => 5,
            (ComplianceResult::PartiallyCompliant, _) => 4,
            (ComplianceResult::Compliant, _) => 3,
            // A part that does not apply says nothing at all.
            (ComplianceResult::NotAssessed, ComplianceResult::NotApplicable) => 0,
            (ComplianceResult::NotAssessed, _) => 2,
            (ComplianceResult::NotApplicable, _) => 1,
        }
    }

    fn is_judged(&self) -> bool {
        self.weight() >= 3
    }
}

fn reason(deciding: &Source, sources: &[Source]) -> Reason {
    let source = deciding.requirement;
    if deciding.gives == ComplianceResult::NotAssessed {
        return match deciding.result {
            ComplianceResult::NotApplicable => Reason::PartNotApplicable { source },
            _ => Reason::NothingAssessed,
        };
    }
    let differs = sources.iter().any(|other| other.is_judged() && other.gives != deciding.gives);
    match (deciding.coverage, deciding.result) {
        _ if differs => Reason::MostRestrictive { source },
        (Coverage::Full, _) => Reason::Copied { source },
        (Coverage::Partial, ComplianceResult::Compliant) => Reason::PartlyCovered { source },
        (Coverage::Partial, _) => Reason::PartFails { source },
    }
}
