//! The past, rebuilt.
//!
//! Each journal entry has the complete state of its object after it. So the state of everything at an instant is the
//! last entry of each object up to then, and a small SQLite database is built from those: the same tables, links and
//! search index. Reading works in it as in the present (even if the present is on PostgreSQL, since tests ensure that
//! both give the same results): filters, search, order, pages, references and computed fields need no second
//! implementation.
//!
//! **Permissions are today's.** Besides where it was, each row stores where its object is now; the one function that
//! turns scopes into conditions uses that. It is refreshed before each use.
//!
//! Rebuilt instants are cached, and the least recently used are evicted first. A later instant is built from a copy of
//! the nearest earlier one. All instants between two changes are the same. When a person is erased, all of them are
//! deleted.
//!
//! **A what-if draft** is viewed in the same way: its result is laid over the rebuilt present ([`as_if`]).

mod as_if;
mod build;
mod folder;
mod rebuilt;
mod state;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cairn_model::{Timestamp, Type};
use cairn_store::{Conn, Dialect, Sql};
use parking_lot::Mutex;
use tokio::sync::{OnceCell, Semaphore};
use uuid::Uuid;

pub use self::as_if::{AsIf, Touched};
pub(crate) use self::build::new_file;
pub(crate) use self::rebuilt::Files;
pub use self::rebuilt::Rebuilt;
pub(crate) use self::state::object_of;
use crate::caller::Caller;
use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::journal::ChangeKind;
use crate::journal::{last_erasure, stored_horizon};
use crate::query::{AS_OF, View};

/// Where a row's object is now, beside where it was.
pub const PRESENT_FOLDER: &str = "present_folder";
pub const PRESENT_PUBLISHED: &str = "present_published";

/// How long a transaction may take before its entries appear. PostgreSQL commits in a different order than it begins,
/// so an instant this recent is checked again before it is trusted.
const LATE: i64 = 60;

/// How the past is cached.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder for rebuilt instants.
    pub folder: PathBuf,
    /// Their size limit in bytes; the newest one is kept in any case.
    pub bytes: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { folder: std::env::temp_dir().join("cairn-past"), bytes: 512 * 1024 * 1024 }
    }
}

/// How many instants are rebuilt at once: each takes a processor, and requests come first.
const AT_ONCE: usize = 2;

/// What a cached state is the state of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Instant(Timestamp),
    /// A what-if draft, and everything that its result depends on.
    Draft(Uuid, u64),
}

/// The cached instants and drafts.
pub struct Past {
    states: Mutex<HashMap<Key, Kept>>,
    /// Counts uses, to tell which is the least recent.
    clock: AtomicU64,
    /// How many were built from nothing and from another one.
    pub built: AtomicU64,
    pub rolled: AtomicU64,
    pub(crate) folder: OnceCell<folder::Own>,
    turns: Semaphore,
}

impl Default for Past {
    fn default() -> Self {
        Self {
            states: Mutex::default(),
            clock: AtomicU64::new(0),
            built: AtomicU64::new(0),
            rolled: AtomicU64::new(0),
            folder: OnceCell::new(),
            turns: Semaphore::new(AT_ONCE),
        }
    }
}

#[derive(Clone)]
struct Kept {
    cell: Arc<OnceCell<Arc<Rebuilt>>>,
    used: u64,
}

impl Engine {
    /// Begins a reading context for what a request views.
    pub async fn view(self: &Arc<Self>, caller: Arc<Caller>, view: View) -> Result<Cx> {
        match view {
            View::Present => self.read(caller).await,
            View::Past(at) => self.read_as_of(caller, at).await,
            View::Draft(draft) => self.read_as_if(caller, draft).await,
        }
    }

    /// Begins a reading context in which everything is as it was at an instant.
    pub async fn read_as_of(self: &Arc<Self>, caller: Arc<Caller>, at: Timestamp) -> Result<Cx> {
        let authority = self.authority(caller);
        if authority.rights.is_third_party() {
            // Their access depends on links, and the links of the past are not those of today.
            return Err(Error::Forbidden("External users cannot view the past.".into()));
        }
        let rebuilt = self.rebuilt(at).await?;
        rebuilt.renew(&self.db).await?;
        let conn = rebuilt.read().await?;
        let mut cx = Cx::new(self.clone(), conn, authority.over_the_past());
        cx.now = at;
        cx.past = Some(rebuilt);
        Ok(cx)
    }

    async fn rebuilt(self: &Arc<Self>, at: Timestamp) -> Result<Arc<Rebuilt>> {
        let now = self.clock.now();
        if at > now {
            return Err(Error::field(AS_OF, format!("{at} is in the future. It is now {now}.")));
        }
        // Once more if the cached one turns out to lack an entry that was committed late, or to contain someone who
        // was erased.
        for _ in 0..3 {
            let instant = last_change(&mut self.db.read().await?, AS_OF, at).await?;
            let cell = self.past.enter(Key::Instant(instant));
            let rebuilt = cell
                .get_or_try_init(|| {
                    let engine = self.clone();
                    // It takes time, which must not come from the threads that serve requests.
                    let work = move || tokio::runtime::Handle::current().block_on(build::make(&engine, instant));
                    async {
                        let _turn = self.past.turns.acquire().await;
                        let done = tokio::task::spawn_blocking(work).await;
                        done.map_err(|error| Error::internal(format!("rebuilding the past stopped: {error}")))?
                    }
                })
                .await;
            let rebuilt = match rebuilt {
                Ok(rebuilt) => rebuilt.clone(),
                Err(error) => {
                    self.past.forget(Key::Instant(instant), &cell);
                    return Err(error);
                }
            };
            self.past.shrink(self.past_settings().bytes, Key::Instant(instant));
            if rebuilt.is_whole(self).await? {
                return Ok(rebuilt);
            }
            self.past.forget(Key::Instant(instant), &cell);
        }
        Err(Error::Conflict(format!("Changes around {at} are still being recorded. Try again in a moment.")))
    }

    /// Evicts everything that was rebuilt before a person was erased.
    pub async fn forget_erased(&self) -> Result<()> {
        if self.past.kept() > 0 {
            let erasure = last_erasure(&mut self.db.read().await?).await?;
            let is_current = |kept: &mut Kept| kept.cell.get().is_none_or(|rebuilt| rebuilt.erasure == erasure);
            self.past.states.lock().retain(|_, kept| is_current(kept));
        }
        Ok(())
    }
}

impl Past {
    /// The slot of a state, whether it is already rebuilt or not: whoever comes first rebuilds it. Of a draft, only the
    /// latest is worth keeping.
    fn enter(&self, key: Key) -> Arc<OnceCell<Arc<Rebuilt>>> {
        let used = self.clock.fetch_add(1, Ordering::Relaxed);
        let mut states = self.states.lock();
        if let Key::Draft(draft, _) = key {
            states.retain(|other, _| *other == key || !matches!(other, Key::Draft(id, _) if *id == draft));
        }
        let kept = states.entry(key).or_insert_with(|| Kept { cell: Arc::default(), used });
        kept.used = used;
        kept.cell.clone()
    }

    fn forget(&self, key: Key, cell: &Arc<OnceCell<Arc<Rebuilt>>>) {
        let mut states = self.states.lock();
        if states.get(&key).is_some_and(|kept| Arc::ptr_eq(&kept.cell, cell)) {
            states.remove(&key);
        }
    }

    /// The latest rebuilt instant before this one.
    fn nearest_before(&self, instant: Timestamp) -> Option<Arc<Rebuilt>> {
        let states = self.states.lock();
        let ready = states.iter().filter_map(|(key, kept)| match key {
            Key::Instant(at) => Some((*at, kept.cell.get()?)),
            Key::Draft(..) => None,
        });
        ready.filter(|(at, _)| *at < instant).max_by_key(|(at, _)| *at).map(|(_, rebuilt)| rebuilt.clone())
    }

    /// Evicts the least recently used states until the rest fits. Those in use are deleted when their last reader is
    /// done.
    fn shrink(&self, bytes: u64, but: Key) {
        let mut states = self.states.lock();
        loop {
            let ready = || states.iter().filter_map(|(at, kept)| Some((*at, kept.used, kept.cell.get()?.bytes())));
            if ready().map(|(_, _, bytes)| bytes).sum::<u64>() <= bytes {
                return;
            }
            let Some((oldest, _, _)) = ready().filter(|(at, _, _)| *at != but).min_by_key(|(_, used, _)| *used) else {
                return;
            };
            states.remove(&oldest);
        }
    }

    /// How many instants and drafts are kept.
    pub fn kept(&self) -> usize {
        self.states.lock().len()
    }
}

/// Refuses an instant that the journal does not cover.
pub(crate) async fn require_known(cx: &mut Cx, field: &str, at: Timestamp) -> Result<()> {
    let now = cx.engine.clock.now();
    if at > now {
        return Err(Error::field(field, format!("{at} is in the future. It is now {now}.")));
    }
    last_change(&mut cx.conn, field, at).await.map(drop)
}

/// Refuses an instant before the retention horizon, which is no longer known.
pub(crate) async fn require_kept(conn: &mut Conn, field: &str, at: Timestamp) -> Result<()> {
    match stored_horizon(conn).await? {
        Some(horizon) if at < horizon => {
            Err(Error::field(field, format!("Data from before {horizon} is no longer kept.")))
        }
        _ => Ok(()),
    }
}

/// The time of the last change up to then: nothing happened since, so the two are the same.
async fn last_change(conn: &mut Conn, field: &str, at: Timestamp) -> Result<Timestamp> {
    require_kept(conn, field, at).await?;
    // Kind by kind, which the index answers quickly however many notes lie in between.
    let mut sql = Sql::raw("select max(c.at) from (");
    for (number, kind) in ChangeKind::ALL.into_iter().enumerate() {
        sql.push(if number > 0 { " union all " } else { "" });
        sql.push(&format!("select at from (select at from journal where kind = '{}' and at <= ", kind.word())).bind(at);
        sql.push(&format!(" order by at desc limit 1) k{number}"));
    }
    sql.push(") c");
    let rows = conn.query(&sql, &[Type::Time]).await?;
    if let Some(found) = rows.first().and_then(|row| row[0].as_time()) {
        return Ok(found);
    }
    let first = conn.query(&Sql::raw("select at from journal order by at, seq limit 1"), &[Type::Time]).await?;
    let begin = first.first().and_then(|row| row[0].as_time());
    let words =
        begin.map_or_else(|| "The journal is empty.".to_owned(), |first| format!("The journal starts at {first}."));
    Err(Error::field(field, words))
}

/// Whether older entries can appear after newer ones: only if commits overlap.
fn commits_overlap(dialect: Dialect) -> bool {
    dialect == Dialect::Postgres
}
