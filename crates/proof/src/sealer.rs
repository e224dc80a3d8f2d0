//! Sealing: committed entries become leaves of the tree, and its new root is signed.
//!
//! Writes never wait for this. Entries are read and hashed alongside the writers; on SQLite only
//! the insertion of a few short rows takes the writer's slot, a thousand entries at a time, and
//! shares its commit.
//!
//! Leaves are numbered in the order in which the sealer finds the entries. PostgreSQL assigns entry
//! numbers before their transactions commit, so a number may still be missing when a later one is
//! visible. It is recorded as a gap, and an entry that appears in it later gets the next leaf.
//! Gaps that stay empty belong to transactions that were rolled back. They are dropped after a
//! day, which is longer than any transaction lasts.

use std::sync::Arc;
use std::time::Duration;

use cairn_engine::caller::Caller;
use cairn_engine::engine::Engine;
use cairn_engine::error::{Error, Result};
use cairn_engine::journal;
use cairn_journal::{Frontier, Head, Node, PublicKey, Salt, Signer};
use cairn_model::LogKind;
use cairn_model::{Timestamp, Type, Value};
use cairn_store::{Conn, Dialect, Row, Sql};
use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::MissedTickBehavior;

use super::packed::{self, Leaf};
use super::{rows, stored};

/// The most entries sealed under one head: a few milliseconds of the writer's time.
const BATCH: i64 = 1000;
const EVERY: Duration = Duration::from_secs(1);
const GAP_DAYS: i64 = 1;
/// Only the holder of this lock may seal.
const LOCK: &str = "journal_sealer";

pub struct Sealer {
    pub(super) engine: Arc<Engine>,
    signer: Signer,
    /// The right edge of the tree after our last batch. Usually no one else has sealed since.
    edge: Mutex<Frontier>,
}

/// Leaves and nodes, ready to be stored.
struct Batch {
    first: u64,
    leaves: Vec<Leaf>,
    nodes: Vec<Node>,
    gaps: Vec<(i64, i64)>,
    edge: Frontier,
}

/// The next entries, the numbers missing between them, and the tree they extend.
struct Work {
    edge: Frontier,
    rows: Vec<Row>,
    gaps: Vec<(i64, i64)>,
}

impl Sealer {
    pub fn new(engine: Arc<Engine>, signer: Signer) -> Self {
        Self { engine, signer, edge: Mutex::default() }
    }

    pub fn public_key(&self) -> PublicKey {
        self.signer.public_key()
    }

    /// Seals every second until dropped. Database errors are waited out.
    pub async fn run(self: Arc<Self>) {
        let mut turns = tokio::time::interval(EVERY);
        turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut complaint = String::new();
        loop {
            turns.tick().await;
            // Logged once, not every second.
            let trouble = self.seal().await.err().map(|error| error.to_string()).unwrap_or_default();
            if trouble != complaint && !trouble.is_empty() {
                tracing::error!(error = trouble, "the journal is not being sealed");
            }
            complaint = trouble;
        }
    }

    /// Makes our key the active one, because the previous key is lost or compromised. The journal
    /// records the change. Returns the previous key if it was a different one.
    pub async fn adopt_key(&self) -> Result<Option<PublicKey>> {
        let mut cx = self.engine.write(Arc::new(Caller::command_line())).await?;
        let (ours, known) = (self.public_key(), stored::keys(&mut cx.conn).await?);
        let Some((before, _)) = known.first().filter(|(key, _)| *key != ours) else { return Ok(None) };
        let detail = json!({ "from": before.to_string(), "to": ours.to_string() });
        journal::note(&mut cx, LogKind::JournalKeyChanged, None, detail).await?;
        let now = cx.now;
        adopt(&mut cx.conn, ours, now).await?;
        cx.commit().await?;
        Ok(Some(*before))
    }

    /// Seals everything that is committed and returns the number of entries.
    pub async fn seal(&self) -> Result<u64> {
        let mut sealed = 0;
        loop {
            match self.seal_some().await? {
                0 => return Ok(sealed),
                some => sealed += some,
            }
            // Lets waiting writers go in between.
            tokio::task::yield_now().await;
        }
    }

    /// Seals one batch. Seals nothing if there are no entries or another process is sealing.
    async fn seal_some(&self) -> Result<u64> {
        let mut edge = self.edge.lock().await;
        let now = self.engine.clock.now();
        let Some((mut conn, batch)) = self.prepare(&edge).await? else { return Ok(0) };
        self.check_key(&mut conn, now).await?;
        let count = batch.leaves.len() as u64;
        let head = Head::sign(&self.signer, batch.edge.size(), batch.edge.root(), now.to_string());
        let dialect = conn.dialect();
        let mut statements = vec![
            packed::insert_leaves(dialect, batch.first, &batch.leaves),
            packed::insert_nodes(dialect, &batch.nodes),
        ];
        statements.extend(gap_statements(&batch.gaps, now));
        statements.push(head_statement(&head, now));
        conn.execute_all(&statements).await?;
        conn.commit().await?;
        *edge = batch.edge;
        Ok(count)
    }

    /// Hashes the next entries, and begins the transaction that stores them.
    async fn prepare(&self, edge: &Frontier) -> Result<Option<(Conn, Batch)>> {
        let db = &self.engine.db;
        // Checks without writing: an idle sealer must not keep the writer busy.
        let mut reader = db.read().await?;
        if !is_anything_waiting(&mut reader).await? {
            return Ok(None);
        }
        match db.dialect() {
            // There is only one writer, so it is requested only when everything is ready. An operator
            // command may have sealed the same entries in the meantime.
            Dialect::Sqlite => {
                let Some(work) = find(&mut reader, edge).await? else { return Ok(None) };
                drop(reader);
                let size = work.edge.size();
                let batch = hash(work).await?;
                let mut conn = db.write().await?;
                let is_current = stored::latest(&mut conn).await?.map_or(0, |head| head.size) == size;
                Ok(is_current.then_some((conn, batch)))
            }
            // Servers and workers take turns.
            Dialect::Postgres => {
                drop(reader);
                let mut conn = db.write().await?;
                if !conn.try_lock(LOCK).await? {
                    return Ok(None);
                }
                let Some(work) = find(&mut conn, edge).await? else { return Ok(None) };
                Ok(Some((conn, hash(work).await?)))
            }
        }
    }

    /// One key at a time: two servers with different keys would sign each other's work.
    async fn check_key(&self, conn: &mut Conn, now: Timestamp) -> Result<()> {
        let ours = self.public_key();
        match stored::keys(conn).await?.first() {
            Some((key, _)) if *key == ours => Ok(()),
            Some((key, _)) => Err(Error::Conflict(format!(
                "the journal is signed with the key {key}, but this process has {ours}: give it the same journal.key \
                 or CAIRN_JOURNAL_KEY, or, if the old key is lost, run `cairn journal adopt-key`"
            ))),
            None => adopt(conn, ours, now).await,
        }
    }
}

/// Makes a key the active one.
async fn adopt(conn: &mut Conn, key: PublicKey, now: Timestamp) -> Result<()> {
    let mut sql = Sql::raw("insert into journal_keys (key, since) values (");
    sql.bind(Value::Bytes(key.0.to_vec())).push(", ").bind(now);
    sql.push(") on conflict (key) do update set since = excluded.since");
    conn.execute(&sql).await?;
    Ok(())
}

async fn is_anything_waiting(conn: &mut Conn) -> Result<bool> {
    let last = stored::last_sealed(conn).await?;
    let waiting = conn
        .query_all(&[(late(conn.dialect(), "1", 1), vec![Type::Int]), (new("1", last, 1), vec![Type::Int])])
        .await?;
    Ok(waiting.iter().any(|rows| !rows.is_empty()))
}

/// Entries that have appeared in gaps. There are few gaps and many entries, so the query has to start from the
/// gaps; left to itself, the database scans the entries in the requested order.
fn late(dialect: Dialect, columns: &str, limit: i64) -> Sql {
    let entries = match dialect {
        Dialect::Sqlite => "cross join journal j on j.seq between g.first and g.last",
        Dialect::Postgres => {
            "cross join lateral (select * from journal where seq between g.first and g.last offset 0) j"
        }
    };
    let mut sql = Sql::raw(format!("select {columns} from journal_gaps g {entries} "));
    sql.push("where (select l.leaf from journal_leaves l where l.seq = j.seq) is null order by j.seq limit ")
        .bind(limit);
    sql
}

/// Entries after the last sealed one.
fn new(columns: &str, last: i64, limit: i64) -> Sql {
    let mut sql = Sql::raw(format!("select {columns} from journal j where j.seq > "));
    sql.bind(last).push(" order by j.seq limit ").bind(limit);
    sql
}

/// The work to do, if any.
async fn find(conn: &mut Conn, known: &Frontier) -> Result<Option<Work>> {
    let last = stored::last_sealed(conn).await?;
    let (late, new) = (late(conn.dialect(), rows::COLUMNS, BATCH), new(rows::COLUMNS, last, BATCH));
    let mut found = conn.query(&late, &rows::TYPES).await?;
    if (found.len() as i64) < BATCH {
        found.extend(conn.query(&new, &rows::TYPES).await?);
    }
    if found.is_empty() {
        return Ok(None);
    }
    let mut gaps = Vec::new();
    let mut before = last;
    for seq in found.iter().filter_map(|row| row[0].as_int()).filter(|seq| *seq > last) {
        if seq > before + 1 {
            gaps.push((before + 1, seq - 1));
        }
        before = seq;
    }
    let size = stored::latest(conn).await?.map_or(0, |head| head.size);
    let edge = if size == known.size() { known.clone() } else { load_edge(conn, size).await? };
    Ok(Some(Work { edge, rows: found, gaps }))
}

async fn load_edge(conn: &mut Conn, size: u64) -> Result<Frontier> {
    let peaks = stored::hashes(conn, &Frontier::places(size)).await?;
    Frontier::new(size, peaks).ok_or_else(|| Error::internal("the journal's tree cannot be continued"))
}

/// Hashes on a blocking thread: a thousand entries take a few milliseconds.
async fn hash(work: Work) -> Result<Batch> {
    let hashed = tokio::task::spawn_blocking(move || make_batch(work));
    hashed.await.map_err(|error| Error::internal(format!("a thread that hashes entries ended early: {error}")))
}

fn make_batch(work: Work) -> Batch {
    let Work { mut edge, rows, gaps } = work;
    let first = edge.size();
    let mut leaves = Vec::with_capacity(rows.len());
    let mut nodes = Vec::with_capacity(rows.len());
    for row in rows {
        let salt = Salt(rand::random());
        let (frame, content) = rows::entry(row, salt);
        let hash = frame.leaf(content.hash());
        leaves.push(Leaf { seq: frame.seq, hash, salt });
        edge.push(hash, |node| nodes.push(node));
    }
    Batch { first, leaves, nodes, gaps, edge }
}

fn gap_statements(gaps: &[(i64, i64)], now: Timestamp) -> Vec<Sql> {
    let mut forget = Sql::raw("delete from journal_gaps where since < ");
    forget.bind(now.plus_days(-GAP_DAYS));
    let note = |(first, last): &(i64, i64)| {
        let mut sql = Sql::raw("insert into journal_gaps (first, last, since) values (");
        sql.bind(*first).push(", ").bind(*last).push(", ").bind(now).push(")");
        sql
    };
    gaps.iter().map(note).chain([forget]).collect()
}

fn head_statement(head: &Head, now: Timestamp) -> Sql {
    let mut sql = Sql::raw("insert into journal_heads (size, root, at, key, signature) values (");
    sql.bind(head.size as i64).push(", ").bind(Value::Bytes(head.root.0.to_vec())).push(", ").bind(now);
    sql.push(", ").bind(Value::Bytes(head.key.0.to_vec()));
    sql.push(", ").bind(Value::Bytes(head.signature.to_vec())).push(")");
    sql
}

/// Whether an entry with this number is sealed.
pub(super) async fn is_sealed(conn: &mut Conn, seq: i64) -> Result<bool> {
    let mut sql = Sql::raw("select 1 from journal_leaves where seq = ");
    sql.bind(seq);
    Ok(!conn.query(&sql, &[Type::Int]).await?.is_empty())
}
