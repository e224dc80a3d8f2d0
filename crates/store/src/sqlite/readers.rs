//! The connections that read.
//!
//! A semaphore says how many may be out; those that are back wait in a plain list. A connection
//! goes back when its [`ReadConn`] is dropped and not after some `await`: the future of a request
//! whose client hangs up is never resumed, and would take its connection with it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cairn_model::value::Type;
use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use super::convert;
use crate::{Options, Row, Sql, StoreError};

pub(super) struct Readers {
    idle: Arc<Idle>,
    permits: Arc<Semaphore>,
    path: PathBuf,
    wait: Duration,
    longest: Duration,
}

/// The connections that are not in use; `None` once the database is closed.
type Idle = Mutex<Option<Vec<Reader>>>;

/// A connection, and the deadline of the statement that it runs.
struct Reader {
    connection: Connection,
    until: Arc<Mutex<Option<Instant>>>,
}

/// How many virtual-machine steps SQLite takes between two checks of the clock: about a tenth of a millisecond.
const STEPS: i32 = 10_000;

impl Reader {
    fn open(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        let mut connection = super::open_reader(path, patience)?;
        let until: Arc<Mutex<Option<Instant>>> = Arc::default();
        let deadline = Arc::clone(&until);
        let is_late = move || deadline.lock().is_some_and(|until| Instant::now() > until);
        connection.progress_handler(STEPS, Some(is_late)).map_err(|error| super::errors::opening(path, &error))?;
        Ok(Self { connection, until })
    }
}

impl Readers {
    pub(super) fn new(path: PathBuf, options: &Options) -> Self {
        Self {
            idle: Arc::new(Mutex::new(Some(Vec::new()))),
            permits: Arc::new(Semaphore::new(options.readers.max(1))),
            path,
            wait: options.wait,
            longest: options.longest_read,
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) async fn take(&self) -> Result<ReadConn, StoreError> {
        let permit = timeout(self.wait, Arc::clone(&self.permits).acquire_owned())
            .await
            .map_err(|_| StoreError::unavailable("all read connections are in use"))?
            .map_err(|_| closed())?;
        // The last one back is the first one out: its pages are still in the processor's cache.
        let idle = self.idle.lock().as_mut().ok_or_else(closed)?.pop();
        let reader = match idle {
            Some(reader) => reader,
            // Opening takes well under a millisecond and happens once for each reader.
            None => Reader::open(&self.path, self.wait)?,
        };
        Ok(ReadConn { reader: Some(reader), idle: Arc::clone(&self.idle), longest: self.longest, _permit: permit })
    }

    pub(super) fn close(&self) {
        self.permits.close();
        let idle = self.idle.lock().take();
        drop(idle);
    }
}

fn closed() -> StoreError {
    StoreError::unavailable("the database is closed")
}

/// A borrowed connection for reading.
pub(crate) struct ReadConn {
    /// Present until the drop.
    reader: Option<Reader>,
    idle: Arc<Idle>,
    longest: Duration,
    /// Released after the connection is back in the list, as fields are dropped after `drop`.
    _permit: OwnedSemaphorePermit,
}

impl ReadConn {
    pub(crate) fn query(&mut self, sql: &Sql, types: &[Type]) -> Result<Vec<Row>, StoreError> {
        let Reader { connection, until } = self.reader.as_ref().ok_or_else(closed)?;
        // The first query opens a transaction, so that all that follow see the same state.
        if connection.is_autocommit() {
            convert::run(connection, "begin deferred")?;
        }
        *until.lock() = Instant::now().checked_add(self.longest);
        let rows = convert::query(connection, sql, types);
        // What ends the transaction afterwards is not to be interrupted.
        *until.lock() = None;
        rows
    }
}

impl Drop for ReadConn {
    fn drop(&mut self) {
        let Some(reader) = self.reader.take() else {
            return;
        };
        if !reader.connection.is_autocommit() && convert::run(&reader.connection, "rollback").is_err() {
            // A connection that cannot leave its transaction is not worth keeping: it would show
            // everyone after us an old state.
            return;
        }
        if let Some(idle) = self.idle.lock().as_mut() {
            idle.push(reader);
        }
    }
}
