//! Roles.

use cairn_engine::{Cx, Entry, Error, Result, Rules};
use cairn_model::resource::iam::{Permission, Role};
use cairn_model::{Ref, Value};

use super::{keep_an_administrator, refuse_builtin};

pub const ENTRY: Entry =
    Entry::of::<Role>().area("access").roles("vacd - - - - - - -").rules::<RoleRules>().serialized("access").grants();

pub struct RoleRules;

impl Rules for RoleRules {
    type Record = Role;

    async fn before_write(cx: &mut Cx, old: Option<&Role>, new: &mut Role) -> Result<()> {
        if let Some(old) = old {
            refuse_builtin(cx, old.builtin, "role", &old.name)?;
        }
        new.folder = Ref::new(cx.root_folder());
        if cx.authority.caller.is_trusted() {
            return Ok(());
        }
        let ids = Value::Uuids(new.permissions.uuids());
        let permissions: Vec<Permission> = cx
            .list_all(|select| {
                select.any_of("id", ids);
            })
            .await?;
        let names = permissions.iter().map(|permission| permission.codename.as_str());
        if !names.clone().any(|name| name == "view_folder") {
            return Err(Error::field("permissions", "Include view_folder: without it a role opens nothing."));
        }
        let wanted = cx.registry().permissions().set(names);
        if !cx.authority.rights.covers(cx.root_folder(), &wanted) {
            return Err(Error::Forbidden("You may only put permissions into a role that you have yourself.".into()));
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&Role>, _: &Role) -> Result<()> {
        if old.is_some() { keep_an_administrator(cx) } else { Ok(()) }
    }
}
