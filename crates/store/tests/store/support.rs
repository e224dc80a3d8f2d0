//! A fresh database for each test.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cairn_model::value::{Type, Value};
use cairn_store::{Conn, DatabaseUrl, Db, Dialect, Options, Sql, StoreError};
use tempfile::TempDir;

/// Writes a test once and runs it on both databases.
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        $(mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let store = crate::support::Store::sqlite().await;
                super::$name(&store).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let store = crate::support::Store::postgres().await;
                super::$name(&store).await;
                store.remove().await;
            }
        })*
    };
}
pub(crate) use on_both;

pub struct Store {
    pub db: Db,
    pub url: DatabaseUrl,
    folder: TempDir,
}

impl Store {
    pub async fn sqlite() -> Self {
        Self::sqlite_with(&Options::default()).await
    }

    pub async fn sqlite_with(options: &Options) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        Self { db: Db::open(&url, options).await.unwrap(), url, folder }
    }

    pub async fn postgres() -> Self {
        Self::postgres_with(&Options::default()).await
    }

    pub async fn postgres_with(options: &Options) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("cairn_store_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        maintain(&format!("create database {name}")).await;
        let url = DatabaseUrl::Postgres(url_of(&name));
        Self { db: Db::open(&url, options).await.unwrap(), url, folder: tempfile::tempdir().unwrap() }
    }

    /// A second pool on the same database, as another process would have.
    pub async fn open_again(&self) -> Db {
        Db::open(&self.url, &Options::default()).await.unwrap()
    }

    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    pub async fn remove(self) {
        self.db.close().await;
        if let DatabaseUrl::Postgres(url) = &self.url {
            let config: tokio_postgres::Config = url.parse().unwrap();
            maintain(&format!("drop database {} with (force)", config.get_dbname().unwrap())).await;
        }
    }

    /// Runs statements in a transaction of their own.
    pub async fn run(&self, text: &str) {
        let mut conn = self.db.write().await.unwrap();
        conn.execute_batch(text).await.unwrap();
        conn.commit().await.unwrap();
    }

    /// The numbers in the table `item`, in order.
    pub async fn items(&self) -> Vec<i64> {
        items(&self.db).await
    }
}

/// The address of the server for tests.
pub fn maintenance_url() -> String {
    std::env::var("CAIRN_TEST_POSTGRES").unwrap_or_else(|_| {
        panic!("CAIRN_TEST_POSTGRES is not set: run `make test`, or set it to the URL of a PostgreSQL superuser")
    })
}

fn url_of(database: &str) -> String {
    let url = maintenance_url();
    let (address, parameters) =
        url.split_once('?').map_or((url.as_str(), String::new()), |(a, p)| (a, format!("?{p}")));
    let (server, _) = address.rsplit_once('/').unwrap();
    format!("{server}/{database}{parameters}")
}

/// Runs a statement in the maintenance database, outside a transaction.
pub async fn maintain(text: &str) {
    let (client, connection) = tokio_postgres::connect(&maintenance_url(), tokio_postgres::NoTls).await.unwrap();
    let task = tokio::spawn(connection);
    client.batch_execute(text).await.unwrap();
    task.abort();
}

pub const ITEMS: &str = "create table item (number bigint primary key, name text)";

pub fn insert_item(number: i64) -> Sql {
    let mut sql = Sql::from("insert into item (number) values (");
    sql.bind(number).push(")");
    sql
}

pub async fn items(db: &Db) -> Vec<i64> {
    let mut conn = db.read().await.unwrap();
    read_items(&mut conn).await.unwrap()
}

pub async fn read_items(conn: &mut Conn) -> Result<Vec<i64>, StoreError> {
    let rows = conn.query(&Sql::from("select number from item order by number"), &[Type::Int]).await?;
    Ok(rows.iter().map(|row| row[0].as_int().unwrap()).collect())
}

/// Inserts one item in a transaction of its own.
pub async fn add(db: &Db, number: i64) -> Result<(), StoreError> {
    let mut conn = db.write().await?;
    conn.execute(&insert_item(number)).await?;
    conn.commit().await
}

/// Fails a test that would otherwise hang.
pub async fn soon<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(10), work).await.expect("this should have happened long ago")
}

pub fn by_dialect<T>(dialect: Dialect, sqlite: T, postgres: T) -> T {
    match dialect {
        Dialect::Sqlite => sqlite,
        Dialect::Postgres => postgres,
    }
}

pub fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}
