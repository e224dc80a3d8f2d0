//! A token never has more than its owner, and no more than its limits say.

use cairn_access::Limits;
use proptest::prelude::*;

use crate::world::{CODENAMES, PEOPLE, folder, permission, user, worlds};

proptest! {
    #[test]
    fn a_token_has_what_its_owner_has_within_its_limits(world in worlds(), read_only: bool) {
        let snapshot = world.snapshot();
        let domains = world.folders().map(Some).chain([None]);
        for domain in domains {
            let limits = Limits { read_only, folder: domain.map(folder), ..Limits::default() };
            for who in 0..PEOPLE {
                let (whole, limited) = (snapshot.rights(user(who)), snapshot.limited_rights(user(who), limits));
                for codename in CODENAMES {
                    let permission = permission(codename);
                    let (all, some) = (whole.scope(permission), limited.scope(permission));
                    for at in world.folders() {
                        let expected = world.holds(who, codename, at)
                            && domain.is_none_or(|domain| world.is_within(at, domain))
                            && (!read_only || codename.starts_with("view_"));
                        prop_assert_eq!(limited.allows(permission, folder(at)), expected, "{} {} {}", who, codename, at);
                        prop_assert_eq!(some.allows(folder(at), false), expected);
                        prop_assert!(!some.allows(folder(at), true) || all.allows(folder(at), true), "more than its owner");
                    }
                    prop_assert!(!(domain.is_some() && some.is_unrestricted()), "a token for a domain reaches all of them");
                }
            }
        }
    }
}
