//! Personal access tokens: created, listed and revoked by their owner, listed and revoked by administrators.

use std::collections::HashMap;

use cairn_access::Verb;
use cairn_auth::token;
use cairn_engine::{Cx, Entry, Error, FieldErrors, Module, Nothing, Result};
use cairn_model::{Describe, Id, Json, Ref, Timestamp, Type, Value};
use cairn_resources::iam::{AuthToken, CalendarFeed, Folder, User};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::user;
use crate::calendar::feed;
use crate::platform::settings::general;

pub const ENTRY: Entry =
    Entry::of::<AuthToken>().module(Module::Access, "key-square").roles("v - - - - - - -").grants().by_hand();

/// The default lifetime, and the longest.
const DEFAULT_DAYS: i64 = 30;
const MAX_DAYS: i64 = 365;
/// More than anyone needs; a runaway script stops here.
const MAX_LIVE: usize = 50;

/// Settings for a new token.
#[derive(Debug, Default, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What the token is for.
    pub name: String,
    /// Days until it expires, from 1 to 365. Defaults to 30. Null, for no expiration, must be allowed in the instance
    /// settings.
    #[serde(default = "default_days")]
    pub expiry: Option<Days>,
    /// Whether it is read-only.
    #[serde(default)]
    pub read_only: bool,
    /// Whether it can only propose changes, for someone to approve or reject.
    #[serde(default)]
    pub propose_only: bool,
    /// Limits the token to a domain and its subdomains.
    #[serde(default)]
    pub folder: Option<Id<Folder>>,
    /// Makes it the key to a calendar feed, and to nothing else. A feed may have no expiration on any instance.
    #[serde(default)]
    pub calendar: Option<CalendarFeed>,
}

#[expect(clippy::unnecessary_wraps, reason = "serde asks for the field's own type")]
fn default_days() -> Option<Days> {
    Some(Days(DEFAULT_DAYS))
}

/// Days as a number, or as text as forms send it.
#[derive(Debug, Clone, Copy)]
pub struct Days(pub i64);

impl<'de> Deserialize<'de> for Days {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = serde_json::Value::deserialize(deserializer)?;
        let days = json.as_i64().or_else(|| json.as_str().and_then(|text| text.trim().parse().ok()));
        days.map(Self).ok_or_else(|| serde::de::Error::custom("expected a number of days"))
    }
}

impl Describe for Days {
    fn schema() -> serde_json::Value {
        serde_json::json!({ "type": "integer", "minimum": 1, "maximum": MAX_DAYS })
    }
}

/// An access token. `token` is only present in the response that creates it.
#[derive(Debug, Serialize, Describe)]
pub struct TokenInfo {
    pub id: Uuid,
    pub name: String,
    pub created: Timestamp,
    pub expiry: Option<Timestamp>,
    pub last_used: Option<Timestamp>,
    pub read_only: bool,
    pub propose_only: bool,
    pub folder: Option<Uuid>,
    /// What its calendar contains, if it is the key to a calendar feed.
    pub calendar: Option<CalendarFeed>,
    /// The owner, when the tokens of several users are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<TokenOwner>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Where the calendar is, below the address of the instance. Shown with the token, once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendar_path: Option<String>,
}

/// The person that a token stands for.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct TokenOwner {
    pub id: Uuid,
    pub email: String,
}

/// Access tokens, newest first.
#[derive(Debug, Serialize, Describe)]
pub struct Tokens {
    pub count: usize,
    pub results: Vec<TokenInfo>,
}

/// The tokens to revoke.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Revocation {
    /// The ids of the tokens. Defaults to all of the user's tokens.
    #[serde(default)]
    pub ids: Option<Vec<Uuid>>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Revoked {
    /// Number of tokens revoked.
    pub revoked: usize,
}

/// Creates a token for the caller.
pub async fn create(cx: &mut Cx, wanted: NewToken) -> Result<TokenInfo> {
    let caller = cx.authority.caller.clone();
    let Some(user) = caller.user else { return Err(Error::Forbidden("Sign in as a user to create a token.".into())) };
    if cx.authority.rights.is_third_party() {
        return Err(Error::Forbidden("External users cannot have access tokens.".into()));
    }
    if cx.authority.snapshot.user(user).is_some_and(|user| user.is_service_account) {
        return Err(Error::Forbidden(
            "Service accounts cannot have personal access tokens. They get short-lived ones with their own credentials."
                .into(),
        ));
    }
    if caller.limits.is_limited() {
        return Err(Error::Forbidden("A restricted token cannot create other tokens.".into()));
    }
    if let Some(folder) = wanted.folder
        && (cx.authority.snapshot.tree().get(folder.uuid()).is_none() || !cx.sees_folder(folder.uuid()))
    {
        return Err(Error::field("folder", "There is no domain with this id, or you do not have access to it."));
    }
    let endless_allowed = general(cx).await?.allow_unlimited_tokens;
    create_for(cx, user, wanted, endless_allowed).await
}

/// Creates a token for any user: for the operator's command and, after its checks, for [`create`].
pub async fn create_for(cx: &mut Cx, user: Uuid, wanted: NewToken, endless_allowed: bool) -> Result<TokenInfo> {
    let mut errors = FieldErrors::default();
    let name = wanted.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > 200 {
        errors.add("name", "Enter a name of 1 to 200 characters.");
    }
    let expiry = match wanted.expiry {
        Some(Days(days)) if (1..=MAX_DAYS).contains(&days) => Some(cx.now.plus_days(days)),
        Some(_) => {
            errors.add("expiry", format!("Must be from 1 to {MAX_DAYS} days."));
            None
        }
        None if endless_allowed || wanted.calendar.is_some() => None,
        None => {
            errors.add(
                "expiry",
                "Tokens must have an expiration date on this instance. An administrator can change this in the instance settings.",
            );
            None
        }
    };
    if wanted.read_only && wanted.propose_only {
        errors.add("propose_only", "A token cannot be both read-only and propose-only. Choose one.");
    }
    if let Some(feed) = &wanted.calendar
        && feed.at.as_deref().is_some_and(|at| feed::time_of_day(at).is_none())
    {
        errors.add("calendar", "Write the time of day as HH:MM, such as 09:00.");
    }
    errors.into_result()?;
    let now = cx.now;
    let live = of_user(cx, user).await?.into_iter().filter(|token| token.expiry.is_none_or(|end| end > now)).count();
    if live >= MAX_LIVE {
        return Err(Error::Conflict(format!("You already have {MAX_LIVE} tokens. Revoke one first.")));
    }
    let (shown, digest) = token::generate_token();
    let record = AuthToken {
        id: cx.new_id(),
        folder: Ref::new(cx.root_folder()),
        user: Ref::new(user),
        name,
        expiry,
        read_only: wanted.read_only || wanted.calendar.is_some(),
        propose_only: wanted.propose_only && wanted.calendar.is_none(),
        calendar: wanted.calendar.map(Json),
        domain: wanted.folder.map(|folder| Ref::new(folder.uuid())),
        digest,
    };
    cx.create(record.clone()).await?;
    let mut info = describe(&record, now, None);
    info.calendar_path = record.calendar.is_some().then(|| format!("/feeds/{shown}.ics"));
    info.token = Some(shown);
    Ok(info)
}

/// The caller's own tokens.
pub async fn list(cx: &mut Cx) -> Result<Vec<TokenInfo>> {
    let user = cx.authority.caller.user.unwrap_or_default();
    let mut tokens = of_user(cx, user).await?;
    tokens.retain(|token| knows(cx, token));
    described(cx, &tokens).await
}

/// The tokens of one person, for people who may change the account.
pub async fn of_person(cx: &mut Cx, user: Uuid, _: Nothing) -> Result<Tokens> {
    user::covered(cx, user).await?;
    let tokens = of_user(cx, user).await?;
    let results = described(cx, &tokens).await?;
    Ok(Tokens { count: results.len(), results })
}

/// The tokens of everyone whose account the caller may change.
pub async fn everyones(cx: &mut Cx, _: Nothing) -> Result<Tokens> {
    let users = cx.resource::<User>();
    cx.require(users, Verb::Change, cx.root_folder())?;
    let mut tokens: Vec<AuthToken> = cx
        .list_all(|select| {
            select.order_by("t.created_at desc");
        })
        .await?;
    let (snapshot, rights) = (cx.authority.snapshot.clone(), cx.authority.rights.clone());
    let is_trusted = cx.authority.caller.is_trusted();
    tokens.retain(|token| is_trusted || snapshot.covers_user(&rights, token.user.uuid()));
    let people: Vec<User> = cx.list_all(|_| ()).await?;
    let people: HashMap<Uuid, String> = people.into_iter().map(|user| (user.id.uuid(), user.email)).collect();
    let mut results = described(cx, &tokens).await?;
    for (info, token) in results.iter_mut().zip(&tokens) {
        let id = token.user.uuid();
        info.user = Some(TokenOwner { id, email: people.get(&id).cloned().unwrap_or_default() });
    }
    Ok(Tokens { count: results.len(), results })
}

/// Revokes tokens of one person, for people who may change the account.
pub async fn revoke_of_person(cx: &mut Cx, user: Uuid, wanted: Revocation) -> Result<Revoked> {
    user::covered(cx, user).await?;
    let mut tokens = of_user(cx, user).await?;
    if let Some(ids) = &wanted.ids {
        if let Some(unknown) = ids.iter().find(|id| tokens.iter().all(|token| token.id.uuid() != **id)) {
            return Err(Error::field("ids", format!("This user has no token with the id {unknown}.")));
        }
        tokens.retain(|token| ids.contains(&token.id.uuid()));
    }
    for token in &tokens {
        remove(cx, token.id.uuid()).await?;
    }
    Ok(Revoked { revoked: tokens.len() })
}

/// Revokes all tokens of a user, because of a change to the account.
pub async fn revoke_all(cx: &mut Cx, user: Uuid) -> Result<usize> {
    let tokens = of_user(cx, user).await?;
    for token in &tokens {
        remove(cx, token.id.uuid()).await?;
    }
    Ok(tokens.len())
}

/// The tokens as shown to people, in the same order.
async fn described(cx: &mut Cx, tokens: &[AuthToken]) -> Result<Vec<TokenInfo>> {
    // The last use of a token is not in the journal, so it is unknown in the past.
    let uses = if cx.is_present() { "left join token_uses u on u.token = t.id" } else { "" };
    let last = if cx.is_present() { "u.last_used" } else { "null" };
    let mut sql = Sql::raw(format!("select t.id, t.created_at, {last} from iam_auth_tokens t {uses} where t.id"));
    sql.any(cx.conn.dialect(), Value::Uuids(tokens.iter().map(|token| token.id.uuid()).collect()));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Time, Type::Time]).await?;
    let times: HashMap<Uuid, (Option<Timestamp>, Option<Timestamp>)> =
        rows.iter().filter_map(|row| Some((row[0].as_uuid()?, (row[1].as_time(), row[2].as_time())))).collect();
    let one = |token: &AuthToken| {
        let (created, last_used) = times.get(&token.id.uuid()).copied().unwrap_or_default();
        describe(token, created.unwrap_or(cx.now), last_used)
    };
    Ok(tokens.iter().map(one).collect())
}

/// Revokes one of the caller's tokens at once.
pub async fn revoke(cx: &mut Cx, id: Uuid) -> Result<()> {
    let user = cx.authority.caller.user;
    let found: Option<AuthToken> = cx.find(id).await?;
    let own = found.filter(|token| user == Some(token.user.uuid()) && knows(cx, token));
    let token = own.ok_or_else(|| Error::NotFound("You have no token with this id.".into()))?;
    remove(cx, token.id.uuid()).await
}

/// Removes a token, whoever owns it.
pub(super) async fn remove(cx: &mut Cx, id: Uuid) -> Result<()> {
    let mut sql = Sql::raw("delete from token_uses where token = ");
    sql.bind(id);
    cx.conn.execute(&sql).await?;
    cx.delete::<AuthToken>(id).await
}

/// A limited token cannot see its owner's other tokens.
fn knows(cx: &Cx, token: &AuthToken) -> bool {
    let caller = &cx.authority.caller;
    !caller.limits.is_limited() || caller.token == Some(token.id.uuid())
}

async fn of_user(cx: &mut Cx, user: Uuid) -> Result<Vec<AuthToken>> {
    cx.list_all(|select| {
        select.equals("user", user).order_by("t.created_at desc");
    })
    .await
}

fn describe(token: &AuthToken, created: Timestamp, last_used: Option<Timestamp>) -> TokenInfo {
    TokenInfo {
        id: token.id.uuid(),
        name: token.name.clone(),
        created,
        expiry: token.expiry,
        last_used,
        read_only: token.read_only,
        propose_only: token.propose_only,
        folder: token.domain.map(Ref::uuid),
        calendar: token.calendar.clone().map(|feed| feed.0),
        user: None,
        token: None,
        calendar_path: None,
    }
}
