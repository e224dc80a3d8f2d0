//! The sender's metrics, for Prometheus. No series names an endpoint: there may be thousands, and their names are
//! confidential.

use cairn_engine::{Cx, Error, Result};
use cairn_model::Type;
use cairn_store::Sql;
use prometheus::core::Collector;
use prometheus::{Gauge, Histogram, HistogramOpts, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder};

use crate::record::{Finished, Recorded};

const BUCKETS: [f64; 10] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0];

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    attempts: IntCounterVec,
    attempt_seconds: Histogram,
    waiting_seconds: Histogram,
    in_flight: IntGauge,
    discarded: IntCounter,
    leases_lost: IntCounter,
    pending: IntGauge,
    oldest_due_seconds: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new().expect("the names are constants that Prometheus takes")
    }
}

impl Metrics {
    fn new() -> prometheus::Result<Self> {
        let registry = Registry::new();
        let histogram =
            |name: &str, help: &str| Histogram::with_opts(HistogramOpts::new(name, help).buckets(BUCKETS.to_vec()));
        let attempts = Opts::new("cairn_webhook_attempts_total", "Attempts by outcome.");
        Ok(Self {
            attempts: kept(&registry, IntCounterVec::new(attempts, &["outcome"])?)?,
            attempt_seconds: kept(&registry, histogram("cairn_webhook_attempt_seconds", "Duration of an attempt.")?)?,
            waiting_seconds: kept(
                &registry,
                histogram("cairn_webhook_waiting_seconds", "Time from the commit of a change to the first attempt.")?,
            )?,
            in_flight: kept(&registry, IntGauge::new("cairn_webhook_in_flight", "Attempts in flight.")?)?,
            discarded: kept(
                &registry,
                IntCounter::new("cairn_webhook_discarded_total", "Messages discarded after their last attempt.")?,
            )?,
            leases_lost: kept(
                &registry,
                IntCounter::new("cairn_webhook_leases_lost_total", "Leases that expired before their attempt ended.")?,
            )?,
            pending: kept(&registry, IntGauge::new("cairn_webhook_pending", "Messages waiting to be sent.")?)?,
            oldest_due_seconds: kept(
                &registry,
                Gauge::new("cairn_webhook_oldest_due_seconds", "How long the oldest due message has been waiting.")?,
            )?,
            registry,
        })
    }

    pub(crate) fn begun(&self) {
        self.in_flight.inc();
    }

    pub(crate) fn ended(&self, finished: &Finished) {
        self.in_flight.dec();
        let exchange = &finished.exchange;
        self.attempts.with_label_values(&[exchange.outcome]).inc();
        self.attempt_seconds.observe(exchange.milliseconds as f64 / 1e3);
        // A retry is delayed on purpose; only the first attempt shows how fast we are.
        if let (0, Some(due)) = (finished.claimed.attempts, finished.claimed.due) {
            self.waiting_seconds.observe((exchange.started.micros() - due.micros()).max(0) as f64 / 1e6);
        }
    }

    pub(crate) fn recorded(&self, recorded: &Recorded) {
        self.discarded.inc_by(recorded.discarded);
        self.leases_lost.inc_by(recorded.lost);
    }

    pub(crate) fn reaped(&self, leases: u64) {
        self.leases_lost.inc_by(leases);
    }

    /// The counts of this process, and the state of the queue, which all processes share.
    pub async fn render(&self, cx: &mut Cx) -> Result<String> {
        let (pending, oldest) = queue(cx).await?;
        self.pending.set(pending);
        self.oldest_due_seconds.set(oldest);
        TextEncoder::new()
            .encode_to_string(&self.registry.gather())
            .map_err(|error| Error::internal(format!("metrics: {error}")))
    }
}

/// A collector that the registry asks, too.
fn kept<C: Collector + Clone + 'static>(registry: &Registry, collector: C) -> prometheus::Result<C> {
    registry.register(Box::new(collector.clone()))?;
    Ok(collector)
}

async fn queue(cx: &mut Cx) -> Result<(i64, f64)> {
    let count = Sql::raw("select count(*) from webhooks_deliveries where state = 'pending'");
    let oldest = Sql::raw("select min(next_at) from webhooks_deliveries where state = 'pending'");
    let answers = cx.conn.query_all(&[(count, vec![Type::Int]), (oldest, vec![Type::Time])]).await?;
    let pending = answers[0].first().and_then(|row| row[0].as_int()).unwrap_or_default();
    let oldest = answers[1].first().and_then(|row| row[0].as_time());
    let waited = oldest.map_or(0, |due| (cx.now.micros() - due.micros()).max(0));
    Ok((pending, waited as f64 / 1e6))
}
