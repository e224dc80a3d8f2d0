//! Rows on their way from one database to another.

use cairn_model::value::{Type, Value};
use cairn_store::transfer::Table;
use cairn_store::{Dialect, Sql};

use crate::support::{Store, on_both};

on_both!(a_nul_character_can_be_restored);

/// SQLite kept NUL characters that PostgreSQL cannot keep; a backup that has one must be good for both.
async fn a_nul_character_can_be_restored(store: &Store) {
    let mut conn = store.db.write().await.unwrap();
    conn.execute_batch("create table entries (id integer primary key, name text not null)").await.unwrap();
    let tables = Table::all(&mut conn).await.unwrap();
    let table = tables.iter().find(|table| table.name == "entries").unwrap();
    table.insert(&mut conn, &[r#"[1,"a\u0000b"]"#.to_owned(), r#"[2,"a␀b"]"#.to_owned()]).await.unwrap();
    let found = conn.query(&Sql::from("select name from entries order by id"), &[Type::Text]).await.unwrap();
    let expected = match conn.dialect() {
        Dialect::Sqlite => "a\0b",
        Dialect::Postgres => "a␀b",
    };
    assert_eq!((&found[0][0], &found[1][0]), (&Value::Text(expected.into()), &Value::Text("a␀b".into())));
}
