//! All that is sealed, in the order of the tree, a page at a time.

use cairn_engine::error::{Error, Result};
use cairn_engine::journal;
use cairn_journal::bundle::Header;
use cairn_journal::{Body, Check, Content, Failure, Hash, Head, Report, Salt, Sealed, Seen, Verifier};
use cairn_model::{LogKind, Timestamp, Type, Value};
use cairn_store::{Conn, Row, Sql};

use super::rows::{self, bytes};
use super::stored;

/// Leaves read at a time.
pub(super) const PAGE: u64 = 200;

/// Something that is sealed.
#[expect(clippy::large_enum_variant, reason = "nearly all of them are entries")]
pub enum Item {
    Entry(Sealed),
    /// A leaf whose entry is gone. Nothing in Cairn deletes entries.
    Missing {
        index: u64,
        seq: i64,
    },
    /// A head, after the last entry that it covers.
    Head(Head),
}

/// What a bundle of the present state begins with; `None` when nothing is sealed.
pub async fn header(conn: &mut Conn, now: Timestamp) -> Result<Option<Header>> {
    let Some(head) = stored::latest(conn).await? else { return Ok(None) };
    let horizon = journal::stored_horizon(conn).await?.map(|horizon| horizon.to_string());
    let has_erasures = last_announcement(conn).await?.is_some_and(|leaf| leaf < head.size);
    Ok(Some(Header { size: head.size, horizon, exported_at: now.to_string(), has_erasures }))
}

/// The last leaf that tells of erasing. Nothing is replaced before it is told of here.
async fn last_announcement(conn: &mut Conn) -> Result<Option<u64>> {
    let mut sql = Sql::raw("select max(l.leaf) from journal j join journal_leaves l on l.seq = j.seq where j.kind = ");
    sql.bind(LogKind::Erased.key()).push(" and j.resource = ''");
    let rows = conn.query(&sql, &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()).map(|leaf| leaf as u64))
}

/// Everything from a page of the tree: entries and the heads between them. Empty at the end.
pub async fn page(conn: &mut Conn, begin: u64, size: u64) -> Result<Vec<Item>> {
    let end = size.min(begin + PAGE);
    let mut sql = Sql::raw(format!("{} where l.leaf >= ", select()));
    sql.bind(begin as i64).push(" and l.leaf < ").bind(end as i64).push(" order by l.leaf");
    let found = conn.query(&sql, &types()).await?;
    let mut heads = stored::heads_between(conn, begin, end).await?.into_iter().peekable();
    let mut items = Vec::with_capacity(found.len() + heads.len());
    for row in found {
        let leaf = item(row);
        let (Item::Entry(Sealed { index, .. }) | Item::Missing { index, .. }) = leaf else { continue };
        items.push(leaf);
        while let Some(head) = heads.next_if(|head| head.size <= index + 1) {
            items.push(Item::Head(head));
        }
    }
    items.extend(heads.map(Item::Head));
    Ok(items)
}

/// Leaves `l` with their entries `j`, for [`item`].
pub(super) fn select() -> String {
    let columns = rows::COLUMNS;
    format!(
        "select l.leaf, l.seq, l.hash, l.salt, l.content, j.pruned_at, {columns} from journal_leaves l \
         left join journal j on j.seq = l.seq"
    )
}

pub(super) fn types() -> Vec<Type> {
    let leaf = [Type::Int, Type::Int, Type::Bytes, Type::Bytes, Type::Bytes, Type::Time];
    leaf.into_iter().chain(rows::TYPES).collect()
}

pub(super) fn item(row: Row) -> Item {
    let mut row = row.into_iter();
    let mut next = || row.next().unwrap_or_default();
    let (index, seq) = (next().as_int().unwrap_or_default() as u64, next().as_int().unwrap_or_default());
    let (hash, salt, content, pruned_at) = (next(), next(), next(), next());
    let salt = bytes(&salt).and_then(Salt::from_slice);
    let hash = bytes(&hash).and_then(Hash::from_slice).unwrap_or(Hash([0; 32]));
    let removed = bytes(&content).and_then(Hash::from_slice);
    let rest: Vec<Value> = row.collect();
    if rest[0].is_null() {
        return Item::Missing { index, seq };
    }
    let (frame, content) = rows::entry(rest, salt.unwrap_or(Salt([0; 16])));
    let body = match (removed, pruned_at.is_null(), salt.is_some()) {
        // An entry whose content was removed has none. If there is some nevertheless, it is what
        // people see, so it is what must be checked, and it will not pass.
        (Some(hash), false, false) if is_empty(&content) => Body::Pruned(hash),
        (Some(sealed), true, true) => Body::Erased { sealed, content },
        _ => Body::Whole(content),
    };
    Item::Entry(rows::as_sealed(Sealed { index, hash, frame, body }))
}

/// Whether pruning has left this.
fn is_empty(content: &Content) -> bool {
    let Content { salt: _, actor_label, object_name, address, changes, state } = content;
    actor_label.is_empty() && object_name.is_none() && address.is_none() && changes == "{}" && state.is_none()
}

/// What checking a database tells, beside what checking a bundle does.
#[derive(Debug)]
pub struct Checked {
    pub report: Report,
    /// Entries that are not sealed yet.
    pub waiting: i64,
}

/// Checks the sealed journal of a database against itself and what was seen before, and the
/// stored nodes of the tree, from which proofs are made.
pub async fn verify(conn: &mut Conn, seen: Seen, now: Timestamp) -> Result<std::result::Result<Checked, Failure>> {
    let header = header(conn, now).await?;
    let verdict = verify_all(conn, Verifier::new(seen), header.as_ref()).await?;
    still_the_same(conn, header.as_ref()).await?;
    let waiting = unsealed(conn).await?;
    Ok(verdict.map(|report| Checked { report, waiting }))
}

/// On PostgreSQL each page is read for itself, and content that goes meanwhile would look as if it
/// had gone without leave.
pub(super) async fn still_the_same(conn: &mut Conn, header: Option<&Header>) -> Result<()> {
    let Some(header) = header else { return Ok(()) };
    let now = journal::stored_horizon(conn).await?.map(|horizon| horizon.to_string());
    if now != header.horizon {
        return Err(Error::Conflict("Old content was removed from the journal in the meantime. Try again.".into()));
    }
    if last_announcement(conn).await?.is_some_and(|leaf| leaf >= header.size) {
        return Err(Error::Conflict("Someone was erased from the journal in the meantime. Try again.".into()));
    }
    Ok(())
}

async fn verify_all(
    conn: &mut Conn,
    mut verifier: Verifier,
    header: Option<&Header>,
) -> Result<std::result::Result<Report, Failure>> {
    if let Some(&Header { size, ref horizon, .. }) = header {
        verifier.announce(size, horizon.clone());
        let mut begin = 0;
        while begin < size {
            if let Err(failure) = verify_page(conn, &mut verifier, begin, size).await? {
                return Ok(Err(failure));
            }
            begin += PAGE;
        }
    }
    Ok(verifier.finish())
}

async fn verify_page(
    conn: &mut Conn,
    verifier: &mut Verifier,
    begin: u64,
    size: u64,
) -> Result<std::result::Result<(), Failure>> {
    let mut nodes = Vec::new();
    for item in page(conn, begin, size).await? {
        let outcome = match item {
            Item::Entry(sealed) => {
                verifier.entry_with(&sealed, |node| nodes.push((sealed.frame.seq, sealed.index, node)))
            }
            Item::Missing { index, seq } if index == verifier.size() => {
                Err(Failure { seq: Some(seq), ..verifier.fail(Check::Missing) })
            }
            Item::Missing { seq, .. } => Err(Failure { seq: Some(seq), ..verifier.fail(Check::Order) }),
            Item::Head(head) => verifier.head(&head),
        };
        if let Err(failure) = outcome {
            return Ok(Err(failure));
        }
    }
    let stored = stored::completed(conn, begin, size.min(begin + PAGE)).await?;
    let wrong = nodes.iter().find(|(_, _, node)| stored.get(&node.place) != Some(&node.hash));
    Ok(match wrong {
        None => Ok(()),
        Some((seq, index, _)) => Err(Failure { index: Some(*index), seq: Some(*seq), ..verifier.fail(Check::Node) }),
    })
}

/// Entries without a leaf: those that wait for the sealer.
async fn unsealed(conn: &mut Conn) -> Result<i64> {
    let sql = "select count(*) from journal j where not exists (select 1 from journal_leaves l where l.seq = j.seq)";
    Ok(stored::number(&conn.query(&Sql::raw(sql), &[Type::Int]).await?))
}
