//! Who sees jobs, and what jobs see.

use cairn_testkit::both;

use super::*;
use crate::support::asset;

both!(async fn a_job_is_seen_by_who_asked_for_it_and_by_administrators(app) {
    let sales = app.domain("Sales").await;
    let ada = app.user("ada@example.com", "ANA", sales).await;
    let eve = app.user("eve@example.com", "DMA", sales).await;
    let id = ask_as(&app, caller(&ada, Limits::default()), &label("hers")).await;
    let own = ask(&app, &label("cairn's")).await;
    assert_eq!(ada.get("/api/jobs/").await.is(200).ids(), [id]);
    assert_eq!(eve.get("/api/jobs/").await.is(200).ids(), [] as [Uuid; 0]);
    assert_eq!(app.admin.get("/api/jobs/").await.is(200).ids(), [own, id]);
    ada.get(&url(id)).await.is(200);
    ada.get(&url(own)).await.is(404);
    for stranger in [&eve] {
        for tail in ["", "object/"] {
            stranger.get(&format!("{}{tail}", url(id))).await.is(404);
        }
        for action in ["cancel", "retry"] {
            stranger.post(&format!("{}{action}/", url(id)), json!({})).await.is(404);
        }
    }
    app.nobody.get("/api/jobs/").await.is(401);
    app.nobody.post(&format!("{}cancel/", url(id)), json!({})).await.is(401);
    for method in [http::Method::PATCH, http::Method::PUT, http::Method::DELETE] {
        ada.json(method, &url(id), &json!({ "state": "done" })).await.is(405);
    }
    let shown = ada.get(&url(id)).await.is(200).text();
    assert!(!shown.contains("lease") && !shown.contains("\"input\""), "{shown}");
    ada.post(&format!("{}cancel/", url(id)), json!({})).await.is(200);
});

/// A token of someone with limits.
async fn token(app: &TestApp, owner: &Client, limits: Json) -> Client {
    let mut body = json!({ "name": "limited" });
    body.as_object_mut().expect("an object").extend(limits.as_object().expect("an object").clone());
    let made = owner.post("/api/iam/auth-tokens/", body).await.is(201).body();
    app.nobody.with("Authorization", &format!("Token {}", made["token"].as_str().expect("a token")))
}

both!(async fn a_limited_token_sees_no_jobs_beyond_its_limits(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    let free = ask_as(&app, caller(&app.admin, Limits::default()), &label("free")).await;
    let limited = Limits { folder: Some(sales), ..Limits::default() };
    let tied = ask_as(&app, caller(&app.admin, limited), &label("tied")).await;
    let in_sales = token(&app, &app.admin, json!({ "folder": sales })).await;
    let in_legal = token(&app, &app.admin, json!({ "folder": legal })).await;
    assert_eq!(in_sales.get("/api/jobs/").await.is(200).ids(), [tied]);
    assert_eq!(in_legal.get("/api/jobs/").await.is(200).ids(), [] as [Uuid; 0]);
    in_sales.get(&url(free)).await.is(404);
    let reading = token(&app, &app.admin, json!({ "read_only": true })).await;
    reading.get(&url(free)).await.is(200);
    reading.post(&format!("{}cancel/", url(free)), json!({})).await.is(403);
    assert_eq!(job(&app, free).await["state"], "queued");
});

both!(async fn a_job_sees_what_its_owner_sees_then_within_the_limits_of_the_token(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    asset(&app, sales, "Vault").await;
    asset(&app, legal, "Archive").await;
    let count = |limits: Limits| caller(&app.admin, limits);
    let all = ask_as(&app, count(Limits::default()), &CountAssets {}).await;
    let some = ask_as(&app, count(Limits { folder: Some(sales), ..Limits::default() }), &CountAssets {}).await;
    let ada = app.user("ada@example.com", "ANA", sales).await;
    let hers = ask_as(&app, caller(&ada, Limits::default()), &CountAssets {}).await;
    let stage = Arc::new(Stage::default());
    worker(&app, &stage).run_due().await.expect("runs");
    for (id, seen) in [(all, 2), (some, 1), (hers, 1)] {
        assert_eq!(job(&app, id).await["result"], json!({ "assets": seen }));
    }
    // What she asked for before her account was closed finds nothing after it.
    let later = ask_as(&app, caller(&ada, Limits::default()), &CountAssets {}).await;
    app.admin.patch(&format!("/api/users/{}/", ada.user), json!({ "is_active": false })).await.is(200);
    worker(&app, &stage).run_due().await.expect("runs");
    assert_eq!(job(&app, later).await["result"], json!({ "assets": 0 }));
});

both!(async fn nobody_fills_the_queue(app) {
    for _ in 0..cairn_jobs::MOST_UNFINISHED {
        ask_as(&app, caller(&app.admin, Limits::default()), &label("one of many")).await;
    }
    let mut cx = app.engine.write(Arc::new(caller(&app.admin, Limits::default()))).await.expect("a transaction");
    let refused = enqueue(&mut cx, &label("one too many")).await;
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
});
