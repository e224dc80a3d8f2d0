//! What a kind of job is.

use cairn_engine::{Error, Result};
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::work::{Done, Work};

/// A kind of job. The fields of the type are what it is asked to do; they are kept as JSON until its time comes.
///
/// A job that only reads its input from the database and writes in one transaction is as simple as an action:
///
/// ```ignore
/// async fn run(self, work: Work) -> Result<Done> {
///     let mut cx = work.write().await?;
///     let ended = end_what_is_over(&mut cx).await?;
///     work.finish(cx, json!({ "ended": ended })).await
/// }
/// ```
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the table and for people. It never changes, since jobs requested by an earlier version may still be
    /// queued.
    const KIND: &'static str;
    /// What the job does.
    const NAME: &'static str;
    /// How often it is retried after a temporary failure, at growing intervals.
    const RETRIES: i64 = 5;
    /// Its schedule, if any: a cron pattern in the time zone of the instance. Such a job is created from `{}`, but not
    /// while an earlier one is unfinished. Runs that were missed while nothing was running happen once.
    const SCHEDULE: Option<&'static str> = None;

    /// What this particular job does, in words.
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    /// Runs it. It may be dropped at any time, and run again: see [`Work`].
    fn run(self, work: Work) -> impl Future<Output = Result<Done>> + Send;
}

/// A type-erased kind of job.
#[derive(Clone, Copy)]
pub struct Kind {
    pub kind: &'static str,
    pub name: &'static str,
    pub retries: i64,
    pub schedule: Option<&'static str>,
    pub(crate) run: fn(Json, Work) -> BoxFuture<'static, Result<Done>>,
}

impl Kind {
    pub const fn of<J: Job>() -> Self {
        Self { kind: J::KIND, name: J::NAME, retries: J::RETRIES, schedule: J::SCHEDULE, run: run::<J> }
    }
}

fn run<J: Job>(input: Json, work: Work) -> BoxFuture<'static, Result<Done>> {
    Box::pin(async move {
        let job: J = serde_json::from_value(input)
            .map_err(|error| Error::internal(format!("the input of a job is not what it was: {error}")))?;
        job.run(work).await
    })
}
