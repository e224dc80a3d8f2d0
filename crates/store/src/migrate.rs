//! Bringing the schema up to date.
//!
//! A migration and the row that records it are one transaction, so a database is always exactly
//! at some version. Every step takes the lock anew and reads the state under it: any number of
//! servers may start at once, and each finds the work done or does it.

use std::collections::BTreeMap;

use cairn_model::value::{Type, Value};
use sha2::{Digest, Sha256};

use crate::{Conn, Db, Dialect, Sql, StoreError};

/// One step of the schema, written for each database.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    pub version: i64,
    pub name: &'static str,
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

impl Migration {
    fn text(&self, dialect: Dialect) -> &'static str {
        match dialect {
            Dialect::Sqlite => self.sqlite,
            Dialect::Postgres => self.postgres,
        }
    }

    fn checksum(&self, dialect: Dialect) -> String {
        hex::encode(Sha256::digest(self.text(dialect)))
    }

    fn error(&self, reason: impl Into<String>) -> StoreError {
        StoreError::Migration { name: self.name.to_owned(), reason: reason.into() }
    }
}

/// What the database remembers of a migration.
struct Applied {
    name: String,
    checksum: String,
}

pub(crate) async fn migrate(db: &Db, migrations: &[Migration]) -> Result<Vec<&'static str>, StoreError> {
    for pair in migrations.windows(2) {
        if pair[0].version >= pair[1].version {
            return Err(pair[1].error(format!("its version {} does not follow {}", pair[1].version, pair[0].version)));
        }
    }
    let mut names = Vec::new();
    while let Some(migration) = apply_next(db, migrations).await? {
        tracing::info!(version = migration.version, name = migration.name, "migration applied");
        names.push(migration.name);
    }
    Ok(names)
}

/// Applies the first missing migration, if there is one.
async fn apply_next<'a>(db: &Db, migrations: &'a [Migration]) -> Result<Option<&'a Migration>, StoreError> {
    let mut conn = db.write_long().await?;
    // The table is created under the lock too: on PostgreSQL, two sessions that create it at
    // the same time would both find it missing and one would fail.
    conn.lock("schema_migrations").await?;
    conn.execute_batch(match conn.dialect() {
        Dialect::Sqlite => {
            "create table if not exists schema_migrations (
                version integer primary key,
                name text not null,
                checksum text not null,
                applied_at integer not null default (cast(unixepoch('subsec') * 1000000 as integer))
            ) strict"
        }
        Dialect::Postgres => {
            // Otherwise PostgreSQL sends a notice that the table exists, at every start.
            "set local client_min_messages = warning;
            create table if not exists schema_migrations (
                version bigint primary key,
                name text not null,
                checksum text not null,
                applied_at timestamptz not null default now()
            )"
        }
    })
    .await?;
    let applied = list_applied(&mut conn).await?;
    let Some(next) = find_next(&applied, migrations, conn.dialect())? else {
        conn.commit().await?;
        return Ok(None);
    };
    // Whatever fails from here on, dropping the connection leaves the database as it was.
    apply(conn, next).await.map_err(|error| match error {
        StoreError::Unavailable(_) | StoreError::Full | StoreError::ReadOnly => error,
        error => next.error(error.to_string()),
    })?;
    Ok(Some(next))
}

async fn list_applied(conn: &mut Conn) -> Result<BTreeMap<i64, Applied>, StoreError> {
    let sql = Sql::from("select version, name, checksum from schema_migrations");
    let rows = conn.query(&sql, &[Type::Int, Type::Text, Type::Text]).await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| match <[Value; 3]>::try_from(row) {
            Ok([Value::Int(version), Value::Text(name), Value::Text(checksum)]) => {
                Some((version, Applied { name, checksum }))
            }
            _ => None,
        })
        .collect())
}

/// Compares what was applied with what this program knows, and finds the first that is missing.
fn find_next<'a>(
    applied: &BTreeMap<i64, Applied>,
    migrations: &'a [Migration],
    dialect: Dialect,
) -> Result<Option<&'a Migration>, StoreError> {
    let known = migrations.last().map_or(0, |migration| migration.version);
    let found = applied.last_key_value().map_or(0, |(version, _)| *version);
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (version, row) in applied {
        let Some(migration) = migrations.iter().find(|migration| migration.version == *version) else {
            return Err(StoreError::Migration {
                name: row.name.clone(),
                reason: format!("version {version} was applied to this database but is not part of this program"),
            });
        };
        if migration.checksum(dialect) != row.checksum {
            return Err(migration.error("its text has changed since it was applied to this database"));
        }
    }
    let next = migrations.iter().find(|migration| !applied.contains_key(&migration.version));
    match next {
        // The order would then differ from that on every other database.
        Some(late) if late.version < found => {
            Err(late.error(format!("it comes before version {found}, which is already applied")))
        }
        next => Ok(next),
    }
}

async fn apply(mut conn: Conn, migration: &Migration) -> Result<(), StoreError> {
    let dialect = conn.dialect();
    conn.execute_batch(migration.text(dialect)).await?;
    let mut record = Sql::from("insert into schema_migrations (version, name, checksum) values (");
    record
        .bind(migration.version)
        .push(", ")
        .bind(migration.name)
        .push(", ")
        .bind(migration.checksum(dialect))
        .push(")");
    conn.execute(&record).await?;
    conn.commit().await
}
