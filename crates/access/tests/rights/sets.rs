//! Sets of permissions are sets, also beyond the first word of bits.

use std::collections::BTreeSet;

use cairn_access::{PermissionSet, Permissions};
use proptest::collection::btree_set;
use proptest::prelude::*;

const MANY: usize = 150;

fn all() -> Permissions {
    Permissions::new((0..MANY).map(|number| format!("view_{number:03}")))
}

fn set(permissions: &Permissions, numbers: &BTreeSet<usize>) -> PermissionSet {
    let names: Vec<String> = numbers.iter().map(|number| format!("view_{number:03}")).collect();
    permissions.set(names.iter().map(String::as_str))
}

fn numbers(permissions: &Permissions, set: &PermissionSet) -> BTreeSet<usize> {
    permissions.names(set).map(|name| name["view_".len()..].parse().expect("a number")).collect()
}

proptest! {
    #[test]
    fn they_answer_as_sets_do(one in btree_set(0..MANY, 0..20), other in btree_set(0..MANY, 0..20)) {
        let permissions = all();
        let (left, right) = (set(&permissions, &one), set(&permissions, &other));
        prop_assert_eq!(numbers(&permissions, &left), one.clone());
        prop_assert_eq!(left.covers(&right), other.is_subset(&one));
        prop_assert_eq!(left.is_empty(), one.is_empty());

        let difference = left.difference(&right);
        prop_assert_eq!(numbers(&permissions, &difference), one.symmetric_difference(&other).copied().collect());
        let mut both = left.clone();
        both.keep(&right);
        prop_assert_eq!(numbers(&permissions, &both), one.intersection(&other).copied().collect());
        let mut either = left;
        either.add(&right);
        prop_assert_eq!(numbers(&permissions, &either), one.union(&other).copied().collect());
    }

    /// A set that was made when there were fewer permissions is short; what it does not know, it does not have.
    #[test]
    fn a_shorter_set_has_nothing_of_what_came_later(one in btree_set(0..MANY, 1..20)) {
        let permissions = all();
        let long = set(&permissions, &one);
        let mut none = PermissionSet::default();
        prop_assert!(long.covers(&none) && !none.covers(&long));
        prop_assert_eq!(numbers(&permissions, &none.difference(&long)), one);
        none.keep(&long);
        prop_assert!(none.is_empty());
    }
}
