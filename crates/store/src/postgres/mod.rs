//! PostgreSQL: a pool of connections to a server that may come and go.
//!
//! Connections are not verified when they are taken from the pool, which would cost a round trip
//! for every request. Instead, what fails because the server has gone away, and cannot have had an
//! effect (a read, the beginning of a transaction), is tried again on another connection. When
//! the server is back, so are we, without a restart.

mod convert;
mod errors;
mod signal;
mod tls;

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cairn_model::value::Type;
use deadpool_postgres::{
    ClientWrapper, Hook, HookError, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime,
};
use futures_util::TryStreamExt;
use futures_util::future::{try_join, try_join_all};
use sha2::{Digest, Sha256};
use tokio_postgres::{Config, Row as RawRow, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use self::convert::Bind;
use crate::{Options, Row, Sql, StoreError};

/// Prepared statements kept by each connection. The driver's cache has no limit of its own.
const STATEMENTS: usize = 512;

/// How long undoing a dropped transaction may take before its connection is closed instead.
const UNDO_TIME: Duration = Duration::from_secs(5);

/// How a connection is set up. Compiling a plan pays where a query runs for seconds. Ours run for a
/// millisecond, and one whose cost is overestimated took a tenth of a second to compile.
const SESSION: &str = "set jit = off";

/// Reads have a deadline, which is the session's; a transaction that writes has none, since it waits for others.
const UNLIMITED: &str = "set local statement_timeout = 0";

/// How a transaction that writes begins. The level is said, because the server may have another default.
const WRITING: &str = "begin isolation level read committed; set local statement_timeout = 0";

/// Reads the URL and refuses what we cannot do. The messages never repeat the URL, because it
/// contains the password.
pub(crate) fn parse(url: &str) -> Result<(Config, tls::Wanted), StoreError> {
    let (url, wanted) = tls::split(url)?;
    let config = Config::from_str(&url).map_err(|error| {
        let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}")).unwrap_or_default();
        StoreError::InvalidUrl(format!("{error}{cause}"))
    })?;
    Ok((config, wanted))
}

pub(crate) struct Postgres {
    pool: Pool,
    config: Config,
    tls: MakeRustlsConnect,
    commits: Arc<AtomicU64>,
}

impl Postgres {
    pub(crate) async fn open(url: &str, options: &Options) -> Result<Self, StoreError> {
        let (mut config, wanted) = parse(url)?;
        let tls = wanted.connector()?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(options.connect);
        }
        if config.get_application_name().is_none() {
            config.application_name("cairn");
        }
        // A server that vanished without saying goodbye is noticed within a minute and not after
        // the two hours that are the default.
        if config.get_keepalives_idle() >= Duration::from_hours(2) {
            config.keepalives_idle(Duration::from_secs(30));
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(Duration::from_secs(30));
        }
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        // Said after connecting and not while: a pooler between us may refuse what it does not know.
        let session = format!("{SESSION}; set statement_timeout = {}", options.longest_read.as_millis());
        let set_up = Hook::async_fn(move |client, _| {
            let session = session.clone();
            Box::pin(async move { client.batch_execute(&session).await.map_err(HookError::Backend) })
        });
        let pool = Pool::builder(Manager::from_config(config.clone(), tls.clone(), recycling))
            .max_size(options.connections.max(1))
            .runtime(Runtime::Tokio1)
            .post_create(set_up)
            .wait_timeout(Some(options.wait))
            .create_timeout(Some(options.connect))
            .recycle_timeout(Some(options.wait))
            .build()
            .map_err(|error| StoreError::other(error.to_string()))?;
        let postgres = Self { pool, config, tls, commits: Arc::default() };
        drop(postgres.read().await?);
        Ok(postgres)
    }

    pub(crate) async fn read(&self) -> Result<PostgresConn, StoreError> {
        let lease = take(&self.pool).await?;
        Ok(PostgresConn {
            lease,
            pool: self.pool.clone(),
            commits: Arc::clone(&self.commits),
            begins: None,
            first: Vec::new(),
            is_aside: false,
        })
    }

    pub(crate) async fn write(&self) -> Result<PostgresConn, StoreError> {
        self.begin(WRITING, None).await.map(|(conn, _)| conn)
    }

    /// Begins a transaction that sees one state and changes nothing.
    pub(crate) async fn snapshot(&self) -> Result<PostgresConn, StoreError> {
        let how = format!("begin isolation level repeatable read read only; {UNLIMITED}");
        self.begin(&how, None).await.map(|(conn, _)| conn)
    }

    /// Begins a transaction that sees one state, on a connection that is closed afterwards: its temporary tables, and
    /// the statements prepared for them, must not reach anyone else.
    pub(crate) async fn aside(&self) -> Result<PostgresConn, StoreError> {
        let how = format!("begin isolation level repeatable read; {UNLIMITED}");
        let (mut conn, _) = self.begin(&how, None).await?;
        conn.lease.client()?.statement_cache.clear();
        conn.is_aside = true;
        Ok(conn)
    }

    /// Begins a transaction with a first query, in one round trip.
    pub(crate) async fn write_with(&self, sql: &Sql, types: &[Type]) -> Result<(PostgresConn, Vec<Row>), StoreError> {
        let (conn, rows) = self.begin(WRITING, Some(sql)).await?;
        let rows = convert::decode_rows(&rows, types, sql)?;
        Ok((conn, rows))
    }

    /// Begins a transaction together with its first statement, in one round trip. A query is sent ahead of it; the
    /// transaction is rolled back unless that returns the expected number.
    pub(crate) async fn write_expecting(&self, sql: Sql, number: i64) -> Result<PostgresConn, StoreError> {
        let mut conn = self.read().await?;
        conn.begins = Some(Box::new((sql, number)));
        Ok(conn)
    }

    async fn begin(&self, how: &str, first: Option<&Sql>) -> Result<(PostgresConn, Vec<RawRow>), StoreError> {
        let mut conn = self.read().await?;
        let mut attempts = 0;
        loop {
            // From here on, a connection that is dropped may be inside a transaction.
            conn.lease.in_transaction = true;
            let client = conn.lease.client()?;
            // It needs no preparation, so it is on its way before what follows it.
            let begin = client.batch_execute(how);
            let begun = match first {
                Some(sql) => try_join(begin, fetch(client, sql)).await.map(|((), rows)| rows),
                None => begin.await.map(|()| Vec::new()),
            };
            match begun {
                Ok(rows) => return Ok((conn, rows)),
                Err(error) => {
                    conn.lease.in_transaction = !errors::is_lost(&error);
                    conn.recover(&error, &mut attempts).await?;
                }
            }
        }
    }

    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    pub(crate) fn close(&self) {
        self.pool.close();
    }
}

async fn take(pool: &Pool) -> Result<Lease, StoreError> {
    let object = pool.get().await.map_err(|error| errors::from_pool(&error))?;
    Ok(Lease { object: Some(object), in_transaction: false })
}

/// A connection of the pool. One that is inside a transaction never goes back: it is closed, and
/// the server undoes the transaction.
#[derive(Default)]
struct Lease {
    object: Option<Object>,
    in_transaction: bool,
}

impl Lease {
    fn client(&self) -> Result<&ClientWrapper, StoreError> {
        self.object.as_deref().ok_or_else(|| StoreError::other("the connection was returned to the pool"))
    }

    /// Takes the connection out of the pool for good.
    fn discard(&mut self) {
        if let Some(object) = self.object.take() {
            drop(Object::take(object));
        }
    }

    async fn rollback(&mut self) -> Result<(), StoreError> {
        self.client()?.batch_execute("rollback").await.map_err(|error| errors::translate(&error))?;
        self.in_transaction = false;
        Ok(())
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.in_transaction {
            self.discard();
        }
    }
}

/// A connection on loan: outside a transaction for reading, inside one for writing.
pub(crate) struct PostgresConn {
    lease: Lease,
    pool: Pool,
    commits: Arc<AtomicU64>,
    /// Set until the transaction has begun: a query to begin it with, and the number that it must answer.
    begins: Option<Box<(Sql, i64)>>,
    /// Statements to be sent with the next one, before it.
    first: Vec<Sql>,
    /// Whether the connection has tables of its own.
    is_aside: bool,
}

impl PostgresConn {
    pub(crate) async fn query(&mut self, sql: &Sql, types: &[Type]) -> Result<Vec<Row>, StoreError> {
        let mut answers = self.send(&[sql]).await?;
        convert::decode_rows(&answers.pop().unwrap_or_default().rows, types, sql)
    }

    pub(crate) async fn query_all(&mut self, queries: &[(Sql, Vec<Type>)]) -> Result<Vec<Vec<Row>>, StoreError> {
        let texts: Vec<&Sql> = queries.iter().map(|(sql, _)| sql).collect();
        let answers = self.send(&texts).await?;
        let decode =
            |(answer, (sql, types)): (&Answer, &(Sql, Vec<Type>))| convert::decode_rows(&answer.rows, types, sql);
        answers.iter().zip(queries).map(decode).collect()
    }

    pub(crate) async fn execute(&mut self, sql: &Sql) -> Result<u64, StoreError> {
        let changed = self.execute_all(std::slice::from_ref(sql)).await?;
        Ok(changed.first().copied().unwrap_or_default())
    }

    pub(crate) async fn execute_all(&mut self, statements: &[Sql]) -> Result<Vec<u64>, StoreError> {
        let texts: Vec<&Sql> = statements.iter().collect();
        let answers = self.send(&texts).await?;
        Ok(answers.iter().map(|answer| answer.changed).collect())
    }

    /// The answers to statements, all of them sent before the first answer is awaited, after what has to go ahead of them.
    async fn send(&mut self, statements: &[&Sql]) -> Result<Vec<Answer>, StoreError> {
        let (begins, first) = (self.begins.take(), std::mem::take(&mut self.first));
        let ahead: Vec<&Sql> = begins.iter().map(|begins| &begins.0).chain(&first).collect();
        let all: Vec<&Sql> = ahead.iter().copied().chain(statements.iter().copied()).collect();
        let mut attempts = 0;
        let mut answers = loop {
            // From here on, a connection that is dropped may be inside a transaction.
            self.lease.in_transaction |= begins.is_some();
            let client = self.lease.client()?;
            let begin = async {
                match &begins {
                    Some(_) => client.batch_execute(WRITING).await,
                    None => Ok(()),
                }
            };
            let work = async {
                let prepared = in_order(all.iter().map(|sql| prepare(client, sql)).collect()).await?;
                in_order(all.iter().zip(&prepared).map(|(sql, statement)| run(client, statement, sql)).collect()).await
            };
            // It needs no preparation, so it is on its way before what follows it.
            match try_join(begin, work).await {
                Ok(((), answers)) => break answers,
                Err(error) => {
                    if begins.is_some() && errors::is_lost(&error) {
                        self.lease.in_transaction = false;
                    }
                    self.recover(&error, &mut attempts).await?;
                }
            }
        };
        let wanted = answers.split_off(ahead.len());
        if let Some((sql, expected)) = begins.as_deref() {
            let rows = convert::decode_rows(&answers[0].rows, &[Type::Int], sql)?;
            if rows.first().and_then(|row| row[0].as_int()) != Some(*expected) {
                return Err(StoreError::Collision("the expected version has changed".to_owned()));
            }
        }
        Ok(wanted)
    }

    pub(crate) async fn execute_batch(&mut self, text: &str) -> Result<(), StoreError> {
        // A lock that was asked for before a savepoint outlives it.
        self.send_what_waits().await?;
        match self.lease.client()?.batch_execute(text).await {
            Ok(()) => Ok(()),
            Err(error) => Err(self.give_up(&error)),
        }
    }

    pub(crate) async fn lock(&mut self, key: &str) -> Result<(), StoreError> {
        self.execute(&lock_statement(key)).await.map(drop)
    }

    pub(crate) async fn try_lock(&mut self, key: &str) -> Result<bool, StoreError> {
        let sql = Sql::raw(format!("select pg_try_advisory_xact_lock({})", lock_number(key)));
        let rows = self.query(&sql, &[Type::Bool]).await?;
        Ok(rows.first().and_then(|row| row[0].as_bool()).unwrap_or_default())
    }

    /// Whether the transaction has begun.
    pub(crate) fn has_begun(&self) -> bool {
        self.begins.is_none()
    }

    async fn send_what_waits(&mut self) -> Result<(), StoreError> {
        if self.begins.is_some() || !self.first.is_empty() {
            self.send(&[]).await?;
        }
        Ok(())
    }

    /// Runs a statement with the next one, before it and in its round trip.
    pub(crate) fn run_with_next(&mut self, sql: Sql) {
        self.first.push(sql);
    }

    pub(crate) fn lock_with_next(&mut self, key: &str) {
        self.run_with_next(lock_statement(key));
    }

    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        // Nothing is made final before it is known that the transaction may be, and no more goes along than is sent at once.
        if !self.has_begun() || self.first.len() > AT_ONCE {
            self.send_what_waits().await?;
        }
        self.commits.fetch_add(1, Ordering::Relaxed);
        let last = std::mem::take(&mut self.first);
        let client = self.lease.client()?;
        let work = async {
            let prepared = in_order(last.iter().map(|sql| prepare(client, sql)).collect()).await?;
            let all = last.iter().zip(&prepared).map(|(sql, statement)| run(client, statement, sql)).collect();
            // The server takes the commit of a transaction in which one of these has failed for a rollback.
            try_join(in_order(all), client.batch_execute("commit")).await
        };
        work.await.map_err(|error| self.give_up(&error))?;
        self.lease.in_transaction = false;
        Ok(())
    }

    pub(crate) async fn rollback(mut self) -> Result<(), StoreError> {
        if self.lease.in_transaction {
            self.lease.rollback().await?;
        }
        Ok(())
    }

    /// Prepares another attempt, or returns the error if there should be none. A transaction is
    /// never repeated from the middle.
    async fn recover(&mut self, error: &tokio_postgres::Error, attempts: &mut usize) -> Result<(), StoreError> {
        let translated = self.give_up(error);
        // All connections of the pool may be dead; the one after them is new.
        if self.lease.in_transaction || *attempts > self.pool.status().max_size {
            return Err(translated);
        }
        *attempts += 1;
        if errors::is_lost(error) {
            tracing::warn!(%error, "a database connection was lost");
            self.lease.discard();
            self.lease = take(&self.pool).await?;
            return Ok(());
        }
        if errors::is_stale_plan(error) { Ok(()) } else { Err(translated) }
    }

    /// Translates an error; and forgets the prepared statements when the schema has changed under
    /// them, as happens when another server migrates the database.
    fn give_up(&self, error: &tokio_postgres::Error) -> StoreError {
        if errors::is_stale_plan(error)
            && let Ok(client) = self.lease.client()
        {
            client.statement_cache.clear();
        }
        errors::translate(error)
    }
}

impl Drop for PostgresConn {
    /// A refused write is common and a new connection is dear, so the transaction is undone in
    /// the background and the connection kept. Where that is not possible, the lease closes it.
    fn drop(&mut self) {
        if !self.lease.in_transaction {
            return;
        }
        if self.is_aside {
            return self.lease.discard();
        }
        let mut lease = std::mem::take(&mut self.lease);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let undone = tokio::time::timeout(UNDO_TIME, lease.rollback()).await;
                if !matches!(undone, Ok(Ok(()))) {
                    tracing::warn!("a transaction could not be rolled back in time; its connection was closed");
                }
            });
        }
    }
}

fn lock_statement(key: &str) -> Sql {
    let mut sql = Sql::raw("select pg_advisory_xact_lock(");
    sql.bind(lock_number(key)).push(")");
    sql
}

fn lock_number(key: &str) -> i64 {
    Sha256::digest(key).iter().take(8).fold(0_i64, |number, byte| (number << 8) | i64::from(*byte))
}

/// What the server answers to a statement.
#[derive(Default)]
struct Answer {
    rows: Vec<RawRow>,
    /// How many rows it changed.
    changed: u64,
}

async fn fetch(client: &ClientWrapper, sql: &Sql) -> Result<Vec<RawRow>, tokio_postgres::Error> {
    let statement = prepare(client, sql).await?;
    Ok(run(client, &statement, sql).await?.rows)
}

async fn run(client: &ClientWrapper, statement: &Statement, sql: &Sql) -> Result<Answer, tokio_postgres::Error> {
    let mut stream = std::pin::pin!(client.query_raw(statement, sql.binds().iter().map(Bind)).await?);
    let mut rows = Vec::new();
    while let Some(row) = stream.try_next().await? {
        rows.push(row);
    }
    Ok(Answer { rows, changed: stream.rows_affected().unwrap_or_default() })
}

async fn prepare(client: &ClientWrapper, sql: &Sql) -> Result<Statement, tokio_postgres::Error> {
    if client.statement_cache.size() >= STATEMENTS {
        client.statement_cache.clear();
    }
    client.prepare_cached(sql.text()).await
}

/// So many statements are sent before the answer to the first is awaited.
const AT_ONCE: usize = 16;

/// Sends everything in order before the first answer is awaited, some at a time: the driver sends
/// when a future is first polled, and so few are polled in their order. All statements must be
/// prepared before, or one that is known already would overtake one that is not.
async fn in_order<T>(
    mut all: Vec<impl Future<Output = Result<T, tokio_postgres::Error>>>,
) -> Result<Vec<T>, tokio_postgres::Error> {
    let mut done = Vec::with_capacity(all.len());
    while !all.is_empty() {
        let rest = all.split_off(all.len().min(AT_ONCE));
        done.append(&mut try_join_all(all).await?);
        all = rest;
    }
    Ok(done)
}
