//! The same change to many objects at once.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{actor_of, asset, field, journal_since, make, mark, targets};

async fn run(app: &TestApp, body: Json) -> Json {
    app.admin.post("/api/assets/batch-action/", body).await.is(200).body()
}

async fn three(app: &TestApp) -> (Uuid, [Uuid; 3]) {
    let domain = app.domain("Sales").await;
    (domain, [asset(app, domain, "A").await, asset(app, domain, "B").await, asset(app, domain, "C").await])
}

both!(async fn many_are_deleted(app) {
    let (_, [a, b, c]) = three(&app).await;
    let before = mark(&app).await;
    let done = run(&app, json!({ "action": "delete", "ids": [a, b] })).await;
    assert_eq!(done["succeeded"], json!([{ "id": a, "name": "A" }, { "id": b, "name": "B" }]));
    assert_eq!(done["failed"], json!([]));
    assert_eq!(app.admin.get("/api/assets/").await.ids(), [c]);
    assert_eq!(journal_since(&app, before).await.len(), 2, "each has its row in the journal");
});

both!(async fn a_field_of_many_is_changed(app) {
    let (domain, [a, b, _]) = three(&app).await;
    run(&app, json!({ "action": "change_field", "ids": [a, b], "field": "type", "value": "PR" })).await;
    assert_eq!(app.admin.get("/api/assets/?type=PR").await.ids(), [a, b]);
    run(&app, json!({ "action": "change_field", "ids": [a], "field": "description", "value": null })).await;
    let finance = app.domain("Finance").await;
    run(&app, json!({ "action": "change_field", "ids": [a, b], "field": "folder", "value": finance })).await;
    assert_eq!(app.admin.get(&format!("/api/assets/?folder={domain}")).await.body()["count"], 1);
});

both!(async fn links_of_many_are_added_and_removed(app) {
    let (domain, [a, b, _]) = three(&app).await;
    let me = actor_of(&app, app.admin.user).await;
    let team = make(&app, "teams", json!({ "name": "Blue", "folder": domain })).await;
    let team = app.admin.get(&format!("/api/actors/?team={team}")).await.is(200).ids()[0];
    let add = json!({ "action": "add_to_field", "ids": [a, b], "field": "owner", "value": [me] });
    run(&app, add.clone()).await;
    run(&app, add).await;
    run(&app, json!({ "action": "add_to_field", "ids": [a], "field": "owner", "value": [team] })).await;
    assert_eq!(targets(&app, "assets", a, "owner").await.len(), 2);
    run(&app, json!({ "action": "remove_from_field", "ids": [a, b], "field": "owner", "value": [me] })).await;
    assert_eq!(targets(&app, "assets", a, "owner").await, [team]);
    assert!(targets(&app, "assets", b, "owner").await.is_empty());
});

both!(async fn each_succeeds_or_fails_on_its_own(app) {
    let (_, [a, b, c]) = three(&app).await;
    let nothing = Uuid::from_u128(7);
    let before = mark(&app).await;
    let body = json!({ "action": "change_field", "ids": [a, nothing, b, c], "field": "name", "value": "Same" });
    let done = run(&app, body).await;
    assert_eq!(done["succeeded"], json!([{ "id": a, "name": "A" }]));
    let failed: Vec<&Json> = done["failed"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert_eq!(failed, [&json!(nothing), &json!(b), &json!(c)]);
    assert!(done["failed"][0]["error"].as_str().unwrap().contains("no asset with this id"), "{done}");
    assert!(done["failed"][1]["error"].as_str().unwrap().contains("already in use"), "{done}");
    assert_eq!(journal_since(&app, before).await.len(), 1);
    assert_eq!(field(&app, "assets", b, "name").await, "B");
});

both!(async fn an_atomic_batch_changes_all_or_nothing(app) {
    let (_, [a, b, _]) = three(&app).await;
    let before = mark(&app).await;
    let body = json!({ "action": "change_field", "ids": [a, b], "field": "name", "value": "Same", "atomic": true });
    app.admin.post("/api/assets/batch-action/", body).await.is(400).error("name");
    let body = json!({ "action": "delete", "ids": [a, Uuid::from_u128(7)], "atomic": true });
    app.admin.post("/api/assets/batch-action/", body).await.is(404);
    assert_eq!(mark(&app).await, before);
    run(&app, json!({ "action": "delete", "ids": [a, b], "atomic": true })).await;
});

both!(async fn a_batch_that_makes_no_sense_is_refused(app) {
    let (_, [a, ..]) = three(&app).await;
    let before = mark(&app).await;
    let many: Vec<Uuid> = (0..1001).map(Uuid::from_u128).collect();
    for (body, name) in [
        (json!({ "action": "delete", "ids": many }), "ids"),
        (json!({ "action": "delete", "ids": [] }), "ids"),
        (json!({ "action": "delete", "ids": ["x"] }), "ids[0]"),
        (json!({ "action": "explode", "ids": [a] }), "action"),
        (json!({ "action": "change_field", "ids": [a] }), "field"),
        (json!({ "action": "change_field", "ids": [a], "field": "nothing", "value": 1 }), "field"),
        (json!({ "action": "change_field", "ids": [a], "field": "created_at", "value": 1 }), "field"),
        (json!({ "action": "add_to_field", "ids": [a], "field": "name", "value": ["x"] }), "field"),
        (json!({ "action": "add_to_field", "ids": [a], "field": "owner" }), "value"),
        (json!({ "action": "delete", "ids": [a], "force": true }), "force"),
        (json!({ "ids": [a] }), "action"),
        (json!([]), "detail"),
    ] {
        let answer = app.admin.post("/api/assets/batch-action/", body).await.is(400);
        assert!(!answer.error(name).is_empty());
    }
    assert_eq!(mark(&app).await, before);
});

both!(async fn a_batch_asks_for_the_right_of_each_object(app) {
    let (domain, [a, ..]) = three(&app).await;
    let finance = app.domain("Finance").await;
    let other = asset(&app, finance, "Other").await;
    let analyst = app.user("ana@example.com", "ANA", domain).await;
    let reader = app.user("rea@example.com", "AUD", domain).await;
    let body = json!({ "action": "delete", "ids": [a, other] });
    reader.post("/api/assets/batch-action/", body.clone()).await.is(403);
    let done = analyst.post("/api/assets/batch-action/", body).await.is(200).body();
    assert_eq!(done["succeeded"][0]["id"], json!(a));
    assert_eq!(done["failed"][0]["id"], json!(other));
    app.admin.get(&format!("/api/assets/{other}/")).await.is(200);
});

both!(async fn what_is_never_shown_is_changed_one_by_one(app) {
    let endpoint = json!({ "name": "Receiver", "url": "https://example.com/", "event_types": [], "generate_secret": true });
    let endpoint = app.admin.post("/api/webhooks/endpoints/", endpoint).await.is(201).id();
    let sink = json!({ "name": "SIEM", "url": "https://example.com/", "generate_secret": true });
    let sink = app.admin.post("/api/webhooks/audit-sinks/", sink).await.is(201).id();
    let before = mark(&app).await;
    for (path, id) in [("webhooks/endpoints", endpoint), ("webhooks/audit-sinks", sink)] {
        for (name, value) in [("generate_secret", json!(true)), ("secret", json!(null)), ("headers", json!({ "X-A": "b" }))] {
            let body = json!({ "action": "change_field", "ids": [id], "field": name, "value": value });
            let refused = app.admin.post(&format!("/api/{path}/batch-action/"), body).await.is(400);
            assert!(refused.error("field").contains("never shown"), "{}", refused.text());
        }
    }
    assert!(journal_since(&app, before).await.is_empty());
});

both!(async fn a_batch_is_undone(app) {
    let (domain, [a, b, c]) = three(&app).await;
    let undo = |done: &Json, ids: Json| json!({ "action": "restore", "ids": ids, "before": done["at"] });
    app.clock.advance_seconds(1);
    let changed = run(&app, json!({ "action": "change_field", "ids": [a, b], "field": "type", "value": "PR" })).await;
    app.clock.advance_seconds(1);
    let restored = run(&app, undo(&changed, json!([a, b]))).await;
    assert_eq!(restored["failed"], json!([]), "{restored}");
    assert!(app.admin.get("/api/assets/?type=PR").await.ids().is_empty());
    // What was deleted comes back under its id.
    app.clock.advance_seconds(1);
    let deleted = run(&app, json!({ "action": "delete", "ids": [a, b] })).await;
    app.clock.advance_seconds(1);
    let restored = run(&app, undo(&deleted, json!([a, b]))).await;
    assert_eq!(restored["succeeded"], json!([{ "id": a, "name": "A" }, { "id": b, "name": "B" }]));
    assert_eq!(field(&app, "assets", a, "name").await, "A");
    // What someone has changed since stays as they left it.
    app.clock.advance_seconds(1);
    let changed = run(&app, json!({ "action": "change_field", "ids": [a, b], "field": "type", "value": "PR" })).await;
    app.clock.advance_seconds(1);
    app.admin.patch(&format!("/api/assets/{a}/"), json!({ "ref_id": "X" })).await.is(200);
    let restored = run(&app, undo(&changed, json!([a, b, c]))).await;
    assert_eq!(restored["succeeded"], json!([{ "id": b, "name": "B" }]));
    assert_eq!(restored["failed"].as_array().unwrap().len(), 2, "the third had no part in it");
    assert_eq!(field(&app, "assets", a, "ref_id").await, "X");
    app.admin
        .post("/api/assets/batch-action/", json!({ "action": "restore", "ids": [a] }))
        .await
        .is(400)
        .error("before");
    // Who may not see it is not told that it is there.
    let other = app.domain("Elsewhere").await;
    let analyst = app.user("analyst@elsewhere.example", "ANA", other).await;
    let answer = analyst.post("/api/assets/batch-action/", undo(&changed, json!([b]))).await.is(200).body();
    assert!(answer["failed"][0]["error"].as_str().unwrap().contains("no asset with this id"), "{answer}");
    let reader = app.user("reader@sales.example", "AUD", domain).await;
    reader.post("/api/assets/batch-action/", undo(&changed, json!([b]))).await.is(403);
});
