//! In which order resources stand behind each other, though some may refer to each other in a circle.
//!
//! A reference that may be empty can close a circle: it is set after both rows are made, and cut before they are deleted.
//! All other references lead down, which gives every resource its rank.

use std::collections::{BTreeMap, BTreeSet};

use cairn_model::ResourceDef;
use cairn_model::kind::Kind;

use crate::entry::Entry;
use crate::registry::leads_to;

type Edges = BTreeMap<&'static str, BTreeSet<&'static str>>;

pub(crate) struct Circles {
    defs: Vec<&'static ResourceDef>,
    /// All that each resource refers to, directly or by way of others.
    reach: Edges,
    ranks: BTreeMap<&'static str, usize>,
}

impl Circles {
    pub fn of(entries: &[&'static Entry]) -> Self {
        Self::among(&entries.iter().map(|entry| (entry.def)()).collect::<Vec<_>>())
    }

    fn among(defs: &[&'static ResourceDef]) -> Self {
        let mut direct = Edges::new();
        for def in defs {
            direct.entry(def.path).or_default().extend(references(defs, def).map(|(_, target)| target));
        }
        let mut circles = Self { defs: defs.to_vec(), reach: closure(&direct), ranks: BTreeMap::new() };
        let mut down = Edges::new();
        for def in defs {
            let closing = circles.closing(def);
            let others = references(defs, def).filter(|(position, _)| !closing.contains(position));
            down.entry(def.path).or_default().extend(others.map(|(_, target)| target));
        }
        for def in defs {
            rank(&down, def.path, &mut circles.ranks, 0);
        }
        circles
    }

    pub fn rank(&self, path: &str) -> usize {
        self.ranks.get(path).copied().unwrap_or_default()
    }

    /// The positions of the references that may be empty and close a circle.
    pub fn closing(&self, def: &'static ResourceDef) -> Vec<usize> {
        let leads_back = |target: &str| self.reach.get(target).is_some_and(|reached| reached.contains(def.path));
        let closes = |(position, target): &(usize, &str)| def.fields[*position].nullable && leads_back(target);
        let mut positions: Vec<usize> =
            references(&self.defs, def).filter(closes).map(|(position, _)| position).collect();
        positions.dedup();
        positions
    }
}

/// The references of a resource to others; those to rows of its own are no matter of order.
fn references(defs: &[&'static ResourceDef], def: &'static ResourceDef) -> impl Iterator<Item = (usize, &'static str)> {
    let of = |kind: &Kind| -> Vec<&'static str> {
        match kind {
            Kind::Reference(kind) => vec![kind.target],
            // What may lead to every resource stands behind none of them: the database does not hold such a reference.
            Kind::Any(any) if any.carrying.is_some() => {
                defs.iter().filter(|target| leads_to(any, target)).map(|target| target.path).collect()
            }
            _ => Vec::new(),
        }
    };
    let fields = def.fields.iter().enumerate();
    let all: Vec<(usize, &'static str)> = fields
        .flat_map(|(position, field)| of(&field.kind).into_iter().map(move |target| (position, target)))
        .collect();
    all.into_iter().filter(|(_, target)| *target != def.path)
}

fn closure(direct: &Edges) -> Edges {
    let reach_of = |start: &'static str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(path) = open.pop() {
            open.extend(direct.get(path).into_iter().flatten().copied().filter(|target| seen.insert(*target)));
        }
        (start, seen)
    };
    direct.keys().copied().map(reach_of).collect()
}

fn rank(down: &Edges, path: &'static str, ranks: &mut BTreeMap<&'static str, usize>, depth: usize) -> usize {
    if let Some(known) = ranks.get(path) {
        return *known;
    }
    assert!(depth < 64, "references that must not be empty form a circle at {path}: neither row could be made first");
    let below = down.get(path).into_iter().flatten().map(|target| 1 + rank(down, target, ranks, depth + 1)).max();
    ranks.insert(path, below.unwrap_or(0));
    below.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use cairn_model::{Id, Record, Ref};

    use super::*;

    #[derive(Debug, Clone, Record)]
    #[resource(path = "houses", own_id)]
    struct House {
        id: Id<House>,
        name: String,
        keeper: Option<Ref<Keeper>>,
    }

    #[derive(Debug, Clone, Record)]
    #[resource(path = "keepers", own_id)]
    struct Keeper {
        id: Id<Keeper>,
        name: String,
        house: Ref<House>,
        boss: Option<Ref<Keeper>>,
    }

    #[test]
    fn a_reference_that_may_be_empty_closes_a_circle() {
        let circles = Circles::among(&[House::def(), Keeper::def()]);
        assert_eq!((circles.rank("houses"), circles.rank("keepers")), (0, 1));
        assert_eq!(circles.closing(House::def()), [House::def().position("keeper").unwrap()]);
        assert_eq!(circles.closing(Keeper::def()), Vec::<usize>::new(), "its own kind is no circle of resources");
    }
}
