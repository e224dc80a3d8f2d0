//! Databases for tests: a template is made once in each process, and copied for each test.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use cairn_domain::setup;
use cairn_engine::{Caller, Engine, Registry, schema};
use cairn_store::{DatabaseUrl, Db, FileStore, Options, Sql};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::server::{ADMIN_EMAIL, ADMIN_PASSWORD, clock};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    Sqlite,
    Postgres,
}

static SQLITE: OnceCell<(TempDir, PathBuf)> = OnceCell::const_new();
static POSTGRES: OnceCell<String> = OnceCell::const_new();
static NEXT: AtomicU32 = AtomicU32::new(0);
/// Databases on the PostgreSQL server whose tests have ended.
static ENDED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// What a test leaves on the disk. It is removed after the test: hundreds of databases would fill the disk.
pub struct Home {
    folder: TempDir,
    on_postgres: Option<String>,
}

impl Home {
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Home {
    /// The connections of the test may still be open, and nothing can be awaited here: the next test removes the database.
    fn drop(&mut self) {
        if let (Some(name), Ok(mut ended)) = (self.on_postgres.take(), ENDED.lock()) {
            ended.push(name);
        }
    }
}

/// A fresh, migrated and filled database, and the folder that holds its files.
pub async fn fresh(database: Database) -> (DatabaseUrl, Home) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut on_postgres = None;
    let url = match database {
        Database::Sqlite => {
            let (_, template) = SQLITE.get_or_init(sqlite_template).await;
            let path = folder.path().join("cairn.db");
            std::fs::copy(template, &path).expect("a copy of the template");
            DatabaseUrl::Sqlite(path)
        }
        Database::Postgres => {
            let template = POSTGRES.get_or_init(postgres_template).await;
            remove_ended().await;
            let name = format!("cairn_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
            administer(&format!("create database {name} template {template}")).await;
            let url = named(&name);
            on_postgres = Some(name);
            url
        }
    };
    (url, Home { folder, on_postgres })
}

async fn remove_ended() {
    let ended = ENDED.lock().map(|mut ended| std::mem::take(&mut *ended)).unwrap_or_default();
    for name in ended {
        administer(&format!("drop database {name} with (force)")).await;
    }
}

/// Makes the tables that a larger registry asks for, as a drafted migration would.
pub async fn extend(db: &Db, registry: &Registry) {
    let found = schema::inspect(&mut db.read().await.expect("a connection")).await.expect("the tables are read");
    let draft = schema::draft(registry, &found, db.dialect());
    let mut conn = db.write().await.expect("a transaction");
    conn.execute_batch(&draft).await.expect("the draft runs");
    conn.commit().await.expect("the draft is committed");
}

async fn sqlite_template() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("template.db");
    fill(&DatabaseUrl::Sqlite(path.clone())).await;
    (folder, path)
}

async fn postgres_template() -> String {
    let name = format!("cairn_template_{}", std::process::id());
    administer(&format!("create database {name}")).await;
    fill(&named(&name)).await;
    name
}

/// What every instance has, and an administrator.
async fn fill(url: &DatabaseUrl) {
    let db = Db::open(url, &Options::default()).await.expect("the template opens");
    db.migrate(cairn_domain::MIGRATIONS).await.expect("the template is migrated");
    let files = tempfile::tempdir().expect("a temporary folder");
    let files = FileStore::open(files.path()).await.expect("a file store");
    let engine = Engine::new(db, cairn_domain::registry(), Arc::new(clock()), files);
    setup::run(&engine).await.expect("the built-in objects are made");
    let mut cx = engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let hash = cairn_auth::password::hash(ADMIN_PASSWORD);
    setup::create_user(&mut cx, ADMIN_EMAIL, hash, true).await.expect("the administrator is made");
    cx.commit().await.expect("the template is committed");
    engine.db.close().await;
}

fn server() -> String {
    std::env::var("CAIRN_TEST_POSTGRES")
        .expect("CAIRN_TEST_POSTGRES is not set: run the tests with `make test`, or `scripts/with-postgres cargo test`")
}

/// The address of another database on the test server.
fn named(name: &str) -> DatabaseUrl {
    let server = server();
    let (base, _) = server.rsplit_once('/').expect("an address with a database name");
    DatabaseUrl::Postgres(format!("{base}/{name}"))
}

async fn administer(statement: &str) {
    let options = Options { connections: 1, ..Options::default() };
    let db = Db::open(&DatabaseUrl::Postgres(server()), &options).await.expect("the test server answers");
    // Databases cannot be made inside a transaction; a reading connection has none. Making one
    // from a template fails while another test does the same; then it is tried again.
    for attempt in 0..200 {
        let mut conn = db.read().await.expect("a connection");
        match conn.query(&Sql::raw(statement), &[]).await {
            Ok(_) => return db.close().await,
            Err(_) if attempt < 199 => tokio::time::sleep(std::time::Duration::from_millis(25)).await,
            Err(error) => panic!("{statement}: {error}"),
        }
    }
}
