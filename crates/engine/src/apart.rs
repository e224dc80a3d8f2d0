//! Threads for reads that take long, and for jobs.
//!
//! SQLite works on the thread that asks, which is the cheapest way for the short reads that most are. A long one would
//! keep that thread from all other requests, so it runs on one of a few threads that are there for nothing else.
//! PostgreSQL works elsewhere, and whoever waits for it holds no thread.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use cairn_store::Dialect;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::error::{Error, Result};

const THREADS: usize = 4;

pub struct Apart {
    dialect: Dialect,
    /// Made when it is first needed.
    threads: OnceLock<Option<Runtime>>,
    taken: AtomicU64,
}

impl Apart {
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, threads: OnceLock::new(), taken: AtomicU64::new(0) }
    }

    /// How many pieces of work it has had.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Runs work where it is in nobody's way. It ends early if nobody waits for it any more.
    pub async fn run<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> Result<T> {
        self.taken.fetch_add(1, Ordering::Relaxed);
        let threads = match self.dialect {
            Dialect::Sqlite => self.threads.get_or_init(start).as_ref(),
            Dialect::Postgres => None,
        };
        let Some(threads) = threads else { return Ok(work.await) };
        let mut task = Waited(threads.spawn(work));
        (&mut task.0).await.map_err(|error| Error::internal(format!("a long read did not end: {error}")))
    }
}

fn start() -> Option<Runtime> {
    let made = Builder::new_multi_thread().worker_threads(THREADS).thread_name("cairn-apart").enable_all().build();
    made.inspect_err(
        |error| tracing::error!(%error, "threads for long reads could not be started; long reads share the others"),
    )
    .ok()
}

impl Drop for Apart {
    fn drop(&mut self) {
        if let Some(Some(threads)) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

struct Waited<T>(JoinHandle<T>);

impl<T> Drop for Waited<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_runs_apart_holds_up_nobody() {
        let apart = Apart::new(Dialect::Sqlite);
        let (send, receive) = std::sync::mpsc::channel();
        // It blocks its thread until someone on this one sends something, as no thread but its own could.
        let long = apart.run(async move { receive.recv() });
        let short = async { send.send(7).is_ok() };
        let (long, short) = futures_util::join!(long, short);
        assert_eq!((long.ok(), short), (Some(Ok(7)), true));
        assert_eq!(apart.taken(), 1);
    }
}
