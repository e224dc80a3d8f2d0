//! The groups that Cairn maintains for a domain: one per role, with that role in the domain.

use cairn_engine::entry::ROLES;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Many, Ref};
use cairn_resources::iam::{Folder, Role, RoleAssignment, UserGroup};
use uuid::Uuid;

/// The roles that a domain's groups have, by their letters in the role table.
pub const DOMAIN_ROLES: &[&str] = &["DMA", "ANA", "APP", "AUD", "ADE", "TPR", "TST"];
/// The roles that people can have on the whole instance.
pub const GLOBAL_ROLES: &[&str] = &["ADM", "DMA", "ANA", "APP", "AUD", "TST"];

/// Creates the missing groups.
pub async fn provision(cx: &mut Cx, folder: &Folder, roles: &[&str]) -> Result<()> {
    let existing = builtin(cx, folder.id.uuid()).await?;
    for (letters, code, name) in ROLES.iter().filter(|(letters, _, _)| roles.contains(letters)) {
        let group_code = format!("BI-UG-{letters}");
        if existing.iter().any(|group| group.code.as_deref() == Some(&group_code)) {
            continue;
        }
        let role = role(cx, code).await?;
        let group = UserGroup {
            id: cx.new_id(),
            folder: Ref::new(folder.id.uuid()),
            name: group_name(&folder.name, name),
            description: None,
            code: Some(group_code),
            builtin: true,
            is_published: false,
            users: Many::default(),
        };
        let assignment = RoleAssignment {
            id: cx.new_id(),
            folder: Ref::new(folder.id.uuid()),
            name: group.name.clone(),
            description: None,
            user: None,
            user_group: Some(Ref::new(group.id.uuid())),
            role: Ref::new(role.id.uuid()),
            perimeter_folders: Many::of([folder.id.uuid()]),
            is_recursive: true,
            builtin: true,
            is_published: false,
        };
        cx.create(group).await?;
        cx.create(assignment).await?;
    }
    Ok(())
}

/// Removes the groups, with the roles that people had through them.
pub async fn remove(cx: &mut Cx, folder: Uuid) -> Result<()> {
    for group in builtin(cx, folder).await? {
        cx.delete::<UserGroup>(group.id.uuid()).await?;
    }
    Ok(())
}

/// The groups have the domain's name, so they are renamed with it.
pub async fn rename(cx: &mut Cx, folder: &Folder) -> Result<()> {
    for group in builtin(cx, folder.id.uuid()).await? {
        let letters = group.code.as_deref().and_then(|code| code.strip_prefix("BI-UG-")).unwrap_or_default();
        if let Some((_, _, role)) = ROLES.iter().find(|(known, _, _)| *known == letters) {
            let follow = |group: &mut UserGroup| {
                group.name = group_name(&folder.name, role);
                Ok(())
            };
            cx.modify(group.id.uuid(), follow).await?;
        }
    }
    Ok(())
}

fn group_name(folder: &str, role: &str) -> String {
    let folder: String = folder.chars().take(200 - role.chars().count() - 3).collect();
    format!("{folder} - {role}")
}

/// The groups of a domain that Cairn maintains.
pub async fn builtin(cx: &mut Cx, folder: Uuid) -> Result<Vec<UserGroup>> {
    cx.list_all(|select| {
        select.equals("folder", folder).equals("builtin", true);
    })
    .await
}

pub async fn role(cx: &mut Cx, code: &str) -> Result<Role> {
    let found: Vec<Role> = cx
        .list_all(|select| {
            select.equals("code", code);
        })
        .await?;
    found.into_iter().next().ok_or_else(|| Error::internal(format!("the built-in role {code} is missing")))
}
