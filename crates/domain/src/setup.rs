//! What every instance has from its first start, synchronised with the program at each start: the root domain,
//! permissions, built-in roles and groups, asset classes and capabilities, terms to choose from, dashboards.

use std::sync::Arc;

use cairn_engine::entry::ROLES;
use cairn_engine::{Caller, Cx, Engine, Error, Result};
use cairn_model::{Id, Json, Many, Markdown, Record, Ref};
use cairn_resources::iam::{Folder, FolderKind, Permission, Role, User, UserGroup};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::catalogue::{asset_capability, asset_class, object_classification, terminology};
use crate::iam::groups;
use crate::metrology::included;

/// The name of the root domain.
pub const ROOT: &str = "Global";

/// Updates the built-in rows. Several servers may start at once: one does it.
pub async fn run(engine: &Arc<Engine>) -> Result<()> {
    let mut cx = engine.write(Arc::new(Caller::system())).await?;
    cx.conn.lock("setup").await?;
    let root = root_folder(&mut cx).await?;
    // On the first start there was no root yet.
    cx.renew_access().await?;
    permissions(&mut cx, root.id.uuid()).await?;
    roles(&mut cx, root.id.uuid()).await?;
    groups::provision(&mut cx, &root, groups::GLOBAL_ROLES).await?;
    asset_class::seed(&mut cx).await?;
    asset_capability::seed(&mut cx).await?;
    object_classification::seed(&mut cx).await?;
    terminology::seed(&mut cx).await?;
    included::seed(&mut cx).await?;
    cx.commit().await?;
    engine.refresh_access().await
}

async fn root_folder(cx: &mut Cx) -> Result<Folder> {
    let key = FolderKind::Global.key();
    let found: Vec<Folder> = cx
        .list_all(|select| {
            select.equals("content_type", key);
        })
        .await?;
    if let Some(root) = found.into_iter().next() {
        return Ok(root);
    }
    let root = Folder {
        id: cx.new_id(),
        name: ROOT.into(),
        description: None,
        content_type: FolderKind::Global,
        parent_folder: None,
        is_published: true,
        builtin: true,
        create_iam_groups: true,
        filtering_labels: Many::default(),
    };
    cx.create(root.clone()).await?;
    Ok(root)
}

/// A permission has the same id on every instance, so that exports can be moved between them.
fn permission_id(codename: &str) -> Id<Permission> {
    Id::new(stable_id("permission", codename))
}

/// The id of a built-in row that is the same on every instance.
pub(crate) fn stable_id(kind: &str, name: &str) -> Uuid {
    let hash = Sha256::digest(format!("cairn {kind} {name}"));
    let bytes: [u8; 16] = hash[..16].try_into().unwrap_or_default();
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

async fn permissions(cx: &mut Cx, root: Uuid) -> Result<()> {
    let known: Vec<Permission> = cx.list_all(|_| ()).await?;
    let wanted = cx.registry().permissions().codenames().to_vec();
    for codename in wanted.iter().filter(|name| known.iter().all(|one| one.codename != **name)) {
        let (verb, model) = codename.split_once('_').unwrap_or((codename, ""));
        let permission = Permission {
            id: permission_id(codename),
            folder: Ref::new(root),
            name: format!("Can {verb} {model}"),
            codename: codename.clone(),
            model: model.to_owned(),
        };
        cx.create(permission).await?;
    }
    for stale in known.iter().filter(|one| !wanted.contains(&one.codename)) {
        cx.delete::<Permission>(stale.id.uuid()).await?;
    }
    Ok(())
}

async fn roles(cx: &mut Cx, root: Uuid) -> Result<()> {
    let known: Vec<Role> = cx
        .list_all(|select| {
            select.equals("builtin", true);
        })
        .await?;
    for (column, (_, code, name)) in ROLES.iter().enumerate() {
        let existing = known.iter().find(|role| role.code.as_deref() == Some(*code));
        let granted = cx.registry().role_permissions(column);
        let permissions = Many::of(granted.iter().map(|name| permission_id(name).uuid()));
        if let Some(known) = existing {
            let follow = |role: &mut Role| {
                (role.name, role.permissions) = ((*name).to_owned(), permissions);
                Ok(())
            };
            cx.modify(known.id.uuid(), follow).await?;
            continue;
        }
        let role = Role {
            id: cx.new_id(),
            folder: Ref::new(root),
            name: (*name).to_owned(),
            description: Some(Markdown(String::new())),
            code: Some((*code).to_owned()),
            builtin: true,
            permissions,
        };
        cx.create(role).await?;
    }
    Ok(())
}

/// Whether nobody can sign in yet.
pub async fn has_no_users(engine: &Arc<Engine>) -> Result<bool> {
    let mut cx = engine.read(Arc::new(Caller::system())).await?;
    let rows = cx.conn.query(&cairn_store::Sql::raw("select count(*) from users"), &[cairn_model::Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()) == Some(0))
}

/// Creates a user whose password is already hashed; an administrator if requested.
pub async fn create_user(cx: &mut Cx, email: &str, password_hash: String, administrator: bool) -> Result<Uuid> {
    let field = User::def().field("email").expect("users have an e-mail address");
    let email = field.kind.behaviour().parse(&email.into()).map_err(|message| Error::field("email", message))?;
    let email = email.as_str().unwrap_or_default().to_owned();
    let mut user_groups = Many::default();
    if administrator {
        let administrators: Vec<UserGroup> = cx
            .list_all(|select| {
                select.equals("code", "BI-UG-ADM");
            })
            .await?;
        user_groups = Many::of(administrators.iter().map(|group| group.id.uuid()));
    }
    if find_user(cx, &email).await?.is_some() {
        return Err(Error::field("email", format!("“{email}” is already in use. Choose a different value.")));
    }
    let user = User {
        id: cx.new_id(),
        folder: Ref::new(cx.root_folder()),
        email,
        first_name: String::new(),
        last_name: String::new(),
        is_active: true,
        user_groups,
        idp_groups: Many::default(),
        keep_local_login: administrator,
        is_third_party: false,
        is_service_account: false,
        is_scim_managed: false,
        scim_user_name: None,
        external_id: None,
        observation: None,
        expiry_date: None,
        password: Some(password_hash),
        preferences: Json::default(),
        keep_tokens: false,
    };
    let id = user.id.uuid();
    cx.create(user).await?;
    Ok(id)
}

/// Gives a user another password, already hashed: for the operator.
pub async fn set_password(cx: &mut Cx, user: Uuid, hash: String) -> Result<()> {
    let change = |user: &mut User| {
        user.password = Some(hash);
        Ok(())
    };
    cx.modify(user, change).await?;
    Ok(())
}

/// Finds a user by email address, ignoring case.
pub async fn find_user(cx: &mut Cx, email: &str) -> Result<Option<User>> {
    let email = email.trim().to_lowercase();
    let found: Vec<User> = cx
        .list_all(|select| {
            select.equals("email", email);
        })
        .await?;
    Ok(found.into_iter().next())
}
