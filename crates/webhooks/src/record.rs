//! Writing down how attempts went, many at once.

use cairn_engine::clock::new_id;
use cairn_engine::{Cx, Result};
use cairn_model::Value;
use cairn_model::resource::platform::WebhookEndpoint;
use cairn_store::Sql;
use uuid::Uuid;

use crate::claim::Claimed;
use crate::schedule;
use crate::send::Exchange;

/// Without success for so long, and with so many messages lost, an endpoint is switched off.
const SICK_DAYS: i64 = 5;
const SICK_DISCARDED: i64 = 10;

/// An attempt that has ended.
#[derive(Debug)]
pub struct Finished {
    pub claimed: Claimed,
    pub exchange: Exchange,
}

pub async fn record(cx: &mut Cx, finished: &[Finished]) -> Result<()> {
    for one in finished {
        record_one(cx, one).await?;
    }
    Ok(())
}

async fn record_one(cx: &mut Cx, Finished { claimed, exchange }: &Finished) -> Result<()> {
    let attempts = claimed.attempts + 1;
    let first = claimed.first_at.unwrap_or(exchange.started);
    let next = if exchange.is_delivered() {
        None
    } else {
        schedule::next_attempt(attempts, exchange.started, rand::random(), exchange.retry_after, first)
    };
    let state = match (exchange.is_delivered(), next) {
        (true, _) => "delivered",
        (false, Some(_)) => "pending",
        (false, None) => "discarded",
    };
    let mut sql = Sql::raw("update webhooks_deliveries set lease = null, lease_until = null, losses = 0, state = ");
    sql.bind(state).push(", attempts = ").bind(attempts).push(", first_at = ").bind(first);
    sql.push(", updated_at = ").bind(cx.now).push(", last_status = ").bind(exchange.status.map(i64::from));
    sql.push(", last_error = ").bind(exchange.error.as_deref().map(|text| shortened(text, 500)));
    if let Some(next) = next {
        sql.push(", next_at = ").bind(next);
    } else {
        sql.push(", ended_at = ").bind(cx.now);
    }
    sql.push(" where id = ").bind(claimed.delivery).push(" and lease = ").bind(claimed.lease.as_str());
    if cx.conn.execute(&sql).await? == 0 {
        // The lease ran out and someone else has the message now; what we saw no longer counts.
        return Ok(());
    }
    write_attempt(cx, claimed, exchange, attempts).await?;
    write_lane(cx, claimed.endpoint, exchange, state == "discarded").await?;
    if state == "discarded" {
        switch_off_if_hopeless(cx, claimed.endpoint, exchange.status).await?;
    }
    Ok(())
}

async fn write_attempt(cx: &mut Cx, claimed: &Claimed, exchange: &Exchange, number: i64) -> Result<()> {
    let headers: Vec<String> =
        exchange.response_headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let headers = shortened(&headers.join("\n"), 4096);
    let body = shortened(&exchange.response_body, 16_384);
    let values: [Value; 14] = [
        new_id(cx.engine.clock.now()).into(),
        cx.now.into(),
        cx.now.into(),
        claimed.folder.into(),
        claimed.delivery.into(),
        number.into(),
        exchange.started.into(),
        exchange.milliseconds.into(),
        exchange.outcome.into(),
        exchange.status.map(i64::from).into(),
        exchange.error.as_deref().map(|text| shortened(text, 500)).into(),
        exchange.remote.clone().into(),
        (!headers.is_empty()).then_some(headers).into(),
        (!body.is_empty()).then_some(body).into(),
    ];
    let mut sql = Sql::raw(
        "insert into webhooks_attempts (id, created_at, updated_at, folder, delivery, number, started_at, milliseconds, \
         outcome, status, error, remote, response_headers, response_body) values (",
    );
    for (at, value) in values.into_iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" }).bind(value);
    }
    sql.push(")");
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// Texts from outside: bounded, and without what a database does not take.
fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|letter| *letter != '\0').take(most).collect()
}

async fn write_lane(cx: &mut Cx, endpoint: Uuid, exchange: &Exchange, discarded: bool) -> Result<()> {
    let mut sql = Sql::raw("update webhook_lanes set ");
    if exchange.is_delivered() {
        sql.push("failures = 0, discarded = 0, failing_since = null, last_success = ").bind(exchange.started);
    } else {
        sql.push("failures = failures + 1, discarded = discarded + ").bind(i64::from(discarded));
        sql.push(", failing_since = coalesce(failing_since, ").bind(exchange.started).push(")");
    }
    sql.push(" where endpoint = ").bind(endpoint);
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// A receiver that says it is gone for good, or has not worked for days, is left alone.
async fn switch_off_if_hopeless(cx: &mut Cx, id: Uuid, status: Option<u16>) -> Result<()> {
    let mut sql = Sql::raw("select 1 from webhook_lanes where discarded >= ");
    sql.bind(SICK_DISCARDED).push(" and failing_since < ").bind(cx.now.plus_days(-SICK_DAYS));
    sql.push(" and endpoint = ").bind(id);
    let sick = !cx.conn.query(&sql, &[cairn_model::Type::Int]).await?.is_empty();
    let reason = match status {
        Some(410) => "gone",
        _ if sick => "failing",
        _ => return Ok(()),
    };
    let Some(endpoint) = cx.find::<WebhookEndpoint>(id).await?.filter(|endpoint| endpoint.is_active) else {
        return Ok(());
    };
    tracing::warn!(endpoint = %id, reason, "a webhook endpoint was switched off");
    cx.update(WebhookEndpoint { is_active: false, disabled_reason: Some(reason.to_owned()), ..endpoint }).await
}
