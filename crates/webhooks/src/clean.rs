//! Keeping the log small: bodies for a week after the last delivery ended, the rest for a month
//! or until there are too many.

use cairn_engine::{Cx, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_model::{Timestamp, Type};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::worker::WorkerSettings;

/// In small batches, so that no write waits long.
const BITE: i64 = 1000;

/// Removes what is too old from the log of deliveries.
#[derive(Serialize, Deserialize)]
pub struct CleanDeliveries {}

impl Job for CleanDeliveries {
    const KIND: &'static str = "clean-deliveries";
    const NAME: &'static str = "Remove old webhook deliveries";
    const SCHEDULE: Option<&'static str> = Some("*/10 * * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let keep = work.tool::<WorkerSettings>()?;
        let mut bites = work.checkpoint::<u64>().unwrap_or_default();
        loop {
            let mut cx = work.write().await?;
            bites += 1;
            if !clean(&mut cx, &keep).await? {
                return work.finish(cx, json!({ "bites": bites })).await;
            }
            work.keep(cx, &bites).await?;
        }
    }
}

/// Removes what is too old; returns whether there may be more.
async fn clean(cx: &mut Cx, keep: &WorkerSettings) -> Result<bool> {
    let ended = "d.state not in ('pending', 'leased')";
    let (body_limit, log_limit) = (cx.now.plus_days(-keep.body_days), cx.now.plus_days(-keep.log_days));
    let end = end_of_log(cx, keep.log_rows).await?.unwrap_or(log_limit);
    let mut bodies = Sql::raw(
        "delete from webhook_messages where id in (select m.id from webhook_messages m where m.occurred_at < ",
    );
    // A body without any delivery left to show it is of no use.
    bodies.bind(body_limit.max(end));
    bodies.push(" and not exists (select 1 from webhooks_deliveries d where d.message = m.id and (not (");
    bodies.push(ended).push(") or d.ended_at > ").bind(body_limit).push(")) limit ").bind(BITE).push(")");
    let mut gone = cx.conn.execute(&bodies).await?;

    let old = |sql: &mut Sql| {
        sql.push(&format!("select d.id from webhooks_deliveries d where {ended} and d.created_at < "));
        sql.bind(log_limit.max(end)).push(" order by d.created_at limit ").bind(BITE);
    };
    let mut attempts = Sql::raw("delete from webhooks_attempts where delivery in (");
    old(&mut attempts);
    attempts.push(")");
    let mut deliveries = Sql::raw("delete from webhooks_deliveries where id in (");
    old(&mut deliveries);
    deliveries.push(")");
    let removed = cx.conn.execute_all(&[attempts, deliveries]).await?;
    gone = gone.max(removed[1]);
    Ok(gone >= BITE as u64)
}

/// The time of the last delivery that fits in the log, if there are more.
async fn end_of_log(cx: &mut Cx, rows: i64) -> Result<Option<Timestamp>> {
    let mut sql =
        Sql::raw("select created_at from webhooks_deliveries order by created_at desc, id desc limit 1 offset ");
    sql.bind(rows);
    let rows = cx.conn.query(&sql, &[Type::Time]).await?;
    Ok(rows.first().and_then(|row| row[0].as_time()))
}
