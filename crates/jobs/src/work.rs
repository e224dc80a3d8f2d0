//! What a job works with while it runs.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use cairn_engine::{Caller, Cx, Engine, Error, Result};
use cairn_model::File;
use cairn_model::Value;
use cairn_store::{FileWriter, Sql};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::claim::Claimed;
use crate::record::{lost, while_ours};

/// What jobs may need besides the engine, such as the journal's sealer.
pub(crate) type Tools = Vec<Arc<dyn Any + Send + Sync>>;

/// Proves that a job was completed: only [`Work::finish`] returns one.
#[derive(Debug)]
pub struct Done(());

/// A file that a job has written. It is on disk, and gets its place when the job is completed.
#[derive(Debug)]
pub struct Output {
    name: String,
    media_type: String,
    content: FileWriter,
}

impl Output {
    pub async fn new(name: &str, media_type: &str, mut content: FileWriter) -> Result<Self> {
        content.sync().await?;
        Ok(Self { name: name.to_owned(), media_type: media_type.to_owned(), content })
    }

    fn file(&self) -> File {
        let stored = self.content.stored();
        let (name, media_type) = (self.name.clone(), self.media_type.clone());
        File { name, media_type, size: stored.size, sha256: stored.sha256 }
    }
}

/// One run of a job: contexts with the permissions of whoever requested it, and the ways to finish.
///
/// A run may be dropped at any await, because the job was cancelled, the process is stopping, or the lease was lost.
/// What was not committed by [`Work::keep`] or [`Work::finish`] is then rolled back, and the next run does it.
pub struct Work {
    engine: Arc<Engine>,
    claimed: Claimed,
    tools: Arc<Tools>,
    lease_seconds: i64,
    shown: AtomicI64,
}

impl Work {
    pub(crate) fn new(engine: Arc<Engine>, claimed: Claimed, tools: Arc<Tools>, lease_seconds: i64) -> Self {
        Self { engine, claimed, tools, lease_seconds, shown: AtomicI64::new(-1) }
    }

    pub fn job(&self) -> Uuid {
        self.claimed.id
    }

    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Whoever requested the job, within the limits of the token they used; the worker itself for Cairn's own jobs.
    pub fn caller(&self) -> &Arc<Caller> {
        &self.claimed.caller
    }

    /// Something that the process provides for jobs.
    pub fn tool<T: Any + Send + Sync>(&self) -> Result<Arc<T>> {
        let found = self.tools.iter().find_map(|tool| tool.clone().downcast::<T>().ok());
        found.ok_or_else(|| Error::internal(format!("this worker has no {}", std::any::type_name::<T>())))
    }

    /// Where an earlier run stopped, if it kept something.
    pub fn checkpoint<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_value(self.claimed.checkpoint.clone()?).ok()
    }

    pub async fn read(&self) -> Result<Cx> {
        self.engine.read(self.claimed.caller.clone()).await
    }

    /// Begins a transaction, which [`Work::keep`] or [`Work::finish`] commits. On SQLite nobody else can write
    /// meanwhile, so anything that takes long should come before it.
    pub async fn write(&self) -> Result<Cx> {
        self.engine.write(self.claimed.caller.clone()).await
    }

    /// Reports the progress, in percent, and the current step. An error means that the job is no longer ours.
    pub async fn progress(&self, percent: i64, step: &str) -> Result<()> {
        let percent = percent.clamp(0, 99);
        if self.shown.swap(percent, Ordering::Relaxed) == percent {
            return Ok(());
        }
        let mut cx = self.engine.write(Arc::new(Caller::worker())).await?;
        let mut sql = Sql::raw("update jobs set progress = ");
        sql.bind(percent).push(", step = ").bind(step.chars().take(400).collect::<String>());
        sql.push(", updated_at = ").bind(cx.now);
        sql.push(", lease_until = ").bind(cx.now.plus_seconds(self.lease_seconds));
        self.fence(&mut cx, sql).await?;
        cx.commit().await?;
        Ok(())
    }

    /// Commits a part of the work together with the point from which the next run continues.
    pub async fn keep(&self, mut cx: Cx, checkpoint: &impl Serialize) -> Result<()> {
        let checkpoint = serde_json::to_value(checkpoint).map_err(|error| Error::internal(error.to_string()))?;
        let mut sql = Sql::raw("update jobs set checkpoint = ");
        sql.bind(Value::Json(checkpoint.to_string()));
        sql.push(", lease_until = ").bind(cx.now.plus_seconds(self.lease_seconds));
        self.fence(&mut cx, sql).await?;
        cx.commit().await?;
        Ok(())
    }

    /// Empties the input of a job that names someone, before it is completed in the same transaction: its record stays
    /// for some time.
    pub async fn forget_input(&self, cx: &mut Cx) -> Result<()> {
        let mut sql = Sql::raw("update jobs set input = ");
        sql.bind(Value::Json("{}".into()));
        self.fence(cx, sql).await
    }

    /// Commits the work and the job's completion, together or not at all.
    pub async fn finish(self, cx: Cx, result: impl Serialize) -> Result<Done> {
        self.complete(cx, result, None).await
    }

    /// The same for a job with a file, which can be downloaded from the job for some days.
    pub async fn finish_with_file(self, cx: Cx, result: impl Serialize, file: Output) -> Result<Done> {
        self.complete(cx, result, Some(file)).await
    }

    async fn complete(self, mut cx: Cx, result: impl Serialize, output: Option<Output>) -> Result<Done> {
        let document = |value: Json| if value.is_null() { Value::Null } else { Value::Json(value.to_string()) };
        let json = |error: serde_json::Error| Error::internal(error.to_string());
        let result = document(serde_json::to_value(result).map_err(json)?);
        let file = document(serde_json::to_value(output.as_ref().map(Output::file)).map_err(json)?);
        let mut sql =
            Sql::raw("update jobs set state = 'done', progress = 100, step = null, error = null, lease = null, ");
        sql.push("lease_until = null, checkpoint = null, result = ").bind(result).push(", file = ").bind(file);
        sql.push(", ended_at = ").bind(cx.now).push(", updated_at = ").bind(cx.now);
        self.fence(&mut cx, sql).await?;
        // Only now that the job is locked and ours: a run that lost it must not overwrite another's file, nor leave
        // one with a cancelled job.
        if let Some(output) = output {
            output.content.finish_output(self.claimed.id).await?;
        }
        cx.commit().await?;
        Ok(Done(()))
    }

    /// Changes the job's row if it is still ours; otherwise the transaction must not be committed.
    async fn fence(&self, cx: &mut Cx, mut sql: Sql) -> Result<()> {
        while_ours(&mut sql, &self.claimed);
        if cx.conn.execute(&sql).await? == 0 { Err(lost()) } else { Ok(()) }
    }
}
