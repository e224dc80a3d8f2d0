//! What people hold, and the rows that it lets them reach.

use proptest::prelude::*;
use uuid::Uuid;

use crate::world::{CODENAMES, PEOPLE, folder, permission, user, worlds};

proptest! {
    #[test]
    fn a_permission_is_held_where_a_role_gives_it_and_nowhere_else(world in worlds()) {
        let snapshot = world.snapshot();
        for who in 0..PEOPLE {
            let rights = snapshot.rights(user(who));
            for codename in CODENAMES {
                let mut anywhere = false;
                for at in world.folders() {
                    let held = world.holds(who, codename, at);
                    anywhere |= held;
                    prop_assert_eq!(rights.allows(permission(codename), folder(at)), held, "{} {} {}", who, codename, at);
                }
                prop_assert_eq!(rights.allows_somewhere(permission(codename)), anywhere);
            }
        }
    }

    /// Rows of a folder where the permission is held; and what is published above such a folder.
    #[test]
    fn a_scope_has_the_folders_held_and_what_is_published_above_them(world in worlds()) {
        let snapshot = world.snapshot();
        for who in 0..PEOPLE {
            for codename in CODENAMES {
                let scope = snapshot.rights(user(who)).scope(permission(codename));
                for at in world.folders() {
                    let held = world.holds(who, codename, at);
                    let is_above = world.folders().any(|below| world.is_within(below, at) && world.holds(who, codename, below));
                    prop_assert_eq!(scope.allows(folder(at), false), held, "{} {} {}", who, codename, at);
                    prop_assert_eq!(scope.allows(folder(at), true), is_above, "published: {} {} {}", who, codename, at);
                }
                let nothing = world.folders().all(|at| !world.holds(who, codename, at));
                prop_assert_eq!(scope.is_empty(), nothing);
                prop_assert!(!scope.is_system(), "nobody has the engine's own view");
                prop_assert_eq!(scope.user(), user(who));
            }
        }
    }

    /// The reasons that are given are those that decide: together they hold what the person holds, and what is published
    /// above is read because of one below.
    #[test]
    fn what_is_held_has_its_reasons_and_nothing_else_has(world in worlds()) {
        let snapshot = world.snapshot();
        for who in 0..PEOPLE {
            for codename in CODENAMES {
                let given = || snapshot.grants(user(who)).filter(move |grant| grant.gives(permission(codename)));
                for at in world.folders() {
                    let by: Vec<Uuid> = given().filter_map(|grant| grant.reaches(folder(at))).collect();
                    prop_assert_eq!(!by.is_empty(), world.holds(who, codename, at), "{} {} {}", who, codename, at);
                    for place in by {
                        let above = world.folders().find(|one| folder(*one) == place).unwrap();
                        prop_assert!(world.is_within(at, above), "a reason lies on the way to the root");
                    }
                    let is_above = world.folders().any(|below| below != at && world.is_within(below, at) && world.holds(who, codename, below));
                    let by_publication = given().any(|grant| grant.lies_below(folder(at)).is_some());
                    if !world.holds(who, codename, at) {
                        prop_assert_eq!(by_publication, is_above, "published: {} {} {}", who, codename, at);
                    }
                }
            }
        }
    }

    #[test]
    fn who_is_not_known_holds_nothing(world in worlds()) {
        let rights = world.snapshot().rights(Uuid::nil());
        for codename in CODENAMES {
            prop_assert!(!rights.allows_somewhere(permission(codename)));
            prop_assert!(rights.scope(permission(codename)).is_empty());
        }
    }

    /// Rights are worked out once and kept; asking in another order must not change them.
    #[test]
    fn the_order_of_questions_does_not_matter(world in worlds()) {
        let (one, other) = (world.snapshot(), world.snapshot());
        let ask = |snapshot: &cairn_access::Snapshot, who: usize, codename: &str| -> Vec<bool> {
            let scope = snapshot.rights(user(who)).scope(permission(codename));
            world.folders().map(|at| scope.allows(folder(at), true)).collect()
        };
        let questions: Vec<(usize, &str)> = (0..PEOPLE).flat_map(|who| CODENAMES.map(|name| (who, name))).collect();
        let forwards: Vec<_> = questions.iter().map(|(who, name)| ask(&one, *who, name)).collect();
        let mut backwards: Vec<_> = questions.iter().rev().map(|(who, name)| ask(&other, *who, name)).collect();
        backwards.reverse();
        prop_assert_eq!(forwards, backwards);
    }
}
