//! What people do with their notifications.

use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_model::{Describe, Timestamp, Type};
use cairn_resources::platform::Notification;
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

#[derive(Serialize, Describe)]
pub struct Unread {
    pub count: i64,
}

#[derive(Serialize, Describe)]
pub struct Marked {
    pub id: Uuid,
    /// When it was read. Null if it is unread.
    pub read_at: Option<Timestamp>,
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// Marks only those created up to then, so that what has arrived since stays unread.
    #[serde(default)]
    pub until: Option<Timestamp>,
}

#[derive(Serialize, Describe)]
pub struct Changed {
    /// How many were unread.
    pub count: u64,
}

pub async fn unread(cx: &mut Cx, _: Nothing) -> Result<Unread> {
    let mut sql = Sql::raw("select count(*) from notifications t where ");
    sql.append(unread_ones(cx));
    let rows = cx.conn.query(&sql, &[Type::Int]).await?;
    Ok(Unread { count: rows.first().and_then(|row| row[0].as_int()).unwrap_or_default() })
}

pub async fn read(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Marked> {
    let known: Notification = changeable(cx, id).await?;
    // The first time counts.
    mark(cx, id, Some(known.read_at.unwrap_or(cx.now))).await
}

pub async fn mark_unread(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Marked> {
    changeable(cx, id).await?;
    mark(cx, id, None).await
}

pub async fn read_all(cx: &mut Cx, wanted: Until) -> Result<Changed> {
    refuse_limited(cx)?;
    let mut sql = Sql::raw("update notifications set read_at = ");
    sql.bind(cx.now).push(", updated_at = ").bind(cx.now);
    sql.push(" where id in (select t.id from notifications t where ").append(unread_ones(cx));
    if let Some(until) = wanted.until {
        sql.push(" and t.created_at <= ").bind(until);
    }
    sql.push(")");
    Ok(Changed { count: cx.conn.execute(&sql).await? })
}

/// The condition that a row under the alias `t` is the caller's and unread.
fn unread_ones(cx: &Cx) -> Sql {
    let mut sql = Sql::raw("t.read_at is null");
    if let Some(own) = cx.sight(cx.resource::<Notification>(), "t") {
        sql.push(" and ").append(own);
    }
    sql
}

async fn changeable(cx: &mut Cx, id: Uuid) -> Result<Notification> {
    refuse_limited(cx)?;
    cx.get(id).await
}

fn refuse_limited(cx: &Cx) -> Result<()> {
    let limits = cx.authority.caller.limits;
    if limits.read_only || limits.propose_only {
        let words = "A read-only or propose-only token cannot mark notifications.";
        return Err(Error::Forbidden(words.into()));
    }
    Ok(())
}

async fn mark(cx: &mut Cx, id: Uuid, read_at: Option<Timestamp>) -> Result<Marked> {
    let mut sql = Sql::raw("update notifications set read_at = ");
    sql.bind(read_at).push(", updated_at = ").bind(cx.now).push(" where id = ").bind(id);
    cx.conn.execute(&sql).await?;
    Ok(Marked { id, read_at })
}
