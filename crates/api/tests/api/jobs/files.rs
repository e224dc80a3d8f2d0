//! Files that jobs make: one for each job, for who asked for it, and for a while.

use cairn_jobs::ForgetJobs;
use cairn_testkit::both;

use super::*;
use crate::support::{Entry, journal_since, mark};

fn download(id: Uuid) -> String {
    format!("{}download/", url(id))
}

/// How many files of jobs there are.
fn lying(app: &TestApp) -> usize {
    std::fs::read_dir(app.folder().join("files").join("outputs")).map_or(0, Iterator::count)
}

async fn ask_as_admin(app: &TestApp) -> Uuid {
    ask_as(app, caller(&app.admin, Limits::default()), &MakeFile {}).await
}

both!(async fn a_file_is_fetched_by_who_asked_for_it(app) {
    let ada = app.user("ada@example.com", "ANA", app.domain("Sales").await).await;
    let eve = app.user("eve@example.com", "ANA", app.domain("Legal").await).await;
    let id = ask_as(&app, caller(&ada, Limits::default()), &MakeFile {}).await;
    ada.get(&download(id)).await.is(404);
    worker(&app, &Arc::new(Stage::default())).run_due().await.expect("a run");
    let before = mark(&app).await;
    let file = ada.get(&download(id)).await.is(200);
    assert_eq!((file.text().as_str(), file.header("content-type")), ("run 1", Some("text/csv")));
    assert_eq!(file.header("content-length"), Some("5"));
    let disposition = file.header("content-disposition").expect("a name");
    assert!(disposition.starts_with("attachment; filename=\"made.csv\""), "{disposition}");
    let entries: Vec<String> = journal_since(&app, before).await.iter().map(Entry::what).collect();
    assert_eq!(entries, ["downloaded jobs"]);
    eve.get(&download(id)).await.is(404);
    app.nobody.get(&download(id)).await.is(401);
    // Who sees all jobs sees that there is a file, and not what is in it.
    assert_eq!(job(&app, id).await["file"]["name"], "made.csv");
    app.admin.get(&download(id)).await.is(403);
});

both!(async fn a_run_that_is_repeated_leaves_one_file(app) {
    let stage = Stage::closed();
    let id = ask_as_admin(&app).await;
    let lost = tokio::spawn(worker(&app, &stage).run());
    stage.arrived.notified().await;
    lost.abort();
    let _ = lost.await;
    app.clock.advance_seconds(90);
    assert_eq!(worker(&app, &stage).run_due().await.expect("a run"), 1);
    assert_eq!(app.admin.get(&download(id)).await.is(200).text(), "run 2");
    assert_eq!(lying(&app), 1);
});

both!(async fn a_worker_that_lost_its_job_replaces_nothing(app) {
    let stage = Stage::closed();
    let id = ask_as_admin(&app).await;
    let slow = worker(&app, &stage);
    let running = tokio::spawn(async move { slow.run_due().await });
    stage.arrived.notified().await;
    app.clock.advance_seconds(90);
    assert_eq!(worker(&app, &stage).run_due().await.expect("a run"), 1);
    stage.let_go();
    running.await.expect("it ended").expect("runs");
    let file = app.admin.get(&download(id)).await.is(200);
    assert_eq!(file.text(), "run 2", "what the first one wrote came too late");
    assert_eq!(lying(&app), 1);
});

both!(async fn a_cancelled_job_leaves_no_file(app) {
    let stage = Stage::closed();
    let id = ask_as_admin(&app).await;
    let running = worker(&app, &stage);
    let running = tokio::spawn(async move { running.run_due().await });
    stage.arrived.notified().await;
    app.admin.post(&format!("{}cancel/", url(id)), json!({})).await.is(200);
    stage.let_go();
    running.await.expect("it ended").expect("runs");
    assert_eq!((&job(&app, id).await["state"], lying(&app)), (&json!("cancelled"), 0));
    app.admin.get(&download(id)).await.is(404);
});

both!(async fn files_go_after_a_week_and_jobs_after_a_month(app) {
    let stage = Arc::new(Stage::default());
    let worker = worker(&app, &stage);
    let id = ask_as_admin(&app).await;
    worker.run_due().await.expect("a run");
    // What a process left that died between a file and its commit.
    let stray = app.folder().join("files").join("outputs").join(Uuid::from_u128(7).to_string());
    std::fs::write(&stray, "stray").expect("a file");
    let forget = || async {
        ask(&app, &ForgetJobs {}).await;
        app.jobs.run_due().await.expect("runs");
    };
    forget().await;
    assert!(!stray.exists());
    app.admin.get(&download(id)).await.is(200);
    app.clock.advance_seconds(8 * 24 * 3600);
    forget().await;
    assert_eq!((&job(&app, id).await["file"], lying(&app)), (&Json::Null, 0));
    app.admin.get(&download(id)).await.is(404);
    app.clock.advance_seconds(23 * 24 * 3600);
    forget().await;
    app.admin.get(&url(id)).await.is(404);
});
