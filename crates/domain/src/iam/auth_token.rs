//! Personal access tokens: made, listed and revoked by their owner.

use cairn_auth::token;
use cairn_engine::{Cx, Entry, Error, FieldErrors, Result};
use cairn_model::{Describe, Id, Ref, Timestamp};
use cairn_resources::iam::{AuthToken, Folder};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::platform::settings::general;

pub const ENTRY: Entry = Entry::of::<AuthToken>().area("access").roles("v - - - - - - -").grants().by_hand();

/// A life that fits most uses, and the longest one.
const DEFAULT_DAYS: i64 = 30;
const MAX_DAYS: i64 = 365;
/// More than anyone needs; a runaway script stops here.
const MAX_LIVE: usize = 50;

/// What a new token shall be like.
#[derive(Debug, Default, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What the token is for.
    pub name: String,
    /// Its life in days, from 1 to 365; 30 when left out. Null, for no end, needs the
    /// administrator's leave in the general settings.
    #[serde(default = "default_days")]
    pub expiry: Option<Days>,
    /// Whether it may only read.
    #[serde(default)]
    pub read_only: bool,
    /// Whether it may only propose changes, which a person approves or rejects.
    #[serde(default)]
    pub propose_only: bool,
    /// A domain to limit it to, with what lies under it.
    #[serde(default)]
    pub folder: Option<Id<Folder>>,
}

#[expect(clippy::unnecessary_wraps, reason = "serde asks for the field's own type")]
fn default_days() -> Option<Days> {
    Some(Days(DEFAULT_DAYS))
}

/// Days as a number, or as a text as forms send it.
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

/// A token as its owner sees it; `token` only in the answer that makes it.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Makes a token for the caller.
pub async fn create(cx: &mut Cx, wanted: NewToken) -> Result<TokenInfo> {
    let caller = cx.authority.caller.clone();
    let Some(user) = caller.user else { return Err(Error::Forbidden("Sign in as a user to make a token.".into())) };
    if cx.authority.rights.is_third_party() {
        return Err(Error::Forbidden("Third-party accounts cannot have access tokens.".into()));
    }
    if caller.limits.is_limited() {
        return Err(Error::Forbidden("A limited token cannot make other tokens.".into()));
    }
    if let Some(folder) = wanted.folder
        && (cx.authority.snapshot.tree().get(folder.uuid()).is_none() || !cx.sees_folder(folder.uuid()))
    {
        return Err(Error::field("folder", "There is no domain with this id, or you may not see it."));
    }
    let endless_allowed = general(cx).await?.allow_unlimited_tokens;
    create_for(cx, user, wanted, endless_allowed).await
}

/// Makes a token for any user: for the operator's command and, after its checks, for [`create`].
pub async fn create_for(cx: &mut Cx, user: Uuid, wanted: NewToken, endless_allowed: bool) -> Result<TokenInfo> {
    let mut errors = FieldErrors::default();
    let name = wanted.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > 200 {
        errors.add("name", "Give a name of 1 to 200 characters.");
    }
    let expiry = match wanted.expiry {
        Some(Days(days)) if (1..=MAX_DAYS).contains(&days) => Some(cx.now.plus_days(days)),
        Some(_) => {
            errors.add("expiry", format!("Must be from 1 to {MAX_DAYS} days."));
            None
        }
        None if endless_allowed => None,
        None => {
            errors.add(
                "expiry",
                "Tokens without an end are not allowed here. An administrator can allow them in the general settings.",
            );
            None
        }
    };
    if wanted.read_only && wanted.propose_only {
        errors.add("propose_only", "A token that may only read has nothing to propose. Choose one of the two.");
    }
    errors.into_result()?;
    let now = cx.now;
    let live = of_user(cx, user).await?.into_iter().filter(|token| token.expiry.is_none_or(|end| end > now)).count();
    if live >= MAX_LIVE {
        return Err(Error::Conflict(format!("You have {MAX_LIVE} tokens already. Revoke one first.")));
    }
    let (shown, digest) = token::generate_token();
    let record = AuthToken {
        id: cx.new_id(),
        folder: Ref::new(cx.root_folder()),
        user: Ref::new(user),
        name,
        expiry,
        read_only: wanted.read_only,
        propose_only: wanted.propose_only,
        domain: wanted.folder.map(|folder| Ref::new(folder.uuid())),
        digest,
    };
    cx.create(record.clone()).await?;
    let mut info = describe(&record, now, None);
    info.token = Some(shown);
    Ok(info)
}

/// The caller's own tokens.
pub async fn list(cx: &mut Cx) -> Result<Vec<TokenInfo>> {
    use cairn_model::{Type, Value};
    let user = cx.authority.caller.user.unwrap_or_default();
    let mut tokens = of_user(cx, user).await?;
    tokens.retain(|token| knows(cx, token));
    let mut sql = cairn_store::Sql::raw(
        "select t.id, t.created_at, u.last_used from iam_auth_tokens t \
         left join token_uses u on u.token = t.id where t.\"user\" = ",
    );
    sql.bind(user);
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Time, Type::Time]).await?;
    let zero = Timestamp::from_micros(0);
    Ok(tokens
        .iter()
        .map(|token| {
            let row = rows.iter().find(|row| row[0] == Value::Uuid(token.id.uuid()));
            let created = row.and_then(|row| row[1].as_time()).unwrap_or(zero);
            describe(token, created, row.and_then(|row| row[2].as_time()))
        })
        .collect())
}

/// Revokes one of the caller's tokens at once.
pub async fn revoke(cx: &mut Cx, id: Uuid) -> Result<()> {
    let user = cx.authority.caller.user;
    let found: Option<AuthToken> = cx.find(id).await?;
    let own = found.filter(|token| user == Some(token.user.uuid()) && knows(cx, token));
    let token = own.ok_or_else(|| Error::NotFound("You have no token with this id.".into()))?;
    let mut sql = cairn_store::Sql::raw("delete from token_uses where token = ");
    sql.bind(token.id);
    cx.conn.execute(&sql).await?;
    cx.delete::<AuthToken>(token.id.uuid()).await
}

/// A limited token knows no other token of its owner.
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
        token: None,
    }
}
