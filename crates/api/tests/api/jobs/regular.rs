//! Jobs that come up by themselves, on the clocks of the instance.

use cairn_model::{Timestamp, Type};
use cairn_store::Sql;
use cairn_testkit::both;

use super::*;

async fn set_zone(app: &TestApp, zone: &str) {
    app.admin.patch("/api/settings/general/", json!({ "time_zone": zone })).await.is(200);
}

/// When the job is due next, in UTC.
async fn next(app: &TestApp) -> String {
    let mut conn = app.engine.db.read().await.expect("a connection");
    let sql = Sql::raw("select next_at from job_schedules where kind = 'morning'");
    let rows = conn.query(&sql, &[Type::Time]).await.expect("a schedule");
    rows[0][0].as_time().expect("a time").to_string()
}

fn move_to(app: &TestApp, time: &str) {
    let wanted = Timestamp::parse(time).expect("a time");
    app.clock.advance_seconds(wanted.seconds() - app.engine.clock.now().seconds());
}

both!(async fn a_regular_job_comes_up_once_at_its_hour_also_when_clocks_change(app) {
    let stage = Arc::new(Stage::default());
    let workers = [worker(&app, &stage), worker(&app, &stage)];
    set_zone(&app, "Europe/Paris").await;
    let both = || async {
        let (one, two) = tokio::join!(workers[0].run_due(), workers[1].run_due());
        one.expect("a run") + two.expect("a run")
    };
    assert_eq!((both().await, next(&app).await.as_str()), (0, "2026-03-02T05:00:00.000000Z"));
    // Nothing ran for weeks: what was missed comes up once.
    move_to(&app, "2026-03-28T12:00:00Z");
    assert_eq!((both().await, next(&app).await.as_str()), (1, "2026-03-29T04:00:00.000000Z"));
    move_to(&app, "2026-03-29T03:59:00Z");
    assert_eq!(both().await, 0);
    move_to(&app, "2026-03-29T04:00:30Z");
    assert_eq!((both().await, next(&app).await.as_str()), (1, "2026-03-30T04:00:00.000000Z"));
    assert_eq!(stage.runs(), 2);
    // Who moves the instance moves its schedules.
    set_zone(&app, "America/New_York").await;
    assert_eq!((both().await, next(&app).await.as_str()), (0, "2026-03-29T10:00:00.000000Z"));
});

both!(async fn a_regular_job_does_not_pile_up(app) {
    let stage = Arc::new(Stage::default());
    let worker = worker(&app, &stage);
    worker.run_due().await.expect("prepared");
    // One is there already, and stays until its kind is due again.
    let unfinished = ask(&app, &Morning {}).await;
    let mut cx = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let mut sql = Sql::raw("update jobs set due_at = ");
    sql.bind(cx.now.plus_days(30)).push(" where id = ").bind(unfinished);
    cx.conn.execute(&sql).await.expect("put off");
    cx.commit().await.expect("put off");
    move_to(&app, "2026-03-02T06:00:01Z");
    assert_eq!(worker.run_due().await.expect("no run"), 0);
    assert_eq!(app.admin.get("/api/jobs/?kind=morning").await.is(200).ids(), [unfinished]);
});

both!(async fn the_day_is_that_of_the_instance(app) {
    let today = || async {
        app.engine.read(Arc::new(Caller::system())).await.expect("a context").today().to_string()
    };
    move_to(&app, "2026-03-01T16:00:00Z");
    assert_eq!(today().await, "2026-03-01");
    set_zone(&app, "Asia/Tokyo").await;
    assert_eq!(today().await, "2026-03-02");
    let refused = app.admin.patch("/api/settings/general/", json!({ "time_zone": "Mars/Olympus" })).await.is(400);
    assert!(refused.error("time_zone").contains("Europe/Paris"));
    assert_eq!(today().await, "2026-03-02");
});

both!(async fn accounts_sessions_and_tokens_end_by_themselves(app) {
    let sales = app.domain("Sales").await;
    set_zone(&app, "Asia/Tokyo").await;
    let ada = app.user("ada@example.com", "ANA", sales).await;
    let user = format!("/api/users/{}/", ada.user);
    app.jobs.run_due().await.expect("prepared");
    app.admin.patch(&user, json!({ "expiry_date": "2026-03-02" })).await.is(200);
    ada.get("/api/assets/").await.is(200);
    // In Tokyo the day begins nine hours earlier than in London; the account no longer works from then on.
    move_to(&app, "2026-03-01T15:00:00Z");
    ada.get("/api/assets/").await.is(401);
    assert_eq!(app.admin.get(&user).await.is(200).body()["is_active"], true);
    move_to(&app, "2026-03-01T15:05:01Z");
    app.jobs.run_due().await.expect("runs");
    assert_eq!(app.admin.get(&user).await.is(200).body()["is_active"], false);
    let ended = app.admin.get("/api/jobs/?kind=end-expired&state=done").await.is(200);
    assert_eq!(ended.column("result")[0]["users"], 1);
});

both!(async fn jobs_are_forgotten_after_a_month(app) {
    let stage = Arc::new(Stage::default());
    let id = ask(&app, &label("old")).await;
    worker(&app, &stage).run_due().await.expect("a run");
    app.jobs.run_due().await.expect("prepared");
    app.clock.advance_seconds(29 * 86_400);
    app.jobs.run_due().await.expect("runs");
    job(&app, id).await;
    app.clock.advance_seconds(2 * 86_400);
    app.jobs.run_due().await.expect("runs");
    app.admin.get(&url(id)).await.is(404);
});
