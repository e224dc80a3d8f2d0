//! The worker: claims what is due, sends it, records how it went, and waits.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use cairn_domain::platform::instance::Instance;
use cairn_engine::{Caller, Cx, Engine, Error, Result};
use cairn_model::{Type, Value};
use cairn_resources::platform::PayloadFormat;
use cairn_store::{Dialect, Sql};
use futures_util::future::join_all;
use tokio::sync::mpsc;

use crate::claim::{self, Claimed};
use crate::destination::Destination;
use crate::emit::{CHANNEL, Sender};
use crate::forward;
use crate::record::{self, Finished};
use crate::schedule::Schedule;
use crate::send::{self, Attempt, Signing};

#[derive(Debug, Clone)]
pub struct WorkerSettings {
    /// Requests in flight at once, over all endpoints.
    pub in_flight: usize,
    /// How long to wait before looking again when nothing wakes the worker: other processes
    /// write messages too.
    pub poll: Duration,
    /// How long a worker holds a message it has claimed: longer than an attempt takes.
    pub lease_seconds: i64,
    /// When to try again.
    pub schedule: Schedule,
    /// How long a body is kept after its last delivery ended.
    pub body_days: i64,
    /// How long, and how many, deliveries are kept.
    pub log_days: i64,
    pub log_rows: i64,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self {
            in_flight: 64,
            poll: Duration::from_millis(500),
            lease_seconds: 60,
            schedule: Schedule::default(),
            body_days: 7,
            log_days: 30,
            log_rows: 200_000,
        }
    }
}

/// An attempt that takes longer gives up its slot: receivers that never respond must not take the slots of those that
/// do.
const SLOW_AFTER: Duration = Duration::from_secs(2);
/// Slow attempts are cheap, but each holds a connection.
const MOST_SLOW: usize = 1024;

/// What an attempt says of itself.
enum Report {
    Slow,
    Ended { finished: Box<Finished>, was_slow: bool },
}

/// The attempts under way.
#[derive(Default)]
struct Places {
    quick: usize,
    slow: usize,
}

impl Places {
    fn note(&mut self, report: Report) -> Option<Finished> {
        match report {
            Report::Slow => {
                self.quick -= 1;
                self.slow += 1;
                None
            }
            Report::Ended { finished, was_slow } => {
                let count = if was_slow { &mut self.slow } else { &mut self.quick };
                *count -= 1;
                Some(*finished)
            }
        }
    }

    fn room(&self, in_flight: usize) -> usize {
        if self.slow >= MOST_SLOW { 0 } else { in_flight.saturating_sub(self.quick) }
    }
}

/// How many results are written in one transaction.
const MOST_RESULTS: usize = 512;

pub struct Worker {
    engine: Arc<Engine>,
    sender: Arc<Sender>,
    settings: WorkerSettings,
}

/// A claimed message with everything that sending it takes.
struct Ready {
    claimed: Claimed,
    to: Arc<Destination>,
    body: Bytes,
}

impl Worker {
    pub fn new(engine: Arc<Engine>, sender: Arc<Sender>, settings: WorkerSettings) -> Self {
        Self { engine, sender, settings }
    }

    /// Works until it is dropped. Database problems are waited out.
    pub async fn run(self: Arc<Self>) {
        tokio::select! {
            () = self.work() => {}
            () = self.engine.db.listen(CHANNEL, &self.sender.wake) => {}
        }
    }

    async fn work(self: &Arc<Self>) {
        self.take_back_leases().await;
        let (reports, mut reported) = mpsc::unbounded_channel::<Report>();
        let mut places = Places::default();
        let mut ended: Vec<Finished> = Vec::new();
        loop {
            while ended.len() < MOST_RESULTS
                && let Ok(report) = reported.try_recv()
            {
                ended.extend(places.note(report));
            }
            let room = places.room(self.settings.in_flight);
            let idle = match self.turn(&ended, room).await {
                Ok(ready) => {
                    ended.clear();
                    let idle = ready.is_empty();
                    places.quick += ready.len();
                    for one in ready {
                        tokio::spawn(self.clone().send_and_report(one, reports.clone()));
                    }
                    idle
                }
                Err(error) => {
                    tracing::warn!(%error, "webhooks are waiting for the database");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    continue;
                }
            };
            if idle {
                tokio::select! {
                    () = self.sender.wake.notified(), if places.room(self.settings.in_flight) > 0 => {}
                    report = reported.recv() => ended.extend(report.and_then(|report| places.note(report))),
                    () = tokio::time::sleep(self.settings.poll) => {}
                }
            }
        }
    }

    /// Sends, and reports when it takes long: waiting for a slow receiver uses no slot.
    async fn send_and_report(self: Arc<Self>, one: Ready, reports: mpsc::UnboundedSender<Report>) {
        let mut sending = pin!(self.send(one));
        let report = match tokio::time::timeout(SLOW_AFTER, &mut sending).await {
            Ok(finished) => Report::Ended { finished: Box::new(finished), was_slow: false },
            Err(_) => {
                let _ = reports.send(Report::Slow);
                Report::Ended { finished: Box::new(sending.await), was_slow: true }
            }
        };
        let _ = reports.send(report);
    }

    /// On SQLite there is one process at a time, so whatever is leased at its start belongs to one that is gone. On
    /// PostgreSQL it may be another's, and only time will tell.
    async fn take_back_leases(&self) {
        if self.engine.db.dialect() != Dialect::Sqlite {
            return;
        }
        let result = async {
            let mut cx = self.begin().await?;
            let lost = claim::take_back_all(&mut cx).await?;
            cx.commit().await?;
            Ok::<_, Error>(lost)
        };
        match result.await {
            Ok(0) => {}
            Ok(lost) => tracing::info!(lost, "messages that an earlier process was sending will be sent again"),
            Err(error) => tracing::warn!(%error, "messages of an earlier process wait until their leases expire"),
        }
    }

    /// Sends everything that is due by the engine's clock and returns when nothing is: for tests
    /// and for a last round before a stop. Returns how many attempts were made.
    pub async fn run_due(&self) -> Result<usize> {
        let mut made = 0;
        loop {
            let ready = self.turn(&[], self.settings.in_flight).await?;
            if ready.is_empty() {
                return Ok(made);
            }
            made += ready.len();
            let finished: Vec<Finished> = join_all(ready.into_iter().map(|one| self.send(one))).await;
            let mut cx = self.begin().await?;
            let recorded = record::record(&mut cx, &finished, &self.settings.schedule).await?;
            cx.commit().await?;
            self.sender.metrics.recorded(&recorded);
        }
    }

    async fn begin(&self) -> Result<Cx> {
        self.engine.write(Arc::new(Caller::worker())).await
    }

    /// One transaction: record what ended, return lost leases, claim what is due. Nothing is sent while it is open.
    async fn turn(&self, finished: &[Finished], room: usize) -> Result<Vec<Ready>> {
        self.forward().await?;
        if finished.is_empty() && !self.has_due().await? {
            return Ok(Vec::new());
        }
        let mut cx = self.begin().await?;
        let recorded = record::record(&mut cx, finished, &self.settings.schedule).await?;
        let lost = claim::reap(&mut cx, self.settings.lease_seconds, self.settings.schedule.retries()).await?;
        let claimed =
            if room > 0 { claim::claim(&mut cx, room, self.settings.lease_seconds).await? } else { Vec::new() };
        let ready = self.load(&mut cx, claimed).await?;
        cx.commit().await?;
        self.sender.metrics.recorded(&recorded);
        self.sender.metrics.reaped(lost);
        Ok(ready)
    }

    /// Creates messages from the audit log for its sinks, if there are any.
    async fn forward(&self) -> Result<()> {
        let mut cx = self.engine.read(Arc::new(Caller::system())).await?;
        let sinks = self.sender.endpoints.sinks(&mut cx).await?;
        if sinks.is_empty() || !forward::is_behind(&mut cx, &sinks).await? {
            return Ok(());
        }
        drop(cx);
        let mut cx = self.begin().await?;
        forward::forward(&mut cx, &sinks).await?;
        cx.commit().await?;
        Ok(())
    }

    /// A check without a write: an idle worker must not keep the writer busy.
    async fn has_due(&self) -> Result<bool> {
        let mut cx = self.engine.read(Arc::new(Caller::system())).await?;
        let mut sql = Sql::raw("select 1 from webhooks_deliveries where (state = 'pending' and next_at <= ");
        sql.bind(cx.now).push(") or (state = 'leased' and lease_until < ").bind(cx.now).push(") limit 1");
        Ok(!cx.conn.query(&sql, &[Type::Int]).await?.is_empty())
    }

    async fn send(&self, Ready { claimed, to, body }: Ready) -> Finished {
        let instance: Arc<Instance> = self.engine.equipment().expect("the engine was equipped before a worker began");
        self.sender.metrics.begun();
        let attempt = Attempt {
            client: &self.sender.client,
            instance: &instance,
            to: &to,
            message: &claimed.message,
            body,
            signing: Signing::Current,
            // An attempt that outlasts its lease would be made twice.
            longest: self.settings.lease_seconds - 1,
        };
        let exchange = send::attempt(attempt, self.engine.clock.now()).await;
        let finished = Finished { claimed, exchange };
        self.sender.metrics.ended(&finished);
        finished
    }

    /// Loads endpoints and bodies for what was claimed.
    async fn load(&self, cx: &mut Cx, claimed: Vec<Claimed>) -> Result<Vec<Ready>> {
        if claimed.is_empty() {
            return Ok(Vec::new());
        }
        let destinations = self.sender.endpoints.destinations(cx).await?;
        let messages: Vec<String> = claimed.iter().map(|one| one.message.clone()).collect();
        let dialect = cx.conn.dialect();
        let mut sql = Sql::raw("select id, body_full, body_thin from webhook_messages where id");
        sql.any(dialect, Value::Texts(messages));
        let mut bodies: HashMap<String, (Option<Bytes>, Option<Bytes>)> = HashMap::new();
        for row in cx.conn.query(&sql, &[Type::Text, Type::Bytes, Type::Bytes]).await? {
            let mut row = row.into_iter();
            let id = row.next().and_then(|id| id.as_str().map(str::to_owned)).unwrap_or_default();
            let mut bytes = || match row.next() {
                Some(Value::Bytes(bytes)) => Some(Bytes::from(bytes)),
                _ => None,
            };
            bodies.insert(id, (bytes(), bytes()));
        }
        claimed
            .into_iter()
            .map(|claimed| {
                let to = destinations.get(&claimed.endpoint).cloned();
                let to = to.ok_or_else(|| Error::internal("a delivery without its endpoint"))?;
                let (full, thin) = bodies.get(&claimed.message).cloned().unwrap_or_default();
                // An endpoint that changed its format gets what the message has.
                let body = match to.format {
                    PayloadFormat::Full => full.or(thin),
                    PayloadFormat::Thin => thin.or(full),
                };
                Ok(Ready { claimed, to, body: body.unwrap_or_default() })
            })
            .collect()
    }
}
