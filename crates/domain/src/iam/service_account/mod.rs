//! Service accounts: programs that use the API in their own name.
//!
//! Behind each stands a row among the users that nobody can sign in to. So whatever a program does is done by someone:
//! journal, owners, jobs and everything else that acts later need to know nothing of programs. What it may do is an
//! assignment like any other in the access snapshot (`engine/src/access.rs`), of its role or of permissions of its own.

pub mod client;
mod secret;
pub mod token;

use std::collections::HashMap;

use cairn_access::PermissionSet;
use cairn_auth::jwt::KeySet;
use cairn_auth::token as secrets;
use cairn_engine::{Cx, Entry, Error, FieldErrors, Module, Nothing, Result, Rules, action, computed};
use cairn_model::{Describe, Json, Many, Ref, Timestamp, Type, Value};
use cairn_resources::iam::{Folder, Permission, Preferences, Role, ServiceAccount, User};
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use self::secret::{NewSecret, Rotation, rotate_secret};
use super::session;
use crate::platform::instance::Instance;
use crate::platform::webhook::destination::comes_back;

pub const ENTRY: Entry = Entry::of::<ServiceAccount>()
    .module(Module::Access, "bot")
    .rank(60)
    .roles("vacd - - - - - - -")
    .rules::<ServiceAccountRules>()
    .serialized("access")
    .grants()
    .computed(&[
        computed!(is_role_linked: bool, "Whether it has the permissions of a role, and follows its changes.", is_role_linked),
        computed!(role_name: Option<String>, "The name of its role.", role_name),
        computed!(is_global_admin: bool, "Whether it is an administrator of the whole instance.", is_global_admin),
        computed!(last_used: Option<Timestamp>, "When it last used the API.", last_used).present_only(),
    ])
    .actions(&[
        action!(GET "permissions", collection, View, grantable_permissions: Nothing => Vec<GrantablePermission>, "The permissions that you can give to a service account, because you have them yourself."),
        action!(GET "roles", collection, View, grantable_roles: Nothing => Vec<GrantableRole>, "The roles that you can link a service account to, because you have all their permissions yourself."),
        action!(POST "rotate-secret", item, Change, rotate_secret: Rotation => NewSecret, "Generates a new secret and shows it once. The previous one works for a while longer, if you want it to."),
        action!(POST "revoke-tokens", item, Change, revoke_tokens: Nothing => RevokedTokens, "Ends the access tokens that it has now. It can get new ones."),
    ]);

pub struct ServiceAccountRules;

impl Rules for ServiceAccountRules {
    type Record = ServiceAccount;

    async fn before_write(cx: &mut Cx, old: Option<&ServiceAccount>, new: &mut ServiceAccount) -> Result<()> {
        new.folder = Ref::new(cx.root_folder());
        // A domain or permission that is deleted is taken away, whoever deletes it.
        if cx.is_detaching() {
            return Ok(());
        }
        check(cx, new)?;
        may_give(cx, old, new).await?;
        if old.is_none() {
            begin(cx, new).await?;
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&ServiceAccount>, new: &ServiceAccount) -> Result<()> {
        let Some(old) = old else { return Ok(()) };
        let (id, now) = (new.id.uuid(), cx.now);
        if (&old.name, old.is_active, old.expiry_date) != (&new.name, new.is_active, new.expiry_date) {
            let follow = |user: &mut User| {
                user.first_name.clone_from(&new.name);
                (user.is_active, user.expiry_date) = (new.is_active, new.expiry_date);
                Ok(())
            };
            cx.modify(new.user.uuid(), follow).await?;
        }
        if !new.is_active {
            // What was open before must not work again by itself.
            token::end_all(cx, id).await?;
        }
        if (&old.jwks, &old.jwks_url) != (&new.jwks, &new.jwks_url) {
            token::end_those_of(cx, id, token::KEY, now).await?;
        }
        if old.secret_digest != new.secret_digest {
            let end = new.previous_secret_expires_at.unwrap_or(now);
            token::end_those_of(cx, id, token::SECRET, end).await?;
        }
        Ok(())
    }

    async fn before_delete(cx: &mut Cx, old: &ServiceAccount) -> Result<()> {
        if cx.judges_deletion().is_none() || covers(cx, old) { Ok(()) } else { Err(too_strong()) }
    }

    async fn after_delete(cx: &mut Cx, old: &ServiceAccount) -> Result<()> {
        token::end_all(cx, old.id.uuid()).await?;
        cx.delete::<User>(old.user.uuid()).await
    }
}

/// Whether the account works: it was not disabled, and its last day has not come.
pub fn works(cx: &Cx, account: &ServiceAccount) -> bool {
    account.is_active && !session::expired(account.expiry_date, cx.today())
}

/// Whether the caller has all that the account has, so that acting with it gains them nothing.
pub fn covers(cx: &Cx, account: &ServiceAccount) -> bool {
    cx.authority.caller.is_trusted() || cx.authority.snapshot.covers_user(&cx.authority.rights, account.user.uuid())
}

pub fn too_strong() -> Error {
    Error::Forbidden("This service account has permissions that you do not have, so you cannot change it.".into())
}

fn check(cx: &Cx, new: &ServiceAccount) -> Result<()> {
    let mut errors = FieldErrors::default();
    if new.role.is_some() && !new.permissions.is_empty() {
        errors.add("permissions", "Choose a role or permissions, not both.");
    }
    if new.role.is_none() && new.permissions.is_empty() {
        errors.add("role", "Choose a role or at least one permission.");
    }
    if new.folders.is_empty() {
        errors.add("folders", "Choose at least one domain.");
    }
    if new.jwks.is_some() && new.jwks_url.is_some() {
        errors.add("jwks_url", "Give the keys or their URL, not both.");
    }
    if let Some(jwks) = &new.jwks {
        match KeySet::read(&jwks.0) {
            Err(message) => errors.add("jwks", message),
            Ok(keys) if keys.is_empty() => {
                errors.add("jwks", "None of the keys can be used. RSA, P-256, P-384 and Ed25519 keys are supported.");
            }
            Ok(_) => {}
        }
    }
    if let Some(url) = &new.jwks_url
        && let Err(message) = client::check_url(&*Instance::of(cx)?, url)
    {
        errors.add("jwks_url", message);
    }
    errors.into_result()
}

/// Nobody can give a service account more than they have, or change one that has more.
async fn may_give(cx: &mut Cx, old: Option<&ServiceAccount>, new: &ServiceAccount) -> Result<()> {
    if cx.authority.caller.is_trusted() || cx.is_consequence() {
        return Ok(());
    }
    if old.is_some_and(|old| !covers(cx, old)) {
        return Err(too_strong());
    }
    let folders = new.folders.uuids();
    let own = permissions(cx, &new.permissions).await?;
    let (snapshot, rights) = (&cx.authority.snapshot, &cx.authority.rights);
    let administers = |account: &ServiceAccount| {
        let folders = account.folders.uuids();
        account.role.is_some_and(|role| snapshot.would_administer(role.uuid(), &folders, account.is_recursive))
    };
    let may = match new.role {
        Some(role) => snapshot.may_grant(rights, role.uuid(), &folders, new.is_recursive),
        None => snapshot.may_give(rights, &own, &folders, new.is_recursive),
    };
    if !may {
        return Err(Error::Forbidden(
            "You can only give a service account permissions that you have in these domains yourself.".into(),
        ));
    }
    if new.role.is_none() && !own.contains(cx.resource::<Folder>().view) {
        return Err(Error::field(
            "permissions",
            "Include view_folder. Without it, the other permissions give no access.",
        ));
    }
    if administers(new) && !old.is_some_and(administers) && !new.allow_global_admin {
        return Err(Error::field(
            "allow_global_admin",
            "With this role it can do everything on this instance. Choose another role or fewer domains, or confirm it.",
        ));
    }
    Ok(())
}

/// Sets up a new account: its identifier, its secret, and the user behind it.
async fn begin(cx: &mut Cx, new: &mut ServiceAccount) -> Result<()> {
    let is_back = comes_back(cx, new.id.uuid()).await?;
    if new.client_id.is_empty() {
        new.client_id = secrets::generate_client_id();
    }
    if is_back {
        // Its secrets are gone, and whoever trusted it may have been told so.
        new.is_active = false;
        (new.secret_preview, new.previous_secret_expires_at) = (None, None);
    } else {
        new.created_by = cx.authority.caller.user.map(Ref::new);
        if new.generate_secret {
            secret::replace(cx, new);
        }
    }
    let user = User {
        id: cx.new_id(),
        folder: new.folder,
        email: format!("{}@{DOMAIN}", new.client_id.to_lowercase()),
        first_name: new.name.clone(),
        last_name: String::new(),
        is_active: new.is_active,
        user_groups: Many::default(),
        idp_groups: Many::default(),
        keep_local_login: false,
        is_third_party: false,
        is_service_account: true,
        is_scim_managed: false,
        scim_user_name: None,
        external_id: None,
        observation: None,
        expiry_date: new.expiry_date,
        password: None,
        preferences: Json(Preferences::default()),
        keep_tokens: false,
    };
    new.user = Ref::new(user.id.uuid());
    cx.create(user).await
}

/// The name under which no mail is ever delivered (RFC 2606): users have an address, programs do not.
const DOMAIN: &str = "service-accounts.invalid";

async fn permissions(cx: &mut Cx, ids: &Many<Permission>) -> Result<PermissionSet> {
    let ids = Value::Uuids(ids.uuids());
    let found: Vec<Permission> = cx
        .list_all(|select| {
            select.any_of("id", ids);
        })
        .await?;
    Ok(cx.registry().permissions().set(found.iter().map(|permission| permission.codename.as_str())))
}

async fn is_role_linked(_: &mut Cx, accounts: &[ServiceAccount]) -> Result<Vec<bool>> {
    Ok(accounts.iter().map(|account| account.role.is_some()).collect())
}

async fn role_name(cx: &mut Cx, accounts: &[ServiceAccount]) -> Result<Vec<Option<String>>> {
    let ids = Value::Uuids(accounts.iter().filter_map(|account| account.role.map(Ref::uuid)).collect());
    let roles: Vec<Role> = cx
        .list_all(|select| {
            select.any_of("id", ids);
        })
        .await?;
    let names: HashMap<Uuid, String> = roles.into_iter().map(|role| (role.id.uuid(), role.name)).collect();
    Ok(accounts.iter().map(|account| names.get(&account.role?.uuid()).cloned()).collect())
}

async fn is_global_admin(cx: &mut Cx, accounts: &[ServiceAccount]) -> Result<Vec<bool>> {
    let one = |account: &ServiceAccount| {
        let folders = account.folders.uuids();
        account.role.is_some_and(|role| cx.facts().would_administer(role.uuid(), &folders, account.is_recursive))
    };
    Ok(accounts.iter().map(one).collect())
}

async fn last_used(cx: &mut Cx, accounts: &[ServiceAccount]) -> Result<Vec<Option<Timestamp>>> {
    let mut sql = Sql::raw("select token, last_used from token_uses where token");
    let ids = accounts.iter().map(|account| account.id.uuid()).collect();
    sql.any(cx.conn.dialect(), Value::Uuids(ids));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Time]).await?;
    let times: HashMap<Uuid, Timestamp> =
        rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_time()?))).collect();
    Ok(accounts.iter().map(|account| times.get(&account.id.uuid()).copied()).collect())
}

/// A permission to choose from.
#[derive(Serialize, Describe)]
pub struct GrantablePermission {
    pub id: Uuid,
    pub codename: String,
    pub name: String,
    /// The type of object it applies to.
    pub model: String,
}

async fn grantable_permissions(cx: &mut Cx, _: Nothing) -> Result<Vec<GrantablePermission>> {
    let all: Vec<Permission> = cx
        .list_all(|select| {
            select.order_by("t.codename");
        })
        .await?;
    let known = cx.registry().permissions();
    let is_held = |permission: &Permission| {
        known.find(&permission.codename).is_some_and(|one| cx.authority.allows_somewhere(one))
    };
    let shown = |one: Permission| GrantablePermission {
        id: one.id.uuid(),
        codename: one.codename,
        name: one.name,
        model: one.model,
    };
    Ok(all.into_iter().filter(is_held).map(shown).collect())
}

/// A role to choose from.
#[derive(Serialize, Describe)]
pub struct GrantableRole {
    pub id: Uuid,
    pub name: String,
    pub builtin: bool,
}

async fn grantable_roles(cx: &mut Cx, _: Nothing) -> Result<Vec<GrantableRole>> {
    let all: Vec<Role> = cx
        .list(|select| {
            select.order_by("t.name");
        })
        .await?;
    let places: Vec<Uuid> = cx.authority.rights.by_folder().map(|(folder, _)| folder).collect();
    let (snapshot, rights) = (&cx.authority.snapshot, &cx.authority.rights);
    // Somewhere is enough to choose it; where exactly is decided when it is given.
    let is_held = |role: &Role| places.iter().any(|at| snapshot.may_grant(rights, role.id.uuid(), &[*at], false));
    let shown = |role: Role| GrantableRole { id: role.id.uuid(), name: role.name, builtin: role.builtin };
    Ok(all.into_iter().filter(is_held).map(shown).collect())
}

#[derive(Serialize, Describe)]
pub struct RevokedTokens {
    /// Number of access tokens that ended.
    pub revoked: u64,
}

async fn revoke_tokens(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<RevokedTokens> {
    let account: ServiceAccount = cx.get_for(id, cairn_access::Verb::Change).await?;
    if !covers(cx, &account) {
        return Err(too_strong());
    }
    let revoked = token::end_all(cx, id).await?;
    token::note_revoked(cx, &account, revoked).await?;
    // Every process has looked them up and keeps what it found while nothing about access changes.
    cx.renew_access().await?;
    Ok(RevokedTokens { revoked })
}
