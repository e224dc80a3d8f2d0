//! The tree as it is stored: heads, keys and the hashes of complete nodes.

use std::collections::HashMap;

use cairn_engine::error::{Error, Result};
use cairn_journal::{Hash, Head, Place, PublicKey};
use cairn_model::{Timestamp, Type, Value};
use cairn_store::{Conn, Row, Sql};

use super::packed;
use super::rows::bytes;

const HEAD: &str = "select size, root, at, key, signature from journal_heads";
const HEAD_TYPES: [Type; 5] = [Type::Int, Type::Bytes, Type::Time, Type::Bytes, Type::Bytes];

/// The latest tree head.
pub async fn latest(conn: &mut Conn) -> Result<Option<Head>> {
    let sql = Sql::raw(format!("{HEAD} order by size desc limit 1"));
    first(&conn.query(&sql, &HEAD_TYPES).await?)
}

/// The tree head signed at exactly this size.
pub async fn head_of(conn: &mut Conn, size: u64) -> Result<Option<Head>> {
    let mut sql = Sql::raw(format!("{HEAD} where size = "));
    sql.bind(size as i64);
    first(&conn.query(&sql, &HEAD_TYPES).await?)
}

/// The heads of trees larger than one size and no larger than another.
pub async fn heads_between(conn: &mut Conn, above: u64, until: u64) -> Result<Vec<Head>> {
    let mut sql = Sql::raw(format!("{HEAD} where size > "));
    sql.bind(above as i64).push(" and size <= ").bind(until as i64).push(" order by size");
    conn.query(&sql, &HEAD_TYPES).await?.iter().map(|row| head(row)).collect()
}

/// How many heads there are, and some of them, newest first.
pub async fn heads(conn: &mut Conn, limit: i64, offset: i64) -> Result<(i64, Vec<Head>)> {
    let count = conn.query(&Sql::raw("select count(*) from journal_heads"), &[Type::Int]).await?;
    let mut sql = Sql::raw(format!("{HEAD} order by size desc limit "));
    sql.bind(limit).push(" offset ").bind(offset);
    let rows = conn.query(&sql, &HEAD_TYPES).await?;
    Ok((number(&count), rows.iter().map(|row| head(row)).collect::<Result<_>>()?))
}

fn first(rows: &[Row]) -> Result<Option<Head>> {
    rows.first().map(|row| head(row)).transpose()
}

fn head(row: &[Value]) -> Result<Head> {
    let read = || {
        Some(Head {
            size: row[0].as_int()? as u64,
            root: Hash::from_slice(bytes(&row[1])?)?,
            at: row[2].as_time()?.to_string(),
            key: PublicKey(bytes(&row[3])?.try_into().ok()?),
            signature: bytes(&row[4])?.try_into().ok()?,
        })
    };
    read().ok_or_else(|| Error::internal("a head of the journal cannot be read: its row was damaged"))
}

/// The keys that signed heads, newest first. The newest is the one in use.
pub async fn keys(conn: &mut Conn) -> Result<Vec<(PublicKey, Timestamp)>> {
    let sql = Sql::raw("select key, since from journal_keys order by since desc");
    let rows = conn.query(&sql, &[Type::Bytes, Type::Time]).await?;
    Ok(rows.iter().filter_map(|row| Some((PublicKey(bytes(&row[0])?.try_into().ok()?), row[1].as_time()?))).collect())
}

/// The highest sealed entry number.
pub async fn last_sealed(conn: &mut Conn) -> Result<i64> {
    Ok(number(&conn.query(&Sql::raw("select max(seq) from journal_leaves"), &[Type::Int]).await?))
}

/// How many committed entries are waiting to be sealed, not counting late arrivals.
pub async fn waiting(conn: &mut Conn) -> Result<i64> {
    let mut sql = Sql::raw("select count(*) from journal where seq > ");
    sql.bind(last_sealed(conn).await?);
    Ok(number(&conn.query(&sql, &[Type::Int]).await?))
}

/// The hashes of complete nodes.
pub async fn hashes(conn: &mut Conn, places: &[Place]) -> Result<Vec<Hash>> {
    let queries: Vec<(Sql, Vec<Type>)> = places
        .iter()
        .map(|place| {
            let mut sql = Sql::new();
            if place.level == 0 {
                sql.push("select hash from journal_leaves where leaf = ").bind(place.position as i64);
            } else {
                sql.push("select hash from journal_nodes where level = ").bind(i64::from(place.level));
                sql.push(" and place = ").bind(place.position as i64);
            }
            (sql, vec![Type::Bytes])
        })
        .collect();
    let answers = conn.query_all(&queries).await?;
    let hash = |rows: &Vec<Row>| Hash::from_slice(bytes(&rows.first()?[0])?);
    let hashes: Option<Vec<Hash>> = answers.iter().map(hash).collect();
    hashes.ok_or_else(|| Error::internal("a node of the journal's tree is missing"))
}

/// The nodes that became complete with the leaves from `begin` to `end`.
pub(super) async fn completed(conn: &mut Conn, begin: u64, end: u64) -> Result<HashMap<Place, Hash>> {
    let sql = packed::select_nodes(conn.dialect(), begin, end);
    let rows = conn.query(&sql, &[Type::Int, Type::Int, Type::Bytes]).await?;
    let node = |row: &Row| {
        let place = Place { level: row[0].as_int()? as u32, position: row[1].as_int()? as u64 };
        Some((place, Hash::from_slice(bytes(&row[2])?)?))
    };
    Ok(rows.iter().filter_map(node).collect())
}

pub(super) fn number(rows: &[Row]) -> i64 {
    rows.first().and_then(|row| row[0].as_int()).unwrap_or_default()
}
