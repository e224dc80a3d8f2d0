//! Whoever may hand something on gains nothing by it, and nobody gains more than they hold.

use proptest::prelude::*;

use crate::world::{Assignment, CODENAMES, PEOPLE, World, folder, group, role, user, worlds};

/// Everything that someone holds.
fn held(world: &World, who: usize) -> Vec<(usize, &'static str)> {
    let each = world.folders().flat_map(|at| CODENAMES.map(|name| (at, name)));
    each.filter(|(at, name)| world.holds(who, name, *at)).collect()
}

proptest! {
    #[test]
    fn a_role_is_given_only_by_who_holds_all_of_it_there(
        world in worlds(), who in 0..PEOPLE, given in 0..3_usize, at in any::<prop::sample::Index>(), recursive: bool,
    ) {
        prop_assume!(world.people[who].is_active);
        let at = at.index(world.parents.len());
        let snapshot = world.snapshot();
        let may = snapshot.may_grant(&snapshot.rights(user(who)), role(given), &[folder(at)], recursive);
        let reached: Vec<usize> =
            world.folders().filter(|below| *below == at || (recursive && world.is_within(*below, at))).collect();
        let holds_all = reached.iter().all(|at| world.roles[given].iter().all(|name| world.holds(who, name, *at)));
        prop_assert_eq!(may, holds_all);

        let mut after = world.clone();
        after.assignments.push(Assignment { to_user: true, whom: who, role: given, folders: vec![at], recursive });
        if may {
            prop_assert_eq!(held(&after, who), held(&world, who), "given to themselves, it would be more");
        }
    }

    #[test]
    fn people_are_put_into_a_group_only_by_who_holds_all_that_it_gives(world in worlds(), who in 0..PEOPLE, into in 0..2_usize) {
        prop_assume!(world.people[who].is_active);
        let snapshot = world.snapshot();
        let mut after = world.clone();
        after.people[who].groups = [&world.people[who].groups[..], &[into]].concat();
        if snapshot.may_grant_group(&snapshot.rights(user(who)), group(into)) {
            prop_assert_eq!(held(&after, who), held(&world, who));
        } else {
            prop_assert!(held(&after, who).len() > held(&world, who).len(), "refused, though there is nothing to gain");
        }
    }

    /// Also of an account that is switched off: it may be switched on again.
    #[test]
    fn an_account_is_covered_by_who_holds_all_that_it_was_given(world in worlds(), who in 0..PEOPLE, other in 0..PEOPLE) {
        prop_assume!(world.people[who].is_active);
        let snapshot = world.snapshot();
        let mut awake = world.clone();
        awake.people[other].is_active = true;
        let gains_nothing = held(&awake, other).iter().all(|(at, name)| world.holds(who, name, *at));
        prop_assert_eq!(snapshot.covers_user(&snapshot.rights(user(who)), user(other)), gains_nothing);
    }

    #[test]
    fn a_permission_is_put_into_a_role_only_by_who_holds_it_wherever_the_role_is_given(
        world in worlds(), who in 0..PEOPLE, changed in 0..3_usize, added in 0..CODENAMES.len(),
    ) {
        prop_assume!(world.people[who].is_active);
        let (snapshot, added) = (world.snapshot(), CODENAMES[added]);
        let set = snapshot.permissions().set([added]);
        let may = snapshot.may_change_role(&snapshot.rights(user(who)), role(changed), &set);
        let mut after = world.clone();
        after.roles[changed].push(added);
        for other in 0..PEOPLE {
            for at in world.folders() {
                let gained = after.holds(other, added, at) && !world.holds(other, added, at);
                prop_assert!(!(may && gained) || world.holds(who, added, at), "{} gains what {} has not", other, who);
            }
        }
    }

    #[test]
    fn a_domain_is_moved_only_by_who_holds_what_others_gain_or_lose_there(
        world in worlds(), who in 0..PEOPLE, moved in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(),
    ) {
        let (moved, to) = (moved.index(world.parents.len()), to.index(world.parents.len()));
        prop_assume!(world.people[who].is_active);
        let Some(from) = world.parents[moved] else { return Ok(()) };
        prop_assume!(!world.is_within(to, moved));
        let snapshot = world.snapshot();
        let may = snapshot.may_move(&snapshot.rights(user(who)), folder(moved), folder(from), folder(to));
        let mut after = world.clone();
        after.parents[moved] = Some(to);
        for other in 0..PEOPLE {
            for (at, name) in world.folders().flat_map(|at| CODENAMES.map(|name| (at, name))) {
                let changes = world.holds(other, name, at) != after.holds(other, name, at);
                prop_assert!(!(may && changes) || world.holds(who, name, at), "{} {} {}", other, name, at);
            }
        }
    }
}
