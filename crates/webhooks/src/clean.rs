//! Keeping the log small: bodies for a week after the last delivery ended, the rest for a month.

use cairn_engine::{Cx, Result};
use cairn_store::Sql;

const BODY_DAYS: i64 = 7;
const LOG_DAYS: i64 = 30;
/// A small bite at a time, so that no write waits long.
const BITE: i64 = 1000;

/// Removes what is too old; tells whether there may be more.
pub async fn clean(cx: &mut Cx) -> Result<bool> {
    let ended = "d.state not in ('pending', 'leased')";
    let mut bodies = Sql::raw(
        "delete from webhook_messages where id in (select m.id from webhook_messages m where m.occurred_at < ",
    );
    bodies.bind(cx.now.plus_days(-BODY_DAYS));
    bodies.push(" and not exists (select 1 from webhooks_deliveries d where d.message = m.id and (not (");
    bodies
        .push(ended)
        .push(") or d.ended_at > ")
        .bind(cx.now.plus_days(-BODY_DAYS))
        .push(")) limit ")
        .bind(BITE)
        .push(")");
    let mut gone = cx.conn.execute(&bodies).await?;

    let old = |sql: &mut Sql, cx: &Cx| {
        sql.push(&format!("select d.id from webhooks_deliveries d where {ended} and d.created_at < "));
        sql.bind(cx.now.plus_days(-LOG_DAYS)).push(" order by d.created_at limit ").bind(BITE);
    };
    let mut attempts = Sql::raw("delete from webhooks_attempts where delivery in (");
    old(&mut attempts, cx);
    attempts.push(")");
    cx.conn.execute(&attempts).await?;
    let mut deliveries = Sql::raw("delete from webhooks_deliveries where id in (");
    old(&mut deliveries, cx);
    deliveries.push(")");
    gone += cx.conn.execute(&deliveries).await?;
    Ok(gone >= BITE as u64)
}
