//! Claims jobs that are due, and returns those of lost workers.

use std::sync::Arc;

use cairn_access::{Behalf, Limits};
use cairn_engine::{Caller, Cx, Origin, Result};
use cairn_model::{Timestamp, Type, Value};
use cairn_store::{Dialect, Row, Sql};
use serde_json::Value as Json;
use uuid::Uuid;

/// If workers are lost this often in the middle of a job, the job may be the cause.
const MOST_LOSSES: i64 = 3;

/// A job that this worker may run now.
#[derive(Debug, Clone)]
pub struct Claimed {
    pub id: Uuid,
    pub kind: String,
    pub input: Json,
    pub checkpoint: Option<Json>,
    /// Counted from 1.
    pub attempt: i64,
    pub caller: Arc<Caller>,
    pub lease: String,
}

/// Leases up to this many jobs that are due. `lease` is the prefix of the lease names, by which a worker finds its
/// own.
pub async fn claim(cx: &mut Cx, kinds: &[String], room: usize, lease: &str, until: Timestamp) -> Result<Vec<Claimed>> {
    let lease = format!("{lease}{:016x}", rand::random::<u64>());
    let dialect = cx.conn.dialect();
    let mut sql = Sql::raw("update jobs set state = 'running', lease = ");
    sql.bind(lease.as_str()).push(", lease_until = ").bind(until).push(", attempts = attempts + 1, started_at = ");
    sql.bind(cx.now).push(", updated_at = ").bind(cx.now);
    sql.push(" where id in (select j.id from jobs j where j.state = 'queued' and j.due_at <= ").bind(cx.now);
    sql.push(" and j.kind").any(dialect, Value::Texts(kinds.to_vec()));
    sql.push(" order by j.due_at, j.id limit ").bind(room as i64);
    if dialect == Dialect::Postgres {
        sql.push(" for update skip locked");
    }
    sql.push(
        ") returning id, kind, input, checkpoint, attempts, requested_by, requested_by_label, limit_read_only, limit_folder",
    );
    let rows = cx.conn.query(&sql, &COLUMNS).await?;
    Ok(rows.iter().map(|row| of_row(row, &lease)).collect())
}

/// The types of what is read of a job that was taken.
const COLUMNS: [Type; 9] =
    [Type::Uuid, Type::Text, Type::Json, Type::Json, Type::Int, Type::Uuid, Type::Text, Type::Bool, Type::Uuid];

fn of_row(row: &Row, lease: &str) -> Claimed {
    let text = |at: usize| row[at].as_str().unwrap_or_default().to_owned();
    let id = row[0].as_uuid().unwrap_or_default();
    let caller = match row[5].as_uuid() {
        None => Caller::worker(),
        Some(user) => {
            let read_only = row[7].as_bool().unwrap_or_default();
            let limits = Limits { read_only, propose_only: false, folder: row[8].as_uuid() };
            let behalf = Caller::on_behalf(Behalf { user, limits }, &text(6));
            Caller { origin: Origin::Job, request: Some(id.to_string()), ..behalf }
        }
    };
    Claimed {
        id,
        kind: text(1),
        input: row[2].to_json(),
        checkpoint: (!row[3].is_null()).then(|| row[3].to_json()),
        attempt: row[4].as_int().unwrap_or_default(),
        caller: Arc::new(caller),
        lease: lease.to_owned(),
    }
}

/// Lets jobs of lost workers run again, and returns how many. A job that keeps taking workers down is eventually left
/// alone.
pub async fn reap(cx: &mut Cx) -> Result<u64> {
    // Rows that another worker is about to reap are left to it: nothing is gained if two wait for each other.
    let lost = |cx: &Cx, which: &str| {
        let mut sql = Sql::raw(" where id in (select j.id from jobs j where j.state = 'running' and j.lease_until < ");
        sql.bind(cx.now).push(which);
        sql.push(match cx.conn.dialect() {
            Dialect::Sqlite => ")",
            Dialect::Postgres => " for update skip locked)",
        });
        sql
    };
    let mut again =
        Sql::raw("update jobs set state = 'queued', lease = null, lease_until = null, losses = losses + 1, due_at = ");
    again.bind(cx.now).push(", updated_at = ").bind(cx.now);
    again.append(lost(cx, &format!(" and j.losses < {MOST_LOSSES}")));
    let mut given_up = Sql::raw(
        "update jobs set state = 'failed', lease = null, lease_until = null, \
         error = 'Workers kept dying in the middle of this job.', ended_at = ",
    );
    given_up.bind(cx.now).push(", updated_at = ").bind(cx.now);
    given_up.append(lost(cx, &format!(" and j.losses >= {MOST_LOSSES}")));
    Ok(cx.conn.execute_all(&[given_up, again]).await?.iter().sum())
}

/// Returns all jobs whose lease has this prefix: what a stopping worker was running, or everything if nobody can be
/// running it any more. The jobs are not to blame, so it costs them no attempt.
pub async fn give_back(cx: &mut Cx, lease: &str) -> Result<u64> {
    let mut sql = Sql::raw(
        "update jobs set state = 'queued', lease = null, lease_until = null, attempts = attempts - 1, due_at = ",
    );
    sql.bind(cx.now).push(", updated_at = ").bind(cx.now).push(" where state = 'running' and lease like ");
    sql.bind(format!("{lease}%"));
    Ok(cx.conn.execute(&sql).await?)
}
