//! Evidence and its revisions.

use cairn_testkit::both;
use serde_json::{Value as Json, json};

use super::files::upload;
use crate::support::{actor_of, evidence, field, make};

both!(async fn an_evidence_begins_with_a_revision(app) {
    let domain = app.domain("Sales").await;
    let body = json!({ "name": "Proof", "folder": domain, "link": "https://example.com/x" });
    let id = make(&app, "evidences", body).await;
    let revisions = app.admin.get(&format!("/api/evidence-revisions/?evidence={id}")).await.is(200).body();
    assert_eq!(revisions["count"], 1);
    let first = &revisions["results"][0];
    assert_eq!((&first["version"], &first["link"], &first["str"]), (&json!(1), &json!("https://example.com/x"), &json!("Proof v1")));
    assert_eq!(field(&app, "evidences", id, "revisions_count").await, 1);
    assert_eq!(field(&app, "evidences", id, "attachment").await, Json::Null);
});

both!(async fn revisions_are_numbered_for_each_evidence(app) {
    let domain = app.domain("Sales").await;
    let id = evidence(&app, domain, "Proof").await;
    let next = json!({ "evidence": id, "effective_date": "2025-12-31" });
    let second = app.admin.post("/api/evidence-revisions/", next).await.is(201);
    assert_eq!(second.body()["version"], 2);
    assert_eq!(second.body()["folder"], json!(domain), "a revision is where its evidence is");
    let latest = field(&app, "evidences", id, "latest_revision").await;
    assert_eq!(latest, json!({ "id": second.id(), "version": 2, "effective_date": "2025-12-31" }));
    let tenth = make(&app, "evidence-revisions", json!({ "evidence": id, "version": 10 })).await;
    assert_eq!(app.admin.post("/api/evidence-revisions/", json!({ "evidence": id })).await.is(201).body()["version"], 11);
    app.admin.post("/api/evidence-revisions/", json!({ "evidence": id, "version": 10 })).await.is(400).error("version");
    app.admin.post("/api/evidence-revisions/", json!({ "evidence": id, "version": -1 })).await.is(400).error("version");
    app.admin.post("/api/evidence-revisions/", json!({})).await.is(400).error("evidence");
    app.admin.delete(&format!("/api/evidence-revisions/{tenth}/")).await.is(204);
    assert_eq!(field(&app, "evidences", id, "revisions_count").await, 3);
});

both!(async fn two_revisions_at_once_get_two_numbers(app) {
    let domain = app.domain("Sales").await;
    let id = evidence(&app, domain, "Proof").await;
    let next = || app.admin.post("/api/evidence-revisions/", json!({ "evidence": id }));
    let (a, b, c) = tokio::join!(next(), next(), next());
    let mut versions = [a, b, c].map(|answer| answer.is(201).body()["version"].as_i64().unwrap());
    versions.sort_unstable();
    assert_eq!(versions, [2, 3, 4]);
});

both!(async fn revisions_and_files_move_with_their_evidence(app) {
    let (sales, finance) = (app.domain("Sales").await, app.domain("Finance").await);
    let id = evidence(&app, sales, "Proof").await;
    upload(&app, id, "note.txt", b"hello").await.is(200);
    app.admin.patch(&format!("/api/evidences/{id}/"), json!({ "folder": finance })).await.is(200);
    for path in ["evidence-revisions", "evidence-files"] {
        assert_eq!(app.admin.get(&format!("/api/{path}/?folder={finance}")).await.is(200).body()["count"], 1);
        assert_eq!(app.admin.get(&format!("/api/{path}/?folder={sales}")).await.is(200).body()["count"], 0);
    }
});

both!(async fn owners_of_evidence_are_listed(app) {
    let domain = app.domain("Sales").await;
    let me = actor_of(&app, app.admin.user).await;
    make(&app, "evidences", json!({ "name": "Proof", "folder": domain, "owner": [me] })).await;
    assert_eq!(app.admin.get("/api/evidences/owner/").await.is(200).body()[0]["id"], json!(me));
});
