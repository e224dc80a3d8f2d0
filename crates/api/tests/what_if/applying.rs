//! Applying a draft: all of it or nothing, with the ids that were shown.

use cairn_testkit::{TestApp, both};
use serde_json::json;
use uuid::Uuid;

use crate::support::{asset, control, draft, journal_since, make, mark, of, timeless, within};

/// What it takes to see and decide about drafts and controls, and to change neither.
async fn permissions(app: &TestApp) -> Vec<Uuid> {
    let names = "view_folder,view_whatifdraft,change_whatifdraft,view_appliedcontrol";
    app.admin.get(&format!("/api/permissions/?codename__in={names}")).await.is(200).ids()
}

both!(async fn what_was_shown_is_what_is_made(app) {
    let domain = app.domain("Sales").await;
    let vault = asset(&app, domain, "Vault").await;
    let ada = app.user("ada@example.com", "ANA", domain).await;
    let grace = app.user("grace@example.com", "DMA", domain).await;
    let id = draft(&ada, domain).await;
    let new = ada.post(&within("/api/assets/", id), json!({ "name": "New", "folder": domain })).await.is(201).id();
    ada.patch(&within(&format!("/api/assets/{vault}/"), id), json!({ "parent_assets": [new] })).await.is(200);
    let shown = timeless(ada.get(&within("/api/assets/?ordering=name", id)).await.is(200).body());
    grace.post(&of(id, "apply/"), json!({})).await.is(404);
    ada.patch(&of(id, ""), json!({ "is_shared": true })).await.is(200);
    let before = mark(&app).await;
    let applied = grace.post(&of(id, "apply/"), json!({})).await.is(200).body();
    assert_eq!((&applied["status"], &applied["changes"]), (&json!("applied"), &json!(2)));
    let made = timeless(ada.get("/api/assets/?ordering=name").await.is(200).body());
    assert_eq!(shown, made);
    let entries = journal_since(&app, before).await;
    let both = "grace@example.com, drafted by ada@example.com".to_owned();
    assert_eq!(
        entries,
        [
            ("created assets".to_owned(), both.clone()),
            ("updated assets".to_owned(), both),
            ("updated what-if-drafts".to_owned(), "grace@example.com".to_owned())
        ]
    );
    ada.post(&of(id, "apply/"), json!({})).await.is(409);
    let read = ada.get(&of(id, "")).await.is(200).body();
    assert_eq!((&read["status"], &read["closed_by_label"]), (&json!("applied"), &json!("grace@example.com")));
});

both!(async fn a_step_that_fails_keeps_all_of_it_from_being_made(app) {
    let domain = app.domain("Sales").await;
    let vault = asset(&app, domain, "Vault").await;
    let id = draft(&app.admin, domain).await;
    app.admin.post(&within("/api/assets/", id), json!({ "name": "New", "folder": domain })).await.is(201);
    app.admin.patch(&within(&format!("/api/assets/{vault}/"), id), json!({ "name": "Card vault" })).await.is(200);
    let read = app.admin.get(&of(id, "")).await.is(200).body();
    app.admin.delete(&format!("/api/assets/{vault}/")).await.is(204);
    let before = mark(&app).await;
    let refused = app.admin.post(&of(id, "apply/"), json!({ "expect": read["fingerprint"] })).await.is(409).body();
    assert!(refused["detail"].as_str().unwrap().starts_with("Step 2 (Update asset “Card vault”)"), "{refused}");
    app.admin.post(&of(id, "apply/"), json!({ "expect": "0000000000000000" })).await.is(409);
    assert!(journal_since(&app, before).await.is_empty());
    let compared = app.admin.get(&of(id, "comparison/")).await.is(200).body();
    assert_eq!(compared["problems"][0]["step"], 2);
});

both!(async fn whoever_applies_needs_the_permissions(app) {
    let domain = app.domain("Sales").await;
    let one = control(&app, domain, "MFA").await;
    let ada = app.user("ada@example.com", "ANA", domain).await;
    let tester = app.user_with(json!({ "email": "eve@example.com" })).await;
    let role = make(&app, "roles", json!({ "name": "Applier", "permissions": permissions(&app).await })).await;
    make(&app, "role-assignments", json!({ "name": "given", "role": role, "user": tester.user, "perimeter_folders": [domain], "is_recursive": true })).await;
    let reader = app.user("rob@example.com", "AUD", domain).await;
    let id = draft(&ada, domain).await;
    ada.patch(&within(&format!("/api/applied-controls/{one}/"), id), json!({ "status": "active" })).await.is(200);
    ada.patch(&of(id, ""), json!({ "is_shared": true })).await.is(200);
    reader.post(&of(id, "apply/"), json!({})).await.is(403);
    // Whoever may decide about drafts, but not change controls, changes none.
    tester.post(&of(id, "apply/"), json!({})).await.is(409);
    assert_eq!(ada.get(&format!("/api/applied-controls/{one}/")).await.is(200).body()["status"], "--");
    let compared = ada.get(&of(id, "comparison/")).await.is(200).body();
    let active = compared["measures"].as_array().unwrap().iter().find(|one| one["name"] == "controls_active").unwrap();
    assert_eq!((&active["before"], &active["after"]), (&json!(0), &json!(1)));
    assert_eq!(compared["objects"][0]["changes"][0]["after"], "active");
    ada.post(&of(id, "apply/"), json!({})).await.is(200);
    assert_eq!(ada.get(&format!("/api/applied-controls/{one}/")).await.is(200).body()["status"], "active");
});
