//! SQLite: one writer, a few readers, all in this process.
//!
//! Statements run inline on the async thread. They take microseconds, a fraction of what a trip
//! to a blocking thread costs; only what waits for the disk (opening, COMMIT, closing) goes
//! there.

mod convert;
mod errors;
mod readers;
mod writer;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

pub(crate) use self::readers::ReadConn;
use self::readers::Readers;
pub(crate) use self::writer::WriteConn;
use self::writer::Writer;
use crate::{Options, StoreError, private};

/// Prepared statements kept by each connection. A hundred resources with a handful of queries
/// each fit; the rest is evicted by age.
const STATEMENTS: usize = 512;

pub(crate) struct Sqlite {
    readers: Readers,
    writer: Writer,
}

impl Sqlite {
    pub(crate) async fn open(path: PathBuf, options: Options) -> Result<Self, StoreError> {
        let writer = {
            let (path, patience, scratch) = (path.clone(), options.write_wait, options.scratch);
            on_blocking_thread(move || open_writer(&path, patience, scratch)).await??
        };
        Ok(Self { writer: Writer::new(writer, options.write_wait), readers: Readers::new(path, &options) })
    }

    pub(crate) async fn read(&self) -> Result<ReadConn, StoreError> {
        self.readers.take().await
    }

    pub(crate) async fn write(&self) -> Result<WriteConn, StoreError> {
        self.writer.begin_shared().await
    }

    pub(crate) async fn write_long(&self) -> Result<WriteConn, StoreError> {
        self.writer.begin_alone().await
    }

    /// Writes the whole database, as it is committed, into another file.
    pub(crate) async fn copy_to(&self, target: PathBuf) -> Result<(), StoreError> {
        let source = self.readers.path().to_owned();
        on_blocking_thread(move || {
            let connection = connect(&source, Duration::from_secs(5))?;
            // It writes into an empty file as into none.
            private::make_file(&target).map_err(|error| StoreError::from_io("write a copy of the database", &error))?;
            let copied = connection.execute("vacuum into ?1", [target.to_string_lossy()]);
            copied.map(drop).map_err(|error| errors::opening(&target, &error))
        })
        .await?
    }

    /// Makes a copy of the whole database, as it is committed, and begins a transaction in it. Pages are copied as they
    /// are, which takes a fraction of what [`Sqlite::copy_to`] does, and no writer waits for it.
    pub(crate) async fn aside(&self, target: PathBuf) -> Result<WriteConn, StoreError> {
        let source = self.readers.path().to_owned();
        let copy = target.clone();
        on_blocking_thread(move || {
            let source = connect(&source, Duration::from_secs(5))?;
            let describe = |error| errors::opening(&copy, &error);
            let mut copied = Connection::open(&copy).map_err(describe)?;
            let backup = rusqlite::backup::Backup::new(&source, &mut copied).map_err(describe)?;
            backup.run_to_completion(i32::MAX, Duration::ZERO, None).map_err(describe)
        })
        .await??;
        let options = Options { scratch: true, readers: 1, ..Options::default() };
        Self::open(target, options).await?.write_long().await
    }

    pub(crate) fn commits(&self) -> u64 {
        self.writer.commits()
    }

    pub(crate) async fn close(&self) {
        self.readers.close();
        // Last, because the connection that closes last folds the log into the database file.
        self.writer.close().await;
    }
}

/// Runs what may wait for the disk where it blocks nobody.
async fn on_blocking_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| StoreError::unavailable(format!("a database thread ended early: {error}")))
}

fn open_writer(path: &Path, patience: Duration, scratch: bool) -> Result<Connection, StoreError> {
    // SQLite gives its own files beside it the same permissions. What goes wrong here it tells better itself.
    let _ = private::make_file(path);
    let connection = connect(path, patience)?;
    let describe = |error| errors::opening(path, &error);
    if connection.is_readonly("main").map_err(describe)? {
        return Err(StoreError::ReadOnly);
    }
    let mode: String = connection.query_row("pragma journal_mode = wal", [], |row| row.get(0)).map_err(describe)?;
    if mode != "wal" {
        return Err(StoreError::other(format!(
            "the database {} cannot use a write-ahead log here (it is in mode {mode}): it needs a local disk",
            path.display()
        )));
    }
    // FULL makes every commit durable. The limit gives disk space back after a large import.
    let durability = if scratch { "off" } else { "full" };
    let pragmas = format!("pragma synchronous = {durability}; pragma journal_size_limit = 67108864");
    connection.execute_batch(&pragmas).map_err(describe)?;
    // From here on the writer waits without blocking a thread, see `writer::begin`.
    connection.busy_timeout(Duration::ZERO).map_err(describe)?;
    Ok(connection)
}

fn open_reader(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    let connection = connect(path, patience)?;
    connection.execute_batch("pragma query_only = on").map_err(|error| errors::opening(path, &error))?;
    Ok(connection)
}

/// Opens a connection with the settings that readers and the writer share.
fn connect(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    // Without the URI flag, so that a path is never taken for one. Without SQLite's own mutex,
    // since Rust already makes sure that one thread at a time uses a connection.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let describe = |error| errors::opening(path, &error);
    let connection = Connection::open_with_flags(path, flags).map_err(describe)?;
    connection.busy_timeout(patience).map_err(describe)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // A plan does not depend on the values: otherwise many statements would be prepared again
    // each time that they are bound, which takes longer than running them.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(describe)?;
    connection
        .execute_batch(
            "pragma foreign_keys = on;
            pragma temp_store = memory;
            pragma cache_size = -8192;
            pragma mmap_size = 268435456",
        )
        .map_err(describe)?;
    rusqlite::vtab::array::load_module(&connection).map_err(describe)?;
    Ok(connection)
}
