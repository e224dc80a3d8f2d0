//! The tree of domains, whole and damaged.

use std::collections::BTreeSet;

use cairn_access::{FolderFact, Tree};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::world::{folder, worlds};

proptest! {
    #[test]
    fn what_lies_below_has_it_above(world in worlds()) {
        let snapshot = world.snapshot();
        let tree = snapshot.tree();
        prop_assert_eq!(tree.root(), folder(0));
        for at in world.folders() {
            let below: Vec<_> = tree.subtree(folder(at));
            let expected: BTreeSet<_> = world.folders().filter(|other| world.is_within(*other, at)).map(folder).collect();
            prop_assert_eq!(below.len(), expected.len(), "nothing twice");
            prop_assert_eq!(below.iter().copied().collect::<BTreeSet<_>>(), expected);
            // Whoever writes them in this order finds each parent there.
            for (position, id) in below.iter().enumerate().skip(1) {
                let parent = tree.get(*id).and_then(|node| node.parent).expect("a parent");
                prop_assert!(below[..position].contains(&parent));
            }
            for other in world.folders() {
                prop_assert_eq!(tree.is_within(folder(other), folder(at)), world.is_within(other, at));
            }
            let path = tree.path(folder(at));
            prop_assert_eq!(path.last().map(|node| node.id), Some(folder(at)));
            prop_assert!(path.len() == 1 || path.iter().all(|node| node.id != folder(0)), "the root stands only for itself");
        }
    }

    /// Parents that are missing, or above themselves: a wrong answer is possible, an endless one is not.
    #[test]
    fn a_damaged_tree_does_not_hang(parents in vec(prop::option::of(0..9_usize), 1..8)) {
        let facts: Vec<FolderFact> = parents
            .iter()
            .enumerate()
            .map(|(at, parent)| FolderFact {
                id: folder(at),
                name: String::new(),
                parent: parent.map(folder),
                kind: "DO".to_owned(),
                is_published: false,
            })
            .collect();
        let tree = Tree::new(&facts);
        for at in 0..9 {
            prop_assert!(tree.ancestors(folder(at)).count() <= facts.len());
            prop_assert!(tree.subtree(folder(at)).len() <= facts.len() + 1);
            let _ = tree.path(folder(at));
        }
    }
}
