use cairn_model::value::{Type, Value};
use cairn_store::{Dialect, Sql, StoreError};

use crate::support::{ITEMS, Store, add, insert_item, on_both, read_items, soon};

on_both!(
    dropped_writes_leave_nothing,
    rolled_back_writes_leave_nothing,
    uncommitted_writes_are_invisible,
    savepoints_undo_only_what_came_after_them,
    a_failed_transaction_accepts_nothing_more,
    a_savepoint_saves_a_failed_transaction,
    readers_cannot_write,
    statements_are_counted,
    several_queries_at_once,
    a_lock_makes_others_wait,
    a_lock_can_be_tried,
    a_write_begins_only_if_what_it_expects_holds,
    statements_that_wait_go_out_in_order_and_with_the_commit,
    what_fails_with_the_commit_leaves_nothing,
);

async fn dropped_writes_leave_nothing(store: &Store) {
    store.run(ITEMS).await;
    // More often than there are connections, so that one that was lost or left inside its
    // transaction would be noticed.
    for _ in 0..40 {
        let mut conn = soon(store.db.write()).await.unwrap();
        soon(conn.execute(&insert_item(1))).await.unwrap();
        drop(conn);
    }
    assert!(store.items().await.is_empty());
    soon(add(&store.db, 1)).await.unwrap();
    assert_eq!(store.items().await, [1]);
}

async fn rolled_back_writes_leave_nothing(store: &Store) {
    store.run(ITEMS).await;
    for _ in 0..40 {
        let mut conn = soon(store.db.write()).await.unwrap();
        conn.execute(&insert_item(1)).await.unwrap();
        conn.rollback().await.unwrap();
    }
    assert!(store.items().await.is_empty());
    store.db.read().await.unwrap().rollback().await.unwrap();
}

async fn uncommitted_writes_are_invisible(store: &Store) {
    store.run(ITEMS).await;
    let mut conn = store.db.write().await.unwrap();
    conn.execute(&insert_item(1)).await.unwrap();
    assert_eq!(read_items(&mut conn).await.unwrap(), [1]);
    assert!(store.items().await.is_empty());
    conn.commit().await.unwrap();
    assert_eq!(store.items().await, [1]);
}

async fn savepoints_undo_only_what_came_after_them(store: &Store) {
    store.run(ITEMS).await;
    let mut conn = store.db.write().await.unwrap();
    conn.execute(&insert_item(1)).await.unwrap();
    conn.savepoint().await.unwrap();
    conn.execute(&insert_item(2)).await.unwrap();
    conn.savepoint().await.unwrap();
    conn.execute(&insert_item(3)).await.unwrap();
    conn.rollback_to_savepoint().await.unwrap();
    conn.savepoint().await.unwrap();
    conn.execute(&insert_item(4)).await.unwrap();
    conn.release_savepoint().await.unwrap();
    assert_eq!(read_items(&mut conn).await.unwrap(), [1, 2, 4]);
    conn.rollback_to_savepoint().await.unwrap();
    assert_eq!(read_items(&mut conn).await.unwrap(), [1]);
    assert!(matches!(conn.release_savepoint().await, Err(StoreError::Other(_))));
    assert!(matches!(conn.rollback_to_savepoint().await, Err(StoreError::Other(_))));
    // An open savepoint does not stand in the way of a commit.
    conn.savepoint().await.unwrap();
    conn.savepoint().await.unwrap();
    conn.execute(&insert_item(5)).await.unwrap();
    conn.commit().await.unwrap();
    assert_eq!(store.items().await, [1, 5]);
}

async fn a_failed_transaction_accepts_nothing_more(store: &Store) {
    store.run(ITEMS).await;
    let mut conn = store.db.write().await.unwrap();
    conn.execute(&insert_item(1)).await.unwrap();
    assert!(matches!(conn.execute(&insert_item(1)).await, Err(StoreError::Unique { .. })));
    assert!(matches!(conn.execute(&insert_item(2)).await, Err(StoreError::Other(_))));
    assert!(matches!(read_items(&mut conn).await, Err(StoreError::Other(_))));
    assert!(matches!(conn.commit().await, Err(StoreError::Other(_))));
    assert!(store.items().await.is_empty());
}

async fn a_savepoint_saves_a_failed_transaction(store: &Store) {
    store.run(ITEMS).await;
    let mut conn = store.db.write().await.unwrap();
    for number in [1, 2, 2, 3, 1, 4] {
        conn.savepoint().await.unwrap();
        match conn.execute(&insert_item(number)).await {
            Ok(_) => conn.release_savepoint().await.unwrap(),
            Err(StoreError::Unique { .. }) => conn.rollback_to_savepoint().await.unwrap(),
            Err(error) => panic!("{error}"),
        }
    }
    conn.commit().await.unwrap();
    assert_eq!(store.items().await, [1, 2, 3, 4]);
}

async fn readers_cannot_write(store: &Store) {
    store.run(ITEMS).await;
    let mut conn = store.db.read().await.unwrap();
    assert!(conn.execute(&insert_item(1)).await.is_err());
    assert!(conn.execute_batch("delete from item").await.is_err());
    assert!(conn.savepoint().await.is_err());
    assert!(conn.lock("key").await.is_err());
    assert!(conn.try_lock("key").await.is_err());
    assert!(read_items(&mut conn).await.unwrap().is_empty());
    conn.commit().await.unwrap();
}

async fn statements_are_counted(store: &Store) {
    store.run(ITEMS).await;
    let mut conn = store.db.write().await.unwrap();
    conn.lock("key").await.unwrap();
    conn.savepoint().await.unwrap();
    assert_eq!(conn.queries(), 0);
    conn.execute(&insert_item(1)).await.unwrap();
    conn.execute_batch("delete from item; delete from item").await.unwrap();
    conn.query(&Sql::from("select number from item"), &[Type::Int]).await.unwrap();
    let count = (Sql::from("select count(*) from item"), vec![Type::Int]);
    conn.query_all(&[count.clone(), count]).await.unwrap();
    conn.release_savepoint().await.unwrap();
    assert_eq!(conn.queries(), 5);
}

async fn several_queries_at_once(store: &Store) {
    store.run(ITEMS).await;
    for number in 1..=5 {
        add(&store.db, number).await.unwrap();
    }
    let queries: Vec<_> = (1..=5)
        .map(|number: i64| {
            let mut sql = Sql::from("select number, name from item where number <= ");
            sql.bind(number).push(" order by number");
            (sql, vec![Type::Int, Type::Text])
        })
        .collect();
    let results = store.db.read().await.unwrap().query_all(&queries).await.unwrap();
    for (index, rows) in results.iter().enumerate() {
        assert_eq!(rows.len(), index + 1);
        assert_eq!(rows[index], [Value::Int(index as i64 + 1), Value::Null]);
    }
    let mut broken = queries;
    broken[2].0.push(" nonsense");
    assert!(store.db.read().await.unwrap().query_all(&broken).await.is_err());
}

async fn a_lock_makes_others_wait(store: &Store) {
    store.run("create table counter (value bigint); insert into counter values (0)").await;
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let db = store.db.clone();
            tokio::spawn(async move {
                let mut conn = db.write().await.unwrap();
                conn.lock("counter").await.unwrap();
                // Without the lock, two would read the same value and one addition would be lost.
                let rows = conn.query(&Sql::from("select value from counter"), &[Type::Int]).await.unwrap();
                let mut sql = Sql::from("update counter set value = ");
                sql.bind(rows[0][0].as_int().unwrap() + 1);
                conn.execute(&sql).await.unwrap();
                conn.commit().await.unwrap();
            })
        })
        .collect();
    for task in tasks {
        soon(task).await.unwrap();
    }
    let rows =
        store.db.read().await.unwrap().query(&Sql::from("select value from counter"), &[Type::Int]).await.unwrap();
    assert_eq!(rows, [[Value::Int(20)]]);
}

async fn a_lock_can_be_tried(store: &Store) {
    let mut one = store.db.write().await.unwrap();
    assert!(one.try_lock("key").await.unwrap());
    assert!(one.try_lock("key").await.unwrap(), "who has it may take it again");
    if store.db.dialect() == Dialect::Postgres {
        let mut two = store.db.write().await.unwrap();
        assert!(!two.try_lock("key").await.unwrap());
        assert!(two.try_lock("other").await.unwrap());
        two.rollback().await.unwrap();
    }
    one.commit().await.unwrap();
    let mut two = store.db.write().await.unwrap();
    assert!(two.try_lock("key").await.unwrap(), "it ends with its transaction");
}

fn how_many() -> Sql {
    Sql::from("select count(*) from item")
}

async fn a_write_begins_only_if_what_it_expects_holds(store: &Store) {
    store.run(ITEMS).await;
    add(&store.db, 1).await.unwrap();
    let mut conn = store.db.write_expecting(how_many(), 1).await.unwrap();
    conn.execute(&insert_item(2)).await.unwrap();
    assert!(conn.has_begun());
    conn.commit().await.unwrap();
    // More often than there are connections: each must come back without its transaction.
    for _ in 0..40 {
        let collided = match soon(store.db.write_expecting(how_many(), 1)).await {
            Ok(mut conn) => soon(conn.execute(&insert_item(3))).await.unwrap_err(),
            Err(error) => error,
        };
        assert!(matches!(collided, StoreError::Collision(_)), "{collided}");
    }
    assert_eq!(store.items().await, [1, 2]);
    // The same where nothing was asked before the commit.
    if let Ok(mut conn) = store.db.write_expecting(how_many(), 1).await {
        conn.execute_with_next(vec![insert_item(3)]).await.unwrap();
        assert!(matches!(conn.commit().await, Err(StoreError::Collision(_))));
    }
    assert_eq!(store.items().await, [1, 2]);
}

async fn statements_that_wait_go_out_in_order_and_with_the_commit(store: &Store) {
    store.run(ITEMS).await;
    let mut conn = store.db.write_expecting(how_many(), 0).await.unwrap();
    conn.execute_with_next(vec![insert_item(1), insert_item(2)]).await.unwrap();
    assert_eq!(read_items(&mut conn).await.unwrap(), [1, 2], "what follows sees them");
    conn.execute_with_next(vec![insert_item(3), Sql::from("delete from item where number = 1")]).await.unwrap();
    conn.commit().await.unwrap();
    assert_eq!(store.items().await, [2, 3]);
    // More than are sent at once.
    let mut conn = store.db.write().await.unwrap();
    conn.execute_with_next((10..60).map(insert_item).collect()).await.unwrap();
    conn.commit().await.unwrap();
    assert_eq!(store.items().await.len(), 52);
}

async fn what_fails_with_the_commit_leaves_nothing(store: &Store) {
    store.run(ITEMS).await;
    add(&store.db, 1).await.unwrap();
    for _ in 0..40 {
        let mut conn = soon(store.db.write()).await.unwrap();
        let waits = conn.execute_with_next(vec![insert_item(2), insert_item(1)]).await;
        let failed = match waits {
            Ok(()) => soon(conn.commit()).await,
            error => error,
        };
        assert!(matches!(failed, Err(StoreError::Unique { .. })), "{failed:?}");
    }
    assert_eq!(store.items().await, [1]);
}

#[tokio::test]
async fn all_queries_of_a_sqlite_reader_see_one_state() {
    let store = Store::sqlite().await;
    assert_eq!(store.db.dialect(), Dialect::Sqlite);
    store.run(ITEMS).await;
    add(&store.db, 1).await.unwrap();
    let mut conn = store.db.read().await.unwrap();
    assert_eq!(read_items(&mut conn).await.unwrap(), [1]);
    add(&store.db, 2).await.unwrap();
    assert_eq!(read_items(&mut conn).await.unwrap(), [1]);
    drop(conn);
    // The same connection, lent again, sees the present.
    assert_eq!(store.items().await, [1, 2]);
}

/// The engine moves these between tasks and keeps them in its own types.
#[test]
fn connections_can_be_moved_between_tasks() {
    fn movable<T: Send + 'static>() {}
    fn shareable<T: Send + Sync + Clone + 'static>() {}
    movable::<cairn_store::Conn>();
    shareable::<cairn_store::Db>();
    shareable::<cairn_store::FileStore>();
    shareable::<Sql>();
    shareable::<StoreError>();
}
