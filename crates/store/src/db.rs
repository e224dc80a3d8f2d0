//! The two databases as one type.
//!
//! An enum and not a trait: there are exactly two, a [`Conn`] must be a plain owned value that
//! can move between tasks, and the match in each method is all the indirection there is.

use std::path::Path;
use std::sync::Arc;

use cairn_model::value::{Type, Value};
use tokio::sync::Notify;

use crate::postgres::{self, Postgres};
use crate::sqlite::{self, Sqlite};
use crate::{DatabaseUrl, Dialect, Migration, Options, Sql, StoreError, aside, migrate};

/// One row of a result: a value for each column, of the types that the caller asked for.
pub type Row = Vec<Value>;

/// A database. Clones share the same pool.
#[derive(Clone)]
pub struct Db {
    backend: Backend,
}

#[derive(Clone)]
enum Backend {
    Sqlite(Arc<Sqlite>),
    Postgres(Arc<Postgres>),
}

impl Db {
    /// Opens the database and makes sure that it answers.
    pub async fn open(url: &DatabaseUrl, options: &Options) -> Result<Db, StoreError> {
        let backend = match url {
            DatabaseUrl::Sqlite(path) => Backend::Sqlite(Arc::new(Sqlite::open(path.clone(), options.clone()).await?)),
            DatabaseUrl::Postgres(url) => Backend::Postgres(Arc::new(Postgres::open(url, options).await?)),
        };
        Ok(Db { backend })
    }

    pub fn dialect(&self) -> Dialect {
        match self.backend {
            Backend::Sqlite(_) => Dialect::Sqlite,
            Backend::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Borrows a connection for reading. On SQLite all its queries see the same state of the database; on PostgreSQL
    /// each sees what is committed when it runs.
    pub async fn read(&self) -> Result<Conn, StoreError> {
        let link = match &self.backend {
            Backend::Sqlite(sqlite) => Link::SqliteRead(sqlite.read().await?),
            Backend::Postgres(postgres) => Link::Postgres(postgres.read().await?),
        };
        Ok(Conn::new(link, false))
    }

    /// Borrows a connection for reading whose queries all see the same state, on either database. For long work, such
    /// as a backup: on SQLite the log grows meanwhile, on PostgreSQL dead rows stay.
    pub async fn snapshot(&self) -> Result<Conn, StoreError> {
        match &self.backend {
            Backend::Sqlite(_) => self.read().await,
            Backend::Postgres(postgres) => Ok(Conn::new(Link::Postgres(postgres.snapshot().await?), false)),
        }
    }

    /// Begins a write transaction. On SQLite it may share its commit with others, so it should
    /// be short: those before it in the group are answered only when it ends. There is one
    /// writer at a time, so a task that holds one must not ask for another.
    pub async fn write(&self) -> Result<Conn, StoreError> {
        let link = match &self.backend {
            Backend::Sqlite(sqlite) => Link::SqliteWrite(sqlite.write().await?),
            Backend::Postgres(postgres) => Link::Postgres(postgres.write().await?),
        };
        Ok(Conn::new(link, true))
    }

    /// Begins a write transaction with a first query, which on PostgreSQL saves a round trip.
    pub async fn write_with(&self, sql: &Sql, types: &[Type]) -> Result<(Conn, Vec<Row>), StoreError> {
        if let Backend::Postgres(postgres) = &self.backend {
            let (conn, rows) = postgres.write_with(sql, types).await?;
            let mut conn = Conn::new(Link::Postgres(conn), true);
            conn.queries += 1;
            return Ok((conn, rows));
        }
        let mut conn = self.write().await?;
        let rows = conn.query(sql, types).await?;
        Ok((conn, rows))
    }

    /// Begins a write transaction if a query returns the expected number, and otherwise reports a collision. On
    /// PostgreSQL this takes no extra round trip: both are sent with the first statement, which then reports the
    /// collision.
    pub async fn write_expecting(&self, sql: Sql, number: i64) -> Result<Conn, StoreError> {
        if let Backend::Postgres(postgres) = &self.backend {
            let mut conn = Conn::new(Link::Postgres(postgres.write_expecting(sql, number).await?), true);
            conn.queries += 1;
            return Ok(conn);
        }
        let (conn, rows) = self.write_with(&sql, &[Type::Int]).await?;
        match rows.first().and_then(|row| row[0].as_int()) {
            Some(found) if found == number => Ok(conn),
            _ => Err(StoreError::Collision("the expected version has changed".to_owned())),
        }
    }

    /// Begins a write transaction for long work, such as an import. On SQLite, writes that are
    /// waiting for their commit are committed first, so that none of them waits for this one.
    pub async fn write_long(&self) -> Result<Conn, StoreError> {
        let link = match &self.backend {
            Backend::Sqlite(sqlite) => Link::SqliteWrite(sqlite.write_long().await?),
            Backend::Postgres(postgres) => Link::Postgres(postgres.write().await?),
        };
        Ok(Conn::new(link, true))
    }

    /// Begins a transaction on a private copy of everything that is committed, for rehearsals; the copy is deleted
    /// with the connection. It waits for no other transaction, and none waits for it. `file` is where SQLite puts the
    /// copy. On PostgreSQL the copy consists of temporary tables, of which those named in `empty` have no rows.
    pub async fn aside(&self, file: &Path, empty: &[&str]) -> Result<Conn, StoreError> {
        let link = match &self.backend {
            Backend::Sqlite(sqlite) => Link::SqliteWrite(sqlite.aside(file.to_owned()).await?),
            Backend::Postgres(postgres) => Link::Postgres(postgres.aside().await?),
        };
        let mut conn = Conn::new(link, true);
        if conn.dialect() == Dialect::Postgres {
            aside::fill(&mut conn, empty).await?;
        }
        conn.is_aside = true;
        Ok(conn)
    }

    /// Applies the migrations that are missing, and returns their names.
    pub async fn migrate(&self, migrations: &[Migration]) -> Result<Vec<&'static str>, StoreError> {
        migrate::migrate(self, migrations).await
    }

    /// Writes a whole SQLite database, as it is committed, to a new file.
    pub async fn copy_to(&self, file: &Path) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.copy_to(file.to_owned()).await,
            Backend::Postgres(_) => Err(StoreError::other("only a SQLite database can be copied as a file")),
        }
    }

    /// Checks that the database responds.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read().await?.query(&Sql::from("select 1"), &[Type::Int]).await.map(drop)
    }

    /// Notifies all processes that [`Db::listen`] on the channel. With a single process, there is nothing to do.
    pub async fn notify(&self, channel: &str) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Sqlite(_) => Ok(()),
            Backend::Postgres(postgres) => postgres.notify(channel).await,
        }
    }

    /// Forwards notifications of other processes, forever. A notification may be lost, so code that relies on them
    /// also checks from time to time.
    pub async fn listen(&self, channel: &str, heard: &Notify) {
        match &self.backend {
            Backend::Sqlite(_) => std::future::pending().await,
            Backend::Postgres(postgres) => postgres.listen(channel, heard).await,
        }
    }

    /// How many times the database was asked to commit. On SQLite this grows more slowly than
    /// the number of writes when they share commits.
    pub fn commits(&self) -> u64 {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.commits(),
            Backend::Postgres(postgres) => postgres.commits(),
        }
    }

    /// Finishes commits in progress and closes all idle connections. Anyone who asks for a connection afterwards is
    /// told that the database is unavailable.
    pub async fn close(&self) {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.close().await,
            Backend::Postgres(postgres) => postgres.close(),
        }
    }
}

/// A borrowed connection: for reading, or inside a write transaction.
///
/// It may be dropped at any time, even in the middle of a call when a client disconnects: what was not committed is
/// rolled back and the connection returns to its pool.
pub struct Conn {
    link: Link,
    writing: bool,
    /// Set while a statement runs and kept when it fails, or when its future is dropped half-way:
    /// then nobody knows what the transaction contains.
    failed: bool,
    savepoints: u32,
    queries: u64,
    /// Whether it works on a copy, see [`Db::aside`].
    is_aside: bool,
}

enum Link {
    SqliteRead(sqlite::ReadConn),
    SqliteWrite(sqlite::WriteConn),
    Postgres(postgres::PostgresConn),
}

impl Conn {
    fn new(link: Link, writing: bool) -> Self {
        Self { link, writing, failed: false, savepoints: 0, queries: 0, is_aside: false }
    }

    pub fn dialect(&self) -> Dialect {
        match self.link {
            Link::SqliteRead(_) | Link::SqliteWrite(_) => Dialect::Sqlite,
            Link::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Runs a query. `types` names the type of each column of its result.
    pub async fn query(&mut self, sql: &Sql, types: &[Type]) -> Result<Vec<Row>, StoreError> {
        self.begin_statements(1)?;
        let outcome = match &mut self.link {
            Link::SqliteRead(conn) => conn.query(sql, types),
            Link::SqliteWrite(conn) => conn.query(sql, types),
            Link::Postgres(conn) => conn.query(sql, types).await,
        };
        self.end_statements(outcome)
    }

    /// Runs independent queries. On PostgreSQL they are sent at once, which saves the round
    /// trips; on SQLite, where there are none, one after another.
    pub async fn query_all(&mut self, queries: &[(Sql, Vec<Type>)]) -> Result<Vec<Vec<Row>>, StoreError> {
        if queries.is_empty() {
            return Ok(Vec::new());
        }
        self.begin_statements(queries.len())?;
        let outcome = match &mut self.link {
            Link::SqliteRead(conn) => queries.iter().map(|(sql, types)| conn.query(sql, types)).collect(),
            Link::SqliteWrite(conn) => queries.iter().map(|(sql, types)| conn.query(sql, types)).collect(),
            Link::Postgres(conn) => conn.query_all(queries).await,
        };
        self.end_statements(outcome)
    }

    /// Runs a statement and returns how many rows it changed.
    pub async fn execute(&mut self, sql: &Sql) -> Result<u64, StoreError> {
        self.begin_statements(1)?;
        let outcome = match &mut self.link {
            Link::SqliteRead(_) => Err(read_only()),
            Link::SqliteWrite(conn) => conn.execute(sql),
            Link::Postgres(_) if !self.writing => Err(read_only()),
            Link::Postgres(conn) => conn.execute(sql).await,
        };
        self.end_statements(outcome)
    }

    /// Runs statements one after another and returns how many rows each changed. On PostgreSQL
    /// they are sent at once, which saves the round trips; the error is that of the first that
    /// fails.
    pub async fn execute_all(&mut self, statements: &[Sql]) -> Result<Vec<u64>, StoreError> {
        if statements.is_empty() {
            return Ok(Vec::new());
        }
        self.begin_statements(statements.len())?;
        let outcome = match &mut self.link {
            Link::SqliteRead(_) => Err(read_only()),
            Link::SqliteWrite(conn) => statements.iter().map(|sql| conn.execute(sql)).collect(),
            Link::Postgres(_) if !self.writing => Err(read_only()),
            Link::Postgres(conn) => conn.execute_all(statements).await,
        };
        self.end_statements(outcome)
    }

    /// Runs statements together with the next one or with the commit, before it and without an extra round trip; their
    /// errors are reported there. On SQLite they run immediately.
    pub async fn execute_with_next(&mut self, statements: Vec<Sql>) -> Result<(), StoreError> {
        match &mut self.link {
            Link::Postgres(conn) if self.writing && !self.failed => {
                self.queries += statements.len() as u64;
                for sql in statements {
                    conn.run_with_next(sql);
                }
                Ok(())
            }
            _ => self.execute_all(&statements).await.map(drop),
        }
    }

    /// Whether a transaction that begins with its first statement has begun. Until then nothing is known of the database.
    pub fn has_begun(&self) -> bool {
        match &self.link {
            Link::SqliteRead(_) | Link::SqliteWrite(_) => true,
            Link::Postgres(conn) => conn.has_begun(),
        }
    }

    /// Runs several statements in one text, without values.
    pub async fn execute_batch(&mut self, text: &str) -> Result<(), StoreError> {
        self.begin_statements(1)?;
        let outcome = self.batch(text).await;
        self.end_statements(outcome)
    }

    /// Waits until no other transaction holds this key, and holds it until the end of this one.
    /// On SQLite nothing needs to be done: there is one writer at a time.
    pub async fn lock(&mut self, key: &str) -> Result<(), StoreError> {
        self.begin_statements(0)?;
        let outcome = match &mut self.link {
            Link::SqliteRead(_) => Err(read_only()),
            Link::SqliteWrite(_) => Ok(()),
            Link::Postgres(_) if !self.writing => Err(read_only()),
            Link::Postgres(_) if self.is_aside => Ok(()),
            Link::Postgres(conn) => conn.lock(key).await,
        };
        self.end_statements(outcome)
    }

    /// Holds this key until the end of the transaction, unless another one holds it already; tells
    /// whether it does. On SQLite it always does: there is one writer at a time.
    pub async fn try_lock(&mut self, key: &str) -> Result<bool, StoreError> {
        self.begin_statements(0)?;
        let outcome = match &mut self.link {
            Link::SqliteRead(_) => Err(read_only()),
            Link::SqliteWrite(_) => Ok(true),
            Link::Postgres(_) if !self.writing => Err(read_only()),
            Link::Postgres(_) if self.is_aside => Ok(true),
            Link::Postgres(conn) => conn.try_lock(key).await,
        };
        self.end_statements(outcome)
    }

    /// Like [`Conn::lock`], but only takes effect with the next statement, before it and without
    /// a round trip of its own.
    pub fn lock_with_next(&mut self, key: &str) {
        if let Link::Postgres(conn) = &mut self.link
            && self.writing
            && !self.is_aside
        {
            conn.lock_with_next(key);
        }
    }

    /// Runs a statement that locks rows together with the next one, before it and without an extra round trip. Its
    /// result is ignored. On SQLite there is nothing to do.
    pub fn run_with_next(&mut self, sql: Sql) {
        if let Link::Postgres(conn) = &mut self.link
            && self.writing
        {
            conn.run_with_next(sql);
        }
    }

    /// Marks a point inside the transaction to which it can be rolled back. Savepoints nest.
    pub async fn savepoint(&mut self) -> Result<(), StoreError> {
        self.begin_statements(0)?;
        let text = format!("savepoint cairn_{}", self.savepoints + 1);
        let outcome = self.batch(&text).await;
        self.end_statements(outcome)?;
        self.savepoints += 1;
        Ok(())
    }

    /// Undoes what happened since the innermost savepoint, and ends that savepoint. Afterwards
    /// the transaction accepts statements again, even if one had failed.
    pub async fn rollback_to_savepoint(&mut self) -> Result<(), StoreError> {
        let name = self.innermost_savepoint()?;
        self.failed = true;
        let outcome = self.batch(&format!("rollback to savepoint {name}; release savepoint {name}")).await;
        self.end_statements(outcome)?;
        self.savepoints -= 1;
        Ok(())
    }

    /// Ends the innermost savepoint and keeps what happened since.
    pub async fn release_savepoint(&mut self) -> Result<(), StoreError> {
        let name = self.innermost_savepoint()?;
        self.begin_statements(0)?;
        let outcome = self.batch(&format!("release savepoint {name}")).await;
        self.end_statements(outcome)?;
        self.savepoints -= 1;
        Ok(())
    }

    /// Commits the transaction and waits until it is durable. Open savepoints are released. For
    /// a connection that only reads, this merely ends it.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        if !self.writing {
            return Ok(());
        }
        if self.is_aside {
            return Err(StoreError::other("a rehearsal on a copy cannot be committed"));
        }
        self.begin_statements(0)?;
        if self.savepoints > 0 {
            self.batch("release savepoint cairn_1").await?;
        }
        match self.link {
            Link::SqliteRead(_) => Ok(()),
            Link::SqliteWrite(conn) => conn.commit().await,
            Link::Postgres(conn) => conn.commit().await,
        }
    }

    /// Undoes the transaction. Dropping does the same; this reports when the database is gone.
    pub async fn rollback(self) -> Result<(), StoreError> {
        match self.link {
            Link::SqliteRead(_) | Link::SqliteWrite(_) => Ok(()),
            Link::Postgres(conn) => conn.rollback().await,
        }
    }

    /// How many statements were asked of this connection: one for each query, execution and
    /// batch. What only manages the transaction does not count, so that the number is the same
    /// on both databases.
    pub fn queries(&self) -> u64 {
        self.queries
    }

    async fn batch(&mut self, text: &str) -> Result<(), StoreError> {
        match &mut self.link {
            Link::SqliteRead(_) => Err(read_only()),
            Link::SqliteWrite(conn) => conn.execute_batch(text),
            Link::Postgres(_) if !self.writing => Err(read_only()),
            Link::Postgres(conn) => conn.execute_batch(text).await,
        }
    }

    fn begin_statements(&mut self, count: usize) -> Result<(), StoreError> {
        if self.failed {
            return Err(StoreError::other(
                "an earlier statement of this transaction failed: it can only be rolled back",
            ));
        }
        self.queries += count as u64;
        self.failed = self.writing;
        Ok(())
    }

    fn end_statements<T>(&mut self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        if outcome.is_ok() {
            self.failed = false;
        }
        outcome
    }

    fn innermost_savepoint(&self) -> Result<String, StoreError> {
        match self.savepoints {
            0 => Err(StoreError::other("there is no savepoint to end")),
            depth => Ok(format!("cairn_{depth}")),
        }
    }
}

fn read_only() -> StoreError {
    StoreError::other("a read connection cannot write")
}
