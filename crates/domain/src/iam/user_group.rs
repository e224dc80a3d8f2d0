//! Groups of people.

use std::collections::BTreeSet;

use cairn_access::Verb;
use cairn_engine::{Cx, Entry, Error, Module, Result, Rules, action};
use cairn_model::{Describe, Id, Many};
use cairn_resources::iam::{User, UserGroup};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::keep_an_administrator;

pub const ENTRY: Entry = Entry::of::<UserGroup>()
    .module(Module::Access, "users")
    .rank(20)
    .roles("vacd vcd v v v - - -")
    .rules::<UserGroupRules>()
    .serialized("access")
    .grants()
    .actions(&[
        action!(POST "add-members", item, Change, add_members: Members => Membership, "Adds members to the group."),
        action!(POST "remove-members", item, Change, remove_members: Members => Membership, "Removes members from the group."),
    ]);

pub struct UserGroupRules;

impl Rules for UserGroupRules {
    type Record = UserGroup;

    async fn before_delete(cx: &mut Cx, old: &UserGroup) -> Result<()> {
        let Some(going) = cx.judges_deletion() else { return Ok(()) };
        let (snapshot, rights) = (&cx.authority.snapshot, &cx.authority.rights);
        if snapshot.may_revoke_group(rights, old.id.uuid(), going) {
            return Ok(());
        }
        Err(Error::Forbidden(format!(
            "The group “{}” has permissions that you do not have, so you cannot delete it.",
            old.name
        )))
    }

    async fn after_delete(cx: &mut Cx, _: &UserGroup) -> Result<()> {
        keep_an_administrator(cx)
    }
}

/// The users to add or remove.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Members {
    pub users: Vec<Id<User>>,
}

#[derive(Serialize, Describe)]
pub struct Membership {
    /// Number of users affected.
    pub changed: usize,
}

async fn add_members(cx: &mut Cx, id: Uuid, members: Members) -> Result<Membership> {
    change_members(cx, id, members, true).await
}

async fn remove_members(cx: &mut Cx, id: Uuid, members: Members) -> Result<Membership> {
    change_members(cx, id, members, false).await
}

/// Membership belongs to the users, so each of them changes; the rules of users decide whether the caller may grant or
/// remove the group's permissions.
async fn change_members(cx: &mut Cx, group: Uuid, members: Members, add: bool) -> Result<Membership> {
    cx.lock_access("access").await?;
    cx.get_for::<UserGroup>(group, Verb::Change).await?;
    let mut changed = 0;
    let users: BTreeSet<Uuid> = members.users.iter().map(|id| id.uuid()).collect();
    for id in users {
        let user: User = cx.get(id).await.map_err(|error| match error {
            Error::NotFound(message) => Error::field("users", message),
            other => other,
        })?;
        if user.user_groups.uuids().contains(&group) == add {
            continue;
        }
        let change = |user: &mut User| {
            let mut groups = user.user_groups.uuids();
            groups.retain(|one| *one != group);
            groups.extend(add.then_some(group));
            user.user_groups = Many::of(groups);
            Ok(())
        };
        cx.modify(id, change).await?;
        changed += 1;
    }
    Ok(Membership { changed })
}
