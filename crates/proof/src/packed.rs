//! Inserts many short rows with one statement whose text never changes.
//!
//! A batch has a thousand leaves and about as many nodes. Binding their values one by one would
//! cost more than everything else, so all hashes are sent as a single byte string, which the
//! database slices, and all numbers as a single JSON array.

use cairn_journal::{Hash, Node, Salt};
use cairn_model::Value;
use cairn_store::{Dialect, Sql};

/// A leaf without its index, which follows from the previous one.
pub struct Leaf {
    pub seq: i64,
    pub hash: Hash,
    pub salt: Salt,
}

/// The most levels a tree can have, and the factor that packs a level into an index.
const LEVELS: i64 = 64;

/// Inserts leaves, starting at this index.
pub fn insert_leaves(dialect: Dialect, first: u64, leaves: &[Leaf]) -> Sql {
    let hashes: Vec<u8> = leaves.iter().flat_map(|leaf| leaf.hash.0).collect();
    let salts: Vec<u8> = leaves.iter().flat_map(|leaf| leaf.salt.0).collect();
    let seqs: Vec<i64> = leaves.iter().map(|leaf| leaf.seq).collect();
    let mut sql = Sql::raw("insert into journal_leaves (leaf, seq, hash, salt) select ");
    sql.bind(first as i64).push(" + t.at, t.number, ");
    cut(&mut sql, dialect, hashes, 32);
    sql.push(", ");
    cut(&mut sql, dialect, salts, 16);
    sql.push(" from ");
    numbers(&mut sql, dialect, &seqs);
    sql
}

/// Inserts nodes.
pub fn insert_nodes(dialect: Dialect, nodes: &[Node]) -> Sql {
    let hashes: Vec<u8> = nodes.iter().flat_map(|node| node.hash.0).collect();
    let places: Vec<i64> =
        nodes.iter().map(|Node { place, .. }| place.position as i64 * LEVELS + i64::from(place.level)).collect();
    let mut sql = Sql::raw(format!(
        "insert into journal_nodes (level, place, hash) select t.number % {LEVELS}, t.number / {LEVELS}, "
    ));
    cut(&mut sql, dialect, hashes, 32);
    sql.push(" from ");
    numbers(&mut sql, dialect, &places);
    sql
}

/// Selects the nodes that became complete with the leaves from `begin` to `end`.
pub fn select_nodes(dialect: Dialect, begin: u64, end: u64) -> Sql {
    let levels: Vec<i64> = (1..LEVELS - 1).collect();
    // Level by level along the key. PostgreSQL, left to itself, reads all nodes each time.
    let (join, level, done) = match dialect {
        Dialect::Sqlite => (" join journal_nodes n on", "t.number", ""),
        Dialect::Postgres => {
            (" cross join lateral (select * from journal_nodes n where", "t.number::int", " offset 0) n")
        }
    };
    let mut sql = Sql::raw("select n.level, n.place, n.hash from ");
    numbers(&mut sql, dialect, &levels);
    sql.push(join).push(" n.level = t.number and n.place >= ");
    integer(&mut sql, dialect, begin).push(&format!(" >> {level} and n.place < "));
    integer(&mut sql, dialect, end).push(&format!(" >> {level}{done}"));
    sql
}

/// The slice of the bytes that belongs to the row.
fn cut(sql: &mut Sql, dialect: Dialect, bytes: Vec<u8>, width: usize) {
    let (kind, at) = match dialect {
        Dialect::Sqlite => ("", "t.at"),
        Dialect::Postgres => ("::bytea", "t.at::int"),
    };
    sql.push("substr(").bind(Value::Bytes(bytes)).push(&format!("{kind}, {at} * {width} + 1, {width})"));
}

fn integer(sql: &mut Sql, dialect: Dialect, number: u64) -> &mut Sql {
    sql.push("(").bind(number as i64);
    if dialect == Dialect::Postgres {
        sql.push("::bigint");
    }
    sql.push(")")
}

/// The numbers as rows `t` with their index `at`, starting at 0.
fn numbers(sql: &mut Sql, dialect: Dialect, numbers: &[i64]) {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let json = Value::Json(format!("[{}]", texts.join(",")));
    match dialect {
        Dialect::Sqlite => sql.push("(select value as number, key as at from json_each(").bind(json).push(")) t"),
        Dialect::Postgres => sql
            .push("(select value::bigint as number, place - 1 as at from json_array_elements_text(")
            .bind(json)
            .push("::json) with ordinality as e (value, place)) t"),
    };
}
