//! Role assignments.

use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_resources::iam::RoleAssignment;
use uuid::Uuid;

use super::keep_an_administrator;

pub const ENTRY: Entry = Entry::of::<RoleAssignment>()
    .module(Module::Access, "user-round-check")
    .rank(50)
    .roles("vacd - - - - - - -")
    .rules::<RoleAssignmentRules>()
    .serialized("access")
    .grants();

pub struct RoleAssignmentRules;

impl Rules for RoleAssignmentRules {
    type Record = RoleAssignment;

    async fn before_write(cx: &mut Cx, old: Option<&RoleAssignment>, new: &mut RoleAssignment) -> Result<()> {
        if let Some(old) = old {
            may_give(cx, old)?;
        }
        match (new.user.is_some(), new.user_group.is_some()) {
            (true, true) => {
                return Err(Error::field("user_group", "Assign the role to a user or to a group, not both."));
            }
            (false, false) => return Err(Error::field("user", "Assign the role to a user or to a group.")),
            _ => {}
        }
        let is_program = |user: Uuid| cx.authority.snapshot.user(user).is_some_and(|user| user.is_service_account);
        if new.user.is_some_and(|user| is_program(user.uuid())) {
            return Err(Error::field("user", "A service account has its own role. Change it there."));
        }
        // An assignment whose last domain is deleted stays, without effect.
        if new.perimeter_folders.is_empty() && !cx.is_detaching() {
            return Err(Error::field("perimeter_folders", "Choose at least one domain."));
        }
        may_give(cx, new)
    }

    async fn after_write(cx: &mut Cx, old: Option<&RoleAssignment>, _: &RoleAssignment) -> Result<()> {
        if old.is_some() { keep_an_administrator(cx) } else { Ok(()) }
    }

    async fn before_delete(cx: &mut Cx, old: &RoleAssignment) -> Result<()> {
        let Some(going) = cx.judges_deletion() else { return Ok(()) };
        let (role, folders) = (old.role.uuid(), old.perimeter_folders.uuids());
        let (snapshot, rights) = (&cx.authority.snapshot, &cx.authority.rights);
        if snapshot.may_revoke(rights, role, &folders, old.is_recursive, going) { Ok(()) } else { Err(too_strong()) }
    }

    async fn after_delete(cx: &mut Cx, _: &RoleAssignment) -> Result<()> {
        keep_an_administrator(cx)
    }
}

/// Nobody can assign, change or remove a role with more permissions than their own.
fn may_give(cx: &Cx, assignment: &RoleAssignment) -> Result<()> {
    let (role, folders) = (assignment.role.uuid(), assignment.perimeter_folders.uuids());
    let snapshot = &cx.authority.snapshot;
    if cx.is_consequence() || snapshot.may_grant(&cx.authority.rights, role, &folders, assignment.is_recursive) {
        return Ok(());
    }
    Err(too_strong())
}

fn too_strong() -> Error {
    Error::Forbidden(
        "You can only assign or remove a role if you have all its permissions in these domains yourself.".into(),
    )
}
