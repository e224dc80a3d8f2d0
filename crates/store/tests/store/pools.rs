//! Connections come back, whatever happens to those who had them.

use std::time::Duration;

use cairn_model::value::Type;
use cairn_store::{Options, Sql, StoreError};

use crate::support::{ITEMS, Store, add, insert_item, read_items, soon, text};

const PATIENT: Duration = Duration::from_secs(5);

/// Both databases, with two connections each.
async fn small_stores(wait: Duration) -> Vec<Store> {
    let small = Options { readers: 2, connections: 2, wait, ..Options::default() };
    let stores = vec![Store::sqlite_with(&small).await, Store::postgres_with(&small).await];
    for store in &stores {
        store.run(ITEMS).await;
    }
    stores
}

#[tokio::test]
async fn cancelled_reads_do_not_lose_connections() {
    for store in small_stores(PATIENT).await {
        for round in 0..50 {
            let db = store.db.clone();
            let reader = tokio::spawn(async move {
                let mut conn = db.read().await.unwrap();
                loop {
                    read_items(&mut conn).await.unwrap();
                    tokio::task::yield_now().await;
                }
            });
            // At a different place each time.
            for _ in 0..round % 7 {
                tokio::task::yield_now().await;
            }
            reader.abort();
            assert!(reader.await.unwrap_err().is_cancelled());
        }
        drop((store.db.read().await.unwrap(), store.db.read().await.unwrap()));
        store.remove().await;
    }
}

#[tokio::test]
async fn panicking_readers_do_not_lose_connections() {
    for store in small_stores(PATIENT).await {
        for _ in 0..5 {
            let db = store.db.clone();
            let reader = tokio::spawn(async move {
                let mut conn = db.read().await.unwrap();
                read_items(&mut conn).await.unwrap();
                panic!("on purpose");
            });
            assert!(reader.await.unwrap_err().is_panic());
        }
        drop((store.db.read().await.unwrap(), store.db.read().await.unwrap()));
        store.remove().await;
    }
}

#[tokio::test]
async fn cancelled_writes_do_not_lose_connections() {
    for store in small_stores(PATIENT).await {
        for round in 0..20 {
            let db = store.db.clone();
            let writer = tokio::spawn(async move {
                let mut conn = db.write().await.unwrap();
                conn.execute(&insert_item(1)).await.unwrap();
                std::future::pending::<()>().await;
            });
            tokio::time::sleep(Duration::from_millis(round % 5)).await;
            writer.abort();
            assert!(writer.await.unwrap_err().is_cancelled());
        }
        soon(add(&store.db, 1)).await.unwrap();
        assert_eq!(store.items().await, [1]);
        store.remove().await;
    }
}

#[tokio::test]
async fn waiting_too_long_for_a_connection_is_unavailable() {
    for store in small_stores(Duration::from_millis(100)).await {
        let held = (store.db.read().await.unwrap(), store.db.read().await.unwrap());
        assert!(matches!(store.db.read().await, Err(StoreError::Unavailable(_))));
        drop(held);
        store.db.ping().await.unwrap();
        store.remove().await;
    }
}

#[tokio::test]
async fn someone_who_waits_gets_the_connection_that_comes_back() {
    for store in small_stores(PATIENT).await {
        let held = (store.db.read().await.unwrap(), store.db.read().await.unwrap());
        let db = store.db.clone();
        let waiting = tokio::spawn(async move { db.ping().await });
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(held);
        soon(waiting).await.unwrap().unwrap();
        store.remove().await;
    }
}

#[tokio::test]
async fn a_closed_database_is_unavailable() {
    for store in small_stores(PATIENT).await {
        let mut reader = store.db.read().await.unwrap();
        add(&store.db, 1).await.unwrap();
        store.db.close().await;
        assert!(matches!(store.db.read().await, Err(StoreError::Unavailable(_))));
        assert!(matches!(store.db.write().await, Err(StoreError::Unavailable(_))));
        assert!(matches!(store.db.ping().await, Err(StoreError::Unavailable(_))));
        // Whoever is still reading may finish.
        assert_eq!(read_items(&mut reader).await.unwrap(), [1]);
        drop(reader);
        let again = store.open_again().await;
        assert_eq!(crate::support::items(&again).await, [1]);
        again.close().await;
        store.remove().await;
    }
}

/// On PostgreSQL a connection must not keep what a dropped transaction had.
#[tokio::test]
async fn a_dropped_write_does_not_put_its_transaction_into_the_pool() {
    let options = Options { connections: 1, ..Options::default() };
    let store = Store::postgres_with(&options).await;
    store.run(ITEMS).await;
    for number in 0..10 {
        let mut conn = store.db.write().await.unwrap();
        conn.execute(&insert_item(number)).await.unwrap();
        conn.savepoint().await.unwrap();
        if number % 2 == 0 {
            // A transaction that has failed is undone all the same.
            conn.execute(&insert_item(number)).await.unwrap_err();
        }
        drop(conn);
        let mut reader = soon(store.db.read()).await.unwrap();
        // A transaction that has written has an id.
        let clean = Sql::from("select pg_current_xact_id_if_assigned() is null");
        assert_eq!(reader.query(&clean, &[Type::Bool]).await.unwrap()[0][0].as_bool(), Some(true));
        assert!(read_items(&mut reader).await.unwrap().is_empty());
    }
    store.remove().await;
}

#[tokio::test]
async fn a_cancelled_statement_does_not_confuse_the_next_user_of_its_connection() {
    let store = Store::postgres_with(&Options { connections: 1, ..Options::default() }).await;
    store.run(ITEMS).await;
    add(&store.db, 7).await.unwrap();
    let slow = Sql::from("select 1 from pg_sleep(0.2)");
    for writing in [false, true] {
        let mut conn = if writing { store.db.write().await.unwrap() } else { store.db.read().await.unwrap() };
        let cut = tokio::time::timeout(Duration::from_millis(50), conn.query(&slow, &[Type::Int])).await;
        assert!(cut.is_err());
        if writing {
            // Nobody knows what the transaction contains now.
            assert!(read_items(&mut conn).await.is_err());
        } else {
            assert_eq!(read_items(&mut conn).await.unwrap(), [7]);
        }
        drop(conn);
        assert_eq!(store.items().await, [7]);
    }
    store.remove().await;
}

/// Another server has migrated the database while our statements were prepared.
#[tokio::test]
async fn a_changed_schema_is_noticed_by_prepared_statements() {
    for store in [Store::sqlite().await, Store::postgres_with(&Options { connections: 1, ..Options::default() }).await]
    {
        store.run("create table t (a bigint); insert into t values (1)").await;
        let all = Sql::from("select * from t");
        let mut conn = store.db.read().await.unwrap();
        assert_eq!(conn.query(&all, &[Type::Int]).await.unwrap().len(), 1);
        drop(conn);
        let other = store.open_again().await;
        let mut conn = other.write().await.unwrap();
        conn.execute_batch("alter table t add column b text").await.unwrap();
        conn.commit().await.unwrap();
        let mut conn = store.db.read().await.unwrap();
        assert_eq!(conn.query(&all, &[Type::Int, Type::Text]).await.unwrap().len(), 1);
        drop(conn);
        store.remove().await;
    }
}

#[tokio::test]
async fn plans_are_never_compiled() {
    let store = Store::postgres().await;
    let mut conn = store.db.read().await.unwrap();
    let set = conn.query(&Sql::raw("select current_setting('jit')"), &[Type::Text]).await.unwrap();
    assert_eq!(set[0][0], text("off"));
    drop(conn);
    store.remove().await;
}
