//! Whole tables out of one database and into another, of whichever kind.
//!
//! What a row looks like on its way is SQLite's own form: whole numbers, texts and bytes. SQLite cannot tell a time
//! from a number, so that form is all that both have in common; PostgreSQL knows its types and converts. Tables, columns
//! and rows come in one order on both, so that equal databases give equal bytes.

mod catalog;
mod cell;

use cairn_model::text::NUL_SYMBOL;
use cairn_model::value::{Type, Value};

use crate::{Conn, Dialect, Row, Sql, StoreError};

pub use catalog::schema_version;

/// A table, with what is needed to read and write all of its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    /// By name.
    columns: Vec<Column>,
    /// The positions of the primary key's columns, in its order.
    key: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Column {
    name: String,
    kind: Type,
}

/// Rows are read in portions of this size.
const PORTION: i64 = 1000;
/// SQLite takes no more values in one statement.
const MAX_VALUES: usize = 30_000;
const MAX_ROWS: usize = 200;

impl Table {
    /// All tables, by name, but for the one that remembers migrations.
    pub async fn all(conn: &mut Conn) -> Result<Vec<Self>, StoreError> {
        catalog::tables(conn).await
    }

    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// Whether it holds nothing.
    pub async fn is_empty(&self, conn: &mut Conn) -> Result<bool, StoreError> {
        let sql = Sql::raw(format!("select 1 from \"{}\" limit 1", self.name));
        Ok(conn.query(&sql, &[Type::Int]).await?.is_empty())
    }

    pub async fn count(&self, conn: &mut Conn) -> Result<u64, StoreError> {
        let sql = Sql::raw(format!("select count(*) from \"{}\"", self.name));
        let rows = conn.query(&sql, &[Type::Int]).await?;
        Ok(rows.first().and_then(|row| row[0].as_int()).unwrap_or_default().unsigned_abs())
    }

    pub async fn clear(&self, conn: &mut Conn) -> Result<(), StoreError> {
        conn.execute(&Sql::raw(format!("delete from \"{}\"", self.name))).await.map(drop)
    }

    /// Begins to read all rows, in the order of the key.
    pub fn rows(&self) -> Rows<'_> {
        Rows { table: self, last: None, done: false }
    }

    /// Writes rows that another database gave. They have the columns that [`Table::columns`] names.
    pub async fn insert(&self, conn: &mut Conn, lines: &[String]) -> Result<(), StoreError> {
        let most = MAX_ROWS.min(MAX_VALUES / self.columns.len().max(1)).max(1);
        for some in lines.chunks(most) {
            let names: Vec<String> = self.columns().map(|name| format!("\"{name}\"")).collect();
            let mut sql = Sql::raw(format!("insert into \"{}\" ({}) values ", self.name, names.join(", ")));
            for (at, line) in some.iter().enumerate() {
                let row = cell::read(line, &self.columns)
                    .map_err(|reason| StoreError::other(format!("a row of {} cannot be read: {reason}", self.name)))?;
                sql.push(if at > 0 { ", (" } else { "(" });
                for (at, value) in row.into_iter().enumerate() {
                    sql.push(if at > 0 { ", " } else { "" }).bind(keepable(value, conn.dialect()));
                }
                sql.push(")");
            }
            conn.execute(&sql).await?;
        }
        Ok(())
    }

    fn select(&self, dialect: Dialect, after: Option<&Row>) -> Sql {
        let names: Vec<String> = self.columns().map(|name| format!("\"{name}\"")).collect();
        let mut sql = Sql::raw(format!("select {} from \"{}\"", names.join(", "), self.name));
        let key: Vec<String> = self.key.iter().map(|at| self.ordered(*at, dialect)).collect();
        if let Some(last) = after {
            sql.push(&format!(" where ({}) > (", key.join(", ")));
            for (at, column) in self.key.iter().enumerate() {
                sql.push(if at > 0 { ", " } else { "" }).bind(last[*column].clone());
            }
            sql.push(")");
        }
        let order =
            if key.is_empty() { (0..self.columns.len()).map(|at| self.ordered(at, dialect)).collect() } else { key };
        sql.push(&format!(" order by {}", order.join(", ")));
        sql
    }

    /// A column to order by. Texts are compared byte by byte on both databases.
    fn ordered(&self, at: usize, dialect: Dialect) -> String {
        let Column { name, kind } = &self.columns[at];
        let collation = if dialect == Dialect::Postgres && *kind == Type::Text { " collate \"C\"" } else { "" };
        format!("\"{name}\"{collation}")
    }
}

/// The rows of a table on their way out.
pub struct Rows<'a> {
    table: &'a Table,
    last: Option<Row>,
    done: bool,
}

impl Rows<'_> {
    /// The next rows, one line of JSON each; none at the end.
    pub async fn next(&mut self, conn: &mut Conn) -> Result<Option<Vec<String>>, StoreError> {
        if self.done {
            return Ok(None);
        }
        let mut sql = self.table.select(conn.dialect(), self.last.as_ref());
        let has_key = !self.table.key.is_empty();
        if has_key {
            sql.push(" limit ").bind(PORTION);
        }
        let types: Vec<Type> = self.table.columns.iter().map(|column| column.kind).collect();
        let rows = conn.query(&sql, &types).await?;
        self.done = !has_key || (rows.len() as i64) < PORTION;
        let lines = rows.iter().map(|row| cell::write(row)).collect();
        self.last = rows.into_iter().last();
        Ok(Some(lines))
    }
}

/// What must be put aside while tables are filled in any order, and put back afterwards.
pub struct Loose {
    constraints: Vec<(String, String, String)>,
}

/// Lets references wait for what they refer to until [`tighten`], inside a transaction.
pub async fn loosen(conn: &mut Conn) -> Result<Loose, StoreError> {
    if conn.dialect() == Dialect::Sqlite {
        conn.execute_batch("pragma defer_foreign_keys = on").await?;
        return Ok(Loose { constraints: Vec::new() });
    }
    let constraints = catalog::references(conn).await?;
    for (table, name, _) in &constraints {
        conn.execute_batch(&format!("alter table \"{table}\" drop constraint \"{name}\"")).await?;
    }
    Ok(Loose { constraints })
}

/// Puts the references back, which checks every one of them, and lets numbers go on after the last one.
pub async fn tighten(conn: &mut Conn, loose: Loose) -> Result<(), StoreError> {
    for (table, name, definition) in loose.constraints {
        conn.execute_batch(&format!("alter table \"{table}\" add constraint \"{name}\" {definition}")).await?;
    }
    catalog::renumber(conn).await
}

/// Forgets how far numbers went, for tables that were emptied.
pub async fn forget_numbers(conn: &mut Conn) -> Result<(), StoreError> {
    if conn.dialect() == Dialect::Sqlite {
        conn.execute_batch("delete from sqlite_sequence").await?;
    }
    Ok(())
}

/// A value as the database can keep it. Cairn once let NUL characters into the journal on SQLite; PostgreSQL cannot keep
/// them in a text, so a symbol stands for each. Whoever checks the journal knows of it.
fn keepable(value: Value, dialect: Dialect) -> Value {
    match value {
        Value::Text(text) if dialect == Dialect::Postgres && text.contains('\0') => {
            Value::Text(text.replace('\0', NUL_SYMBOL.encode_utf8(&mut [0; 4])))
        }
        other => other,
    }
}

/// Whether a line is a row of so many columns.
pub fn is_row(line: &str, columns: usize) -> bool {
    matches!(serde_json::from_str::<Vec<serde_json::Value>>(line), Ok(cells) if cells.len() == columns)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
