//! Groups of the identity provider, mapped to user groups.
//!
//! What a mapping gives is written into the groups of each user, where everybody sees it: who is in a group does not
//! depend on who asks. A group that comes from the provider goes with it.

use std::collections::{BTreeMap, BTreeSet};

use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_model::{Many, Ref, Value};
use cairn_resources::iam::{IdpGroup, User};
use uuid::Uuid;

pub const ENTRY: Entry = Entry::of::<IdpGroup>()
    .module(Module::Access, "folder-sync")
    .beside("user-groups")
    .rank(21)
    .roles("vacd - - - - - - -")
    .rules::<IdpGroupRules>()
    .serialized("access")
    .grants();

pub struct IdpGroupRules;

impl Rules for IdpGroupRules {
    type Record = IdpGroup;

    async fn before_write(cx: &mut Cx, old: Option<&IdpGroup>, new: &mut IdpGroup) -> Result<()> {
        new.folder = Ref::new(cx.root_folder());
        if cx.authority.caller.is_trusted() || cx.is_detaching() {
            return Ok(());
        }
        if let Some(old) = old.filter(|old| old.is_scim_managed)
            && old.name != new.name
        {
            return Err(Error::field("name", "The identity provider maintains this group. Rename it there."));
        }
        let before: BTreeSet<Uuid> = old.map(|old| old.user_groups.uuids()).unwrap_or_default().into_iter().collect();
        let after: BTreeSet<Uuid> = new.user_groups.uuids().into_iter().collect();
        may_map(cx, before.symmetric_difference(&after).copied())
    }

    async fn after_write(cx: &mut Cx, old: Option<&IdpGroup>, new: &IdpGroup) -> Result<()> {
        sync(cx, new.id.uuid(), old, Some(new)).await
    }

    async fn before_delete(cx: &mut Cx, old: &IdpGroup) -> Result<()> {
        if cx.judges_deletion().is_none() { Ok(()) } else { may_map(cx, old.user_groups.uuids().into_iter()) }
    }

    async fn after_delete(cx: &mut Cx, old: &IdpGroup) -> Result<()> {
        sync(cx, old.id.uuid(), Some(old), None).await
    }
}

/// A mapping gives the provider's people all that a group has, so only those who have it can make one or end it.
fn may_map(cx: &Cx, mut groups: impl Iterator<Item = Uuid>) -> Result<()> {
    if groups.all(|group| cx.authority.snapshot.may_grant_group(&cx.authority.rights, group)) {
        return Ok(());
    }
    Err(Error::Forbidden("You can only map groups whose permissions you have yourself.".into()))
}

/// Gives the members what the group is mapped to, and takes away what it was mapped to before, as far as no other group
/// of theirs gives it.
async fn sync(cx: &mut Cx, id: Uuid, old: Option<&IdpGroup>, new: Option<&IdpGroup>) -> Result<()> {
    let people = |group: Option<&IdpGroup>| -> BTreeSet<Uuid> {
        group.map(|group| group.users.uuids()).unwrap_or_default().into_iter().collect()
    };
    let mapped = |group: Option<&IdpGroup>| -> BTreeSet<Uuid> {
        group.map(|group| group.user_groups.uuids()).unwrap_or_default().into_iter().collect()
    };
    let (were, are) = (people(old), people(new));
    let (gave, gives) = (mapped(old), mapped(new));
    let touched: Vec<Uuid> = if gave == gives {
        were.symmetric_difference(&are).copied().collect()
    } else {
        were.union(&are).copied().collect()
    };
    if touched.is_empty() || (gave.is_empty() && gives.is_empty()) {
        return Ok(());
    }
    let others = through_others(cx, id, &touched).await?;
    let nothing = BTreeSet::new();
    let follow = |user: &mut User| {
        let user_id = user.id.uuid();
        let kept = others.get(&user_id).unwrap_or(&nothing);
        let mut groups: BTreeSet<Uuid> = user.user_groups.uuids().into_iter().collect();
        if were.contains(&user_id) {
            groups.retain(|group| !gave.contains(group) || kept.contains(group));
        }
        if are.contains(&user_id) {
            groups.extend(&gives);
        }
        user.user_groups = Many::of(groups);
        Ok(())
    };
    cx.modify_many(&touched, follow).await
}

/// What other groups of the provider give these users.
async fn through_others(cx: &mut Cx, but: Uuid, users: &[Uuid]) -> Result<BTreeMap<Uuid, BTreeSet<Uuid>>> {
    let all: Vec<IdpGroup> = of_users(cx, users).await?;
    let mut given: BTreeMap<Uuid, BTreeSet<Uuid>> = BTreeMap::new();
    for group in all.iter().filter(|group| group.id.uuid() != but) {
        for user in group.users.uuids() {
            given.entry(user).or_default().extend(group.user_groups.uuids());
        }
    }
    Ok(given)
}

/// The groups that any of these users is in.
pub async fn of_users(cx: &mut Cx, users: &[Uuid]) -> Result<Vec<IdpGroup>> {
    let mut condition =
        cairn_store::Sql::raw("exists (select 1 from idp_groups_users l where l.source = t.id and l.target");
    condition.any(cx.conn.dialect(), Value::Uuids(users.to_vec())).push(")");
    cx.list_all(|select| {
        select.condition(condition);
    })
    .await
}
