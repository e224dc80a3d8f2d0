//! Removes content past its retention period without breaking the proof.
//!
//! The content of an entry is removed: names, address, changes, state. Its frame stays (number,
//! time, kind, ids), as do the hash of the content, its leaf and everything above. Content is only
//! removed if no instant after the horizon can need it: the last state of an object before the
//! horizon is kept with its whole entry, since that is how the object looked at the horizon.
//!
//! The journal records the pruning before anything is removed: an entry with the new horizon is
//! written and sealed first. Verification accepts removed content only up to a horizon that the
//! journal records.

use std::collections::BTreeSet;
use std::sync::Arc;

use cairn_engine::caller::Caller;
use cairn_engine::error::Result;
use cairn_engine::journal;
use cairn_journal::{Hash, Sealed};
use cairn_model::LogKind;
use cairn_model::{Timestamp, Type, Value};
use cairn_store::Sql;
use serde_json::json;

use super::sealer::{Sealer, is_sealed};
use super::walk::{self, Item};
use super::{erasure, stored};

/// Leaves examined together.
const WINDOW: u64 = 1000;
/// Only the holder of this lock may remove or replace content.
pub(super) const LOCK: &str = "journal_pruning";

/// Removes what is older than this many days and no longer needed, and returns the number of entries.
pub async fn prune(sealer: &Sealer, days: u32) -> Result<u64> {
    let engine = &sealer.engine;
    // Counted from midnight, so that only one pruning a day has anything to do.
    let today = engine.clock.now().date().to_string();
    let midnight = Timestamp::parse(&today).unwrap_or_else(|| engine.clock.now());
    let horizon = midnight.plus_days(-i64::from(days));
    let mut count = 0;
    let mut windows = Windows::new(sealer, horizon).await?;
    while let Some(found) = windows.next(sealer).await? {
        count += found.len() as u64;
    }
    if count == 0 || !announce(sealer, horizon, count).await? {
        return Ok(0);
    }
    let mut removed = 0;
    let mut windows = Windows::new(sealer, horizon).await?;
    let told = erasure::told(&mut sealer.engine.db.read().await?).await?;
    while let Some(found) = windows.next(sealer).await? {
        removed += remove(sealer, found, &told).await?;
    }
    tracing::info!(%horizon, entries = removed, "old content was removed from the journal");
    Ok(removed)
}

/// Writes the entry that records the horizon and waits until it is sealed. If another process is
/// already pruning, it is left to it.
async fn announce(sealer: &Sealer, horizon: Timestamp, entries: u64) -> Result<bool> {
    let mut cx = sealer.engine.write(Arc::new(Caller::system())).await?;
    if !cx.conn.try_lock(LOCK).await? {
        return Ok(false);
    }
    let known = journal::stored_horizon(&mut cx.conn).await?;
    if known.is_some_and(|known| known > horizon) {
        return Ok(false);
    }
    // A pruning that was announced but not finished is only finished.
    if known != Some(horizon) {
        journal::note(&mut cx, LogKind::Pruned, None, json!({ "horizon": horizon, "entries": entries })).await?;
        let mut sql = Sql::raw("insert into journal_horizon (horizon) values (");
        sql.bind(horizon).push(")");
        cx.conn.execute(&sql).await?;
    }
    cx.commit().await?;
    sealer.seal().await?;
    let mut conn = sealer.engine.db.read().await?;
    let mut sql = Sql::raw("select seq from journal where kind = ");
    sql.bind(LogKind::Pruned.key()).push(" order by seq desc limit 1");
    let told = stored::number(&conn.query(&sql, &[Type::Int]).await?);
    is_sealed(&mut conn, told).await
}

/// The old part of the tree, a few leaves at a time.
struct Windows {
    horizon: Timestamp,
    begin: u64,
    size: u64,
}

impl Windows {
    async fn new(sealer: &Sealer, horizon: Timestamp) -> Result<Self> {
        let mut conn = sealer.engine.db.read().await?;
        let size = stored::latest(&mut conn).await?.map_or(0, |head| head.size);
        Ok(Self { horizon, begin: 0, size })
    }

    /// The entries of the next leaves whose content can be removed. Ends at the first window with
    /// nothing old in it.
    async fn next(&mut self, sealer: &Sealer) -> Result<Option<Vec<Sealed>>> {
        if self.begin >= self.size {
            return Ok(None);
        }
        let (begin, end) = (self.begin as i64, (self.begin + WINDOW) as i64);
        let mut conn = sealer.engine.db.read().await?;
        let mut oldest =
            Sql::raw("select min(j.at) from journal_leaves l join journal j on j.seq = l.seq where l.leaf >= ");
        oldest.bind(begin).push(" and l.leaf < ").bind(end);
        let oldest = conn.query(&oldest, &[Type::Time]).await?;
        if oldest.first().and_then(|row| row[0].as_time()).is_none_or(|oldest| oldest >= self.horizon) {
            return Ok(None);
        }
        let found = conn.query(&candidates(begin, end, self.horizon), &walk::types()).await?;
        self.begin += WINDOW;
        // Each window is short, so that others can read and write in between.
        tokio::task::yield_now().await;
        let entry = |row| match walk::item(row) {
            Item::Entry(sealed) => Some(sealed),
            Item::Missing { .. } | Item::Head(_) => None,
        };
        Ok(Some(found.into_iter().filter_map(entry).collect()))
    }
}

/// What is old, sealed, not removed yet, and has no state or one that was followed by another (or
/// by a deletion) before the horizon. The time is looked at as well as the number, so that an
/// entry stays if it is the last in either order. What tells of erasing stays for the entries that
/// it is about; it names nobody.
fn candidates(begin: i64, end: i64, horizon: Timestamp) -> Sql {
    let mut sql = Sql::raw(format!("{} where l.leaf >= ", walk::select()));
    sql.bind(begin).push(" and l.leaf < ").bind(end).push(" and l.salt is not null and j.at < ").bind(horizon);
    sql.push(" and j.kind <> ").bind(LogKind::Erased.key());
    sql.push(
        " and (j.state is null or exists (select 1 from journal n where n.object_id = j.object_id \
         and n.resource = j.resource and n.seq > j.seq and n.at >= j.at \
         and (n.state is not null or n.kind = 'deleted') and n.at < ",
    );
    sql.bind(horizon).push(")) order by l.leaf");
    sql
}

/// Removes the content of these entries and keeps its hash. An entry that was tampered with is left
/// alone: removing its content would remove the evidence.
async fn remove(sealer: &Sealer, entries: Vec<Sealed>, told: &BTreeSet<(i64, Hash)>) -> Result<u64> {
    let mut statements = Vec::with_capacity(entries.len() * 2);
    let now = sealer.engine.clock.now();
    for entry in &entries {
        if !erasure::is_genuine(entry, told) {
            tracing::error!(seq = entry.frame.seq, "a journal entry was changed after it was sealed; it is not pruned");
            continue;
        }
        let mut leaf = Sql::raw("update journal_leaves set salt = null, content = ");
        leaf.bind(Value::Bytes(entry.body.hash().0.to_vec())).push(" where leaf = ").bind(entry.index as i64);
        let mut row = Sql::raw(
            "update journal set actor_label = '', object_name = null, address = null, changes = '{}', state = null, \
             pruned_at = ",
        );
        row.bind(now).push(" where seq = ").bind(entry.frame.seq);
        statements.extend([leaf, row]);
    }
    if statements.is_empty() {
        return Ok(0);
    }
    let removed = statements.len() as u64 / 2;
    let mut conn = sealer.engine.db.write().await?;
    if !conn.try_lock(LOCK).await? {
        return Ok(0);
    }
    conn.execute_all(&statements).await?;
    conn.commit().await?;
    Ok(removed)
}
