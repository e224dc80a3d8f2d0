use cairn_store::{DatabaseUrl, Db, Options, StoreError, lock_folder};

use crate::support::{Store, on_both};

on_both!(unique_constraints_have_the_same_names, foreign_keys_are_enforced, nonsense_is_an_ordinary_error);

async fn refusal(store: &Store, text: &str) -> StoreError {
    let mut conn = store.db.write().await.unwrap();
    conn.execute_batch(text).await.unwrap_err()
}

async fn unique_constraints_have_the_same_names(store: &Store) {
    store
        .run(
            "create table folder (id bigint primary key, parent bigint, name text, slug text unique, title text, unique (parent, name));
             create unique index folder_lower_key on folder (lower(title));
             insert into folder values (1, 1, 'a', 'x', 'T')",
        )
        .await;
    for (values, constraint) in [
        ("(1, 2, 'b', 'y', 'u')", "folder_pkey"),
        ("(2, 1, 'a', 'y', 'u')", "folder_parent_name_key"),
        ("(2, 2, 'b', 'x', 'u')", "folder_slug_key"),
        ("(2, 2, 'A', 'y', 't')", "folder_lower_key"),
    ] {
        let error = refusal(store, &format!("insert into folder values {values}")).await;
        assert_eq!(error, StoreError::Unique { constraint: constraint.into() }, "{values}");
    }
}

async fn foreign_keys_are_enforced(store: &Store) {
    store
        .run(
            "create table folder (id bigint primary key);
             create table asset (folder bigint not null references folder);
             insert into folder values (1); insert into asset values (1)",
        )
        .await;
    assert_eq!(refusal(store, "insert into asset values (2)").await, StoreError::ForeignKey);
    assert_eq!(refusal(store, "delete from folder").await, StoreError::ForeignKey);
    assert!(matches!(refusal(store, "insert into asset values (null)").await, StoreError::Other(_)));
}

async fn nonsense_is_an_ordinary_error(store: &Store) {
    assert!(matches!(refusal(store, "selekt 1").await, StoreError::Other(_)));
    assert!(matches!(refusal(store, "select * from nowhere").await, StoreError::Other(_)));
    store.db.ping().await.unwrap();
}

#[tokio::test]
async fn a_full_sqlite_database_is_told_apart() {
    let store = Store::sqlite().await;
    store.run("create table page (content blob)").await;
    let mut conn = store.db.write().await.unwrap();
    conn.query(&"pragma max_page_count = 20".into(), &[cairn_model::value::Type::Int]).await.unwrap();
    let error = conn.execute(&"insert into page values (zeroblob(1000000))".into()).await.unwrap_err();
    assert_eq!(error, StoreError::Full);
    drop(conn);
    store.run("insert into page values (zeroblob(10))").await;
}

#[tokio::test]
async fn opening_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let open = async |path: &str| {
        let url = DatabaseUrl::Sqlite(folder.path().join(path));
        Db::open(&url, &Options::default()).await.err().unwrap()
    };
    let error = open("missing/test.db").await;
    assert!(matches!(&error, StoreError::Unavailable(reason) if reason.contains("does not exist")), "{error}");
    let error = open("").await;
    assert!(matches!(&error, StoreError::Unavailable(_)), "{error}");
    std::fs::write(folder.path().join("letter.txt"), "Dear reader, ".repeat(1000)).unwrap();
    let error = open("letter.txt").await;
    assert!(error.to_string().contains("is not a SQLite database"), "{error}");
}

#[test]
fn a_folder_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let lock = lock_folder(folder.path()).unwrap();
    let error = lock_folder(folder.path()).unwrap_err();
    assert!(matches!(&error, StoreError::Locked(reason) if reason.contains("another cairn server")), "{error}");
    drop(lock);
    lock_folder(folder.path()).unwrap();
    assert!(matches!(lock_folder(&folder.path().join("missing")), Err(StoreError::Other(_))));
}
