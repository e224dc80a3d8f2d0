//! Whatever is made in the data folder is for its owner alone.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use cairn_store::{DatabaseUrl, Db, FileStore, Options, lock_folder};

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn the_database_and_the_files_are_for_their_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // One that an earlier version left open to others.
    std::fs::write(path("test.db"), "").unwrap();
    std::fs::set_permissions(path("test.db"), std::fs::Permissions::from_mode(0o644)).unwrap();
    let db = Db::open(&DatabaseUrl::Sqlite(path("test.db")), &Options::default()).await.unwrap();
    let mut conn = db.write().await.unwrap();
    conn.execute_batch("create table t (a integer)").await.unwrap();
    conn.commit().await.unwrap();
    for name in ["test.db", "test.db-wal", "test.db-shm"] {
        assert_eq!(mode(&path(name)), 0o600, "{name}");
    }
    let files = FileStore::open(path("files")).await.unwrap();
    let mut writer = files.begin().await.unwrap();
    writer.write(b"hello").await.unwrap();
    let stored = writer.finish().await.unwrap();
    let inner = path("files").join(&stored.sha256[..2]);
    assert_eq!((mode(&path("files")), mode(&inner)), (0o700, 0o700));
    assert_eq!(mode(&inner.join(&stored.sha256[2..4]).join(&stored.sha256)), 0o600);
    let _lock = lock_folder(folder.path()).unwrap();
    assert_eq!(mode(&path("cairn.lock")), 0o600);
}
