use cairn_model::value::{Type, Value};
use cairn_store::{Db, Migration, Sql, StoreError};

use crate::support::{Store, on_both, text};

const FIRST: Migration = same(1, "0001_first", "create table a (x bigint); insert into a values (1)");
const SECOND: Migration = same(2, "0002_second", "create table b (x bigint)");

const fn same(version: i64, name: &'static str, text: &'static str) -> Migration {
    Migration { version, name, sqlite: text, postgres: text }
}

async fn query(db: &Db, text: &str, types: &[Type]) -> Result<Vec<Vec<Value>>, StoreError> {
    db.read().await.unwrap().query(&Sql::from(text), types).await
}

on_both!(
    missing_migrations_are_applied_once,
    a_failed_migration_leaves_the_database_as_it_was,
    a_newer_database_is_refused,
    a_changed_migration_is_refused,
    the_order_of_migrations_is_kept,
    servers_may_start_together,
);

async fn missing_migrations_are_applied_once(store: &Store) {
    assert_eq!(store.db.migrate(&[]).await.unwrap(), Vec::<&str>::new());
    assert_eq!(store.db.migrate(&[FIRST]).await.unwrap(), ["0001_first"]);
    assert_eq!(store.db.migrate(&[FIRST, SECOND]).await.unwrap(), ["0002_second"]);
    assert_eq!(store.db.migrate(&[FIRST, SECOND]).await.unwrap(), Vec::<&str>::new());
    let rows = query(
        &store.db,
        "select version, name, length(checksum), applied_at from schema_migrations order by version",
        &[Type::Int, Type::Text, Type::Int, Type::Time],
    )
    .await
    .unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1][..3], [Value::Int(2), text("0002_second"), Value::Int(64)]);
    assert!(rows[1][3].as_time().unwrap().to_string().as_str() > "2020");
}

async fn a_failed_migration_leaves_the_database_as_it_was(store: &Store) {
    let broken = same(2, "0002_broken", "create table b (x bigint); update a set x = 2; create table a (x bigint)");
    let error = store.db.migrate(&[FIRST, broken]).await.unwrap_err();
    let StoreError::Migration { name, reason } = &error else { panic!("{error:?}") };
    assert_eq!(name, "0002_broken");
    assert!(reason.contains("already exists"), "{reason}");
    // What came before it stays; nothing of it does.
    assert_eq!(query(&store.db, "select x from a", &[Type::Int]).await.unwrap(), [[Value::Int(1)]]);
    assert!(query(&store.db, "select x from b", &[Type::Int]).await.is_err());
    assert_eq!(
        query(&store.db, "select version from schema_migrations", &[Type::Int]).await.unwrap(),
        [[Value::Int(1)]]
    );
    assert_eq!(store.db.migrate(&[FIRST, SECOND]).await.unwrap(), ["0002_second"]);
}

async fn a_newer_database_is_refused(store: &Store) {
    store.db.migrate(&[FIRST, SECOND]).await.unwrap();
    assert_eq!(store.db.migrate(&[FIRST]).await, Err(StoreError::Newer { found: 2, known: 1 }));
}

async fn a_changed_migration_is_refused(store: &Store) {
    store.db.migrate(&[FIRST]).await.unwrap();
    let changed = same(1, "0001_first", "create table a (x text)");
    let error = store.db.migrate(&[changed, SECOND]).await.unwrap_err();
    assert!(matches!(&error, StoreError::Migration { name, .. } if name == "0001_first"), "{error:?}");
    assert!(query(&store.db, "select x from b", &[Type::Int]).await.is_err());
}

async fn the_order_of_migrations_is_kept(store: &Store) {
    let third = same(3, "0003_third", "create table c (x bigint)");
    store.db.migrate(&[FIRST, third]).await.unwrap();
    let error = store.db.migrate(&[FIRST, SECOND, third]).await.unwrap_err();
    assert!(matches!(&error, StoreError::Migration { name, .. } if name == "0002_second"), "{error:?}");
    let error = store.db.migrate(&[SECOND, third]).await.unwrap_err();
    assert!(matches!(&error, StoreError::Migration { name, .. } if name == "0001_first"), "{error:?}");
    let error = store.db.migrate(&[third, FIRST]).await.unwrap_err();
    assert!(matches!(&error, StoreError::Migration { name, .. } if name == "0001_first"), "{error:?}");
}

async fn servers_may_start_together(store: &Store) {
    let mut tasks = Vec::new();
    for _ in 0..4 {
        let db = store.open_again().await;
        tasks.push(tokio::spawn(async move { db.migrate(&[FIRST, SECOND]).await.unwrap() }));
    }
    let mut applied = Vec::new();
    for task in tasks {
        applied.extend(task.await.unwrap());
    }
    applied.sort_unstable();
    assert_eq!(applied, ["0001_first", "0002_second"]);
}
