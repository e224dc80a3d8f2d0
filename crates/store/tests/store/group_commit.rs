//! Writes that share a commit. The promises under test are those in the docs of `sqlite::writer`.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use cairn_store::{Conn, DatabaseUrl, Db, Options, StoreError};

use crate::support::{ITEMS, Store, add, insert_item, items, on_both, read_items, soon};

on_both!(
    a_hundred_writers_all_land,
    one_that_fails_loses_only_itself,
    one_that_panics_loses_only_itself,
    one_that_is_cancelled_loses_only_itself,
);

/// Runs a task for each number and waits for all.
async fn each<F: Future + Send + 'static>(numbers: std::ops::Range<i64>, work: impl Fn(i64) -> F) -> Vec<bool>
where
    F::Output: Send,
{
    let tasks: Vec<_> = numbers.map(|number| tokio::spawn(work(number))).collect();
    let mut finished = Vec::new();
    for task in tasks {
        finished.push(soon(task).await.is_ok());
    }
    finished
}

async fn a_hundred_writers_all_land(store: &Store) {
    store.run(ITEMS).await;
    let before = store.db.commits();
    let finished = each(0..100, |number| {
        let db = store.db.clone();
        async move {
            add(&db, number).await.unwrap();
            // What is acknowledged is visible to everyone.
            assert!(items(&db).await.contains(&number));
        }
    })
    .await;
    assert!(finished.iter().all(|finished| *finished));
    assert_eq!(store.items().await, (0..100).collect::<Vec<_>>());
    let commits = store.db.commits() - before;
    match store.url {
        DatabaseUrl::Sqlite(_) => assert!(commits < 60, "{commits} commits for 100 writes"),
        DatabaseUrl::Postgres(_) => assert_eq!(commits, 100),
    }
}

async fn one_that_fails_loses_only_itself(store: &Store) {
    store.run(ITEMS).await;
    add(&store.db, 1000).await.unwrap();
    let finished = each(0..100, |number| {
        let db = store.db.clone();
        async move {
            let mut conn = db.write().await.unwrap();
            conn.execute(&insert_item(number)).await.unwrap();
            conn.savepoint().await.unwrap();
            conn.execute(&insert_item(number + 100)).await.unwrap();
            match number % 5 {
                // Refused by the database, inside a savepoint that is still open.
                0 => assert!(matches!(conn.execute(&insert_item(1000)).await, Err(StoreError::Unique { .. }))),
                // Given up.
                1 => conn.rollback().await.unwrap(),
                // Kept in part.
                2 => {
                    conn.rollback_to_savepoint().await.unwrap();
                    conn.commit().await.unwrap();
                }
                _ => conn.commit().await.unwrap(),
            }
        }
    })
    .await;
    assert!(finished.iter().all(|finished| *finished));
    let mut expected: Vec<i64> = (0..100).filter(|number| number % 5 >= 2).collect();
    expected.extend((0..100).filter(|number| number % 5 > 2).map(|number| number + 100));
    expected.push(1000);
    assert_eq!(store.items().await, expected);
}

async fn one_that_panics_loses_only_itself(store: &Store) {
    store.run(ITEMS).await;
    let finished = each(0..60, |number| {
        let db = store.db.clone();
        async move {
            let mut conn = db.write().await.unwrap();
            conn.execute(&insert_item(number)).await.unwrap();
            assert!(number % 4 != 0, "on purpose");
            conn.commit().await.unwrap();
        }
    })
    .await;
    assert!(finished.iter().zip(0..).all(|(finished, number)| *finished == (number % 4 != 0)));
    assert_eq!(store.items().await, (0..60).filter(|number| number % 4 != 0).collect::<Vec<_>>());
}

async fn one_that_is_cancelled_loses_only_itself(store: &Store) {
    store.run(ITEMS).await;
    let tasks: Vec<_> = (0..100)
        .map(|number: i64| {
            let db = store.db.clone();
            tokio::spawn(async move { add(&db, number).await })
        })
        .collect();
    let mut acknowledged = Vec::new();
    for (task, number) in tasks.into_iter().zip(0..) {
        if number % 3 == 0 {
            task.abort();
        }
        match soon(task).await {
            Ok(outcome) => {
                outcome.unwrap();
                acknowledged.push(number);
            }
            Err(error) => assert!(error.is_cancelled() && number % 3 == 0),
        }
    }
    // Those that were cancelled may have been quick enough; all others must be there.
    let found = store.items().await;
    assert!(acknowledged.iter().all(|number| found.contains(number)));
    assert!((0..100).filter(|number| number % 3 != 0).all(|number| acknowledged.contains(&number)));
    soon(add(&store.db, 1000)).await.unwrap();
}

/// A commit of which the test decides how far it goes.
struct Commit(Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send>>);

impl Commit {
    /// Hands the work over to the group, and does not wait.
    fn begin(conn: Conn) -> Self {
        let mut commit = Self(Box::pin(conn.commit()));
        assert!(commit.poll().is_pending());
        commit
    }

    fn poll(&mut self) -> Poll<Result<(), StoreError>> {
        self.0.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    async fn outcome(self) -> Result<(), StoreError> {
        soon(self.0).await
    }
}

/// Begins a write while another one waits behind it, so that the first will not commit alone.
///
/// The tests below run on one thread: nothing happens between two lines without an `await`, so a
/// group is as the test has arranged it, unless the machine sleeps for the milliseconds that a
/// group may last. Then there is no group, and what they assert holds all the same.
async fn first_and_second(store: &Store) -> (Conn, tokio::task::JoinHandle<Conn>) {
    let mut first = store.db.write().await.unwrap();
    first.execute(&insert_item(1)).await.unwrap();
    let db = store.db.clone();
    let second = tokio::spawn(async move { db.write().await.unwrap() });
    tokio::task::yield_now().await;
    (first, second)
}

async fn sqlite_with_items() -> Store {
    let store = Store::sqlite().await;
    store.run(ITEMS).await;
    store
}

#[tokio::test]
async fn two_share_a_commit_and_are_answered_after_it() {
    let store = sqlite_with_items().await;
    let before = store.db.commits();
    let (first, second) = first_and_second(&store).await;
    let mut first = Commit::begin(first);
    let mut second = soon(second).await.unwrap();
    if store.db.commits() == before {
        // The first is in the group: seen by the second, by nobody else, and not acknowledged.
        assert_eq!(read_items(&mut second).await.unwrap(), [1]);
        assert!(store.items().await.is_empty());
        assert!(first.poll().is_pending());
    }
    second.execute(&insert_item(2)).await.unwrap();
    second.commit().await.unwrap();
    first.outcome().await.unwrap();
    assert_eq!(store.items().await, [1, 2]);
}

#[tokio::test]
async fn a_waiter_that_vanishes_does_not_keep_the_group_waiting() {
    let store = sqlite_with_items().await;
    let (first, second) = first_and_second(&store).await;
    let first = Commit::begin(first);
    // It has its turn already but never learns of it.
    second.abort();
    first.outcome().await.unwrap();
    assert_eq!(store.items().await, [1]);
    soon(add(&store.db, 2)).await.unwrap();
}

#[tokio::test]
async fn a_member_that_is_dropped_does_not_keep_the_group_waiting() {
    let store = sqlite_with_items().await;
    let (first, second) = first_and_second(&store).await;
    let first = Commit::begin(first);
    let mut second = soon(second).await.unwrap();
    second.execute(&insert_item(2)).await.unwrap();
    second.savepoint().await.unwrap();
    second.execute(&insert_item(3)).await.unwrap();
    drop(second);
    first.outcome().await.unwrap();
    assert_eq!(store.items().await, [1]);
}

#[tokio::test]
async fn a_commit_whose_client_hung_up_still_happens() {
    let store = sqlite_with_items().await;
    let (first, second) = first_and_second(&store).await;
    drop(Commit::begin(first));
    drop(soon(second).await.unwrap());
    // Nobody is left who waits for this commit, and no other write follows.
    soon(async {
        while store.items().await.is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    })
    .await;
    assert_eq!(store.items().await, [1]);
}

#[tokio::test]
async fn a_commit_that_was_never_begun_does_not_happen() {
    let store = sqlite_with_items().await;
    let mut conn = store.db.write().await.unwrap();
    conn.execute(&insert_item(1)).await.unwrap();
    drop(conn.commit());
    assert!(store.items().await.is_empty());
    soon(add(&store.db, 2)).await.unwrap();
    assert_eq!(store.items().await, [2]);
}

#[tokio::test]
async fn when_the_commit_fails_all_are_told() {
    let store = sqlite_with_items().await;
    // The schema of Cairn has no such constraint. Here it serves to make a commit fail.
    store.run("create table child (parent bigint references item deferrable initially deferred)").await;
    let before = store.db.commits();
    let (first, second) = first_and_second(&store).await;
    let first = Commit::begin(first);
    let mut second = soon(second).await.unwrap();
    let grouped = store.db.commits() == before;
    second.execute(&"insert into child values (77)".into()).await.unwrap();
    assert_eq!(second.commit().await, Err(StoreError::ForeignKey));
    if grouped {
        assert_eq!(first.outcome().await, Err(StoreError::ForeignKey));
        assert!(store.items().await.is_empty());
    }
    soon(add(&store.db, 3)).await.unwrap();
    assert!(store.items().await.contains(&3));
}

#[tokio::test]
async fn when_the_transaction_breaks_all_are_told() {
    let store = sqlite_with_items().await;
    let before = store.db.commits();
    let (first, second) = first_and_second(&store).await;
    let first = Commit::begin(first);
    let mut second = soon(second).await.unwrap();
    let grouped = store.db.commits() == before;
    // As SQLite does by itself when, for one, the disk is full.
    assert!(second.execute_batch("rollback").await.is_err());
    if grouped {
        assert!(first.outcome().await.is_err());
    }
    // Nothing runs outside a transaction by accident.
    assert!(second.execute(&insert_item(2)).await.is_err());
    assert!(second.commit().await.is_err());
    soon(add(&store.db, 3)).await.unwrap();
    assert!(!store.items().await.contains(&2));
}

#[tokio::test]
async fn long_work_does_not_keep_others_waiting() {
    let store = sqlite_with_items().await;
    let mut first = store.db.write().await.unwrap();
    first.execute(&insert_item(1)).await.unwrap();
    let (db, other) = (store.db.clone(), store.db.clone());
    let long = tokio::spawn(async move { db.write_long().await.unwrap() });
    tokio::task::yield_now().await;
    let short = tokio::spawn(async move { add(&other, 3).await });
    tokio::task::yield_now().await;
    let first = Commit::begin(first);
    let mut long = soon(long).await.unwrap();
    // Committed before the long work begins, although another write was waiting to join.
    first.outcome().await.unwrap();
    assert_eq!(store.items().await, [1]);
    long.execute(&insert_item(2)).await.unwrap();
    long.commit().await.unwrap();
    soon(short).await.unwrap().unwrap();
    assert_eq!(store.items().await, [1, 2, 3]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_on_disk() {
    let store = sqlite_with_items().await;
    let copies = store.folder().join("copies");
    std::fs::create_dir(&copies).unwrap();
    for round in 0..5_i64 {
        each(round * 40..(round + 1) * 40, |number| {
            let db = store.db.clone();
            async move { add(&db, number).await.unwrap() }
        })
        .await;
        // What a crash at this moment would leave: the files, and nothing from memory.
        let copy = copies.join(format!("{round}.db"));
        std::fs::copy(store.folder().join("test.db"), &copy).unwrap();
        std::fs::copy(store.folder().join("test.db-wal"), copies.join(format!("{round}.db-wal"))).unwrap();
        let recovered = Db::open(&DatabaseUrl::Sqlite(copy), &Options::default()).await.unwrap();
        assert_eq!(items(&recovered).await, (0..(round + 1) * 40).collect::<Vec<_>>());
    }
    store.db.close().await;
    assert_eq!(items(&store.open_again().await).await.len(), 200);
}

#[tokio::test]
async fn closing_waits_for_pending_commits() {
    let store = sqlite_with_items().await;
    let (first, second) = first_and_second(&store).await;
    let first = Commit::begin(first);
    second.abort();
    soon(store.db.close()).await;
    first.outcome().await.unwrap();
    assert_eq!(items(&store.open_again().await).await, [1]);
}

#[tokio::test]
async fn another_process_that_writes_is_waited_for() {
    let options = Options { write_wait: Duration::from_millis(500), ..Options::default() };
    let store = Store::sqlite_with(&options).await;
    store.run(ITEMS).await;
    let other = rusqlite::Connection::open(store.folder().join("test.db")).unwrap();
    other.execute_batch("begin immediate; insert into item (number) values (1)").unwrap();
    let db = store.db.clone();
    let waiting = tokio::spawn(async move { add(&db, 2).await });
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!waiting.is_finished());
    other.execute_batch("commit").unwrap();
    soon(waiting).await.unwrap().unwrap();
    assert_eq!(store.items().await, [1, 2]);

    other.execute_batch("begin immediate").unwrap();
    assert!(matches!(add(&store.db, 3).await, Err(StoreError::Unavailable(_))));
    other.execute_batch("rollback").unwrap();
    add(&store.db, 3).await.unwrap();
}

#[tokio::test]
async fn a_write_that_takes_too_long_does_not_block_others_for_ever() {
    let options = Options { write_wait: Duration::from_millis(100), ..Options::default() };
    let store = Store::sqlite_with(&options).await;
    store.run(ITEMS).await;
    let held = store.db.write().await.unwrap();
    assert!(matches!(store.db.write().await, Err(StoreError::Unavailable(_))));
    drop(held);
    add(&store.db, 1).await.unwrap();
}
