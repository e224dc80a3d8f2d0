//! What a signed-in person can learn about themselves.

use std::collections::BTreeMap;

use cairn_access::Verb;
use cairn_engine::entry::ROLES;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Date, Describe, Timestamp, Value};
use cairn_notify::Choices;
use cairn_resources::iam::{Actor, Folder, Preferences, User, UserGroup};
use serde::Serialize;
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::platform::settings;

#[derive(Debug, Serialize, Describe)]
pub struct CurrentUser {
    pub id: Uuid,
    pub actor_id: Option<Uuid>,
    /// The person's own actor and those of their teams.
    pub all_actor_ids: Vec<Uuid>,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub is_active: bool,
    pub date_joined: Timestamp,
    /// Short name or name of each group, and whether it is built in.
    pub user_groups: Vec<GroupName>,
    /// What the groups are called, in the same order.
    pub group_names: Vec<String>,
    /// Short name or name of each role.
    pub roles: Vec<String>,
    /// What the roles are called, in the same order.
    pub role_names: Vec<String>,
    pub is_third_party: bool,
    pub is_admin: bool,
    pub is_superuser: bool,
    pub is_local: bool,
    pub accessible_domains: Vec<Uuid>,
    /// The permissions on each domain, by its id. What reaches every domain stands under the root.
    pub domain_permissions: BTreeMap<String, Vec<String>>,
    pub root_folder_id: Uuid,
    pub preferences: Preferences,
    /// Interface settings of the instance.
    pub interface: Interface,
    /// Today's date in the time zone of the instance, by which things are due and overdue.
    pub today: Date,
    /// The restrictions of the token used for the request, if any.
    pub token: Option<TokenLimits>,
}

/// The general settings that the interface follows, for people who may not read all of them.
#[derive(Debug, Serialize, Describe)]
pub struct Interface {
    /// For users who have not chosen a language.
    pub default_language: String,
    pub show_get_started: bool,
    pub show_warning_external_links: bool,
    /// The currency of costs.
    pub currency: String,
    /// What a person-day costs.
    pub daily_rate: f64,
    /// The scale of security objectives.
    pub security_objective_scale: String,
}

/// Name and whether it is built in, as a pair.
#[derive(Debug, Serialize)]
pub struct GroupName(pub String, pub bool);

impl Describe for GroupName {
    fn schema() -> Json {
        serde_json::json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "boolean" }] })
    }
}

#[derive(Debug, Serialize, Describe)]
pub struct TokenLimits {
    pub read_only: bool,
    /// Whether its changes need approval.
    pub propose_only: bool,
    pub folder: Option<Uuid>,
}

pub async fn read(cx: &mut Cx) -> Result<CurrentUser> {
    let id = cx.authority.caller.user.unwrap_or_default();
    let resource = cx.resource::<User>();
    let everyone = cairn_access::Scope::system();
    let object = cairn_engine::query::find(cx, resource, &everyone, id).await?;
    let object = object.ok_or_else(|| Error::NotFound("This account no longer exists.".into()))?;
    let user: User = object.decode()?;
    let groups = Value::Uuids(user.user_groups.uuids());
    let groups: Vec<UserGroup> = cx
        .list_all(|select| {
            select.any_of("id", groups);
        })
        .await?;
    let actors: Vec<Actor> = cx
        .list_all(|select| {
            select.equals("user", id);
        })
        .await?;

    let general = settings::general(cx).await?;
    let rights = cx.authority.rights.clone();
    let snapshot = cx.authority.snapshot.clone();
    let root = cx.root_folder();
    let permissions = snapshot.permissions();
    let view = cx.resource::<Folder>().permission(Verb::View);
    let mut domain_permissions = BTreeMap::new();
    let mut accessible_domains = Vec::new();
    for (folder, set) in rights.by_folder() {
        domain_permissions.insert(folder.to_string(), permissions.names(set).map(str::to_owned).collect());
        if set.contains(view) && folder != root {
            accessible_domains.push(folder);
        }
    }
    accessible_domains.sort_unstable();
    let limits = rights.limits();
    let roles = snapshot.role_names(id);
    let is_admin = snapshot.is_administrator(id);
    Ok(CurrentUser {
        id,
        actor_id: actors.first().map(|actor| actor.id.uuid()),
        all_actor_ids: rights.actors().to_vec(),
        email: user.email,
        first_name: user.first_name,
        last_name: user.last_name,
        is_active: user.is_active,
        date_joined: object.created_at(),
        group_names: groups.iter().map(|group| group.name.clone()).collect(),
        user_groups: groups
            .into_iter()
            .map(|group| GroupName(group.code.unwrap_or(group.name), group.builtin))
            .collect(),
        role_names: roles.iter().map(|role| called(role)).collect(),
        roles,
        is_third_party: user.is_third_party,
        is_admin,
        is_superuser: is_admin,
        is_local: true,
        accessible_domains,
        domain_permissions,
        root_folder_id: root,
        preferences: user.preferences.0,
        interface: Interface {
            default_language: general.default_language,
            show_get_started: general.show_get_started,
            show_warning_external_links: general.show_warning_external_links,
            currency: general.currency,
            daily_rate: general.daily_rate,
            security_objective_scale: general.security_objective_scale,
        },
        today: cx.today(),
        token: cx.authority.caller.token.map(|_| TokenLimits {
            read_only: limits.read_only,
            propose_only: limits.propose_only,
            folder: limits.folder,
        }),
    })
}

/// What people call a role.
fn called(role: &str) -> String {
    let builtin = ROLES.iter().find(|(_, code, _)| *code == role);
    builtin.map_or(role, |(_, _, name)| name).to_owned()
}

/// Changes some of the caller's own preferences.
pub async fn change_preferences(cx: &mut Cx, body: &Json) -> Result<Preferences> {
    if cx.authority.caller.limits.is_limited() {
        return Err(Error::Forbidden("A restricted token cannot change your preferences.".into()));
    }
    let id = cx.authority.caller.user.unwrap_or_default();
    let Json::Object(wanted) = body else {
        return Err(Error::field("detail", "Expected a JSON object with the preferences to change."));
    };
    let change = |user: &mut User| {
        user.preferences.0 = merge_preferences(&user.preferences.0, wanted)?;
        Ok(())
    };
    let user = cx.modify(id, change).await?;
    Ok(user.preferences.0)
}

/// The preferences with some of them changed.
fn merge_preferences(current: &Preferences, wanted: &Map<String, Json>) -> Result<Preferences> {
    let mut merged = serde_json::to_value(current).unwrap_or_default();
    for (name, value) in wanted {
        merged[name] = match name.as_str() {
            "notifications" => Choices::merged(&current.notifications, value),
            _ => value.clone(),
        };
    }
    let preferences: Preferences = cairn_engine::action::input(merged)?;
    if preferences.lang.as_deref().is_some_and(|lang| !["en", "fr"].contains(&lang)) {
        return Err(Error::field("lang", "Choose one of: en, fr."));
    }
    if serde_json::to_string(&preferences).map_or(0, |text| text.len()) > 16_384 {
        return Err(Error::field("ui", "Preferences cannot be larger than 16 KiB."));
    }
    Ok(preferences)
}
