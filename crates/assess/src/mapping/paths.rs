//! Finds the best path between two frameworks.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::relation::{Coverage, Link};
use super::{Hop, MAX_DEPTH, MappingSet};

/// How many paths are compared, shortest first. Real catalogues have a handful between two frameworks; the limit protects
/// against hostile files.
const MAX_PATHS: usize = 256;

/// A chain of mappings from a requirement of the first framework to one of the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    pub source: usize,
    pub target: usize,
    pub link: Link,
    hops: [Hop; MAX_DEPTH - 1],
    length: usize,
}

impl Chain {
    pub(super) fn hops(&self) -> &[Hop] {
        &self.hops[..self.length]
    }

    fn inversions(&self) -> usize {
        self.hops().iter().filter(|hop| hop.is_inverted).count()
    }

    /// By its ends, and better chains first: a stronger link, fewer mappings read backwards, and then simply the earlier
    /// mappings.
    fn order(&self, other: &Self) -> Ordering {
        let ends = |chain: &Self| (chain.source, chain.target);
        let worth = |chain: &Self| (Reverse(chain.link.rank()), chain.inversions());
        let steps = |chain: &Self| chain.hops.map(|hop| (hop.set, hop.mapping));
        ends(self)
            .cmp(&ends(other))
            .then_with(|| worth(self).cmp(&worth(other)))
            .then_with(|| steps(self).cmp(&steps(other)))
    }
}

/// Frameworks from the first to the last, and the best chain between each two requirements at the ends, in their order.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub frameworks: Vec<usize>,
    pub chains: Vec<Chain>,
}

/// A mapping in the direction in which the path follows it.
#[derive(Clone, Copy)]
struct Step {
    from: usize,
    link: Link,
    hop: Hop,
}

/// The best path of at most `depth` frameworks, by coverage of the target.
pub(super) fn best(
    sets: &[MappingSet],
    from: usize,
    to: usize,
    depth: usize,
    is_source: &dyn Fn(usize) -> bool,
    is_target: &dyn Fn(usize) -> bool,
) -> Option<Path> {
    let depth = depth.clamp(2, MAX_DEPTH);
    let neighbours = neighbours(sets);
    let distances = distances(&neighbours, to);
    let mut steps = HashMap::new();
    let mut looked_at = 0;
    let mut best: Option<Path> = None;
    let mut prefixes = vec![Path { frameworks: vec![from], chains: Vec::new() }];
    for length in 2..=depth {
        let mut longer = Vec::new();
        for prefix in &prefixes {
            let last = prefix.frameworks[length - 2];
            for next in neighbours.get(&last).into_iter().flatten().copied() {
                let near = distances.get(&next).is_some_and(|distance| length + distance <= depth);
                if !near || prefix.frameworks.contains(&next) || looked_at >= MAX_PATHS {
                    continue;
                }
                looked_at += 1;
                let steps = steps.entry((last, next)).or_insert_with(|| steps_between(sets, last, next));
                let mut path = extend(prefix, next, steps, is_source);
                if next == to {
                    path.chains.retain(|chain| is_target(chain.target));
                }
                if path.chains.is_empty() {
                    continue;
                }
                if next != to {
                    longer.push(path);
                } else if best.as_ref().is_none_or(|best| worth(&path) > worth(best)) {
                    best = Some(path);
                }
            }
        }
        prefixes = longer;
    }
    best
}

/// The frameworks that each framework has a mapping with, in a fixed order.
fn neighbours(sets: &[MappingSet]) -> HashMap<usize, Vec<usize>> {
    let mut neighbours: HashMap<usize, Vec<usize>> = HashMap::new();
    for set in sets {
        for (one, other) in [(set.source_framework, set.target_framework), (set.target_framework, set.source_framework)]
        {
            let known = neighbours.entry(one).or_default();
            if !known.contains(&other) {
                known.push(other);
            }
        }
    }
    for known in neighbours.values_mut() {
        known.sort_unstable();
    }
    neighbours
}

/// How many steps each framework is from the target.
fn distances(neighbours: &HashMap<usize, Vec<usize>>, to: usize) -> HashMap<usize, usize> {
    let mut distances = HashMap::from([(to, 0)]);
    let mut edge = vec![to];
    for distance in 1..MAX_DEPTH {
        let mut next = Vec::new();
        for one in edge.iter().flat_map(|one| neighbours.get(one).into_iter().flatten()) {
            if let Entry::Vacant(entry) = distances.entry(*one) {
                entry.insert(distance);
                next.push(*one);
            }
        }
        edge = next;
    }
    distances
}

/// The mappings from one framework to the next, those of sets the other way round read backwards, by where they begin.
fn steps_between(sets: &[MappingSet], from: usize, to: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for (set, mappings) in sets.iter().enumerate() {
        let is_inverted = match (mappings.source_framework, mappings.target_framework) {
            ends if ends == (from, to) => false,
            ends if ends == (to, from) => true,
            _ => continue,
        };
        steps.extend(mappings.mappings.iter().enumerate().filter_map(|(mapping, row)| {
            let (from, to, relationship) = if is_inverted {
                (row.target, row.source, row.relationship.inverse())
            } else {
                (row.source, row.target, row.relationship)
            };
            Some(Step { from, link: Link::new(relationship)?, hop: Hop { set, mapping, is_inverted, to } })
        }));
    }
    steps.sort_by_key(|step| step.from);
    steps
}

/// A path and one more framework, with the best chain kept for each pair of requirements.
fn extend(path: &Path, next: usize, steps: &[Step], is_source: &dyn Fn(usize) -> bool) -> Path {
    let mut chains = Vec::new();
    if path.frameworks.len() == 1 {
        for step in steps.iter().filter(|step| is_source(step.from)) {
            let mut hops = [Hop::default(); MAX_DEPTH - 1];
            hops[0] = step.hop;
            chains.push(Chain { source: step.from, target: step.hop.to, link: step.link, hops, length: 1 });
        }
    }
    for chain in &path.chains {
        let first = steps.partition_point(|step| step.from < chain.target);
        for step in steps[first..].iter().take_while(|step| step.from == chain.target) {
            let mut longer = Chain { target: step.hop.to, link: chain.link.then(step.link), ..*chain };
            longer.hops[chain.length] = step.hop;
            longer.length += 1;
            chains.push(longer);
        }
    }
    chains.sort_unstable_by(Chain::order);
    chains.dedup_by_key(|chain| (chain.source, chain.target));
    Path { frameworks: path.frameworks.iter().copied().chain([next]).collect(), chains }
}

/// How good a path is: by requirements covered in full, with certainty, at all; then shorter paths, and those that read fewer
/// mappings backwards.
fn worth(path: &Path) -> (usize, usize, usize, Reverse<usize>, Reverse<usize>) {
    let mut best: HashMap<usize, (bool, bool)> = HashMap::new();
    let mut inversions = 0;
    for chain in &path.chains {
        let (full, certain) = best.entry(chain.target).or_default();
        *full |= chain.link.coverage() == Coverage::Full;
        *certain |= !chain.link.is_assumed;
        inversions += chain.inversions();
    }
    let full = best.values().filter(|(full, _)| *full).count();
    let certain = best.values().filter(|(_, certain)| *certain).count();
    (full, certain, best.len(), Reverse(path.frameworks.len()), Reverse(inversions))
}
