//! Taking what is due, lane by lane, so that no endpoint starves another.
//!
//! First some lanes with due work are taken, least recently served first (on PostgreSQL they are
//! locked, and those that another worker holds are passed over); then each gives as many messages
//! as it has free places. Counting the places of a lane that is not locked would overshoot its cap.

use cairn_engine::{Cx, Result};
use cairn_model::{Timestamp, Type};
use cairn_store::{Dialect, Sql};
use uuid::Uuid;

/// Lanes served in one turn.
const LANES: i64 = 16;
/// Longer than any attempt can take.
const LEASE_SECONDS: i64 = 60;
/// After so many failures in a row an endpoint is only tried with one message at a time.
const CAUTIOUS_AFTER: i64 = 5;
/// A worker that is lost so often in the middle of one message counts as a failed attempt.
const MOST_LOSSES: i64 = 2;

/// A message that this worker may send now.
#[derive(Debug, Clone)]
pub struct Claimed {
    pub delivery: Uuid,
    pub endpoint: Uuid,
    pub folder: Uuid,
    pub message: String,
    pub attempts: i64,
    pub first_at: Option<Timestamp>,
    pub lease: String,
}

pub async fn claim(cx: &mut Cx, room: usize) -> Result<Vec<Claimed>> {
    let mut claimed = Vec::new();
    for (endpoint, cap) in lanes(cx).await? {
        let left = room.saturating_sub(claimed.len());
        if left == 0 {
            break;
        }
        let free = (cap - in_flight(cx, endpoint).await?).clamp(0, left as i64);
        if free > 0 {
            claimed.extend(take(cx, endpoint, free).await?);
        }
        let mut served = Sql::raw("update webhook_lanes set last_served = ");
        served.bind(cx.now).push(" where endpoint = ").bind(endpoint);
        cx.conn.execute(&served).await?;
    }
    Ok(claimed)
}

async fn lanes(cx: &mut Cx) -> Result<Vec<(Uuid, i64)>> {
    let mut sql = Sql::raw(
        "select l.endpoint, e.max_in_flight, l.failures from webhook_lanes l join webhooks_endpoints e on e.id = l.endpoint \
         where e.is_active and exists (select 1 from webhooks_deliveries d where d.endpoint = l.endpoint \
         and d.state = 'pending' and d.next_at <= ",
    );
    sql.bind(cx.now).push(") order by l.last_served, l.endpoint limit ").bind(LANES);
    if cx.conn.dialect() == Dialect::Postgres {
        sql.push(" for update of l skip locked");
    }
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Int, Type::Int]).await?;
    Ok(rows
        .iter()
        .map(|row| {
            let failing = row[2].as_int().unwrap_or_default() >= CAUTIOUS_AFTER;
            let cap = if failing { 1 } else { row[1].as_int().unwrap_or(1) };
            (row[0].as_uuid().unwrap_or_default(), cap)
        })
        .collect())
}

async fn in_flight(cx: &mut Cx, endpoint: Uuid) -> Result<i64> {
    let mut sql = Sql::raw("select count(*) from webhooks_deliveries where state = 'leased' and endpoint = ");
    sql.bind(endpoint);
    let rows = cx.conn.query(&sql, &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()).unwrap_or_default())
}

/// First attempts go before retries: fresh news is worth more than a sick receiver's backlog.
async fn take(cx: &mut Cx, endpoint: Uuid, free: i64) -> Result<Vec<Claimed>> {
    let lease = format!("{:032x}", rand::random::<u128>());
    let mut sql = Sql::raw("update webhooks_deliveries set state = 'leased', lease = ");
    sql.bind(lease.as_str()).push(", lease_until = ").bind(cx.now.plus_seconds(LEASE_SECONDS));
    sql.push(", updated_at = ")
        .bind(cx.now)
        .push(" where id in (select d.id from webhooks_deliveries d where d.state = 'pending' and d.endpoint = ");
    sql.bind(endpoint)
        .push(" and d.next_at <= ")
        .bind(cx.now)
        .push(" order by d.attempts > 0, d.next_at, d.id limit ")
        .bind(free);
    sql.push(") returning id, folder, message, attempts, first_at");
    let types = [Type::Uuid, Type::Uuid, Type::Text, Type::Int, Type::Time];
    let rows = cx.conn.query(&sql, &types).await?;
    Ok(rows
        .iter()
        .map(|row| Claimed {
            delivery: row[0].as_uuid().unwrap_or_default(),
            endpoint,
            folder: row[1].as_uuid().unwrap_or_default(),
            message: row[2].as_str().unwrap_or_default().to_owned(),
            attempts: row[3].as_int().unwrap_or_default(),
            first_at: row[4].as_time(),
            lease: lease.clone(),
        })
        .collect())
}

/// Gives back what lost workers held. It costs no retry, unless it happens to the same message
/// again and again: then the message may be what kills them.
pub async fn reap(cx: &mut Cx) -> Result<u64> {
    let mut sql = Sql::raw(
        "update webhooks_deliveries set state = 'pending', lease = null, lease_until = null, losses = losses + 1, next_at = ",
    );
    sql.bind(cx.now)
        .push(" where state = 'leased' and losses < ")
        .bind(MOST_LOSSES)
        .push(" and lease_until < ")
        .bind(cx.now);
    cx.conn.execute(&sql).await?;
    let mut sql = Sql::raw(
        "update webhooks_deliveries set state = 'pending', lease = null, lease_until = null, losses = 0, \
         attempts = attempts + 1, next_at = ",
    );
    sql.bind(cx.now.plus_seconds(LEASE_SECONDS)).push(" where state = 'leased' and lease_until < ").bind(cx.now);
    Ok(cx.conn.execute(&sql).await?)
}
