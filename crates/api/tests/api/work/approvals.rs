//! Approval belongs to a revision: who approved which, and what becomes of it.

use axum::body::Body;
use cairn_testkit::{Client, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{field, make};

async fn upload(client: &Client, url: &str, name: &str, content: &'static str) {
    let client = client.with("Content-Disposition", &format!("attachment; filename={name}"));
    client.send(Method::POST, url, Body::from(content), None).await.is(200);
}

async fn status(app: &TestApp, evidence: Uuid) -> Json {
    field(app, "evidences", evidence, "status").await
}

async fn approve(client: &Client, evidence: Uuid) {
    client.patch(&format!("/api/evidences/{evidence}/"), json!({ "status": "approved" })).await.is(200);
}

/// The approved versions, the newest first.
async fn approved(app: &TestApp, evidence: Uuid) -> Vec<i64> {
    let all = field(app, "evidences", evidence, "approvals").await;
    all.as_array().unwrap().iter().map(|one| one["version"].as_i64().unwrap()).collect()
}

both!(async fn an_approval_is_of_a_revision_as_it_stands(app) {
    let domain = app.domain("Sales").await;
    let evidence = make(&app, "evidences", json!({ "name": "Report", "folder": domain })).await;
    let url = format!("/api/evidences/{evidence}/upload/");
    upload(&app.admin, &url, "a.txt", "first").await;
    assert_eq!(approved(&app, evidence).await, [0; 0]);
    let analyst = app.user("ann@example.com", "ANA", domain).await;
    approve(&analyst, evidence).await;
    let approvals = field(&app, "evidences", evidence, "approvals").await;
    assert_eq!((&approvals[0]["version"], &approvals[0]["approved_by"]["id"]), (&json!(1), &json!(analyst.user)));
    let first: Uuid = approvals[0]["revision"].as_str().unwrap().parse().unwrap();
    assert!(field(&app, "evidence-revisions", first, "approved_at").await.is_string());
    // A new revision is not the one that was approved; the old approval stays with the old one.
    make(&app, "evidence-revisions", json!({ "evidence": evidence, "observation": "Renewed" })).await;
    assert_eq!(status(&app, evidence).await, "in_review");
    assert_eq!(approved(&app, evidence).await, [1]);
    approve(&app.admin, evidence).await;
    assert_eq!(approved(&app, evidence).await, [2, 1]);
    // A new file is not what was approved either.
    upload(&app.admin, &url, "b.txt", "second").await;
    assert_eq!(status(&app, evidence).await, "in_review");
    assert_eq!(approved(&app, evidence).await, [1]);
    // The history of the revision tells of the approval that was withdrawn.
    let second = field(&app, "evidences", evidence, "latest_revision").await["id"].as_str().unwrap().to_owned();
    let history = app.admin.get(&format!("/api/evidence-revisions/{second}/history/")).await.is(200).body();
    assert!(history.to_string().contains("approved_at"), "{history}");
    // A file on the old revision withdraws the old approval, and leaves the evidence alone.
    approve(&app.admin, evidence).await;
    upload(&app.admin, &format!("/api/evidence-revisions/{first}/upload/"), "c.txt", "late").await;
    assert_eq!((status(&app, evidence).await, approved(&app, evidence).await), (json!("approved"), vec![2]));
    app.admin.post(&format!("/api/evidence-revisions/{second}/delete_attachment/"), json!({})).await.is(200);
    assert_eq!((status(&app, evidence).await, approved(&app, evidence).await), (json!("in_review"), vec![]));
});

both!(async fn what_else_changes_an_approval(app) {
    let domain = app.domain("Sales").await;
    let evidence = make(&app, "evidences", json!({ "name": "Report", "folder": domain, "status": "approved" })).await;
    assert_eq!((status(&app, evidence).await, approved(&app, evidence).await), (json!("approved"), vec![1]));
    let item = format!("/api/evidences/{evidence}/");
    // Words about it change nothing of what was approved.
    app.admin.patch(&item, json!({ "description": "Of this year" })).await.is(200);
    assert_eq!(status(&app, evidence).await, "approved");
    app.admin.patch(&item, json!({ "link": "https://example.com/new" })).await.is(200);
    assert_eq!((status(&app, evidence).await, approved(&app, evidence).await), (json!("in_review"), vec![]));
    approve(&app.admin, evidence).await;
    let revision = field(&app, "evidences", evidence, "latest_revision").await["id"].as_str().unwrap().to_owned();
    let revision = format!("/api/evidence-revisions/{revision}/");
    app.admin.patch(&revision, json!({ "link": "https://example.com/newer" })).await.is(200);
    assert_eq!((status(&app, evidence).await, approved(&app, evidence).await), (json!("in_review"), vec![]));
    // What expires was approved as long as it lasted; what is rejected is not.
    approve(&app.admin, evidence).await;
    app.admin.patch(&item, json!({ "status": "expired" })).await.is(200);
    assert_eq!(approved(&app, evidence).await, [1]);
    approve(&app.admin, evidence).await;
    app.admin.patch(&item, json!({ "status": "rejected" })).await.is(200);
    assert_eq!(approved(&app, evidence).await, [0; 0]);
    // Nobody says of themselves that someone approved.
    app.admin.patch(&revision, json!({ "approved_by": app.admin.user })).await.is(400).error("approved_by");
    // With the newest revision goes what was approved.
    make(&app, "evidence-revisions", json!({ "evidence": evidence })).await;
    approve(&app.admin, evidence).await;
    let newest = field(&app, "evidences", evidence, "latest_revision").await["id"].as_str().unwrap().to_owned();
    app.admin.delete(&format!("/api/evidence-revisions/{newest}/")).await.is(204);
    assert_eq!(status(&app, evidence).await, "in_review");
});
