//! What the sender counts, in the text form that Prometheus reads. No series names an endpoint:
//! there may be thousands of them, and their names are nobody else's business.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use cairn_engine::{Cx, Result};
use cairn_model::Type;
use cairn_store::Sql;
use parking_lot::Mutex;

use crate::record::{Finished, Recorded};

const BUCKETS: [f64; 10] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0];

#[derive(Debug, Default)]
pub struct Metrics {
    attempts: Mutex<BTreeMap<&'static str, u64>>,
    attempt_seconds: Mutex<Histogram>,
    waiting_seconds: Mutex<Histogram>,
    in_flight: AtomicU64,
    discarded: AtomicU64,
    leases_lost: AtomicU64,
}

#[derive(Debug, Default, Clone)]
struct Histogram {
    buckets: [u64; BUCKETS.len()],
    total: u64,
    sum: f64,
}

impl Histogram {
    fn add(&mut self, value: f64) {
        self.total += 1;
        self.sum += value;
        for (count, _) in self.buckets.iter_mut().zip(BUCKETS).filter(|(_, limit)| value <= *limit) {
            *count += 1;
        }
    }

    fn render(&self, out: &mut String, name: &str, help: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        for (limit, count) in BUCKETS.iter().zip(self.buckets) {
            let _ = writeln!(out, "{name}_bucket{{le=\"{limit}\"}} {count}");
        }
        let _ = writeln!(
            out,
            "{name}_bucket{{le=\"+Inf\"}} {}\n{name}_sum {}\n{name}_count {}",
            self.total, self.sum, self.total
        );
    }
}

impl Metrics {
    pub(crate) fn begun(&self) {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn ended(&self, finished: &Finished) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
        let exchange = &finished.exchange;
        *self.attempts.lock().entry(exchange.outcome).or_default() += 1;
        self.attempt_seconds.lock().add(exchange.milliseconds as f64 / 1e3);
        // A retry waits on purpose; only the first attempt tells how fast we are.
        if let (0, Some(due)) = (finished.claimed.attempts, finished.claimed.due) {
            self.waiting_seconds.lock().add((exchange.started.micros() - due.micros()).max(0) as f64 / 1e6);
        }
    }

    pub(crate) fn recorded(&self, recorded: &Recorded) {
        self.discarded.fetch_add(recorded.discarded, Ordering::Relaxed);
        self.leases_lost.fetch_add(recorded.lost, Ordering::Relaxed);
    }

    pub(crate) fn reaped(&self, leases: u64) {
        self.leases_lost.fetch_add(leases, Ordering::Relaxed);
    }

    /// The counts of this process, and the state of the queue, which all processes share.
    pub async fn render(&self, cx: &mut Cx) -> Result<String> {
        let mut out = String::from(
            "# HELP cairn_webhook_attempts_total Attempts by outcome.\n# TYPE cairn_webhook_attempts_total counter\n",
        );
        for (outcome, count) in &*self.attempts.lock() {
            let _ = writeln!(out, "cairn_webhook_attempts_total{{outcome=\"{outcome}\"}} {count}");
        }
        self.attempt_seconds.lock().render(&mut out, "cairn_webhook_attempt_seconds", "Time that one attempt took.");
        let help = "Time from the commit of a change to the first attempt.";
        self.waiting_seconds.lock().render(&mut out, "cairn_webhook_waiting_seconds", help);
        let (pending, oldest) = queue(cx).await?;
        for (name, kind, help, value) in [
            ("in_flight", "gauge", "Attempts under way.", load(&self.in_flight)),
            ("discarded_total", "counter", "Messages given up after their last attempt.", load(&self.discarded)),
            (
                "leases_lost_total",
                "counter",
                "Leases that ran out before their attempt ended.",
                load(&self.leases_lost),
            ),
            ("pending", "gauge", "Messages that wait to be sent.", pending),
            ("oldest_due_seconds", "gauge", "How long the oldest due message has waited.", oldest),
        ] {
            let name = format!("cairn_webhook_{name}");
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        Ok(out)
    }
}

fn load(count: &AtomicU64) -> f64 {
    count.load(Ordering::Relaxed) as f64
}

async fn queue(cx: &mut Cx) -> Result<(f64, f64)> {
    let count = Sql::raw("select count(*) from webhooks_deliveries where state = 'pending'");
    let oldest = Sql::raw("select min(next_at) from webhooks_deliveries where state = 'pending'");
    let answers = cx.conn.query_all(&[(count, vec![Type::Int]), (oldest, vec![Type::Time])]).await?;
    let pending = answers[0].first().and_then(|row| row[0].as_int()).unwrap_or_default();
    let oldest = answers[1].first().and_then(|row| row[0].as_time());
    let waited = oldest.map_or(0, |due| (cx.now.micros() - due.micros()).max(0));
    Ok((pending as f64, waited as f64 / 1e6))
}
