//! The caller of a request: browser sessions and tokens, found by the hash of their secret.

use cairn_access::{Limits, SessionFacts, Snapshot};
use cairn_auth::token;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Date, Timestamp, Type, Value, Zone};
use cairn_resources::iam::CalendarFeed;
use cairn_store::{Conn, Sql};
use uuid::Uuid;

use crate::platform::notification::{Account, queue_account_mail};
use crate::platform::settings::{self, SignIn};

/// A browser session ends this many days after the sign-in, unless the settings say otherwise.
pub const SESSION_DAYS: i64 = 14;

/// Uses are recorded at most once in this many seconds, and stored a little later.
pub const SEEN_SECONDS: i64 = 60;
/// So no session ends for want of use before its time, the limit counts from this many seconds after the last recorded one.
const SEEN_SLACK: i64 = 90;

/// How long sessions last.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    zone: Zone,
    days: i64,
    idle_minutes: Option<i64>,
}

impl Policy {
    pub fn of(access: &Snapshot) -> Self {
        let SessionFacts { days, idle_minutes } = access.sessions();
        Self { zone: access.time_zone(), days: days.unwrap_or(SESSION_DAYS), idle_minutes }
    }

    /// How many seconds a browser keeps its cookies.
    pub fn seconds(self) -> u32 {
        u32::try_from(self.days * 86_400).unwrap_or(u32::MAX)
    }

    /// When a session ends: after its time, which may have been made shorter since, or without use. The row has when it
    /// was created, when it expires, and when it was last used.
    pub(super) fn end(self, row: &[Value]) -> Option<Timestamp> {
        let [created, expires, seen] = [0, 1, 2].map(|at| row[at].as_time());
        let by_age = created.map(|created| created.plus_days(self.days));
        let last = seen.max(created);
        let by_rest = self.idle_minutes.zip(last).map(|(minutes, last)| last.plus_seconds(minutes * 60 + SEEN_SLACK));
        [expires, by_age, by_rest].into_iter().flatten().min()
    }
}

/// The owner of a valid session or token.
#[derive(Debug, Clone)]
pub struct Identity {
    pub user: Uuid,
    /// The email address, or the name of a service account.
    pub email: String,
    pub token: Option<Uuid>,
    pub limits: Limits,
    /// The hash of the value that a browser must repeat in a header to change anything.
    pub csrf_digest: Option<String>,
    /// When it must be looked up again.
    pub good_until: Option<Timestamp>,
    pub is_third_party: bool,
}

/// The user agent is whatever the browser claims: no more of it is stored than a person would read.
const AGENT: usize = 300;

/// Stores a new session with its user agent.
pub async fn create(cx: &mut Cx, user: Uuid, session: &str, csrf: &str, agent: Option<&str>) -> Result<()> {
    let mut sql = Sql::raw("delete from sessions where expires_at < ");
    sql.bind(cx.now);
    cx.conn.execute(&sql).await?;
    let mut sql = Sql::raw(
        "insert into sessions (digest, \"user\", csrf_digest, created_at, expires_at, address, agent) values (",
    );
    sql.bind(token::digest(session)).push(", ").bind(user).push(", ").bind(token::digest(csrf)).push(", ");
    let days = cx.authority.snapshot.sessions().days.unwrap_or(SESSION_DAYS);
    sql.bind(cx.now).push(", ").bind(cx.now.plus_days(days)).push(", ");
    sql.bind(cx.authority.caller.address.as_deref()).push(", ");
    sql.bind(agent.map(|agent| agent.chars().take(AGENT).collect::<String>())).push(")");
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// Tells someone by email that their account was used from a browser that is not known.
pub async fn tell_of_new_device(cx: &mut Cx, user: Uuid, agent: Option<&str>) -> Result<()> {
    let policy: SignIn = settings::get(cx).await?;
    if !policy.new_device_email {
        return Ok(());
    }
    let agent = agent.map(|agent| agent.chars().take(AGENT).collect());
    let news = Account::NewDevice { address: cx.authority.caller.address.clone(), agent, at: cx.now };
    queue_account_mail(cx, user, &news).await?;
    Ok(())
}

/// Ends one session.
pub async fn end(cx: &mut Cx, session: &str) -> Result<()> {
    let mut sql = Sql::raw("delete from sessions where digest = ");
    sql.bind(token::digest(session));
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// Ends all sessions of a user, except for one that may continue; returns how many ended.
pub async fn end_all(cx: &mut Cx, user: Uuid, but: Option<&str>) -> Result<u64> {
    let mut sql = Sql::raw("delete from sessions where \"user\" = ");
    sql.bind(user);
    if let Some(session) = but {
        sql.push(" and digest <> ").bind(token::digest(session));
    }
    Ok(cx.conn.execute(&sql).await?)
}

/// A session that is still valid.
pub struct Session {
    pub identity: Identity,
    /// When its last use was recorded.
    pub seen_at: Option<Timestamp>,
}

/// The user of a session, if it is still valid. What limits its life is decided here and nowhere else.
pub async fn find_session(conn: &mut Conn, session: &str, now: Timestamp, policy: Policy) -> Result<Option<Session>> {
    use Type::{Bool, Date as Day, Text, Time, Uuid as Key};
    let mut sql = Sql::raw(
        "select u.id, u.email, u.is_active, u.expiry_date, s.expires_at, s.csrf_digest, u.is_third_party, s.created_at, \
         s.expires_at, s.seen_at from sessions s join users u on u.id = s.\"user\" where s.digest = ",
    );
    sql.bind(token::digest(session));
    let types = [Key, Text, Bool, Day, Time, Text, Bool, Time, Time, Time];
    let rows = conn.query(&sql, &types).await?;
    Ok(rows.first().and_then(|row| {
        if policy.end(&row[7..10]).is_some_and(|end| end <= now) {
            return None;
        }
        let mut identity = identity(row, now, policy.zone)?;
        identity.csrf_digest = row[5].as_str().map(str::to_owned);
        identity.is_third_party = row[6] == Value::Bool(true);
        Some(Session { identity, seen_at: row[9].as_time() })
    }))
}

/// Records when sessions were last used. Called now and then for many of them, not for each request.
pub async fn record_seen(conn: &mut Conn, seen: &[(String, Timestamp)]) -> Result<()> {
    for (digest, at) in seen {
        let mut sql = Sql::raw("update sessions set seen_at = ");
        sql.bind(*at).push(" where digest = ").bind(digest.as_str());
        conn.execute(&sql).await?;
    }
    Ok(())
}

/// The user and limits of a token for the API, if it is still valid: a personal one, or one of a service account. Either
/// is one look-up.
pub async fn find_token(conn: &mut Conn, shown: &str, now: Timestamp, zone: Zone) -> Result<Option<Identity>> {
    if token::is_access_token(shown) {
        return find_access_token(conn, shown, now, zone).await;
    }
    let found = by_digest(conn, shown, now, zone).await?;
    Ok(found.and_then(|(identity, feed)| feed.is_none().then_some(identity)))
}

/// The service account of an access token, under its own name. Its id stands in for that of a token, since access tokens
/// are too short-lived to be told apart.
async fn find_access_token(conn: &mut Conn, shown: &str, now: Timestamp, zone: Zone) -> Result<Option<Identity>> {
    let mut sql = Sql::raw(
        "select u.id, s.name, u.is_active, u.expiry_date, t.expires_at, s.id, t.read_only, t.propose_only, t.domain \
         from service_account_tokens t join iam_service_accounts s on s.id = t.service_account \
         join users u on u.id = s.\"user\" where t.digest = ",
    );
    sql.bind(token::digest(shown));
    let types =
        [Type::Uuid, Type::Text, Type::Bool, Type::Date, Type::Time, Type::Uuid, Type::Bool, Type::Bool, Type::Uuid];
    let rows = conn.query(&sql, &types).await?;
    Ok(rows.first().and_then(|row| {
        let mut identity = identity(row, now, zone)?;
        identity.token = row[5].as_uuid();
        let is_set = |at: usize| row[at] == Value::Bool(true);
        identity.limits = Limits { read_only: is_set(6), propose_only: is_set(7), folder: row[8].as_uuid() };
        Some(identity)
    }))
}

/// The user and limits of a token for a calendar feed, if it is still valid, and what the feed contains.
pub async fn find_feed(
    conn: &mut Conn,
    shown: &str,
    now: Timestamp,
    zone: Zone,
) -> Result<Option<(Identity, CalendarFeed)>> {
    let found = by_digest(conn, shown, now, zone).await?;
    Ok(found.and_then(|(identity, feed)| Some((identity, feed?))))
}

async fn by_digest(
    conn: &mut Conn,
    shown: &str,
    now: Timestamp,
    zone: Zone,
) -> Result<Option<(Identity, Option<CalendarFeed>)>> {
    let mut sql = Sql::raw(
        "select u.id, u.email, u.is_active, u.expiry_date, t.expiry, t.id, t.read_only, t.domain, u.is_third_party, \
         t.propose_only, t.calendar from iam_auth_tokens t join users u on u.id = t.\"user\" where t.digest = ",
    );
    sql.bind(token::digest(shown));
    let types = [
        Type::Uuid,
        Type::Text,
        Type::Bool,
        Type::Date,
        Type::Time,
        Type::Uuid,
        Type::Bool,
        Type::Uuid,
        Type::Bool,
        Type::Bool,
        Type::Json,
    ];
    let rows = conn.query(&sql, &types).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let Some(mut identity) = identity(row, now, zone) else { return Ok(None) };
    identity.token = row[5].as_uuid();
    let is_set = |at: usize| row[at] == Value::Bool(true);
    identity.limits = Limits { read_only: is_set(6), propose_only: is_set(9), folder: row[7].as_uuid() };
    identity.is_third_party = row[8] == Value::Bool(true);
    let feed = match &row[10] {
        Value::Json(text) => Some(
            serde_json::from_str(text)
                .map_err(|error| Error::internal(format!("the calendar of a token cannot be read: {error}")))?,
        ),
        _ => None,
    };
    // An external user's token is refused, even if it was created before the account became external.
    Ok((!identity.is_third_party).then_some((identity, feed)))
}

/// A known token, whether it is still valid or not: by its value or by its id.
pub async fn known_token(cx: &mut Cx, shown: Option<&str>, id: Option<Uuid>) -> Result<Option<(Uuid, String)>> {
    let mut sql = Sql::raw("select id, name from iam_auth_tokens where ");
    match (shown, id) {
        (_, Some(id)) => sql.push("id = ").bind(id),
        (shown, None) => sql.push("digest = ").bind(token::digest(shown.unwrap_or_default())),
    };
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
    Ok(rows.first().and_then(|row| Some((row[0].as_uuid()?, row[1].as_str()?.to_owned()))))
}

/// Reads what all have in common: id, email or name, active, last day of the account, expiry.
fn identity(row: &[Value], now: Timestamp, zone: Zone) -> Option<Identity> {
    let (active, end) = (row[2] == Value::Bool(true), row[4].as_time());
    let last_day = match row[3] {
        Value::Date(day) => Some(day),
        _ => None,
    };
    if !active || end.is_some_and(|end| end <= now) || expired(last_day, now.date_in(zone)) {
        return None;
    }
    Some(Identity {
        user: row[0].as_uuid()?,
        email: row[1].as_str()?.to_owned(),
        token: None,
        limits: Limits::default(),
        csrf_digest: None,
        good_until: end.into_iter().chain(last_day.map(|day| Timestamp::start_of(day, zone))).min(),
        is_third_party: false,
    })
}

/// An account no longer works from its expiry date on.
pub fn expired(last_day: Option<Date>, today: Date) -> bool {
    last_day.is_some_and(|day| day <= today)
}

/// Records when tokens and service accounts were used. Called now and then for many of them, not for each request.
pub async fn record_uses(conn: &mut Conn, uses: &[(Uuid, Timestamp)]) -> Result<()> {
    for (token, at) in uses {
        let mut sql = Sql::raw("insert into token_uses (token, last_used) select id, ");
        sql.push("cast(").bind(*at).push(match conn.dialect() {
            cairn_store::Dialect::Sqlite => " as integer)",
            cairn_store::Dialect::Postgres => " as timestamptz)",
        });
        sql.push(" from (select id from iam_auth_tokens union all select id from iam_service_accounts) t where id = ");
        sql.bind(*token);
        sql.push(" on conflict (token) do update set last_used = excluded.last_used");
        conn.execute(&sql).await?;
    }
    Ok(())
}
