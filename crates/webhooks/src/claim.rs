//! Claims what is due, lane by lane, so that no endpoint starves another.
//!
//! First some lanes with due work are taken, least recently served first (on PostgreSQL they are locked, and those
//! that another worker holds are skipped); then each gives as many messages as it has free slots. Counting the slots
//! of a lane that is not locked would exceed its limit. Each step is one round trip for all lanes.

use std::collections::HashMap;

use cairn_engine::{Cx, Result};
use cairn_model::{Timestamp, Type, Value};
use cairn_store::{Dialect, Row, Sql};
use uuid::Uuid;

/// Lanes served per round.
const LANES: i64 = 16;
/// How many messages of an endpoint may be in flight. After some failures in a row, and before its first success, it
/// is one: a dead receiver must not hold many slots until they time out.
const CAP: &str = "case when l.failures >= 5 or l.last_success is null then 1 else l.max_in_flight end";
/// Losing workers this often in the middle of a message counts as a failed attempt.
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
    /// When it became due, to measure how long it waited.
    pub due: Option<Timestamp>,
    pub lease: String,
}

/// An endpoint with due work, and how many more of its messages may be in flight.
struct Lane {
    endpoint: Uuid,
    free: i64,
}

pub async fn claim(cx: &mut Cx, room: usize, lease_seconds: i64) -> Result<Vec<Claimed>> {
    let until = cx.now.plus_seconds(lease_seconds);
    let mut lanes = lanes(cx).await?;
    if lanes.is_empty() {
        return Ok(Vec::new());
    }
    share(&mut lanes, room as i64);
    let mut claimed = take(cx, &mut lanes, until, " and d.attempts = 0").await?;
    // First attempts come before retries: new events are worth more than a failing receiver's backlog.
    claimed.extend(take(cx, &mut lanes, until, "").await?);
    let mut served = Sql::raw("update webhook_lanes set last_served = ");
    served.bind(cx.now).push(" where endpoint");
    served.any(cx.conn.dialect(), Value::Uuids(lanes.iter().map(|lane| lane.endpoint).collect()));
    cx.conn.execute(&served).await?;
    Ok(claimed)
}

async fn lanes(cx: &mut Cx) -> Result<Vec<Lane>> {
    // Lanes without a free slot are left out; otherwise they would keep others from being served.
    let mut sql = Sql::raw(format!(
        "select l.endpoint, {CAP} from webhook_lanes l where l.is_active and (select count(*) from webhooks_deliveries d where d.endpoint = l.endpoint \
         and d.state = 'leased') < {CAP} and exists (select 1 from webhooks_deliveries d \
         where d.endpoint = l.endpoint and d.state = 'pending' and d.next_at <= ",
    ));
    sql.bind(cx.now).push(") order by l.last_served, l.endpoint limit ").bind(LANES);
    if cx.conn.dialect() == Dialect::Postgres {
        sql.push(" for update of l skip locked");
    }
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Int]).await?;
    let endpoints: Vec<Uuid> = rows.iter().filter_map(|row| row[0].as_uuid()).collect();
    let busy = in_flight(cx, endpoints).await?;
    Ok(rows
        .iter()
        .map(|row| {
            let (endpoint, cap) = (row[0].as_uuid().unwrap_or_default(), row[1].as_int().unwrap_or(1));
            Lane { endpoint, free: (cap - busy.get(&endpoint).copied().unwrap_or_default()).max(0) }
        })
        .collect())
}

async fn in_flight(cx: &mut Cx, endpoints: Vec<Uuid>) -> Result<HashMap<Uuid, i64>> {
    if endpoints.is_empty() {
        return Ok(HashMap::new());
    }
    let dialect = cx.conn.dialect();
    let mut sql = Sql::raw("select endpoint, count(*) from webhooks_deliveries where state = 'leased' and endpoint");
    sql.any(dialect, Value::Uuids(endpoints)).push(" group by endpoint");
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Int]).await?;
    Ok(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_int()?))).collect())
}

/// Gives the lanes no more slots than the worker has, one each in turn.
fn share(lanes: &mut [Lane], room: i64) {
    let mut given = vec![0; lanes.len()];
    let mut left = room;
    while left > 0 && lanes.iter().zip(&given).any(|(lane, given)| *given < lane.free) {
        for (lane, given) in lanes.iter().zip(&mut given).filter(|(lane, given)| **given < lane.free) {
            let one = i64::from(left > 0 && lane.free > 0);
            *given += one;
            left -= one;
        }
    }
    for (lane, given) in lanes.iter_mut().zip(given) {
        lane.free = given;
    }
}

/// Leases what is due, up to the free slots of each lane, and counts them down.
async fn take(cx: &mut Cx, lanes: &mut [Lane], until: Timestamp, which: &str) -> Result<Vec<Claimed>> {
    let mut lanes: Vec<&mut Lane> = lanes.iter_mut().filter(|lane| lane.free > 0).collect();
    let types = vec![Type::Uuid, Type::Uuid, Type::Text, Type::Int, Type::Time, Type::Time];
    let lease = format!("{:032x}", rand::random::<u128>());
    let queries: Vec<(Sql, Vec<Type>)> =
        lanes.iter().map(|lane| (lease_statement(cx.now, until, lane, &lease, which), types.clone())).collect();
    let mut claimed = Vec::new();
    for (lane, rows) in lanes.iter_mut().zip(cx.conn.query_all(&queries).await?) {
        lane.free -= rows.len() as i64;
        claimed.extend(rows.iter().map(|row| of_row(row, lane.endpoint, &lease)));
    }
    Ok(claimed)
}

fn lease_statement(now: Timestamp, until: Timestamp, lane: &Lane, lease: &str, which: &str) -> Sql {
    let mut sql = Sql::raw("update webhooks_deliveries set state = 'leased', lease = ");
    sql.bind(lease).push(", lease_until = ").bind(until);
    sql.push(", updated_at = ").bind(now);
    sql.push(" where id in (select d.id from webhooks_deliveries d where d.state = 'pending' and d.endpoint = ");
    sql.bind(lane.endpoint).push(" and d.next_at <= ").bind(now).push(which);
    sql.push(" order by d.next_at, d.id limit ").bind(lane.free);
    sql.push(") returning id, folder, message, attempts, first_at, next_at");
    sql
}

fn of_row(row: &Row, endpoint: Uuid, lease: &str) -> Claimed {
    Claimed {
        delivery: row[0].as_uuid().unwrap_or_default(),
        endpoint,
        folder: row[1].as_uuid().unwrap_or_default(),
        message: row[2].as_str().unwrap_or_default().to_owned(),
        attempts: row[3].as_int().unwrap_or_default(),
        first_at: row[4].as_time(),
        due: row[5].as_time(),
        lease: lease.to_owned(),
    }
}

/// Returns all leased messages, when nobody can be holding them any more.
pub async fn take_back_all(cx: &mut Cx) -> Result<u64> {
    let mut sql = Sql::raw("update webhooks_deliveries set lease_until = ");
    sql.bind(cx.now.plus_seconds(-1)).push(" where state = 'leased'");
    Ok(cx.conn.execute(&sql).await?)
}

/// Returns the messages of lost workers, and how many. It costs no retry, unless it keeps happening to the same
/// message: then the message may be what kills them.
pub async fn reap(cx: &mut Cx, lease_seconds: i64, retries: i64) -> Result<u64> {
    let mut spared = Sql::raw(
        "update webhooks_deliveries set state = 'pending', lease = null, lease_until = null, losses = losses + 1, next_at = ",
    );
    spared.bind(cx.now).push(" where state = 'leased' and losses < ").bind(MOST_LOSSES);
    spared.push(" and lease_until < ").bind(cx.now);
    let lost = "update webhooks_deliveries set lease = null, lease_until = null, losses = 0, attempts = attempts + 1, \
                last_error = 'Workers kept dying while sending this.', ";
    // The loss that uses up the budget is the last: no message takes workers down forever.
    let mut given_up = Sql::raw(format!("{lost} state = 'discarded', ended_at = "));
    given_up.bind(cx.now).push(" where state = 'leased' and attempts >= ").bind(retries);
    given_up.push(" and lease_until < ").bind(cx.now);
    let mut counted = Sql::raw(format!("{lost} state = 'pending', next_at = "));
    counted.bind(cx.now.plus_seconds(lease_seconds)).push(" where state = 'leased' and lease_until < ").bind(cx.now);
    Ok(cx.conn.execute_all(&[spared, given_up, counted]).await?.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(free: &[i64], room: i64) -> Vec<i64> {
        let mut lanes: Vec<Lane> = free.iter().map(|free| Lane { endpoint: Uuid::nil(), free: *free }).collect();
        share(&mut lanes, room);
        lanes.iter().map(|lane| lane.free).collect()
    }

    #[test]
    fn places_are_shared_one_by_one() {
        assert_eq!(shared(&[4, 4, 4], 64), [4, 4, 4]);
        assert_eq!(shared(&[4, 4, 4], 5), [2, 2, 1]);
        assert_eq!(shared(&[64, 1, 0, 64], 10), [5, 1, 0, 4]);
        assert_eq!(shared(&[4], 0), [0]);
    }
}
