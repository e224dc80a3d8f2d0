//! Views of lists that people share.

use cairn_testkit::both;
use serde_json::json;

both!(async fn a_view_is_shared_with_whoever_has_access_to_its_domain(app) {
    let sales = app.domain("Sales").await;
    let north = app.domain_under("North", sales).await;
    let analyst = app.user("analyst@sales.example", "ANA", sales).await;
    let view = json!({ "name": "Late", "resource": "applied-controls", "query": "?status=to_do", "folder": sales });
    let id = analyst.post("/api/saved-views/", view.clone()).await.is(201).id();
    analyst.post("/api/saved-views/", view.clone()).await.is(400);
    assert_eq!(analyst.get(&format!("/api/saved-views/{id}/")).await.is(200).body()["query"], "status=to_do");
    let wrong = json!({ "name": "Wrong", "resource": "nothing", "folder": sales });
    analyst.post("/api/saved-views/", wrong).await.is(400).error("resource");
    // People below see it, as it is published; those elsewhere do not.
    let below = app.user("reader@north.example", "AUD", north).await;
    assert_eq!(below.get("/api/saved-views/?resource=applied-controls").await.is(200).ids(), [id]);
    below.patch(&format!("/api/saved-views/{id}/"), json!({ "name": "Mine" })).await.is(403);
    below.post("/api/saved-views/", view).await.is(403);
    let elsewhere = app.user("reader@other.example", "AUD", app.domain("Other").await).await;
    assert!(elsewhere.get("/api/saved-views/").await.is(200).ids().is_empty());
    elsewhere.get(&format!("/api/saved-views/{id}/")).await.is(404);
    analyst.delete(&format!("/api/saved-views/{id}/")).await.is(204);
});
