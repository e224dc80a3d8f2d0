//! Threads for long reads and for jobs.
//!
//! SQLite runs on the calling thread, which is cheapest for short reads, and most are short. A long read would block
//! that thread for all other requests, so it runs on one of a few threads reserved for that. PostgreSQL runs
//! elsewhere, and waiting for it holds no thread.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use cairn_store::Dialect;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::error::{Error, Result};

const THREADS: usize = 4;

pub struct Apart {
    dialect: Dialect,
    /// Created on first use.
    threads: OnceLock<Option<Runtime>>,
    taken: AtomicU64,
}

impl Apart {
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, threads: OnceLock::new(), taken: AtomicU64::new(0) }
    }

    /// How many tasks it has run.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Runs work where it blocks nobody. It ends early if nobody is waiting for it any more.
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
        // It blocks its thread until this one sends something, which only works if the two differ.
        let long = apart.run(async move { receive.recv() });
        let short = async { send.send(7).is_ok() };
        let (long, short) = futures_util::join!(long, short);
        assert_eq!((long.ok(), short), (Some(Ok(7)), true));
        assert_eq!(apart.taken(), 1);
    }
}
