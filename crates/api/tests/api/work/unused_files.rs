//! Files go when nothing refers to them any more, neither a row nor the journal, and not before.

use std::time::{Duration, SystemTime};

use cairn_engine::{Caller, unused_files};
use cairn_jobs::{Job, RemoveUnusedFiles};
use cairn_testkit::{TestApp, both};
use serde_json::json;

use super::files::upload;
use crate::support::evidence;

/// Makes a file look as if it had been stored long ago.
fn age(app: &TestApp, sha256: &str) {
    let path = app.folder().join("files").join(&sha256[..2]).join(&sha256[2..4]).join(sha256);
    let file = std::fs::File::options().write(true).open(path).expect("the file is there");
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000)).expect("its time can be set");
}

async fn store(app: &TestApp, content: &[u8]) -> String {
    let mut writer = app.engine.files.begin().await.unwrap();
    writer.write(content).await.unwrap();
    writer.finish().await.unwrap().sha256
}

both!(async fn only_what_nothing_refers_to_is_removed(app) {
    let domain = app.domain("Sales").await;
    let id = evidence(&app, domain, "Minutes").await;
    upload(&app, id, "minutes.txt", b"What was said.\n").await.is(200);
    let kept = app.engine.files.list().await.unwrap();
    assert_eq!(kept.len(), 1);
    let abandoned = store(&app, b"nobody refers to this").await;
    age(&app, &kept[0]);
    assert_eq!(unused_files::remove(&app.engine, 7).await.unwrap(), 0, "it was stored a moment ago");
    age(&app, &abandoned);
    assert_eq!(unused_files::remove(&app.engine, 7).await.unwrap(), 1);
    assert_eq!(app.engine.files.list().await.unwrap(), kept);
    // A deleted evidence can be brought back, with its file.
    app.admin.delete(&format!("/api/evidences/{id}/")).await.is(204);
    assert_eq!(unused_files::remove(&app.engine, 7).await.unwrap(), 0);
    // Once the journal has let go of its states, nobody can.
    let mut conn = app.engine.db.write().await.unwrap();
    conn.execute(&cairn_store::Sql::raw("update journal set state = null")).await.unwrap();
    conn.commit().await.unwrap();
    assert_eq!(unused_files::remove(&app.engine, 7).await.unwrap(), 1);
    assert!(app.engine.files.list().await.unwrap().is_empty());
});

both!(async fn a_job_removes_them_every_night(app) {
    let abandoned = store(&app, b"nobody refers to this").await;
    age(&app, &abandoned);
    let mut cx = app.engine.write(Caller::system().into()).await.unwrap();
    let job = cairn_jobs::enqueue(&mut cx, &RemoveUnusedFiles {}).await.unwrap();
    cx.commit().await.unwrap();
    app.jobs.run_due().await.unwrap();
    let done = app.admin.get(&format!("/api/jobs/{job}/")).await.is(200).body();
    assert_eq!((&done["state"], &done["result"]["files"]), (&json!("done"), &json!(1)), "{done}");
    assert!(app.engine.files.list().await.unwrap().is_empty());
    assert!(cairn_domain::JOBS.iter().any(|job| job.kind == RemoveUnusedFiles::KIND && job.schedule.is_some()));
});
