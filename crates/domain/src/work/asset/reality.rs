//! The actual capabilities. A supporting asset provides its own. A primary asset provides what supports it: the worst
//! value of any asset below it, for each criterion. Where an asset overrides those below it, its own capability counts
//! instead.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::objectives::{Levels, Sort};

/// An asset as far as its capabilities go.
pub(super) struct Carrier {
    pub is_primary: bool,
    pub capabilities: Levels,
    /// The criteria for which its own capability counts instead of those below it.
    pub overrides: Vec<bool>,
    /// The assets that support it.
    pub below: Vec<Uuid>,
}

/// Some assets and everything below them, as far as the caller may see it.
pub(super) struct Carriers(pub HashMap<Uuid, Carrier>);

impl Carriers {
    /// The effective capabilities of an asset.
    pub fn reality(&self, sort: Sort, id: Uuid) -> Levels {
        let Some(carrier) = self.0.get(&id) else { return sort.none() };
        if !carrier.is_primary {
            return carrier.capabilities.clone();
        }
        self.offered(sort, id, &mut HashMap::new(), &mut HashSet::new())
    }

    /// The capabilities of an asset and everything that supports it. `known` has what was computed already: an asset
    /// may be reached in several ways. `way` is the path so far, so that a circle, which should not exist, ends.
    fn offered(&self, sort: Sort, id: Uuid, known: &mut HashMap<Uuid, Levels>, way: &mut HashSet<Uuid>) -> Levels {
        if let Some(levels) = known.get(&id) {
            return levels.clone();
        }
        let Some(carrier) = self.0.get(&id).filter(|_| way.insert(id)) else { return sort.none() };
        // A primary asset's own capability counts only where it overrides.
        let mut levels = if carrier.is_primary { sort.none() } else { carrier.capabilities.clone() };
        for below in &carrier.below {
            let other = self.offered(sort, *below, known, way);
            sort.lower(&mut levels, &other);
        }
        for (at, level) in levels.iter_mut().enumerate() {
            // An override without a value of its own has nothing to replace the others with.
            if carrier.overrides[at] && carrier.capabilities[at].is_some() {
                *level = carrier.capabilities[at];
            }
        }
        way.remove(&id);
        known.insert(id, levels.clone());
        levels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Id, whether it is primary, its level, whether that overrides, and what supports it.
    type Given<'a> = (u128, bool, Option<i64>, bool, &'a [u128]);

    fn carriers(all: &[Given]) -> Carriers {
        let one = |(id, is_primary, level, overrides, below): &Given| {
            let carrier = Carrier {
                is_primary: *is_primary,
                capabilities: vec![*level, None, None],
                overrides: vec![*overrides, false, false],
                below: below.iter().copied().map(Uuid::from_u128).collect(),
            };
            (Uuid::from_u128(*id), carrier)
        };
        Carriers(all.iter().map(one).collect())
    }

    fn reality(all: &[Given], id: u128) -> Option<i64> {
        carriers(all).reality(Sort::Recovery, Uuid::from_u128(id))[0]
    }

    #[test]
    fn the_worst_below_counts_unless_it_is_overridden() {
        let service = (1, true, Some(5), false, &[2, 3][..]);
        let (fast, slow) = ((2, false, Some(60), false, &[3][..]), (3, false, Some(600), false, &[][..]));
        assert_eq!(reality(&[service, fast, slow], 1), Some(600), "what it says of itself is not what carries it");
        assert_eq!(reality(&[service, fast, slow], 2), Some(60), "a supporting asset offers its own");
        let spare = (2, false, Some(60), true, &[3][..]);
        assert_eq!(reality(&[(1, true, None, false, &[2]), spare, slow], 1), Some(60), "it makes up for what is below");
        assert_eq!(reality(&[service, spare, slow], 1), Some(600), "but not for what carries the service directly");
        assert_eq!(reality(&[(1, true, Some(5), true, &[2, 3]), fast, slow], 1), Some(5));
        assert_eq!(reality(&[(1, true, None, true, &[2, 3]), fast, slow], 1), Some(600), "nothing to put in the place");
        assert_eq!(reality(&[(1, true, Some(5), false, &[])], 1), None);
    }
}
