//! The order of resources by what they refer to, even though some may refer to each other in a circle.
//!
//! A nullable reference can close a circle: it is set after both rows have been created, and cleared before they are
//! deleted. All other references point down, which gives every resource its rank.

use std::collections::{BTreeMap, BTreeSet};

use cairn_model::ResourceDef;
use cairn_model::kind::Kind;

use crate::entry::Entry;
use crate::registry::leads_to;

type Edges = BTreeMap<&'static str, BTreeSet<&'static str>>;

pub(crate) struct Circles {
    /// Everything that each resource refers to, directly or indirectly.
    reach: Edges,
    ranks: BTreeMap<&'static str, usize>,
    /// The nullable references that close a circle: resource and position.
    closing: BTreeSet<(&'static str, usize)>,
}

/// A reference from a resource to another one. References within the same resource do not affect the order.
#[derive(Debug)]
struct Link {
    position: usize,
    target: &'static str,
    may_be_empty: bool,
}

impl Circles {
    pub fn of(entries: &[&'static Entry]) -> Self {
        let defs: Vec<&'static ResourceDef> = entries.iter().map(|entry| (entry.def)()).collect();
        Self::among(&defs.iter().map(|def| (def.path, links(&defs, def))).collect())
    }

    fn among(all: &BTreeMap<&'static str, Vec<Link>>) -> Self {
        let targets = |links: &[Link]| links.iter().map(|link| link.target).collect();
        let direct: Edges = all.iter().map(|(path, links)| (*path, targets(links))).collect();
        let mut circles = Self { reach: closure(&direct), ranks: BTreeMap::new(), closing: BTreeSet::new() };
        let is_down = |path: &str, link: &&Link| !circles.closes(path, link);
        let down: Edges = all
            .iter()
            .map(|(path, links)| {
                (*path, links.iter().filter(|link| is_down(path, link)).map(|link| link.target).collect())
            })
            .collect();
        for (path, links) in all {
            rank(&down, path, &mut circles.ranks, 0);
            let closing = links.iter().filter(|link| circles.closes(path, link)).map(|link| (*path, link.position));
            circles.closing.extend(closing.collect::<Vec<_>>());
        }
        circles
    }

    pub fn rank(&self, path: &str) -> usize {
        self.ranks.get(path).copied().unwrap_or_default()
    }

    /// The positions of the nullable references that close a circle.
    pub fn closing(&self, def: &'static ResourceDef) -> Vec<usize> {
        let closing = self.closing.iter().filter(|(path, _)| *path == def.path);
        closing.map(|(_, position)| *position).collect()
    }

    fn closes(&self, path: &str, link: &Link) -> bool {
        link.may_be_empty && self.reach.get(link.target).is_some_and(|reached| reached.contains(path))
    }
}

fn links(defs: &[&'static ResourceDef], def: &'static ResourceDef) -> Vec<Link> {
    let targets = |kind: &Kind| -> Vec<&'static str> {
        match kind {
            Kind::Reference(kind) => vec![kind.target],
            // A reference to any resource does not affect the order: the database has no constraint for it.
            Kind::Any(any) if any.carrying.is_some() => {
                defs.iter().filter(|target| leads_to(any, target)).map(|target| target.path).collect()
            }
            _ => Vec::new(),
        }
    };
    let mut links = Vec::new();
    for (position, field) in def.fields.iter().enumerate() {
        let others = targets(&field.kind).into_iter().filter(|target| *target != def.path);
        links.extend(others.map(|target| Link { position, target, may_be_empty: field.nullable }));
    }
    links
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
    use proptest::prelude::*;

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

    fn among(defs: &[&'static ResourceDef]) -> Circles {
        Circles::among(&defs.iter().map(|def| (def.path, links(defs, def))).collect())
    }

    #[test]
    fn a_reference_that_may_be_empty_closes_a_circle() {
        let circles = among(&[House::def(), Keeper::def()]);
        assert_eq!((circles.rank("houses"), circles.rank("keepers")), (0, 1));
        assert_eq!(circles.closing(House::def()), [House::def().position("keeper").unwrap()]);
        assert_eq!(circles.closing(Keeper::def()), Vec::<usize>::new(), "its own kind is no circle of resources");
    }

    const PATHS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

    /// Which resource refers to which, and whether that may be empty. What must not be empty only leads to earlier ones,
    /// or rows could never be made.
    fn worlds() -> impl Strategy<Value = BTreeMap<&'static str, Vec<Link>>> {
        let link = (0..PATHS.len(), 0..PATHS.len(), any::<bool>());
        proptest::collection::vec(link, 0..30).prop_map(|all| {
            let mut world: BTreeMap<&'static str, Vec<Link>> = PATHS.map(|path| (path, Vec::new())).into();
            for (from, to, may_be_empty) in all.into_iter().filter(|(from, to, _)| from != to) {
                let links = world.get_mut(PATHS[from]).unwrap();
                let may_be_empty = may_be_empty || to > from;
                links.push(Link { position: links.len(), target: PATHS[to], may_be_empty });
            }
            world
        })
    }

    /// Whether one resource leads to another, found by going every way.
    fn leads(world: &BTreeMap<&'static str, Vec<Link>>, from: &str, to: &str, seen: &mut Vec<String>) -> bool {
        from == to
            || world[from].iter().any(|link| {
                let is_new = !seen.iter().any(|path| path == link.target);
                is_new && {
                    seen.push(link.target.to_owned());
                    leads(world, link.target, to, seen)
                }
            })
    }

    proptest! {
        #[test]
        fn whatever_must_be_there_first_ranks_lower(world in worlds()) {
            let circles = Circles::among(&world);
            for (path, links) in &world {
                for link in links {
                    let is_circle = leads(&world, link.target, path, &mut vec![link.target.to_owned()]);
                    prop_assert_eq!(circles.closes(path, link), link.may_be_empty && is_circle);
                    if !circles.closes(path, link) {
                        prop_assert!(circles.rank(path) > circles.rank(link.target), "{} refers to {}", path, link.target);
                    }
                }
                prop_assert!(circles.rank(path) < PATHS.len());
            }
        }
    }
}
