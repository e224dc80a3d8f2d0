//! A copy of all tables for one transaction of PostgreSQL.
//!
//! A temporary table hides the real one of the same name, so that statements work on the copy without knowing. The real
//! tables are only read. Indexes keep their names, because a broken constraint is told by its name; references between
//! tables are not copied, because the engine checks them itself.

use cairn_model::value::Type;

use crate::transfer::Table;
use crate::{Conn, Sql, StoreError};

/// Makes the copy inside the open transaction, with which it goes.
pub(crate) async fn fill(conn: &mut Conn, empty: &[&str]) -> Result<(), StoreError> {
    let tables = Table::all(conn).await?;
    let sql = "select schemaname::text, indexdef from pg_indexes where schemaname = current_schema order by indexname";
    let indexes = conn.query(&Sql::from(sql), &[Type::Text, Type::Text]).await?;
    let schema = conn.query(&Sql::from("select quote_ident(current_schema)"), &[Type::Text]).await?;
    let schema = schema.first().and_then(|row| row[0].as_str()).unwrap_or_default().to_owned();
    let mut text: Vec<String> = Vec::new();
    for table in &tables {
        let name = &table.name;
        text.push(format!(
            "create temporary table \"{name}\" (like {schema}.\"{name}\" including defaults including generated) on commit drop;"
        ));
        if !empty.contains(&name.as_str()) {
            let columns = table.columns().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ");
            text.push(format!("insert into pg_temp.\"{name}\" ({columns}) select {columns} from {schema}.\"{name}\";"));
        }
    }
    for index in &indexes {
        let definition = index[1].as_str().unwrap_or_default();
        // `CREATE UNIQUE INDEX name ON schema.table …`, as the server writes it.
        let Some((head, rest)) = definition.split_once(&format!(" ON {schema}.")) else { continue };
        if tables.iter().any(|table| rest.trim_start_matches('"').starts_with(&table.name)) {
            text.push(format!("{head} ON pg_temp.{rest};"));
        }
    }
    conn.execute_batch(&text.concat()).await
}
