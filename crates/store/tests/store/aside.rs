//! Work that is tried out on a copy, and reads that take too long.

use std::time::Duration;

use cairn_model::value::Type;
use cairn_store::{Dialect, Options, Sql, StoreError};

use crate::support::{ITEMS, Store, add, insert_item, on_both, read_items, soon};

on_both!(a_copy_waits_for_nobody_and_nobody_for_it, a_copy_keeps_the_names_of_constraints);

async fn a_copy_waits_for_nobody_and_nobody_for_it(store: &Store) {
    store.run(ITEMS).await;
    add(&store.db, 1).await.unwrap();
    let file = tempfile::tempdir().unwrap();
    let mut holder = store.db.write().await.unwrap();
    holder.execute(&insert_item(2)).await.unwrap();
    holder.lock("the key").await.unwrap();

    let mut copy = soon(store.db.aside(&file.path().join("copy.db"), &[])).await.unwrap();
    soon(copy.lock("the key")).await.unwrap();
    assert!(soon(copy.try_lock("the key")).await.unwrap());
    soon(copy.execute(&insert_item(2))).await.unwrap();
    soon(copy.execute(&Sql::from("delete from item where number = 1"))).await.unwrap();
    assert_eq!(read_items(&mut copy).await.unwrap(), [2]);
    holder.commit().await.unwrap();

    // What the copy has deleted and made is there for others to change.
    soon(async {
        let mut writer = store.db.write().await.unwrap();
        writer.execute(&Sql::from("delete from item where number = 1")).await.unwrap();
        writer.execute(&insert_item(3)).await.unwrap();
        writer.commit().await.unwrap();
    })
    .await;
    assert_eq!(read_items(&mut copy).await.unwrap(), [2], "the copy is of one moment");
    assert!(matches!(copy.commit().await, Err(StoreError::Other(_))));
    assert_eq!(store.items().await, [2, 3]);
    // More often than there are connections: each of them is good for everyone else afterwards.
    for _ in 0..20 {
        let mut copy = soon(store.db.aside(&file.path().join(rand_name()), &[])).await.unwrap();
        copy.execute(&insert_item(9)).await.unwrap();
        drop(copy);
        assert_eq!(store.items().await, [2, 3]);
    }
}

fn rand_name() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}.db", NEXT.fetch_add(1, Ordering::Relaxed))
}

async fn a_copy_keeps_the_names_of_constraints(store: &Store) {
    store.run("create table boxes (id bigint primary key, place text, name text)").await;
    store.run("create unique index boxes_place_name_key on boxes (place, name)").await;
    store.run("insert into boxes values (1, 'cellar', 'red')").await;
    let file = tempfile::tempdir().unwrap();
    for (row, constraint) in [("2, 'cellar', 'red'", "boxes_place_name_key"), ("1, 'attic', 'blue'", "boxes_pkey")] {
        let mut copy = store.db.aside(&file.path().join(rand_name()), &[]).await.unwrap();
        let refused = copy.execute(&Sql::raw(format!("insert into boxes values ({row})"))).await.unwrap_err();
        assert_eq!(refused, StoreError::Unique { constraint: constraint.into() });
    }
}

async fn a_long_read_is_given_up(store: &Store) {
    let long = match store.db.dialect() {
        Dialect::Sqlite => {
            "with recursive n(x) as (select 1 union all select x + 1 from n where x < 1000000000000) select count(*) from n"
        }
        Dialect::Postgres => "select count(*) from generate_series(1, 1000000000000)",
    };
    let mut conn = store.db.read().await.unwrap();
    assert_eq!(conn.query(&Sql::from(long), &[Type::Int]).await.unwrap_err(), StoreError::TooLong);
    // The connection is good for what comes after it.
    assert_eq!(conn.query(&Sql::from("select cast(1 as bigint)"), &[Type::Int]).await.unwrap().len(), 1);
    drop(conn);
    assert_eq!(
        store.db.read().await.unwrap().query(&Sql::from("select cast(1 as bigint)"), &[Type::Int]).await.unwrap().len(),
        1
    );
}

fn impatient() -> Options {
    Options { longest_read: Duration::from_millis(100), ..Options::default() }
}

#[tokio::test]
async fn a_long_read_is_given_up_on_sqlite() {
    a_long_read_is_given_up(&Store::sqlite_with(&impatient()).await).await;
}

#[tokio::test]
async fn a_long_read_is_given_up_on_postgres() {
    let store = Store::postgres_with(&impatient()).await;
    a_long_read_is_given_up(&store).await;
    // A write waits for others as long as it takes.
    let mut conn = store.db.write().await.unwrap();
    conn.execute_batch("select pg_sleep(0.3)").await.unwrap();
    conn.commit().await.unwrap();
    store.remove().await;
}
