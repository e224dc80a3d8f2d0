//! The engine: the database, the registry, the clock, and the current access snapshot.

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwap;
use cairn_access::{Facts, Snapshot};
use cairn_store::{Conn, Db, Dialect, FileStore};
use futures_util::future::BoxFuture;
use tokio::sync::Mutex;

use crate::access;
use crate::apart::Apart;
use crate::caller::{Authority, Caller};
use crate::clock::Clock;
use crate::cx::Cx;
use crate::error::Result;
use crate::past::{self, Past};
use crate::registry::Registry;

pub struct Engine {
    pub db: Db,
    pub registry: &'static Registry,
    pub clock: Arc<dyn Clock>,
    pub files: FileStore,
    access: ArcSwap<Snapshot>,
    checks: Checks,
    listeners: ArcSwap<Vec<Arc<dyn Listener>>>,
    extensions: OnceLock<Arc<dyn Any + Send + Sync>>,
    past_settings: ArcSwap<past::Settings>,
    pub past: Past,
    /// Threads for long work.
    pub apart: Apart,
}

/// Checks whether the access snapshot is current. They are numbered, and run one after another: whoever waits for one
/// can tell whether it began after they came.
#[derive(Default)]
struct Checks {
    turn: Mutex<()>,
    begun: AtomicU64,
    /// The last one that did not fail.
    succeeded: AtomicU64,
}

/// Tables that only grow and that no write reads: a copy for a rehearsal leaves out their rows.
const NOT_REHEARSED: &[&str] = &[
    "idempotency_keys",
    "journal",
    "journal_gaps",
    "journal_heads",
    "journal_leaves",
    "journal_nodes",
    "mails",
    "notifications",
    "password_links",
    "service_account_tokens",
    "sessions",
    "token_uses",
    "used_assertions",
    "webhook_messages",
    "webhooks_attempts",
    "webhooks_deliveries",
];

/// Is told of every change, inside its transaction, and of pending work afterwards: the webhook sender, the job
/// runner.
pub trait Listener: Send + Sync + 'static {
    /// The kind of work that it does, as named in [`Cx::leave_work`].
    fn does(&self) -> &'static str;

    /// Writes what belongs to the changes; an error undoes them too. Other listeners may or may not be told of what it
    /// changes itself.
    fn before_commit<'a>(&'a self, cx: &'a mut Cx) -> BoxFuture<'a, Result<()>> {
        let _ = cx;
        Box::pin(async { Ok(()) })
    }

    /// The work that a transaction left for the listener is committed.
    fn work_waits(&self, engine: &Arc<Engine>);
}

impl Engine {
    /// The database must be migrated; [`Engine::refresh_access`] follows once it is filled.
    pub fn new(db: Db, registry: &'static Registry, clock: Arc<dyn Clock>, files: FileStore) -> Arc<Self> {
        let nobody = Snapshot::new(-1, Facts::default(), registry.permissions().clone());
        Arc::new(Self {
            apart: Apart::new(db.dialect()),
            db,
            registry,
            clock,
            files,
            access: ArcSwap::from_pointee(nobody),
            checks: Checks::default(),
            listeners: ArcSwap::default(),
            extensions: OnceLock::new(),
            past_settings: ArcSwap::default(),
            past: Past::default(),
        })
    }

    /// Adds a listener, after the existing ones.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "whoever listens is handed over; only a colliding change copies it"
    )]
    pub fn listen(&self, listener: Arc<dyn Listener>) {
        self.listeners.rcu(|known| {
            let mut all = Vec::clone(known);
            all.push(listener.clone());
            all
        });
    }

    pub(crate) fn listeners(&self) -> Arc<Vec<Arc<dyn Listener>>> {
        self.listeners.load_full()
    }

    /// Sets what the domain's code needs to know about the instance it runs in.
    pub fn equip<T: Any + Send + Sync>(&self, equipment: T) {
        let _ = self.extensions.set(Arc::new(equipment));
    }

    /// What [`Engine::equip`] set.
    pub fn equipment<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.extensions.get()?.clone().downcast().ok()
    }

    /// Sets where the rebuilt past is cached, and how much of it.
    pub fn keep_past(&self, settings: past::Settings) {
        self.past_settings.store(Arc::new(settings));
    }

    pub(crate) fn past_settings(&self) -> Arc<past::Settings> {
        self.past_settings.load_full()
    }

    /// The current snapshot of tree, roles and people.
    pub fn access(&self) -> Arc<Snapshot> {
        self.access.load_full()
    }

    /// Reloads the snapshot if the database has a newer version.
    pub async fn refresh_access(&self) -> Result<()> {
        let mut conn = self.db.read().await?;
        let version = access::version(&mut conn).await?;
        if version != self.access.load().version() {
            let snapshot = access::load(&mut conn, self.registry, version).await?;
            self.offer_access(&Arc::new(snapshot));
        }
        Ok(())
    }

    /// Makes sure that the snapshot includes every change that was committed before this call, so that whatever is
    /// revoked on one server has ended on all others by their next request. Calls that wait at the same time share a
    /// query. SQLite has one server, which knows its own changes; those of the operator's commands it notices within
    /// a second.
    pub async fn confirm_access(&self) -> Result<()> {
        if self.db.dialect() == Dialect::Sqlite {
            return Ok(());
        }
        let before = self.checks.begun.load(Ordering::Acquire);
        let _turn = self.checks.turn.lock().await;
        if self.checks.succeeded.load(Ordering::Acquire) > before {
            return Ok(());
        }
        let this = self.checks.begun.fetch_add(1, Ordering::AcqRel) + 1;
        self.refresh_access().await?;
        self.checks.succeeded.store(this, Ordering::Release);
        Ok(())
    }

    /// Installs a snapshot, unless a newer one was installed first.
    pub(crate) fn offer_access(&self, snapshot: &Arc<Snapshot>) {
        self.access.rcu(
            |current| {
                if current.version() < snapshot.version() { snapshot.clone() } else { current.clone() }
            },
        );
    }

    pub fn authority(&self, caller: Arc<Caller>) -> Authority {
        Authority::new(caller, self.access())
    }

    /// Begins a reading context.
    pub async fn read(self: &Arc<Self>, caller: Arc<Caller>) -> Result<Cx> {
        let conn = self.db.read().await?;
        Ok(Cx::new(self.clone(), conn, self.authority(caller)))
    }

    /// Begins a writing context: a transaction with permissions that are current inside it.
    pub async fn write(self: &Arc<Self>, caller: Arc<Caller>) -> Result<Cx> {
        let (conn, version) = access::begin(&self.db).await?;
        self.writing(caller, conn, version).await
    }

    /// The same with as few round trips as possible, for callers that run it again with [`Engine::write`] when it
    /// collides. The transaction begins with its first statement, and its writes may go out with the commit. An
    /// outdated access snapshot, or a row that the database refuses, counts as a collision.
    pub async fn write_swiftly(self: &Arc<Self>, caller: Arc<Caller>) -> Result<Cx> {
        // Without round trips there is nothing to gain.
        if self.db.dialect() == Dialect::Sqlite {
            return self.write(caller).await;
        }
        let snapshot = self.access();
        let conn = access::begin_expecting(&self.db, snapshot.version()).await?;
        let mut cx = Cx::new(self.clone(), conn, Authority::new(caller, snapshot));
        cx.is_swift = true;
        Ok(cx)
    }

    /// The same for long work, such as an import: no other commit waits for it.
    pub async fn write_long(self: &Arc<Self>, caller: Arc<Caller>) -> Result<Cx> {
        let mut conn = self.db.write_long().await?;
        let version = access::version(&mut conn).await?;
        self.writing(caller, conn, version).await
    }

    /// Begins a writing context on a copy, for rehearsals: it can do everything that a write can, blocks nobody, and
    /// cannot be committed.
    pub async fn rehearse(self: &Arc<Self>, caller: Arc<Caller>) -> Result<Cx> {
        let file = past::new_file(self).await?;
        let mut conn = self.db.aside(&file.0, NOT_REHEARSED).await?;
        let version = access::version(&mut conn).await?;
        let mut cx = self.writing(caller, conn, version).await?;
        cx.copy = Some(file);
        Ok(cx)
    }

    async fn writing(self: &Arc<Self>, caller: Arc<Caller>, mut conn: Conn, version: i64) -> Result<Cx> {
        let mut snapshot = self.access();
        if version != snapshot.version() {
            snapshot = Arc::new(access::load(&mut conn, self.registry, version).await?);
        }
        Ok(Cx::new(self.clone(), conn, Authority::new(caller, snapshot)))
    }
}
