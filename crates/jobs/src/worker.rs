//! The worker: claims what is due, runs it, records failures, and waits.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use cairn_engine::{Caller, Cx, Engine, Error, Listener, Result};
use cairn_model::{Type, Value};
use cairn_store::{Dialect, Sql};
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::claim::{self, Claimed};
use crate::job::Kind;
use crate::record::{self, while_ours};
use crate::work::{Done, Tools, Work};
use crate::{CHANNEL, WORK, schedule};

#[derive(Debug, Clone)]
pub struct WorkerSettings {
    /// Jobs that run at once in this process.
    pub places: usize,
    /// How long to wait before looking again when nothing wakes the worker.
    pub poll: Duration,
    /// How long a silent worker keeps its job.
    pub lease_seconds: i64,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self { places: 4, poll: Duration::from_secs(1), lease_seconds: 60 }
    }
}

/// How often a running job is checked: whether it is still ours, and whether its lease must be renewed.
const LOOK: Duration = Duration::from_secs(1);

/// Is told that there are jobs, and wakes the workers of this process and of others.
#[derive(Default)]
pub struct Jobs {
    wake: Notify,
}

impl Jobs {
    pub fn new() -> Arc<Self> {
        Arc::default()
    }
}

impl Listener for Jobs {
    fn does(&self) -> &'static str {
        WORK
    }

    fn work_waits(&self, engine: &Arc<Engine>) {
        self.wake.notify_one();
        if engine.db.dialect() == Dialect::Postgres {
            let engine = engine.clone();
            tokio::spawn(async move {
                if let Err(error) = engine.db.notify(CHANNEL).await {
                    tracing::debug!(%error, "other workers could not be notified and will notice later");
                }
            });
        }
    }
}

pub struct Worker {
    engine: Arc<Engine>,
    jobs: Arc<Jobs>,
    kinds: Vec<Kind>,
    names: Vec<String>,
    settings: WorkerSettings,
    tools: Arc<Tools>,
    /// The prefix of this worker's leases.
    name: String,
    /// The zone that the schedules were prepared for.
    zone: Mutex<Option<&'static str>>,
}

impl Worker {
    /// A worker for some kinds of jobs; others are left to workers that know them.
    pub fn new(engine: Arc<Engine>, jobs: Arc<Jobs>, kinds: Vec<Kind>, settings: WorkerSettings) -> Self {
        let names = kinds.iter().map(|kind| kind.kind.to_owned()).collect();
        let name = format!("{:016x}", rand::random::<u64>());
        Self { engine, jobs, kinds, names, settings, tools: Arc::default(), name, zone: Mutex::default() }
    }

    /// Provides jobs with something that they need.
    #[must_use]
    pub fn with_tool<T: Any + Send + Sync>(mut self, tool: Arc<T>) -> Self {
        let mut tools = Vec::clone(&self.tools);
        tools.push(tool);
        self.tools = Arc::new(tools);
        self
    }

    /// Works until it is dropped; running jobs are then abandoned. Database problems are waited out.
    pub async fn run(self: Arc<Self>) {
        tokio::select! {
            () = self.work() => {}
            () = self.engine.db.listen(CHANNEL, &self.jobs.wake) => {}
        }
    }

    async fn work(self: &Arc<Self>) {
        // On SQLite there is one process, so whatever is running at its start belongs to one that is gone.
        if self.engine.db.dialect() == Dialect::Sqlite
            && let Err(error) = self.give_back("").await
        {
            tracing::warn!(%error, "jobs of an earlier process wait until their leases expire");
        }
        let mut running: JoinSet<()> = JoinSet::new();
        loop {
            while running.try_join_next().is_some() {}
            let room = self.settings.places.saturating_sub(running.len());
            match self.turn(room).await {
                Ok(claimed) => {
                    for one in claimed {
                        let worker = self.clone();
                        running.spawn(async move { worker.execute(one).await });
                    }
                }
                Err(error) => tracing::warn!(%error, "jobs are waiting for the database"),
            }
            tokio::select! {
                () = self.jobs.wake.notified(), if running.len() < self.settings.places => {}
                _ = running.join_next(), if !running.is_empty() => {}
                () = tokio::time::sleep(self.settings.poll) => {}
            }
        }
    }

    /// Returns this worker's jobs, so that others can run them immediately. For a process that is stopping, after
    /// [`Worker::run`] was dropped.
    pub async fn release(&self) -> Result<()> {
        let given = self.give_back(&self.name).await?;
        if given > 0 {
            tracing::info!(jobs = given, "jobs that were running will run again");
        }
        Ok(())
    }

    async fn give_back(&self, lease: &str) -> Result<u64> {
        let mut cx = self.begin().await?;
        let given = claim::give_back(&mut cx, lease).await?;
        cx.commit().await?;
        Ok(given)
    }

    /// Runs everything that is due by the engine's clock, one after another, and returns when nothing is: for tests.
    /// Returns how many runs there were.
    pub async fn run_due(self: &Arc<Self>) -> Result<usize> {
        let mut runs = 0;
        loop {
            let Some(claimed) = self.turn(1).await?.pop() else { return Ok(runs) };
            runs += 1;
            self.execute(claimed).await;
        }
    }

    async fn begin(&self) -> Result<Cx> {
        self.engine.write(Arc::new(Caller::worker())).await
    }

    /// One transaction: create scheduled jobs that are due, return those of lost workers, claim what is due.
    async fn turn(&self, room: usize) -> Result<Vec<Claimed>> {
        let zone = self.engine.access().time_zone().name();
        let is_prepared = *self.zone.lock() == Some(zone);
        if is_prepared && !self.has_due().await? {
            return Ok(Vec::new());
        }
        let mut cx = self.begin().await?;
        if !is_prepared {
            schedule::prepare(&mut cx, &self.kinds).await?;
        }
        schedule::fire(&mut cx, &self.kinds).await?;
        let lost = claim::reap(&mut cx).await?;
        let until = cx.now.plus_seconds(self.settings.lease_seconds);
        let claimed = match room {
            0 => Vec::new(),
            room => claim::claim(&mut cx, &self.names, room, &self.name, until).await?,
        };
        let prepared = cx.time_zone().name();
        cx.commit().await?;
        *self.zone.lock() = Some(prepared);
        if lost > 0 {
            tracing::warn!(jobs = lost, "workers died in the middle of jobs");
        }
        Ok(claimed)
    }

    /// A check without a write: an idle worker must not keep the writer busy.
    async fn has_due(&self) -> Result<bool> {
        let mut cx = self.engine.read(Arc::new(Caller::system())).await?;
        let (now, dialect) = (cx.now, cx.conn.dialect());
        let mut sql = Sql::raw("select 1 where exists (select 1 from jobs where state = 'queued' and due_at <= ");
        sql.bind(now).push(" and kind").any(dialect, Value::Texts(self.names.clone()));
        sql.push(") or exists (select 1 from jobs where state = 'running' and lease_until < ").bind(now);
        sql.push(") or exists (select 1 from job_schedules where next_at <= ").bind(now);
        sql.push(" and kind").any(dialect, Value::Texts(self.names.clone())).push(")");
        Ok(!cx.conn.query(&sql, &[Type::Int]).await?.is_empty())
    }

    /// Runs one job to its end, or until it is no longer ours.
    async fn execute(&self, claimed: Claimed) {
        let Some(kind) = self.kinds.iter().find(|kind| kind.kind == claimed.kind) else { return };
        let work = Work::new(self.engine.clone(), claimed.clone(), self.tools.clone(), self.settings.lease_seconds);
        // In a set of its own, so that it ends when this is dropped.
        let mut running: JoinSet<Result<Done>> = JoinSet::new();
        running.spawn((kind.run)(claimed.input.clone(), work));
        let ended = loop {
            tokio::select! {
                ended = running.join_next() => break ended,
                () = tokio::time::sleep(LOOK) => match self.is_ours(&claimed).await {
                    Ok(true) => {}
                    Ok(false) => {
                        tracing::info!(job = %claimed.id, kind = kind.kind, "a job was cancelled or taken over");
                        return;
                    }
                    // Whether it may commit is decided at its commit.
                    Err(error) => tracing::debug!(%error, "a running job could not be checked"),
                },
            }
        };
        let error = match ended {
            Some(Ok(Ok(_))) => return,
            Some(Ok(Err(error))) => error,
            Some(Err(error)) => Error::internal(format!("the job did not end: {error}")),
            None => Error::internal("the job was lost"),
        };
        self.note_failure(kind, &claimed, &error).await;
    }

    async fn note_failure(&self, kind: &Kind, claimed: &Claimed, error: &Error) {
        let noted = async {
            let mut cx = self.begin().await?;
            let again = record::failed(&mut cx, claimed, kind.retries, error).await?;
            cx.commit().await?;
            Ok::<_, Error>(again)
        };
        match noted.await {
            Ok(again) => tracing::warn!(job = %claimed.id, kind = kind.kind, %error, again, "a job failed"),
            // Its lease expires, and it runs again.
            Err(other) => tracing::warn!(job = %claimed.id, kind = kind.kind, %error, %other, "a job failed"),
        }
    }

    /// Whether a job is still ours; if so, its lease is renewed in time.
    async fn is_ours(&self, claimed: &Claimed) -> Result<bool> {
        let mut cx = self.engine.read(Arc::new(Caller::worker())).await?;
        let mut sql = Sql::raw("select lease_until from jobs");
        while_ours(&mut sql, claimed);
        let rows = cx.conn.query(&sql, &[Type::Time]).await?;
        let Some(until) = rows.first().and_then(|row| row[0].as_time()) else { return Ok(false) };
        if until > cx.now.plus_seconds(self.settings.lease_seconds * 2 / 3) {
            return Ok(true);
        }
        drop(cx);
        let mut cx = self.begin().await?;
        let mut sql = Sql::raw("update jobs set lease_until = ");
        sql.bind(cx.now.plus_seconds(self.settings.lease_seconds));
        while_ours(&mut sql, claimed);
        let renewed = cx.conn.execute(&sql).await?;
        cx.commit().await?;
        Ok(renewed > 0)
    }
}
