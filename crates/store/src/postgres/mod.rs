//! PostgreSQL: a pool of connections to a server that may come and go.
//!
//! Connections are not verified when they are taken from the pool, which would cost a round trip
//! for every request. Instead, what fails because the server has gone away, and cannot have had an
//! effect (a read, the beginning of a transaction), is tried again on another connection. When
//! the server is back, so are we, without a restart.

mod convert;
mod errors;

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cairn_model::value::Type;
use deadpool_postgres::{ClientWrapper, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use futures_util::TryStreamExt;
use futures_util::future::try_join_all;
use sha2::{Digest, Sha256};
use tokio_postgres::config::SslMode;
use tokio_postgres::{Config, NoTls, Row as RawRow};

use self::convert::Bind;
use crate::{Options, Row, Sql, StoreError};

/// Prepared statements kept by each connection. The driver's cache has no limit of its own.
const STATEMENTS: usize = 512;

/// How long undoing a dropped transaction may take before its connection is closed instead.
const UNDO_TIME: Duration = Duration::from_secs(5);

/// Reads the URL and refuses what we cannot do. The messages never repeat the URL, because it
/// contains the password.
pub(crate) fn parse(url: &str) -> Result<Config, StoreError> {
    let config = Config::from_str(url).map_err(|error| {
        let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}")).unwrap_or_default();
        StoreError::InvalidUrl(format!("{error}{cause}"))
    })?;
    if config.get_ssl_mode() == SslMode::Require {
        return Err(StoreError::InvalidUrl(
            "sslmode=require: Cairn speaks to PostgreSQL without TLS; use a local socket, a private network or a \
             tunnel, and sslmode=prefer or disable"
                .into(),
        ));
    }
    Ok(config)
}

pub(crate) struct Postgres {
    pool: Pool,
    commits: Arc<AtomicU64>,
}

impl Postgres {
    pub(crate) async fn open(url: &str, options: &Options) -> Result<Self, StoreError> {
        let mut config = parse(url)?;
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
        let pool = Pool::builder(Manager::from_config(config, NoTls, recycling))
            .max_size(options.connections.max(1))
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(options.wait))
            .create_timeout(Some(options.connect))
            .recycle_timeout(Some(options.wait))
            .build()
            .map_err(|error| StoreError::other(error.to_string()))?;
        let postgres = Self { pool, commits: Arc::default() };
        drop(postgres.read().await?);
        Ok(postgres)
    }

    pub(crate) async fn read(&self) -> Result<PostgresConn, StoreError> {
        Ok(PostgresConn { lease: take(&self.pool).await?, pool: self.pool.clone(), commits: Arc::clone(&self.commits) })
    }

    pub(crate) async fn write(&self) -> Result<PostgresConn, StoreError> {
        let mut conn = self.read().await?;
        let mut attempts = 0;
        loop {
            let client = conn.lease.client()?;
            // Said here, because the server may have another default.
            match client.batch_execute("begin isolation level read committed").await {
                Ok(()) => break,
                Err(error) => conn.recover(&error, &mut attempts).await?,
            }
        }
        conn.lease.in_transaction = true;
        Ok(conn)
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
        self.object.as_deref().ok_or_else(|| StoreError::other("the connection was given back"))
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
}

impl PostgresConn {
    pub(crate) async fn query(&mut self, sql: &Sql, types: &[Type]) -> Result<Vec<Row>, StoreError> {
        let mut attempts = 0;
        let rows = loop {
            match fetch(self.lease.client()?, sql).await {
                Ok(rows) => break rows,
                Err(error) => self.recover(&error, &mut attempts).await?,
            }
        };
        convert::decode_rows(&rows, types, sql)
    }

    pub(crate) async fn query_all(&mut self, queries: &[(Sql, Vec<Type>)]) -> Result<Vec<Vec<Row>>, StoreError> {
        let mut attempts = 0;
        let results = loop {
            let client = self.lease.client()?;
            // Polled together, so that all are sent before the first answer is awaited.
            match try_join_all(queries.iter().map(|(sql, _)| fetch(client, sql))).await {
                Ok(results) => break results,
                Err(error) => self.recover(&error, &mut attempts).await?,
            }
        };
        results.iter().zip(queries).map(|(rows, (sql, types))| convert::decode_rows(rows, types, sql)).collect()
    }

    pub(crate) async fn execute(&mut self, sql: &Sql) -> Result<u64, StoreError> {
        let client = self.lease.client()?;
        let run = async {
            let statement = prepare(client, sql).await?;
            client.execute_raw(&statement, sql.binds().iter().map(Bind)).await
        };
        match run.await {
            Ok(changed) => Ok(changed),
            Err(error) => Err(self.give_up(&error)),
        }
    }

    pub(crate) async fn execute_batch(&mut self, text: &str) -> Result<(), StoreError> {
        match self.lease.client()?.batch_execute(text).await {
            Ok(()) => Ok(()),
            Err(error) => Err(self.give_up(&error)),
        }
    }

    pub(crate) async fn lock(&mut self, key: &str) -> Result<(), StoreError> {
        let hash = Sha256::digest(key);
        let number = hash.iter().take(8).fold(0_i64, |number, byte| (number << 8) | i64::from(*byte));
        let mut sql = Sql::from("select 1 from pg_advisory_xact_lock(");
        sql.bind(number).push(")");
        self.execute(&sql).await.map(drop)
    }

    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.lease.client()?.batch_execute("commit").await.map_err(|error| errors::translate(&error))?;
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
        let mut lease = std::mem::take(&mut self.lease);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let undone = tokio::time::timeout(UNDO_TIME, lease.rollback()).await;
                if !matches!(undone, Ok(Ok(()))) {
                    tracing::warn!("a transaction could not be undone in time; its connection is closed");
                }
            });
        }
    }
}

async fn fetch(client: &ClientWrapper, sql: &Sql) -> Result<Vec<RawRow>, tokio_postgres::Error> {
    let statement = prepare(client, sql).await?;
    client.query_raw(&statement, sql.binds().iter().map(Bind)).await?.try_collect().await
}

async fn prepare(client: &ClientWrapper, sql: &Sql) -> Result<tokio_postgres::Statement, tokio_postgres::Error> {
    if client.statement_cache.size() >= STATEMENTS {
        client.statement_cache.clear();
    }
    client.prepare_cached(sql.text()).await
}
