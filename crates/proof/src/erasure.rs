//! Taking what entries say of a person out of the journal, without breaking the proof.
//!
//! Other content comes in the place of what was sealed: of the same shape, without the person. The leaf and everything
//! above it stay, since the hash of what was sealed is kept. So that nobody can change entries under this pretext, the
//! journal tells of it first: an entry with the numbers of others and the hashes of what will stand there is written and
//! sealed before anything is replaced. Who checks the journal accepts other content only where it is told of.
//!
//! The salt goes with what was sealed: with it, someone could guess a name and see the hash agree. What comes instead
//! has a salt of its own.

use std::collections::BTreeSet;
use std::time::Duration;

use cairn_engine::Cx;
use cairn_engine::error::{Error, Result};
use cairn_engine::journal;
use cairn_journal::{Content, Hash, Sealed, erasing};
use cairn_model::text::NUL_SYMBOL;
use cairn_model::{LogKind, Type, Value};
use cairn_store::{Conn, Sql};
use serde_json::json;
use uuid::Uuid;

use super::retention::LOCK;
use super::sealer::{Sealer, is_sealed};
use super::stored;
use super::walk::{self, Item};

/// How often it is looked whether an entry is sealed, when another process seals, and how long in between.
const LOOKS: u32 = 50;
const LOOK: Duration = Duration::from_millis(100);

/// Leaves that are looked at together, so that no question takes long, however long the journal is.
const WINDOW: u64 = 5000;

/// Some sealed entries, and the leaf from which to go on; none at the end.
pub struct Found {
    pub entries: Vec<Sealed>,
    pub next: Option<u64>,
}

/// The next sealed entries from a leaf on that have content and meet a condition on the journal `j`: so many at most, and
/// perhaps none although there are more.
pub async fn find(conn: &mut Conn, from: u64, condition: Sql, most: usize) -> Result<Found> {
    let until = from + WINDOW;
    let mut sql = Sql::raw(format!("{} where l.salt is not null and l.leaf >= ", walk::select()));
    sql.bind(from as i64).push(" and l.leaf < ").bind(until as i64).push(" and ").append(condition);
    sql.push(" order by l.leaf limit ").bind(most as i64);
    let entries = entries(conn, &sql).await?;
    let next = entries.last().filter(|_| entries.len() == most).map_or(until, |last| last.index + 1);
    let size = size(conn).await?;
    Ok(Found { entries, next: Some(next).filter(|next| *next < size) })
}

/// The numbers of the entries that meet a condition on the journal `j` which an index answers.
pub async fn numbers(conn: &mut Conn, condition: Sql) -> Result<Vec<i64>> {
    let mut sql = Sql::raw("select j.seq from journal j where ");
    sql.append(condition).push(" order by j.seq");
    let rows = conn.query(&sql, &[Type::Int]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_int()).collect())
}

/// Sealed entries that have content, by their numbers.
pub async fn with_numbers(conn: &mut Conn, numbers: &[i64]) -> Result<Vec<Sealed>> {
    let list: Vec<String> = numbers.iter().map(i64::to_string).collect();
    if list.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!("{} where l.salt is not null and l.seq in ({}) order by l.leaf", walk::select(), list.join(", "));
    entries(conn, &Sql::raw(sql)).await
}

async fn entries(conn: &mut Conn, sql: &Sql) -> Result<Vec<Sealed>> {
    let rows = conn.query(sql, &walk::types()).await?;
    let entry = |row| match walk::item(row) {
        Item::Entry(sealed) => Some(sealed),
        Item::Missing { .. } | Item::Head(_) => None,
    };
    Ok(rows.into_iter().filter_map(entry).collect())
}

/// Whether an entry is as it was sealed, or as the journal tells of it. One that was tampered with is left as it is:
/// touching it would remove the trace.
pub fn is_genuine(entry: &Sealed, told: &BTreeSet<(i64, Hash)>) -> bool {
    entry.is_intact() && entry.body.replaced().is_none_or(|shown| told.contains(&(entry.frame.seq, shown)))
}

/// Everything that sealed entries of the journal tell of.
pub async fn told(conn: &mut Conn) -> Result<BTreeSet<(i64, Hash)>> {
    let mut announcements = Sql::raw("j.kind = ");
    announcements.bind(LogKind::Erased.key()).push(" and j.resource = ''");
    let mut told = BTreeSet::new();
    for some in numbers(conn, announcements).await?.chunks(100) {
        for entry in with_numbers(conn, some).await? {
            told.extend(entry.body.content().map(|content| erasing(&entry.frame, content)).unwrap_or_default());
        }
    }
    Ok(told)
}

/// Writes the entry that tells what will stand where; gives its number.
pub async fn announce(cx: &mut Cx, user: Uuid, contents: &[(i64, Hash)]) -> Result<i64> {
    // Nobody else tells of anything meanwhile, so the last one is ours.
    cx.conn.lock(LOCK).await?;
    let detail = json!({ "user": user, "entries": contents.len(), "contents": contents });
    journal::note(cx, LogKind::Erased, None, detail).await?;
    journal::last_erasure(&mut cx.conn).await
}

/// Waits until an entry is sealed, by us or by another process.
pub async fn until_sealed(sealer: &Sealer, seq: i64) -> Result<()> {
    for _ in 0..LOOKS {
        // Who has another key does not seal; whoever has the right one does.
        if let Err(error) = sealer.seal().await {
            tracing::debug!(%error, "another process has to seal");
        }
        if is_sealed(&mut sealer.engine.db.read().await?, seq).await? {
            return Ok(());
        }
        tokio::time::sleep(LOOK).await;
    }
    Err(Error::Unavailable("The journal is not being sealed. Erasing continues once it is.".into()))
}

/// How many entries are sealed.
pub async fn size(conn: &mut Conn) -> Result<u64> {
    Ok(stored::latest(conn).await?.map_or(0, |head| head.size))
}

/// Keeps entries as they are until the end of the transaction: nothing else removes or replaces content meanwhile.
pub async fn hold(conn: &mut Conn) -> Result<()> {
    Ok(conn.lock(LOCK).await?)
}

/// Puts other content in the place of what entries say. The caller has told of it, and holds the entries.
pub async fn replace(conn: &mut Conn, entries: &[(Sealed, Content)]) -> Result<()> {
    let mut statements = Vec::with_capacity(entries.len() * 2);
    for (entry, content) in entries {
        let mut leaf = Sql::raw("update journal_leaves set salt = ");
        leaf.bind(Value::Bytes(content.salt.0.to_vec())).push(", content = ");
        leaf.bind(Value::Bytes(entry.body.hash().0.to_vec())).push(" where leaf = ").bind(entry.index as i64);
        let mut row = Sql::raw("update journal set actor_label = ");
        row.bind(content.actor_label.as_str()).push(", object_name = ").bind(content.object_name.as_deref());
        row.push(", address = ").bind(content.address.as_deref());
        row.push(", changes = ").bind(Value::Json(content.changes.clone())).push(", state = ");
        row.bind(content.state.clone().map_or(Value::Null, Value::Json)).push(" where seq = ").bind(entry.frame.seq);
        statements.extend([leaf, row]);
    }
    conn.execute_all(&statements).await?;
    Ok(())
}

/// Content as every database can keep it: what takes the place of an early entry has no NUL characters any more.
#[must_use]
pub fn storable(content: Content) -> Content {
    let text = |text: String| text.replace('\0', &NUL_SYMBOL.to_string());
    Content {
        actor_label: text(content.actor_label),
        object_name: content.object_name.map(text),
        address: content.address.map(text),
        ..content
    }
}
