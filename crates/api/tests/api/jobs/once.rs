//! A job is done once: by one of many workers, after a crash, after a cancellation.

use cairn_store::Sql;
use cairn_testkit::{Database, both};

use super::*;

both!(async fn a_job_is_done_and_tells_what_came_of_it(app) {
    let stage = Arc::new(Stage::default());
    let id = ask(&app, &label("one")).await;
    let waiting = job(&app, id).await;
    assert_eq!((&waiting["state"], &waiting["name"], &waiting["progress"]), (&json!("queued"), &json!("Make a label"), &json!(0)));
    assert_eq!(worker(&app, &stage).run_due().await.expect("a run"), 1);
    let done = job(&app, id).await;
    assert_eq!((&done["state"], &done["progress"], &done["attempts"]), (&json!("done"), &json!(100), &json!(1)));
    assert_eq!((&done["result"], &done["error"]), (&json!({ "made": 1 }), &Json::Null));
    assert_eq!(labels(&app).await, 1);
    assert_eq!(worker(&app, &stage).run_due().await.expect("no run"), 0);
});

/// Several processes, each with a loop of its own, share what is there.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_workers_do_each_job_once() {
    const MANY: usize = 60;
    let app = TestApp::start(Database::Postgres).await;
    let stage = Arc::new(Stage::default());
    for number in 0..MANY {
        ask(&app, &label(&format!("job {number}"))).await;
    }
    let workers = (0..4).map(|_| {
        let worker = worker(&app, &stage);
        tokio::spawn(async move { worker.run_due().await.expect("runs") })
    });
    let runs: Vec<usize> =
        futures_util::future::join_all(workers).await.into_iter().map(|runs| runs.expect("a worker")).collect();
    assert_eq!(runs.iter().sum::<usize>(), MANY, "{runs:?}");
    assert_eq!((stage.runs(), labels(&app).await), (MANY, MANY));
    let done = app.admin.get("/api/jobs/?state=done&attempts=1&kind=make-label").await.is(200);
    assert_eq!(done.ids().len(), MANY);
}

both!(async fn a_job_whose_worker_is_lost_runs_again_and_does_nothing_twice(app) {
    let stage = Stage::closed();
    let id = ask(&app, &MakeLabel { label: "lost".into(), wait_inside: true }).await;
    let lost = tokio::spawn(worker(&app, &stage).run());
    stage.arrived.notified().await;
    // It has written, and not committed. Now its process is gone.
    lost.abort();
    let _ = lost.await;
    assert_eq!(worker(&app, &stage).run_due().await.expect("no run"), 0, "its lease has not ended");
    app.clock.advance_seconds(90);
    assert_eq!(worker(&app, &stage).run_due().await.expect("a run"), 1);
    let done = job(&app, id).await;
    assert_eq!((&done["state"], &done["attempts"]), (&json!("done"), &json!(2)));
    assert_eq!((stage.runs(), labels(&app).await), (2, 1));
});

both!(async fn a_worker_that_stops_leaves_its_jobs_to_others_at_once(app) {
    let stage = Stage::closed();
    let id = ask(&app, &label("stopped")).await;
    let stopping = worker(&app, &stage);
    let running = tokio::spawn(stopping.clone().run());
    stage.arrived.notified().await;
    running.abort();
    let _ = running.await;
    stopping.release().await.expect("given back");
    assert_eq!(worker(&app, &stage).run_due().await.expect("a run"), 1);
    let done = job(&app, id).await;
    assert_eq!((&done["state"], &done["attempts"]), (&json!("done"), &json!(1)), "the stop cost no attempt");
    assert_eq!(labels(&app).await, 1);
});

both!(async fn a_slow_worker_whose_job_was_taken_over_commits_nothing(app) {
    let stage = Stage::closed();
    let id = ask(&app, &label("slow")).await;
    let slow = worker(&app, &stage);
    let running = tokio::spawn(async move { slow.run_due().await });
    stage.arrived.notified().await;
    let mut cx = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let mut sql = Sql::raw("update jobs set lease = 'another', lease_until = ");
    sql.bind(cx.now.plus_seconds(-1)).push(" where id = ").bind(id);
    assert_eq!(cx.conn.execute(&sql).await.expect("taken over"), 1);
    cx.commit().await.expect("taken over");
    stage.let_go();
    running.await.expect("it ended").expect("runs");
    // The one who took it over is lost as well, and a third does it: in all it is done once.
    worker(&app, &stage).run_due().await.expect("a run");
    assert_eq!((&job(&app, id).await["state"], labels(&app).await), (&json!("done"), 1));
});

both!(async fn a_running_job_shows_how_far_it_is(app) {
    let stage = Stage::closed();
    let id = ask(&app, &label("slow")).await;
    let running = worker(&app, &stage);
    let running = tokio::spawn(async move { running.run_due().await });
    stage.arrived.notified().await;
    let now = job(&app, id).await;
    assert_eq!((&now["state"], &now["progress"], &now["step"]), (&json!("running"), &json!(40), &json!("Halfway")));
    stage.let_go();
    assert_eq!(running.await.expect("it ended").expect("a run"), 1);
    let done = job(&app, id).await;
    assert_eq!((&done["state"], &done["progress"], &done["step"]), (&json!("done"), &json!(100), &Json::Null));
});

both!(async fn a_cancelled_job_stops_and_can_run_again(app) {
    let stage = Stage::closed();
    let id = ask(&app, &label("cancelled")).await;
    let running = tokio::spawn(worker(&app, &stage).run());
    stage.arrived.notified().await;
    let cancelled = app.admin.post(&format!("{}cancel/", url(id)), json!({})).await.is(200).body();
    assert_eq!(cancelled["state"], "cancelled");
    // Whoever was at it lets it go by itself.
    stage.dropped.notified().await;
    assert_eq!(labels(&app).await, 0);
    let ended = job(&app, id).await;
    assert_eq!((&ended["state"], ended["ended_at"].is_null()), (&json!("cancelled"), false));
    app.admin.post(&format!("{}cancel/", url(id)), json!({})).await.is(409);
    running.abort();
    let _ = running.await;
    app.admin.post(&format!("{}retry/", url(id)), json!({})).await.is(200);
    assert_eq!(worker(&app, &stage).run_due().await.expect("a run"), 1);
    assert_eq!((&job(&app, id).await["state"], labels(&app).await), (&json!("done"), 1));
    app.admin.post(&format!("{}retry/", url(id)), json!({})).await.is(409);
});

both!(async fn a_job_that_waits_can_be_cancelled(app) {
    let stage = Arc::new(Stage::default());
    let id = ask(&app, &label("never")).await;
    app.admin.post(&format!("{}cancel/", url(id)), json!({})).await.is(200);
    assert_eq!(worker(&app, &stage).run_due().await.expect("no run"), 0);
    assert_eq!((stage.runs(), labels(&app).await), (0, 0));
});

both!(async fn what_may_pass_is_tried_again_later_and_later(app) {
    let stage = Arc::new(Stage::default());
    let id = ask(&app, &Fail { times: 2, for_good: false }).await;
    let worker = worker(&app, &stage);
    assert_eq!(worker.run_due().await.expect("a run"), 1);
    let failed = job(&app, id).await;
    assert_eq!(failed["state"], "queued");
    let words = failed["error"].as_str().expect("an error");
    assert!(words.contains(&id.to_string()) && !words.contains("inside of the house"), "{words}");
    assert_eq!(worker.run_due().await.expect("too early"), 0);
    app.clock.advance_seconds(31);
    assert_eq!(worker.run_due().await.expect("a run"), 1);
    app.clock.advance_seconds(31);
    assert_eq!(worker.run_due().await.expect("still too early"), 0);
    app.clock.advance_seconds(90);
    assert_eq!(worker.run_due().await.expect("a run"), 1);
    let done = job(&app, id).await;
    assert_eq!((&done["state"], &done["attempts"], &done["error"]), (&json!("done"), &json!(3), &Json::Null));
});

both!(async fn what_fails_for_good_stays_to_be_seen(app) {
    let stage = Arc::new(Stage::default());
    let worker = worker(&app, &stage);
    let gone = ask(&app, &Fail { times: 1, for_good: true }).await;
    let panics = ask(&app, &Panic {}).await;
    assert_eq!(worker.run_due().await.expect("runs"), 2);
    let failed = job(&app, gone).await;
    assert_eq!((&failed["state"], &failed["error"]), (&json!("failed"), &json!("What it was about is gone.")));
    assert_eq!(job(&app, panics).await["state"], "failed");
    // A budget that is spent is spent.
    stage.begun.store(0, Ordering::SeqCst);
    let hopeless = ask(&app, &Fail { times: 9, for_good: false }).await;
    for _ in 0..5 {
        worker.run_due().await.expect("runs");
        app.clock.advance_seconds(7200);
    }
    let dead = job(&app, hopeless).await;
    assert_eq!((&dead["state"], &dead["attempts"], stage.runs()), (&json!("failed"), &json!(3), 3));
});
