//! Users, for an identity provider.
//!
//! It sees the people whose accounts work and those that it maintains. One that it deletes is disabled and no longer its
//! own: what the person did and owns stays, and if they come back, so does the account.

use std::collections::HashMap;

use cairn_engine::journal::{self, About};
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Json, LogKind, Many, Record, Ref, Timestamp, Type, Value};
use cairn_resources::iam::{Preferences, User};
use cairn_resources::platform::{AuditSink, WebhookEndpoint};
use cairn_store::Sql;
use serde_json::json;
use uuid::Uuid;

use super::{Listed, Person, Wanted};
use crate::iam::idp_group;

/// Why an endpoint is disabled whose owner has left.
pub const OWNER_LEFT: &str = "owner_left";

/// Whom a provider sees.
const SEEN: &str = "not t.is_service_account and (t.is_scim_managed or t.is_active)";

/// The users that a provider sees.
pub async fn list(cx: &mut Cx, wanted: Wanted<'_>) -> Result<Vec<Listed<User>>> {
    let mut seen = Sql::raw(SEEN);
    if let Wanted::Named(name) = wanted {
        seen.push(" and lower(coalesce(t.scim_user_name, t.email)) = ").bind(name.to_lowercase());
    }
    let users: Vec<User> = cx
        .list_all(|select| {
            select.condition(seen).order_by("t.created_at, t.id");
            if let Wanted::Page(skip, take) = wanted {
                select.limit(take, skip);
            }
        })
        .await?;
    with_times(cx, users).await
}

/// How many users a provider sees.
pub async fn count(cx: &mut Cx) -> Result<usize> {
    super::count(cx, Sql::raw(format!("select count(*) from {} t where {SEEN}", User::def().table))).await
}

pub async fn find(cx: &mut Cx, id: Uuid) -> Result<Option<Listed<User>>> {
    let user: Option<User> = cx.find(id).await?;
    let user = user.filter(|user| !user.is_service_account && (user.is_scim_managed || user.is_active));
    Ok(with_times(cx, user.into_iter().collect()).await?.pop())
}

async fn with_times(cx: &mut Cx, users: Vec<User>) -> Result<Vec<Listed<User>>> {
    let ids = users.iter().map(|user| user.id.uuid()).collect();
    let times = super::groups::times(cx, User::def().table, ids).await?;
    let zero = Timestamp::from_micros(0);
    let one = |user: User| {
        let (created, updated) = times.get(&user.id.uuid()).copied().unwrap_or((zero, zero));
        Listed { object: user, created, updated }
    };
    Ok(users.into_iter().map(one).collect())
}

/// Creates a user. An account that was disabled and belongs to nobody's provider is taken over, with all it had.
pub async fn create(cx: &mut Cx, person: Person) -> Result<Uuid> {
    cx.lock_access("access").await?;
    check_free(cx, None, &person).await?;
    let known = crate::setup::find_user(cx, &person.email).await?;
    if let Some(known) = known {
        if known.is_service_account || known.is_scim_managed || known.is_active {
            return Err(Error::Conflict("There is a user with this email address.".into()));
        }
        write(cx, known.id.uuid(), person).await?;
        return Ok(known.id.uuid());
    }
    let user = User {
        id: cx.new_id(),
        folder: Ref::new(cx.root_folder()),
        email: address(&person.email)?,
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
        is_active: person.is_active,
        user_groups: Many::default(),
        idp_groups: Many::default(),
        keep_local_login: false,
        is_third_party: false,
        is_service_account: false,
        is_scim_managed: true,
        scim_user_name: other_name(&person),
        external_id: person.external_id,
        observation: None,
        expiry_date: None,
        password: None,
        preferences: Json(Preferences::default()),
        keep_tokens: false,
    };
    let id = user.id.uuid();
    check_lengths(&user)?;
    cx.create(user).await?;
    Ok(id)
}

/// Makes a user what the provider says.
pub async fn replace(cx: &mut Cx, id: Uuid, person: Person) -> Result<()> {
    check_free(cx, Some(id), &person).await?;
    write(cx, id, person).await
}

async fn write(cx: &mut Cx, id: Uuid, person: Person) -> Result<()> {
    let email = address(&person.email)?;
    let mut was_active = false;
    let change = |user: &mut User| {
        was_active = user.is_active;
        user.scim_user_name = other_name(&person);
        (user.email, user.external_id) = (email, person.external_id);
        (user.first_name, user.last_name) = (person.first_name, person.last_name);
        (user.is_active, user.is_scim_managed) = (person.is_active, true);
        check_lengths(user)
    };
    let user = cx.modify(id, change).await?;
    if was_active && !user.is_active { end(cx, &user).await } else { Ok(()) }
}

/// Disables a user who has left, and leaves the account to nobody's provider.
pub async fn remove(cx: &mut Cx, id: Uuid) -> Result<()> {
    leave_groups(cx, id).await?;
    let leave = |user: &mut User| {
        (user.is_active, user.is_scim_managed) = (false, false);
        (user.external_id, user.scim_user_name) = (None, None);
        Ok(())
    };
    let user = cx.modify(id, leave).await?;
    end(cx, &user).await
}

async fn leave_groups(cx: &mut Cx, id: Uuid) -> Result<()> {
    let groups = idp_group::of_users(cx, &[id]).await?;
    for group in groups {
        super::groups::drop_member(cx, group.id.uuid(), id).await?;
    }
    Ok(())
}

/// Ends what is sent on the person's behalf. Their sessions and access tokens have ended with the account.
async fn end(cx: &mut Cx, user: &User) -> Result<()> {
    let id = user.id.uuid();
    let endpoints: Vec<WebhookEndpoint> = cx
        .list_all(|select| {
            select.equals("owner", id).equals("is_active", true);
        })
        .await?;
    for endpoint in &endpoints {
        let stop = |endpoint: &mut WebhookEndpoint| {
            (endpoint.is_active, endpoint.disabled_reason) = (false, Some(OWNER_LEFT.to_owned()));
            Ok(())
        };
        cx.modify(endpoint.id.uuid(), stop).await?;
    }
    let sinks: Vec<AuditSink> = cx
        .list_all(|select| {
            select.equals("owner", id).equals("is_active", true);
        })
        .await?;
    for sink in &sinks {
        let stop = |sink: &mut AuditSink| {
            (sink.is_active, sink.disabled_reason) = (false, Some(OWNER_LEFT.to_owned()));
            Ok(())
        };
        cx.modify(sink.id.uuid(), stop).await?;
    }
    let about = About::object(User::PATH, id, &user.email);
    let detail = json!({ "endpoints": endpoints.len(), "audit_sinks": sinks.len() });
    journal::note(cx, LogKind::SignedOut, Some(about), detail).await
}

/// A name or address belongs to one person.
async fn check_free(cx: &mut Cx, but: Option<Uuid>, person: &Person) -> Result<()> {
    let named = list(cx, Wanted::Named(&person.user_name)).await?;
    if named.iter().any(|user| Some(user.object.id.uuid()) != but) {
        return Err(Error::Conflict("There is a user with this userName.".into()));
    }
    let Some(id) = but else { return Ok(()) };
    let known = crate::setup::find_user(cx, &person.email).await?;
    if known.is_some_and(|known| known.id.uuid() != id) {
        return Err(Error::Conflict("There is a user with this email address.".into()));
    }
    Ok(())
}

/// The name at the provider, where it is not the address.
fn other_name(person: &Person) -> Option<String> {
    let is_same = person.user_name.eq_ignore_ascii_case(person.email.trim());
    (!is_same || person.user_name != person.email).then(|| person.user_name.clone())
}

/// The address in the form in which all are stored.
fn address(email: &str) -> Result<String> {
    let field = User::def().field("email").expect("users have an e-mail address");
    let value = field.kind.behaviour().parse(&email.into()).map_err(|message| Error::field("emails", message))?;
    Ok(value.as_str().unwrap_or_default().to_owned())
}

fn check_lengths(user: &User) -> Result<()> {
    let texts = [
        ("userName", user.scim_user_name.as_deref().unwrap_or_default(), 300),
        ("externalId", user.external_id.as_deref().unwrap_or_default(), 300),
        ("name.givenName", &user.first_name, 150),
        ("name.familyName", &user.last_name, 150),
    ];
    for (name, text, most) in texts {
        if text.chars().count() > most {
            return Err(Error::field(name, format!("{name} is longer than {most} characters.")));
        }
    }
    Ok(())
}

/// When rows were created and last changed.
pub(super) fn pair(row: &[Value]) -> Option<(Uuid, (Timestamp, Timestamp))> {
    Some((row[0].as_uuid()?, (row[1].as_time()?, row[2].as_time()?)))
}

pub(super) const TIMES: [Type; 3] = [Type::Uuid, Type::Time, Type::Time];

/// By the id of a row.
pub(super) type ByRow = HashMap<Uuid, (Timestamp, Timestamp)>;
