//! A person's own sessions: where they are signed in, and how to end that.

use cairn_auth::token;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Describe, Timestamp, Type};
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::session::Policy;

/// A signed-in browser.
#[derive(Debug, Serialize, Describe)]
pub struct SessionInfo {
    pub id: Uuid,
    /// When it signed in.
    pub created: Timestamp,
    /// When it expires.
    pub expiry: Timestamp,
    /// When it was last used, to the minute.
    pub last_seen: Option<Timestamp>,
    /// The IP address it signed in from.
    pub address: Option<String>,
    /// The browser's user agent.
    pub agent: Option<String>,
    /// Whether it is the session of this request.
    pub is_current: bool,
}

/// The sessions of the caller, the newest first. `current` is what their browser carries, if it sent the request.
pub async fn list(cx: &mut Cx, current: Option<&str>) -> Result<Vec<SessionInfo>> {
    let mut sql =
        Sql::raw("select digest, created_at, expires_at, seen_at, address, agent from sessions where \"user\" = ");
    sql.bind(user(cx)?).push(" and expires_at > ").bind(cx.now).push(" order by created_at desc, digest");
    let (current, policy, now) = (current.map(token::digest), Policy::of(&cx.authority.snapshot), cx.now);
    let rows = cx.conn.query(&sql, &[Type::Text, Type::Time, Type::Time, Type::Time, Type::Text, Type::Text]).await?;
    let info = |row: &Vec<cairn_model::Value>| {
        let digest = row[0].as_str()?;
        let expiry = policy.end(&row[1..4]).filter(|end| *end > now)?;
        Some(SessionInfo {
            id: id_of(digest),
            created: row[1].as_time()?,
            expiry,
            last_seen: row[3].as_time(),
            address: row[4].as_str().map(str::to_owned),
            agent: row[5].as_str().map(str::to_owned),
            is_current: current.as_deref() == Some(digest),
        })
    };
    Ok(rows.iter().filter_map(info).collect())
}

/// Ends one of the caller's sessions.
pub async fn end(cx: &mut Cx, id: Uuid) -> Result<()> {
    let mut sql = Sql::raw("select digest from sessions where \"user\" = ");
    sql.bind(user(cx)?);
    let rows = cx.conn.query(&sql, &[Type::Text]).await?;
    let digest = rows.iter().filter_map(|row| row[0].as_str()).find(|digest| id_of(digest) == id);
    let digest = digest.ok_or_else(|| Error::NotFound("You have no session with this id.".into()))?;
    let mut sql = Sql::raw("delete from sessions where digest = ");
    sql.bind(digest);
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// Whose sessions the caller may see and end: a limited token acts for its purpose, not for the person.
pub fn user(cx: &Cx) -> Result<Uuid> {
    let caller = &cx.authority.caller;
    if caller.limits.is_limited() {
        return Err(Error::Forbidden("A restricted token cannot list or end your sessions.".into()));
    }
    caller.user.ok_or_else(|| Error::Forbidden("Only users have sessions.".into()))
}

/// An id for a session that reveals neither the browser's cookie nor the hash it is found by.
fn id_of(digest: &str) -> Uuid {
    let name = token::digest(&format!("session {digest}"));
    name.get(..32).and_then(|hex| hex.parse().ok()).unwrap_or_default()
}
