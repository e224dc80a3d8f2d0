//! Proofs from the stored tree: a few dozen small rows, no matter how long the journal is.

use cairn_engine::error::{Error, Result};
use cairn_journal::proof::Plan;
use cairn_journal::{Hash, Head, Place};
use cairn_model::Type;
use cairn_store::{Conn, Sql};

use super::rows::bytes;
use super::stored;

/// A leaf and the entry it belongs to.
#[derive(Debug, Clone)]
pub struct Leaf {
    pub seq: i64,
    pub index: u64,
    pub hash: Hash,
}

/// Proof that a leaf is in the tree of a given size.
#[derive(Debug)]
pub struct Inclusion {
    pub size: u64,
    pub root: Hash,
    pub path: Vec<Hash>,
    /// The signed tree head of this size, if any.
    pub head: Option<Head>,
}

/// Proof that one tree is a prefix of another.
#[derive(Debug)]
pub struct Consistency {
    pub first: u64,
    pub first_root: Hash,
    pub second: u64,
    pub second_root: Hash,
    pub path: Vec<Hash>,
    /// The signed tree head of the second size, if any.
    pub head: Option<Head>,
}

/// The leaf of an entry, or none while it is not sealed.
pub async fn leaf(conn: &mut Conn, seq: i64) -> Result<Option<Leaf>> {
    let mut sql =
        Sql::raw("select l.leaf, l.hash from journal_leaves l join journal j on j.seq = l.seq where l.seq = ");
    sql.bind(seq);
    let rows = conn.query(&sql, &[Type::Int, Type::Bytes]).await?;
    Ok(rows
        .first()
        .and_then(|row| Some(Leaf { seq, index: row[0].as_int()? as u64, hash: Hash::from_slice(bytes(&row[1])?)? })))
}

/// Proves that a leaf is in the tree of the first `size` leaves, or in the newest signed one.
pub async fn inclusion(conn: &mut Conn, leaf: &Leaf, size: Option<u64>) -> Result<Inclusion> {
    let (size, head) = tree(conn, "size", size).await?;
    let plan = Plan::inclusion(leaf.index, size).ok_or_else(|| {
        Error::field("size", format!("The entry is leaf {}, which is not in a tree of size {size}.", leaf.index))
    })?;
    let [path, root] = assemble(conn, [plan, Plan::root(size)]).await?;
    Ok(Inclusion { size, root: only(&root)?, path, head })
}

/// Proves that the tree of the first `first` leaves is a prefix of the tree of `second`.
pub async fn consistency(conn: &mut Conn, first: u64, second: Option<u64>) -> Result<Consistency> {
    let (second, head) = tree(conn, "second", second).await?;
    let plan = Plan::consistency(first, second)
        .ok_or_else(|| Error::field("first", format!("Must be a whole number from 1 to {second}.")))?;
    let [path, one, two] = assemble(conn, [plan, Plan::root(first), Plan::root(second)]).await?;
    Ok(Consistency { first, first_root: only(&one)?, second, second_root: only(&two)?, path, head })
}

/// A valid tree size, and the head at that size.
async fn tree(conn: &mut Conn, field: &str, wanted: Option<u64>) -> Result<(u64, Option<Head>)> {
    let latest = stored::latest(conn).await?;
    let most = latest.as_ref().map_or(0, |head| head.size);
    match wanted {
        None => Ok((most, latest)),
        Some(size) if size == most => Ok((most, latest)),
        Some(size) if (1..most).contains(&size) => Ok((size, stored::head_of(conn, size).await?)),
        Some(_) => {
            Err(Error::field(field, format!("Must be a whole number from 1 to {most}, the latest signed size.")))
        }
    }
}

fn only(root: &[Hash]) -> Result<Hash> {
    root.first().copied().ok_or_else(|| Error::internal("a tree has a root"))
}

/// Fetches the nodes that several plans need in one go, and assembles each proof.
async fn assemble<const N: usize>(conn: &mut Conn, plans: [Plan; N]) -> Result<[Vec<Hash>; N]> {
    let places: Vec<Vec<Place>> = plans.iter().map(Plan::places).collect();
    let hashes = stored::hashes(conn, &places.concat()).await?;
    let mut rest = &hashes[..];
    let mut proofs = plans.iter().zip(&places).map(|(plan, places)| {
        let (some, after) = rest.split_at(places.len());
        rest = after;
        plan.assemble(some).ok_or_else(|| Error::internal("a proof could not be put together"))
    });
    let proofs: Vec<Vec<Hash>> = proofs.by_ref().collect::<Result<_>>()?;
    proofs.try_into().map_err(|_| Error::internal("a proof is missing"))
}
