//! Which tables there are, as the database itself tells.

use std::collections::BTreeMap;

use cairn_model::value::Type;

use super::{Column, Table, text};
use crate::{Conn, Dialect, Sql, StoreError};

const MIGRATIONS: &str = "schema_migrations";

/// The version of the newest migration; none for a database that has no tables yet.
pub async fn schema_version(conn: &mut Conn) -> Result<Option<i64>, StoreError> {
    let exists = match conn.dialect() {
        Dialect::Sqlite => "select 1 from sqlite_master where name = 'schema_migrations'",
        Dialect::Postgres => {
            "select 1 from pg_tables where schemaname = current_schema and tablename = 'schema_migrations'"
        }
    };
    let exists = match conn.dialect() {
        Dialect::Sqlite => Sql::from(exists),
        Dialect::Postgres => Sql::raw(exists.replace("select 1", "select 1::bigint")),
    };
    if conn.query(&exists, &[Type::Int]).await?.is_empty() {
        return Ok(None);
    }
    let rows = conn.query(&Sql::from("select max(version) from schema_migrations"), &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()))
}

/// Leaves out views, what the database keeps for a full-text index, and columns that it works out itself.
pub(super) async fn tables(conn: &mut Conn) -> Result<Vec<Table>, StoreError> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => {
            "select t.name, c.name, lower(c.type), c.pk from pragma_table_list t, pragma_table_xinfo(t.name) c \
             where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' \
             and t.name <> 'search_numbers' and c.hidden = 0"
        }
        Dialect::Postgres => {
            // The catalogue itself: the views of the standard take seconds to join once there are a few hundred tables.
            "select c.relname::text, a.attname::text, t.typname::text, \
             coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0)::bigint \
             from pg_catalog.pg_class c \
             join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped \
             join pg_catalog.pg_type t on t.oid = a.atttypid \
             left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary \
             where c.relnamespace = to_regnamespace(current_schema) and c.relkind = 'r' and a.attgenerated = ''"
        }
    };
    let rows = conn.query(&Sql::from(sql), &[Type::Text, Type::Text, Type::Text, Type::Int]).await?;
    let mut all: BTreeMap<String, BTreeMap<String, (Type, i64)>> = BTreeMap::new();
    for row in rows {
        let (table, column, kind) = (text(&row[0]), text(&row[1]), text(&row[2]));
        let Some(known) = kind_of(&kind) else {
            return Err(StoreError::other(format!("the column {table}.{column} has the unknown type {kind}")));
        };
        all.entry(table).or_default().insert(column, (known, row[3].as_int().unwrap_or_default()));
    }
    all.remove(MIGRATIONS);
    Ok(all.into_iter().map(|(name, columns)| table(name, columns)).collect())
}

fn table(name: String, columns: BTreeMap<String, (Type, i64)>) -> Table {
    let mut key: Vec<(i64, usize)> = columns
        .values()
        .enumerate()
        .filter(|(_, (_, place))| *place > 0)
        .map(|(at, (_, place))| (*place, at))
        .collect();
    key.sort_unstable();
    let columns = columns.into_iter().map(|(name, (kind, _))| Column { name, kind }).collect();
    Table { name, columns, key: key.into_iter().map(|(_, at)| at).collect() }
}

fn kind_of(declared: &str) -> Option<Type> {
    Some(match declared {
        "integer" | "int8" | "int4" | "int2" => Type::Int,
        "text" | "varchar" => Type::Text,
        "blob" | "bytea" => Type::Bytes,
        "bool" => Type::Bool,
        "timestamptz" => Type::Time,
        "uuid" => Type::Uuid,
        "json" => Type::Json,
        "date" => Type::Date,
        _ => return None,
    })
}

/// The references between tables of PostgreSQL: table, name and definition.
pub(super) async fn references(conn: &mut Conn) -> Result<Vec<(String, String, String)>, StoreError> {
    let sql = "select r.relname::text, c.conname::text, pg_get_constraintdef(c.oid) from pg_constraint c \
               join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace \
               where c.contype = 'f' and n.nspname = current_schema order by 1, 2";
    let rows = conn.query(&Sql::from(sql), &[Type::Text; 3]).await?;
    Ok(rows.iter().map(|row| (text(&row[0]), text(&row[1]), text(&row[2]))).collect())
}

/// Lets PostgreSQL's sequences go on after the largest number; SQLite does so by itself.
pub(super) async fn renumber(conn: &mut Conn) -> Result<(), StoreError> {
    if conn.dialect() == Dialect::Sqlite {
        return Ok(());
    }
    let sql = "select table_name::text, column_name::text from information_schema.columns \
               where table_schema = current_schema and column_default like 'nextval(%'";
    for row in conn.query(&Sql::from(sql), &[Type::Text; 2]).await? {
        let (table, column) = (text(&row[0]), text(&row[1]));
        conn.execute_batch(&format!(
            "select setval(pg_get_serial_sequence('\"{table}\"', '{column}'), coalesce(max(\"{column}\"), 1), \
             max(\"{column}\") is not null) from \"{table}\""
        ))
        .await?;
    }
    Ok(())
}
