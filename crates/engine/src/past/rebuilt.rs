//! One rebuilt instant.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cairn_access::Snapshot;
use cairn_model::{Timestamp, Type, Value};
use cairn_store::{Conn, Db, Sql};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::as_if::AsIf;
use super::{LATE, PRESENT_FOLDER, PRESENT_PUBLISHED, commits_overlap};
use crate::engine::Engine;
use crate::error::Result;
use crate::journal::last_erasure;
use crate::log::CHANGES;
use crate::place::{self, Moved, Since};
use crate::registry::Registry;

pub struct Rebuilt {
    pub(super) instant: Timestamp,
    pub(super) db: Db,
    pub(super) registry: &'static Registry,
    pub(super) facts: Arc<Snapshot>,
    pub(super) files: Files,
    /// How many objects it knows, including those deleted before.
    pub(super) objects: usize,
    pub(super) bytes: u64,
    /// The last erasure in the journal that it was built from: later erasures must not be visible in it.
    pub(super) erasure: i64,
    /// The entries of the last minute before the instant, as they were when it was rebuilt.
    pub(super) entries: Fingerprint,
    /// Whether no entry can be missing any more.
    pub(super) is_settled: AtomicBool,
    pub(super) present: Mutex<Present>,
    /// What a what-if draft changed in it, if it is the result of one.
    pub(super) as_if: Option<AsIf>,
}

/// What is known about where objects are now.
#[derive(Default)]
pub(super) struct Present {
    since: Option<i64>,
    moved: HashMap<Uuid, Moved>,
}

/// How many entries there are in a period, and the last of them.
pub(super) type Fingerprint = (i64, i64);

/// The files of a database, deleted when nobody needs them.
pub(crate) struct Files(pub PathBuf);

impl Drop for Files {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm"] {
            let mut name = self.0.clone().into_os_string();
            name.push(ending);
            let _ = std::fs::remove_file(name);
        }
    }
}

impl Rebuilt {
    pub fn facts(&self) -> &Arc<Snapshot> {
        &self.facts
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What a what-if draft changed in it, if it is the result of one.
    pub fn as_if(&self) -> Option<&AsIf> {
        self.as_if.as_ref()
    }

    pub(super) async fn read(&self) -> Result<Conn> {
        Ok(self.db.read().await?)
    }

    /// Whether it has every entry up to its instant, as the journal has it now. A recent one is compared with the
    /// journal.
    pub(super) async fn is_whole(&self, engine: &Engine) -> Result<bool> {
        if last_erasure(&mut engine.db.read().await?).await? != self.erasure {
            return Ok(false);
        }
        if self.is_settled.load(Ordering::Relaxed) {
            return Ok(true);
        }
        let is_old = engine.clock.now() > self.instant.plus_seconds(LATE);
        let is_same = fingerprint(&mut engine.db.read().await?, self.instant).await? == self.entries;
        self.is_settled.store(is_old && is_same, Ordering::Relaxed);
        Ok(is_same)
    }

    /// Updates where objects are now. One at a time, so that an older result never overwrites a newer one.
    pub(super) async fn renew(&self, live: &Db) -> Result<()> {
        let mut present = self.present.lock().await;
        let since = present.since.map_or(Since::Instant(self.instant), Since::Mark);
        let (moved, next) = place::moved(&mut live.read().await?, since).await?;
        let news: Vec<Moved> = moved.into_iter().filter(|one| present.moved.get(&one.id) != Some(one)).collect();
        if !news.is_empty() {
            let mut conn = self.db.write().await?;
            for one in &news {
                conn.execute_all(&self.put(one)).await?;
            }
            conn.commit().await?;
            present.moved.extend(news.into_iter().map(|one| (one.id, one)));
        }
        present.since = Some(next);
        Ok(())
    }

    pub(super) fn put(&self, moved: &Moved) -> Vec<Sql> {
        let Some(resource) = self.registry.find(&moved.resource) else { return Vec::new() };
        let published = moved.published.map_or(Value::Null, Value::Bool);
        let mut row = Sql::raw(format!("update {} set {PRESENT_FOLDER} = ", resource.def.table));
        row.bind(moved.folder).push(&format!(", {PRESENT_PUBLISHED} = ")).bind(published);
        row.push(" where id = ").bind(moved.id);
        // There, the flag also covers whether the whole resource is published.
        let published = match resource.def.published {
            cairn_model::Published::Always => true,
            cairn_model::Published::Never => false,
            cairn_model::Published::Field => moved.published.unwrap_or_default(),
        };
        let mut found = Sql::raw("update search_documents set folder = ");
        found.bind(moved.folder).push(", is_published = ").bind(published);
        found.push(" where resource = ").bind(moved.resource.as_str()).push(" and object_id = ").bind(moved.id);
        vec![row, found]
    }
}

/// Looks at the entries of the last minute before an instant.
pub(super) async fn fingerprint(live: &mut Conn, instant: Timestamp) -> Result<Fingerprint> {
    if !commits_overlap(live.dialect()) {
        return Ok((0, 0));
    }
    let mut sql = Sql::raw("select count(*), coalesce(max(seq), 0) from journal where at <= ");
    sql.bind(instant).push(" and at > ").bind(instant.plus_seconds(-LATE)).push(&format!(" and kind in {CHANGES}"));
    let rows = live.query(&sql, &[Type::Int, Type::Int]).await?;
    let number = |at: usize| rows.first().and_then(|row| row[at].as_int()).unwrap_or_default();
    Ok((number(0), number(1)))
}
