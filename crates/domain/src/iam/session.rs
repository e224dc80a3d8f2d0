//! The caller of a request: browser sessions and tokens, found by the hash of their secret.

use cairn_access::Limits;
use cairn_auth::token;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Date, Timestamp, Type, Value, Zone};
use cairn_resources::iam::CalendarFeed;
use cairn_store::{Conn, Sql};
use uuid::Uuid;

/// A browser session ends after this many days without a sign-in.
pub const SESSION_DAYS: i64 = 14;

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
    sql.bind(cx.now).push(", ").bind(cx.now.plus_days(SESSION_DAYS)).push(", ");
    sql.bind(cx.authority.caller.address.as_deref()).push(", ");
    sql.bind(agent.map(|agent| agent.chars().take(AGENT).collect::<String>())).push(")");
    cx.conn.execute(&sql).await?;
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

/// The user of a session, if it is still valid.
pub async fn find_session(conn: &mut Conn, session: &str, now: Timestamp, zone: Zone) -> Result<Option<Identity>> {
    let mut sql = Sql::raw(
        "select u.id, u.email, u.is_active, u.expiry_date, s.expires_at, s.csrf_digest, u.is_third_party \
         from sessions s join users u on u.id = s.\"user\" where s.digest = ",
    );
    sql.bind(token::digest(session));
    let types = [Type::Uuid, Type::Text, Type::Bool, Type::Date, Type::Time, Type::Text, Type::Bool];
    let rows = conn.query(&sql, &types).await?;
    Ok(rows.first().and_then(|row| {
        let mut identity = identity(row, now, zone)?;
        identity.csrf_digest = row[5].as_str().map(str::to_owned);
        identity.is_third_party = row[6] == Value::Bool(true);
        Some(identity)
    }))
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
