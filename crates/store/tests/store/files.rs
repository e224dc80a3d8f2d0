use std::path::{Path, PathBuf};

use cairn_store::{FileStore, StoreError, StoredFile};
use tokio::io::AsyncReadExt;

const HELLO: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder)
        .unwrap()
        .flat_map(|entry| {
            let path = entry.unwrap().path();
            if path.is_dir() { files(&path) } else { vec![path] }
        })
        .collect()
}

async fn store_hello(store: &FileStore) -> StoredFile {
    let mut writer = store.begin().await.unwrap();
    writer.write(b"hel").await.unwrap();
    writer.write(b"lo").await.unwrap();
    assert_eq!(writer.size(), 5);
    writer.finish().await.unwrap()
}

#[tokio::test]
async fn content_is_found_by_its_hash() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::open(folder.path().join("files")).await.unwrap();
    assert!(!store.exists(HELLO).await.unwrap());
    let expected = StoredFile { sha256: HELLO.into(), size: 5 };
    assert_eq!(store_hello(&store).await, expected);
    // A second time is no different.
    assert_eq!(store_hello(&store).await, expected);
    assert!(store.exists(HELLO).await.unwrap());
    let mut content = String::new();
    store.open_read(HELLO).await.unwrap().read_to_string(&mut content).await.unwrap();
    assert_eq!(content, "hello");
    assert_eq!(files(folder.path()), [folder.path().join("files/2c/f2").join(HELLO)]);
}

#[tokio::test]
async fn an_empty_file_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::open(folder.path()).await.unwrap();
    let stored = store.begin().await.unwrap().finish().await.unwrap();
    assert_eq!(stored.size, 0);
    assert!(store.exists(&stored.sha256).await.unwrap());
}

#[tokio::test]
async fn many_writers_of_the_same_content_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::open(folder.path()).await.unwrap();
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store_hello(&store).await })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap().sha256, HELLO);
    }
    assert_eq!(files(folder.path()).len(), 1);
}

#[tokio::test]
async fn an_unfinished_file_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::open(folder.path()).await.unwrap();
    let mut writer = store.begin().await.unwrap();
    writer.write(b"hello").await.unwrap();
    assert_eq!(files(folder.path()).len(), 1);
    drop(writer);
    assert!(files(folder.path()).is_empty());
}

#[tokio::test]
async fn opening_removes_what_a_crash_left_but_not_what_is_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::open(folder.path()).await.unwrap();
    let mut writer = store.begin().await.unwrap();
    writer.write(b"hello").await.unwrap();
    std::fs::write(folder.path().join("unfinished/1-1"), "half").unwrap();
    let again = FileStore::open(folder.path()).await.unwrap();
    assert_eq!(files(folder.path()).len(), 1);
    assert_eq!(writer.finish().await.unwrap().sha256, HELLO);
    assert!(again.exists(HELLO).await.unwrap());
}

#[tokio::test]
async fn only_hashes_are_names() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::open(folder.path()).await.unwrap();
    let escape = format!("../../{}", "a".repeat(58));
    for name in ["", "abc", &HELLO[1..], &HELLO.to_uppercase(), &escape, &format!("{HELLO}0"), &"é".repeat(32)] {
        assert!(matches!(store.exists(name).await, Err(StoreError::Other(_))), "{name}");
        assert!(matches!(store.open_read(name).await, Err(StoreError::Other(_))), "{name}");
    }
    // A hash of nothing that was stored is a plain error.
    assert!(store.open_read(HELLO).await.is_err());
}
