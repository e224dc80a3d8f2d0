//! Records the results of attempts, many at once.

use std::collections::{BTreeMap, BTreeSet};

use cairn_engine::clock::new_id;
use cairn_engine::{Cx, Result};
use cairn_model::{Timestamp, Value};
use cairn_resources::platform::{AuditSink, WebhookEndpoint};
use cairn_store::Sql;
use uuid::Uuid;

use crate::claim::Claimed;
use crate::schedule::Schedule;
use crate::send::Exchange;

/// Without success for this long, and with this many messages lost, an endpoint is disabled.
const SICK_DAYS: i64 = 5;
const SICK_DISCARDED: i64 = 10;

/// An attempt that has ended.
#[derive(Debug)]
pub struct Finished {
    pub claimed: Claimed,
    pub exchange: Exchange,
}

/// The result of recording.
#[derive(Debug, Default)]
pub struct Recorded {
    pub discarded: u64,
    /// Attempts whose lease had expired: someone else has the message now.
    pub lost: u64,
}

/// An attempt, and what happens next.
struct Verdict<'a> {
    claimed: &'a Claimed,
    exchange: &'a Exchange,
    number: i64,
    first: Timestamp,
    next: Option<Timestamp>,
}

impl Verdict<'_> {
    fn state(&self) -> &'static str {
        match (self.exchange.is_delivered(), self.next) {
            (true, _) => "delivered",
            (false, Some(_)) => "pending",
            (false, None) => "discarded",
        }
    }
}

pub async fn record(cx: &mut Cx, finished: &[Finished], schedule: &Schedule) -> Result<Recorded> {
    let verdicts: Vec<Verdict> = finished.iter().map(|one| verdict(one, schedule)).collect();
    let updates: Vec<Sql> = verdicts.iter().map(|verdict| delivery_statement(cx.now, verdict)).collect();
    let kept = cx.conn.execute_all(&updates).await?;
    let mut recorded = Recorded { lost: kept.iter().filter(|rows| **rows == 0).count() as u64, ..Recorded::default() };
    // An expired lease belongs to someone else now; our result no longer counts.
    let verdicts: Vec<Verdict> =
        verdicts.into_iter().zip(kept).filter(|(_, rows)| *rows > 0).map(|(verdict, _)| verdict).collect();
    let mut statements: Vec<Sql> = verdicts.iter().map(|verdict| attempt_statement(cx, verdict)).collect();
    statements.extend(lane_statements(&verdicts));
    cx.conn.execute_all(&statements).await?;
    let discarded: Vec<&Verdict> = verdicts.iter().filter(|verdict| verdict.state() == "discarded").collect();
    recorded.discarded = discarded.len() as u64;
    let mut looked_at = BTreeSet::new();
    for verdict in discarded {
        let gone = verdict.exchange.status == Some(410);
        if looked_at.insert((verdict.claimed.endpoint, gone)) {
            switch_off_if_hopeless(cx, verdict.claimed.endpoint, gone).await?;
        }
    }
    Ok(recorded)
}

fn verdict<'a>(Finished { claimed, exchange }: &'a Finished, schedule: &Schedule) -> Verdict<'a> {
    let number = claimed.attempts + 1;
    let first = claimed.first_at.unwrap_or(exchange.started);
    let next = if exchange.is_delivered() {
        None
    } else {
        schedule.next_attempt(number, exchange.started, rand::random(), exchange.retry_after, first)
    };
    Verdict { claimed, exchange, number, first, next }
}

fn delivery_statement(now: Timestamp, verdict: &Verdict) -> Sql {
    let Verdict { claimed, exchange, .. } = verdict;
    let mut sql = Sql::raw("update webhooks_deliveries set lease = null, lease_until = null, losses = 0, state = ");
    sql.bind(verdict.state()).push(", attempts = ").bind(verdict.number).push(", first_at = ").bind(verdict.first);
    sql.push(", updated_at = ").bind(now).push(", last_status = ").bind(exchange.status.map(i64::from));
    sql.push(", last_error = ").bind(exchange.error.as_deref().map(|text| shortened(text, 500)));
    if let Some(next) = verdict.next {
        sql.push(", next_at = ").bind(next);
    } else {
        sql.push(", ended_at = ").bind(now);
    }
    sql.push(" where id = ").bind(claimed.delivery).push(" and lease = ").bind(claimed.lease.as_str());
    sql
}

fn attempt_statement(cx: &Cx, Verdict { claimed, exchange, number, .. }: &Verdict) -> Sql {
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
        (*number).into(),
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
    sql
}

/// External texts: bounded, and without characters that a database refuses.
fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|letter| *letter != '\0').take(most).collect()
}

/// How an endpoint did over all attempts of one round. In the order of endpoints, so that two workers never wait for
/// each other.
fn lane_statements(verdicts: &[Verdict]) -> Vec<Sql> {
    let mut lanes: BTreeMap<Uuid, Vec<&Verdict>> = BTreeMap::new();
    for verdict in verdicts {
        lanes.entry(verdict.claimed.endpoint).or_default().push(verdict);
    }
    let of_lane = |(endpoint, verdicts): (Uuid, Vec<&Verdict>)| {
        let success =
            verdicts.iter().filter(|verdict| verdict.exchange.is_delivered()).map(|v| v.exchange.started).max();
        let mut sql = Sql::raw("update webhook_lanes set ");
        if let Some(success) = success {
            sql.push("failures = 0, discarded = 0, failing_since = null, last_success = ").bind(success);
        } else {
            let discarded = verdicts.iter().filter(|verdict| verdict.state() == "discarded").count() as i64;
            let first = verdicts.iter().map(|verdict| verdict.exchange.started).min();
            sql.push("failures = failures + ").bind(verdicts.len() as i64);
            sql.push(", discarded = discarded + ").bind(discarded);
            sql.push(", failing_since = coalesce(failing_since, ").bind(first).push(")");
        }
        sql.push(" where endpoint = ").bind(endpoint);
        sql
    };
    lanes.into_iter().map(of_lane).collect()
}

/// A receiver that says it is gone, or has not worked for days, is left alone.
async fn switch_off_if_hopeless(cx: &mut Cx, id: Uuid, gone: bool) -> Result<()> {
    let mut sql = Sql::raw("select 1 from webhook_lanes where discarded >= ");
    sql.bind(SICK_DISCARDED).push(" and failing_since < ").bind(cx.now.plus_days(-SICK_DAYS));
    sql.push(" and endpoint = ").bind(id);
    let sick = !cx.conn.query(&sql, &[cairn_model::Type::Int]).await?.is_empty();
    let reason = match (gone, sick) {
        (true, _) => "gone",
        (false, true) => "failing",
        (false, false) => return Ok(()),
    };
    let disabled_reason = Some(reason.to_owned());
    if cx.find::<WebhookEndpoint>(id).await?.is_some_and(|endpoint| endpoint.is_active) {
        tracing::warn!(endpoint = %id, reason, "a webhook endpoint was disabled");
        let switch_off = |endpoint: &mut WebhookEndpoint| {
            (endpoint.is_active, endpoint.disabled_reason) = (false, disabled_reason);
            Ok(())
        };
        cx.modify(id, switch_off).await?;
    } else if cx.find::<AuditSink>(id).await?.is_some_and(|sink| sink.is_active) {
        tracing::warn!(sink = %id, reason, "an audit sink was disabled");
        let switch_off = |sink: &mut AuditSink| {
            (sink.is_active, sink.disabled_reason) = (false, disabled_reason);
            Ok(())
        };
        cx.modify(id, switch_off).await?;
    }
    Ok(())
}
