//! Derived answers: every path is walked, every chain is followed, and the best is picked afterwards.

use std::collections::{BTreeMap, BTreeSet};

use cairn_assess::mapping::{MappingSet, Relationship, SourceRow};
use cairn_assess::rows::Scale;
use cairn_assess::words::{ComplianceResult, RowStatus};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    pub result: ComplianceResult,
    pub status: RowStatus,
    pub is_full: bool,
    pub score: Option<i64>,
}

/// What is known about how much of the target the source covers: all of it, a part for certain, or perhaps a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    Perhaps,
    Part,
    All,
}

/// All orders of frameworks from one to another.
pub fn paths(sets: &[MappingSet], so_far: &[usize], to: usize, depth: usize) -> Vec<Vec<usize>> {
    let last = *so_far.last().unwrap();
    if last == to {
        return vec![so_far.to_vec()];
    }
    if so_far.len() == depth {
        return Vec::new();
    }
    let mut next: BTreeSet<usize> = BTreeSet::new();
    for set in sets {
        if set.source_framework == last {
            next.insert(set.target_framework);
        }
        if set.target_framework == last {
            next.insert(set.source_framework);
        }
    }
    next.into_iter()
        .filter(|framework| !so_far.contains(framework))
        .flat_map(|framework| paths(sets, &[so_far, &[framework]].concat(), to, depth))
        .collect()
}

/// Every sequence of relations from a requirement along a path, with where it ends.
fn sequences(sets: &[MappingSet], path: &[usize], at: usize, said: &[Relationship]) -> Vec<(usize, Vec<Relationship>)> {
    let [here, rest @ ..] = path else { return Vec::new() };
    let [next, ..] = rest else { return vec![(at, said.to_vec())] };
    let mut found = Vec::new();
    for set in sets {
        for mapping in &set.mappings {
            let mut go = |to: usize, relationship: Relationship| {
                if relationship != Relationship::NotRelated {
                    found.extend(sequences(sets, rest, to, &[said, &[relationship]].concat()));
                }
            };
            if (set.source_framework, set.target_framework, mapping.source) == (*here, *next, at) {
                go(mapping.target, mapping.relationship);
            }
            if (set.target_framework, set.source_framework, mapping.target) == (*here, *next, at) {
                go(
                    mapping.source,
                    match mapping.relationship {
                        Relationship::Subset => Relationship::Superset,
                        Relationship::Superset => Relationship::Subset,
                        other => other,
                    },
                );
            }
        }
    }
    found
}

/// Equals aside: supersets only cover all; from the source down and then up there is something in common for certain.
fn cover(sequence: &[Relationship]) -> Cover {
    let word: String = sequence
        .iter()
        .map(|relationship| match relationship {
            Relationship::Superset => '>',
            Relationship::Subset => '<',
            Relationship::Intersect => 'x',
            Relationship::Equal | Relationship::NotRelated => ' ',
        })
        .filter(|letter| *letter != ' ')
        .collect();
    let after_supersets = word.trim_start_matches('>');
    if after_supersets.is_empty() {
        return Cover::All;
    }
    let after_one_overlap = after_supersets.strip_prefix('x').unwrap_or(after_supersets);
    if after_one_overlap.trim_start_matches('<').is_empty() { Cover::Part } else { Cover::Perhaps }
}

pub type Covers = BTreeMap<usize, BTreeMap<usize, Cover>>;

/// By target and source, the best that any chain along the path gives.
pub fn covers(sets: &[MappingSet], path: &[usize], rows: &[Option<SourceRow>], targets: &[Option<Scale>]) -> Covers {
    let mut covers = Covers::new();
    for source in (0..rows.len()).filter(|source| rows[*source].is_some()) {
        for (target, sequence) in sequences(sets, path, source, &[]) {
            if targets[target].is_some() {
                let found = cover(&sequence);
                let best = covers.entry(target).or_default().entry(source).or_insert(found);
                *best = (*best).max(found);
            }
        }
    }
    covers
}

/// Requirements covered in full, for certain, at all, and then as few frameworks as possible.
pub fn worth(covers: &Covers, path: &[usize]) -> (usize, usize, usize, isize) {
    let at_least = |cover: Cover| covers.values().filter(|sources| sources.values().any(|one| *one >= cover)).count();
    (at_least(Cover::All), at_least(Cover::Part), covers.len(), -(path.len() as isize))
}

pub fn answer(sources: &BTreeMap<usize, Cover>, rows: &[Option<SourceRow>], scale: Scale) -> Row {
    use ComplianceResult::{Compliant, NonCompliant, NotApplicable, NotAssessed, PartiallyCompliant};
    let mut given: Vec<ComplianceResult> = Vec::new();
    for (source, cover) in sources {
        match (rows[*source].unwrap().result, cover) {
            (result, Cover::All) => given.push(result),
            (Compliant, _) => given.push(PartiallyCompliant),
            (NotApplicable, _) => {}
            (result, _) => given.push(result),
        }
    }
    let order = [NonCompliant, PartiallyCompliant, Compliant, NotAssessed, NotApplicable];
    let result = order.into_iter().find(|result| given.contains(result)).unwrap_or(NotAssessed);
    let full: Vec<SourceRow> =
        sources.iter().filter(|(_, cover)| **cover == Cover::All).map(|(source, _)| rows[*source].unwrap()).collect();
    let order = [RowStatus::ToDo, RowStatus::InProgress, RowStatus::InReview, RowStatus::Done];
    let all_full = full.len() == sources.len();
    let status = order.into_iter().find(|status| full.iter().any(|row| row.status == *status));
    let judged = |row: &&SourceRow| [NonCompliant, PartiallyCompliant, Compliant].contains(&row.result);
    let scored: Vec<&SourceRow> = if full.iter().any(|row| judged(&row)) {
        full.iter().filter(judged).collect()
    } else {
        full.iter().filter(|row| row.result == result).collect()
    };
    let score = scored
        .into_iter()
        .filter(|row| row.is_scored)
        .filter_map(|row| Some((row, row.score?)))
        .filter(|(row, score)| row.result != NotAssessed || *score > row.scale.min)
        .map(|(row, score)| {
            let part = (score - row.scale.min) as f64 / (row.scale.max - row.scale.min) as f64;
            (scale.min as f64 + part * (scale.max - scale.min) as f64 + 0.5 + 1e-9).floor() as i64
        })
        .min();
    Row { result, status: status.filter(|_| all_full).unwrap_or(RowStatus::ToDo), is_full: !full.is_empty(), score }
}
