//! Roles.

use cairn_access::PermissionSet;
use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_model::{Many, Ref, Value};
use cairn_resources::iam::{Folder, Permission, Role};

use super::keep_an_administrator;

pub const ENTRY: Entry = Entry::of::<Role>()
    .module(Module::Access, "key-round")
    .rank(40)
    .roles("vacd - - - - - - -")
    .rules::<RoleRules>()
    .serialized("access")
    .grants();

pub struct RoleRules;

impl Rules for RoleRules {
    type Record = Role;

    async fn before_write(cx: &mut Cx, old: Option<&Role>, new: &mut Role) -> Result<()> {
        new.folder = Ref::new(cx.root_folder());
        if cx.authority.caller.is_trusted() {
            return Ok(());
        }
        let wanted = permissions(cx, &new.permissions).await?;
        let view_folder = cx.resource::<Folder>().view;
        if !wanted.contains(view_folder) {
            return Err(Error::field("permissions", "Include view_folder. Without it, a role gives no access."));
        }
        let before = match old {
            Some(old) => permissions(cx, &old.permissions).await?,
            None => PermissionSet::default(),
        };
        // A change to a role applies to everyone who has it, everywhere.
        let changed = before.difference(&wanted);
        let (snapshot, rights) = (&cx.authority.snapshot, &cx.authority.rights);
        let root = cx.root_folder();
        if rights.covers(root, &wanted)
            && rights.covers(root, &changed)
            && snapshot.may_change_role(rights, new.id.uuid(), &changed)
        {
            return Ok(());
        }
        Err(Error::Forbidden(
            "You can only add permissions to a role, or remove them, if you have them yourself.".into(),
        ))
    }

    async fn after_write(cx: &mut Cx, old: Option<&Role>, _: &Role) -> Result<()> {
        if old.is_some() { keep_an_administrator(cx) } else { Ok(()) }
    }
}

async fn permissions(cx: &mut Cx, ids: &Many<Permission>) -> Result<PermissionSet> {
    let ids = Value::Uuids(ids.uuids());
    let found: Vec<Permission> = cx
        .list_all(|select| {
            select.any_of("id", ids);
        })
        .await?;
    Ok(cx.registry().permissions().set(found.iter().map(|permission| permission.codename.as_str())))
}
