//! Jobs: how long after it was asked for a job begins, and what a job costs beside the write that asks for it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use cairn_engine::{Caller, Engine};
use cairn_jobs::{Done, Job, Jobs, Kind, Work, Worker, WorkerSettings, enqueue};
use cairn_store::DatabaseUrl;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use crate::data;

const JOBS: usize = 200;

/// Does nothing but tell that it has begun.
#[derive(Serialize, Deserialize)]
struct Tell {}

struct Listener(UnboundedSender<Instant>);

impl Job for Tell {
    const KIND: &'static str = "bench-tell";
    const NAME: &'static str = "Tell that it has begun";

    async fn run(self, work: Work) -> cairn_engine::Result<Done> {
        let _ = work.tool::<Listener>()?.0.send(Instant::now());
        let cx = work.write().await?;
        work.finish(cx, json!({})).await
    }
}

pub async fn measure(folder: &Path, url: &DatabaseUrl) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let engine = data::open(url, folder).await?;
    cairn_domain::setup::run(&engine).await?;
    let jobs = Jobs::new();
    engine.listen(jobs.clone());
    let (begun, mut heard) = unbounded_channel();
    let worker = Worker::new(engine.clone(), jobs, vec![Kind::of::<Tell>()], WorkerSettings::default())
        .with_tool(Arc::new(Listener(begun)));
    let running = tokio::spawn(Arc::new(worker).run());

    let mut asked: Vec<Duration> = Vec::with_capacity(JOBS);
    let mut waited: Vec<Duration> = Vec::with_capacity(JOBS);
    for _ in 0..JOBS {
        let before = Instant::now();
        ask(&engine, 1).await?;
        let answered = Instant::now();
        asked.push(answered - before);
        waited.push(next(&mut heard).await?.saturating_duration_since(answered));
    }
    let before = Instant::now();
    ask(&engine, JOBS).await?;
    for _ in 0..JOBS {
        next(&mut heard).await?;
    }
    let together = before.elapsed();
    running.abort();
    println!("\n| jobs that do nothing, {JOBS} | ms |");
    println!("|---|---:|");
    println!("| the write that asks for one, p50 | {:.2} |", at(&mut asked, 50));
    println!("| from its answer to the beginning of the job, p50 | {:.2} |", at(&mut waited, 50));
    println!("| the same, p99 | {:.2} |", at(&mut waited, 99));
    println!("| each, when all are asked for at once | {:.2} |", together.as_secs_f64() * 1e3 / JOBS as f64);
    engine.db.close().await;
    Ok(())
}

async fn ask(engine: &Arc<Engine>, count: usize) -> Result<()> {
    let mut cx = engine.write(Arc::new(Caller::system())).await?;
    for _ in 0..count {
        enqueue(&mut cx, &Tell {}).await?;
    }
    cx.commit().await?;
    Ok(())
}

async fn next(heard: &mut UnboundedReceiver<Instant>) -> Result<Instant> {
    let waited = tokio::time::timeout(Duration::from_secs(10), heard.recv()).await.context("a job does not begin")?;
    waited.context("the worker has ended")
}

/// A percentile, in milliseconds.
fn at(times: &mut [Duration], percent: usize) -> f64 {
    times.sort_unstable();
    times[(times.len() * percent / 100).min(times.len() - 1)].as_secs_f64() * 1e3
}
