//! Policies: the controls of one category, under a path and rights of their own.

use cairn_testkit::both;
use serde_json::json;

use crate::support::{control, make};

both!(async fn policies_are_controls_and_nothing_else_is_a_policy(app) {
    let domain = app.domain("Sales").await;
    let plain = control(&app, domain, "Guard").await;
    let made = app.admin.post("/api/policies/", json!({ "name": "Clean desk", "folder": domain })).await.is(201);
    let policy = made.id();
    assert_eq!(made.header("location"), Some(format!("/api/policies/{policy}/").as_str()));
    assert_eq!(made.body()["category"], "policy");
    assert_eq!(app.admin.get("/api/policies/").await.is(200).ids(), [policy]);
    assert_eq!(app.admin.get("/api/applied-controls/?category=policy").await.is(200).ids(), [policy]);
    let url = format!("/api/policies/{plain}/");
    app.admin.get(&url).await.is(404);
    app.admin.get(&format!("{url}object/")).await.is(404);
    app.admin.get(&format!("{url}cascade-info/")).await.is(404);
    app.admin.patch(&url, json!({ "name": "X" })).await.is(404);
    app.admin.delete(&url).await.is(404);
    app.admin.post(&format!("{url}duplicate/"), json!({ "name": "X" })).await.is(404);
    let batch = json!({ "action": "delete", "ids": [plain] });
    let done = app.admin.post("/api/policies/batch-action/", batch).await.is(200).body();
    assert_eq!(done["succeeded"], json!([]));
    assert_eq!(app.admin.get("/api/policies/autocomplete/").await.is(200).body()["count"], 1);
    assert_eq!(app.admin.get("/api/policies/ids/").await.is(200).body(), json!({ "Clean desk": policy }));
});

both!(async fn a_policy_cannot_leave_its_category(app) {
    let domain = app.domain("Sales").await;
    let policy = make(&app, "policies", json!({ "name": "Clean desk", "folder": domain })).await;
    let url = format!("/api/policies/{policy}/");
    for category in [json!("process"), json!(null)] {
        app.admin.patch(&url, json!({ "category": category })).await.is(400).error("category");
        app.admin.put(&url, json!({ "name": "Clean desk", "category": category })).await.is(400).error("category");
        let body = json!({ "name": "Other", "folder": domain, "category": category });
        app.admin.post("/api/policies/", body).await.is(400).error("category");
        let batch = json!({ "action": "change_field", "ids": [policy], "field": "category", "value": category });
        let done = app.admin.post("/api/policies/batch-action/", batch).await.is(200).body();
        assert_eq!(done["failed"][0]["id"], json!(policy));
    }
    app.admin.patch(&url, json!({ "category": "policy", "status": "active" })).await.is(200);
    let replaced = app.admin.put(&url, json!({ "name": "Tidy desk" })).await.is(200).body();
    assert_eq!((&replaced["category"], &replaced["status"]), (&json!("policy"), &json!("--")));
    let copy = app.admin.post(&format!("{url}duplicate/"), json!({ "name": "Copy" })).await.is(200).id();
    app.admin.get(&format!("/api/policies/{copy}/")).await.is(200);
    let other = control(&app, domain, "Guard").await;
    let body = json!({ "target": policy, "sources": [other] });
    app.admin.post("/api/policies/merge/", body).await.is(400).error("sources");
});

both!(async fn the_rights_of_policies_are_their_own(app) {
    let domain = app.domain("Sales").await;
    let view = app.admin.get("/api/permissions/?codename__in=view_policy,view_folder").await.is(200).ids();
    let role = make(&app, "roles", json!({ "name": "Policy reader", "permissions": view })).await;
    let reader = app.user_with(json!({ "email": "rea@example.com" })).await;
    let body = json!({ "name": "R", "user": reader.user, "role": role, "perimeter_folders": [domain], "folder": domain });
    make(&app, "role-assignments", body).await;
    let policy = make(&app, "policies", json!({ "name": "Clean desk", "folder": domain })).await;
    control(&app, domain, "Guard").await;
    assert_eq!(reader.get("/api/policies/").await.is(200).ids(), [policy]);
    reader.get("/api/applied-controls/").await.is(403);
    reader.get(&format!("/api/applied-controls/{policy}/")).await.is(404);
    reader.patch(&format!("/api/policies/{policy}/"), json!({ "name": "X" })).await.is(403);
});
