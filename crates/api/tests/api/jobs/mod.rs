//! Jobs: done once, whatever happens to those who do them, and seen by whom they concern.

mod access;
mod files;
mod once;
mod regular;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn_access::Limits;
use cairn_engine::{Caller, Cx, Error, Origin, Result};
use cairn_jobs::{Done, Job, Jobs, Kind, Output, Work, Worker, WorkerSettings, enqueue};
use cairn_model::Ref;
use cairn_resources::catalogue::FilteringLabel;
use cairn_testkit::{Client, TestApp};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tokio::sync::{Notify, Semaphore};
use uuid::Uuid;

/// What a test and its jobs tell each other.
#[derive(Default)]
struct Stage {
    /// How often a job was begun.
    begun: AtomicUsize,
    /// Told when a job has come to where it waits.
    arrived: Notify,
    /// Told when a waiting job was dropped.
    dropped: Notify,
    /// Lets waiting jobs go on.
    open: Option<Semaphore>,
}

impl Stage {
    fn closed() -> Arc<Self> {
        Arc::new(Self { open: Some(Semaphore::new(0)), ..Self::default() })
    }

    fn runs(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    fn let_go(&self) {
        self.open.as_ref().expect("a stage with a gate").add_permits(100);
    }

    async fn wait(&self) {
        struct Leaving<'a>(&'a Notify);
        impl Drop for Leaving<'_> {
            fn drop(&mut self) {
                self.0.notify_one();
            }
        }
        let Some(open) = &self.open else { return };
        let leaving = Leaving(&self.dropped);
        self.arrived.notify_one();
        drop(open.acquire().await);
        std::mem::forget(leaving);
    }
}

/// Makes a label, and waits in the middle where the stage says so.
#[derive(Serialize, Deserialize)]
struct MakeLabel {
    label: String,
    /// Whether it waits after it has written, before the commit.
    wait_inside: bool,
}

impl Job for MakeLabel {
    const KIND: &'static str = "make-label";
    const NAME: &'static str = "Make a label";

    async fn run(self, work: Work) -> Result<Done> {
        let stage = work.tool::<Stage>()?;
        let is_first = stage.begun.fetch_add(1, Ordering::SeqCst) == 0;
        work.progress(40, "Halfway").await?;
        if !self.wait_inside && is_first {
            stage.wait().await;
        }
        let mut cx = work.write().await?;
        let label = FilteringLabel {
            id: cx.new_id(),
            folder: Ref::new(cx.root_folder()),
            label: format!("{} {}", self.label, stage.runs()),
            is_published: true,
        };
        cx.create(label).await?;
        if self.wait_inside && is_first {
            stage.wait().await;
        }
        work.finish(cx, json!({ "made": 1 })).await
    }
}

/// Fails as often as it is told to, and in the way it is told to.
#[derive(Serialize, Deserialize)]
struct Fail {
    times: usize,
    for_good: bool,
}

impl Job for Fail {
    const KIND: &'static str = "fail";
    const NAME: &'static str = "Fail";
    const RETRIES: i64 = 2;

    async fn run(self, work: Work) -> Result<Done> {
        let stage = work.tool::<Stage>()?;
        if stage.begun.fetch_add(1, Ordering::SeqCst) < self.times {
            return Err(if self.for_good {
                Error::NotFound("What it was about is gone.".into())
            } else {
                Error::internal("the inside of the house")
            });
        }
        let cx = work.write().await?;
        work.finish(cx, json!({})).await
    }
}

/// Panics.
#[derive(Serialize, Deserialize)]
struct Panic {}

impl Job for Panic {
    const KIND: &'static str = "panic";
    const NAME: &'static str = "Panic";
    const RETRIES: i64 = 0;

    async fn run(self, _: Work) -> Result<Done> {
        panic!("this job always does")
    }
}

/// Counts the assets that whoever asked for it may see.
#[derive(Serialize, Deserialize)]
struct CountAssets {}

impl Job for CountAssets {
    const KIND: &'static str = "count-assets";
    const NAME: &'static str = "Count assets";

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.read().await?;
        let seen: Vec<cairn_resources::work::Asset> = cx.list(|_| {}).await?;
        drop(cx);
        let cx = work.write().await?;
        work.finish(cx, json!({ "assets": seen.len() })).await
    }
}

/// Makes a file that says which run made it, and waits where the stage says so.
#[derive(Serialize, Deserialize)]
struct MakeFile {}

impl Job for MakeFile {
    const KIND: &'static str = "make-file";
    const NAME: &'static str = "Make a file";

    async fn run(self, work: Work) -> Result<Done> {
        let stage = work.tool::<Stage>()?;
        let run = stage.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let mut writer = work.engine().files.begin().await?;
        writer.write(format!("run {run}").as_bytes()).await?;
        if run == 1 {
            stage.wait().await;
        }
        let file = Output::new("made.csv", "text/csv", writer).await?;
        let cx = work.write().await?;
        work.finish_with_file(cx, json!({}), file).await
    }
}

/// Comes up each morning.
#[derive(Serialize, Deserialize)]
struct Morning {}

impl Job for Morning {
    const KIND: &'static str = "morning";
    const NAME: &'static str = "Get up";
    const SCHEDULE: Option<&'static str> = Some("0 6 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        work.tool::<Stage>()?.begun.fetch_add(1, Ordering::SeqCst);
        let cx = work.write().await?;
        work.finish(cx, json!({})).await
    }
}

fn worker(app: &TestApp, stage: &Arc<Stage>) -> Arc<Worker> {
    let kinds = vec![
        Kind::of::<MakeLabel>(),
        Kind::of::<Fail>(),
        Kind::of::<Panic>(),
        Kind::of::<CountAssets>(),
        Kind::of::<MakeFile>(),
        Kind::of::<Morning>(),
    ];
    let worker = Worker::new(app.engine.clone(), Jobs::new(), kinds, WorkerSettings::default());
    Arc::new(worker.with_tool(stage.clone()))
}

/// Asks for a job in the name of Cairn itself.
async fn ask(app: &TestApp, job: &impl Job) -> Uuid {
    ask_as(app, Caller::system(), job).await
}

async fn ask_as(app: &TestApp, caller: Caller, job: &impl Job) -> Uuid {
    let mut cx: Cx = app.engine.write(Arc::new(caller)).await.expect("a transaction");
    let id = enqueue(&mut cx, job).await.expect("a job");
    cx.commit().await.expect("the job is kept");
    id
}

fn caller(client: &Client, limits: Limits) -> Caller {
    Caller { origin: Origin::Token, user: Some(client.user), limits, label: "someone".into(), ..Caller::system() }
}

fn label(name: &str) -> MakeLabel {
    MakeLabel { label: name.into(), wait_inside: false }
}

fn url(id: Uuid) -> String {
    format!("/api/jobs/{id}/")
}

async fn job(app: &TestApp, id: Uuid) -> Json {
    app.admin.get(&url(id)).await.is(200).body()
}

async fn labels(app: &TestApp) -> usize {
    app.admin.get("/api/filtering-labels/").await.is(200).ids().len()
}
