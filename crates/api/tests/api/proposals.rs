//! Governed writes: a token that may only propose changes nothing, and a person decides.

use axum::body::Body;
use cairn_testkit::{Client, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{Entry, asset, control, field, journal_since, mark, targets};

const PROPOSALS: &str = "/api/proposals/";

/// A token of someone that may only propose.
async fn proposer(app: &TestApp, owner: &Client) -> Client {
    let made = owner.post("/api/iam/auth-tokens/", json!({ "name": "assistant", "propose_only": true })).await.is(201);
    let token = made.body()["token"].as_str().expect("a token").to_owned();
    app.nobody.with("Authorization", &format!("Token {token}"))
}

fn decision(id: Uuid, word: &str) -> String {
    format!("{PROPOSALS}{id}/{word}/")
}

async fn status(app: &TestApp, id: Uuid) -> Json {
    field(app, "proposals", id, "status").await
}

both!(async fn a_write_becomes_a_proposal_with_its_difference_and_changes_nothing(app) {
    let domain = app.domain("Sales").await;
    let vault = asset(&app, domain, "Vault").await;
    let owner = app.user("ada@example.com", "ANA", domain).await;
    let bot = proposer(&app, &owner).await.with("Cairn-Note", "It was renamed.");
    let before = mark(&app).await;
    let url = format!("/api/assets/{vault}/");
    let etag = app.admin.get(&format!("{url}object/")).await.is(200).header("etag").unwrap().to_owned();
    let answer = bot.patch(&url, json!({ "name": "Card vault" })).await.is(202);
    let (id, body) = (answer.id(), answer.body());
    assert_eq!(answer.header("location"), Some(format!("{PROPOSALS}{id}/").as_str()));
    assert_eq!((&body["status"], &body["kind"], &body["method"]), (&json!("pending"), &json!("update"), &json!("PATCH")));
    assert_eq!((&body["resource"], &body["object_id"]), (&json!("assets"), &json!(vault)));
    assert_eq!((&body["request_path"], &body["etag"]), (&json!(url), &json!(etag)));
    assert_eq!((&body["body"], &body["note"]), (&json!({ "name": "Card vault" }), &json!("It was renamed.")));
    assert_eq!(body["author_label"], "ada@example.com");
    let change = &body["changes"][0];
    assert_eq!((&change["kind"], &change["id"], &change["name"]), (&json!("updated"), &json!(vault), &json!("Card vault")));
    assert_eq!((&change["changes"][0]["before"], &change["changes"][0]["after"]), (&json!("Vault"), &json!("Card vault")));
    assert_eq!(field(&app, "assets", vault, "name").await, "Vault", "nothing is changed yet");
    let entries = journal_since(&app, before).await;
    assert_eq!(entries.iter().map(Entry::what).collect::<Vec<_>>(), ["created proposals"]);

    let approved = owner.post(&decision(id, "approve"), json!({})).await.is(200).body();
    assert_eq!((&approved["status"], &approved["answer"]["name"]), (&json!("approved"), &json!("Card vault")));
    assert_eq!(field(&app, "assets", vault, "name").await, "Card vault");
    let read = app.admin.get(&format!("{PROPOSALS}{id}/")).await.is(200).body();
    assert_eq!((&read["status"], &read["decided_by_label"]), (&json!("approved"), &json!("ada@example.com")));
    assert_eq!(owner.post(&decision(id, "approve"), json!({})).await.is(409).body()["type"], "conflict");
});

both!(async fn the_journal_names_both(app) {
    let domain = app.domain("Sales").await;
    let ada = app.user("ada@example.com", "ANA", domain).await;
    let grace = app.user("grace@example.com", "DMA", domain).await;
    let bot = proposer(&app, &ada).await;
    let made = bot.post("/api/assets/", json!({ "name": "Vault", "folder": domain })).await.is(202).id();
    let before = mark(&app).await;
    grace.post(&decision(made, "approve"), json!({ "reason": "Right." })).await.is(200);
    let entries = journal_since(&app, before).await;
    let what: Vec<String> = entries.iter().map(Entry::what).collect();
    assert_eq!(what, ["created assets", "updated proposals"]);
    assert_eq!(entries[0].actor, Some(grace.user));
    assert_eq!(entries[0].actor_label, "grace@example.com, proposed by ada@example.com");
    assert_eq!(entries[1].actor_label, "grace@example.com");
    let history = app.admin.get(&format!("{PROPOSALS}{made}/history/")).await.is(200).body();
    assert_eq!(history["count"], 2);
});

both!(async fn a_rejection_has_a_reason_and_changes_nothing(app) {
    let domain = app.domain("Sales").await;
    let vault = asset(&app, domain, "Vault").await;
    let bot = proposer(&app, &app.admin).await;
    let id = bot.delete(&format!("/api/assets/{vault}/")).await.is(202).id();
    app.admin.post(&decision(id, "reject"), json!({})).await.is(400).error("reason");
    app.admin.post(&decision(id, "reject"), json!({ "reason": " " })).await.is(400).error("reason");
    app.admin.post(&decision(id, "reject"), json!({ "reason": "We need it." })).await.is(200);
    app.admin.get(&format!("/api/assets/{vault}/")).await.is(200);
    let read = bot.get(&format!("{PROPOSALS}{id}/")).await.is(200).body();
    assert_eq!((&read["status"], &read["reason"]), (&json!("rejected"), &json!("We need it.")));
    app.admin.post(&decision(id, "approve"), json!({})).await.is(409);
});

both!(async fn what_is_wrong_is_told_at_once_and_keeps_no_proposal(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    let laser = asset(&app, lab, "Laser").await;
    let owner = app.user("ada@example.com", "ANA", sales).await;
    let bot = proposer(&app, &owner).await;
    bot.post("/api/assets/", json!({ "folder": sales })).await.is(400).error("name");
    bot.post("/api/assets/", json!({ "name": "x", "folder": lab })).await.is(400);
    bot.patch(&format!("/api/assets/{laser}/"), json!({ "name": "x" })).await.is(404);
    bot.post("/api/roles/", json!({ "name": "x" })).await.is(403);
    let till = asset(&app, sales, "Till").await;
    bot.with("If-Match", "\"stale\"").patch(&format!("/api/assets/{till}/"), json!({ "name": "x" })).await.is(412);
    bot.patch(&format!("/api/assets/{till}/"), json!({ "name": "Till" })).await.is(409);
    assert_eq!(app.admin.get(PROPOSALS).await.is(200).body()["count"], 0);
});

both!(async fn every_way_of_changing_is_proposed(app) {
    let domain = app.domain("Sales").await;
    let (one, two) = (control(&app, domain, "One").await, control(&app, domain, "Two").await);
    let bot = proposer(&app, &app.admin).await;
    let base = "/api/applied-controls/";
    let mut proposed = Vec::new();
    let batch = json!({ "action": "change_field", "ids": [one, two], "field": "status", "value": "active" });
    proposed.push(("batch", bot.post(&format!("{base}batch-action/"), batch).await.is(202)));
    let copy = json!({ "name": "Copy", "folder": domain });
    proposed.push(("action", bot.post(&format!("{base}{one}/duplicate/"), copy).await.is(202)));
    let merge = json!({ "target": one, "sources": [two], "delete_sources": true });
    proposed.push(("action", bot.post(&format!("{base}merge/"), merge).await.is(202)));
    let put = json!({ "name": "One more", "folder": domain });
    proposed.push(("replace", bot.put(&format!("{base}{one}/"), put).await.is(202)));
    assert_eq!(app.admin.get(base).await.is(200).body()["count"], 2, "nothing is changed yet");
    for (kind, answer) in &proposed {
        assert_eq!(answer.body()["kind"], **kind);
    }
    app.admin.post(&decision(proposed[0].1.id(), "approve"), json!({})).await.is(200);
    assert_eq!(field(&app, "applied-controls", two, "status").await, "active");
    app.admin.post(&decision(proposed[1].1.id(), "approve"), json!({})).await.is(200);
    // Replaced as a whole, it would lose the status that it has by now.
    app.admin.post(&decision(proposed[3].1.id(), "approve"), json!({})).await.is(409);
    assert_eq!(app.admin.get(&format!("{base}?name=Copy")).await.is(200).body()["count"], 1);
});

both!(async fn what_changed_meanwhile_is_not_overwritten(app) {
    let domain = app.domain("Sales").await;
    let vault = asset(&app, domain, "Vault").await;
    let url = format!("/api/assets/{vault}/");
    let bot = proposer(&app, &app.admin).await;
    let rename = bot.patch(&url, json!({ "name": "Card vault" })).await.is(202).id();
    let delete = bot.delete(&url).await.is(202).id();
    // Another field does not matter to the renaming: it would still change the same.
    app.admin.patch(&url, json!({ "description": "Steel." })).await.is(200);
    app.admin.post(&decision(delete, "approve"), json!({})).await.is(409);
    app.admin.post(&decision(rename, "approve"), json!({})).await.is(200);
    let again = bot.patch(&url, json!({ "name": "Safe" })).await.is(202).id();
    app.admin.patch(&url, json!({ "name": "Strongbox" })).await.is(200);
    let refused = app.admin.post(&decision(again, "approve"), json!({})).await.is(409);
    assert!(refused.body()["detail"].as_str().unwrap().contains("changed since"));
    assert_eq!((field(&app, "assets", vault, "name").await, status(&app, again).await), (json!("Strongbox"), json!("pending")));
    app.admin.delete(&url).await.is(204);
    app.admin.post(&decision(again, "approve"), json!({})).await.is(409);
    app.admin.post(&decision(again, "reject"), json!({ "reason": "It is gone." })).await.is(200);
});

both!(async fn an_approval_is_by_the_rights_of_the_approver(app) {
    let domain = app.domain("Sales").await;
    let vault = asset(&app, domain, "Vault").await;
    let bot = proposer(&app, &app.admin).await;
    let id = bot.patch(&format!("/api/assets/{vault}/"), json!({ "name": "Safe" })).await.is(202).id();
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let elsewhere = app.domain("Lab").await;
    let stranger = app.user("stranger@example.com", "DMA", elsewhere).await;
    assert_eq!(reader.get(&format!("{PROPOSALS}{id}/")).await.is(200).body()["changes"][0]["name"], "Safe");
    reader.post(&decision(id, "approve"), json!({})).await.is(403);
    // May decide, but may not change assets.
    approver.post(&decision(id, "approve"), json!({})).await.is(403);
    stranger.get(&format!("{PROPOSALS}{id}/")).await.is(404);
    stranger.post(&decision(id, "approve"), json!({})).await.is(404);
    assert_eq!(stranger.get(PROPOSALS).await.is(200).body()["count"], 0);
    bot.post(&decision(id, "approve"), json!({})).await.is(403);
    bot.post(&decision(id, "reject"), json!({ "reason": "x" })).await.is(403);
    assert_eq!((field(&app, "assets", vault, "name").await, status(&app, id).await), (json!("Vault"), json!("pending")));
});

both!(async fn secrets_files_and_accounts_cannot_be_proposed(app) {
    let bot = proposer(&app, &app.admin).await;
    let endpoint = json!({ "name": "x", "url": "https://example.com/", "event_types": ["asset.created"],
        "secret": "whsec_C2FVsBQIhrscChlQIMV2b5sSYspob7oD7dJJyjvKrAM4TTxG0SIcJ8Zqvgg9JTWe" });
    let refused = bot.post("/api/webhooks/endpoints/", endpoint).await.is(403);
    assert!(refused.body()["detail"].as_str().unwrap().contains("“secret” is a secret"), "{}", refused.text());
    let made = app.admin.post("/api/webhooks/endpoints/", json!({ "name": "y", "url": "https://example.com/",
        "event_types": ["asset.created"] })).await.is(201).id();
    bot.post(&format!("/api/webhooks/endpoints/{made}/generate-secret/"), json!({})).await.is(403);
    let domain = app.domain("Sales").await;
    let evidence = crate::support::evidence(&app, domain, "Report").await;
    let upload = format!("/api/evidences/{evidence}/upload/");
    let refused = bot.send(Method::POST, &upload, Body::from("x"), Some("text/plain")).await.is(403);
    assert!(refused.body()["detail"].as_str().unwrap().contains("can only propose"));
    bot.post("/api/iam/auth-tokens/", json!({ "name": "stronger" })).await.is(403);
    bot.patch("/api/settings/general/", json!({ "currency": "$" })).await.is(403);
    bot.patch("/api/user-preferences/", json!({})).await.is(403);
    app.admin.post("/api/iam/auth-tokens/", json!({ "name": "x", "read_only": true, "propose_only": true })).await.is(400);
    assert_eq!(app.admin.get(PROPOSALS).await.is(200).body()["count"], 0);
    assert_eq!(bot.get("/api/iam/current-user/").await.is(200).body()["token"]["propose_only"], true);
});

both!(async fn a_proposal_is_shown_as_far_as_one_may_see(app) {
    let domain = app.domain("Sales").await;
    let user = app.admin.post("/api/users/", json!({ "email": "zoe@example.com" })).await.is(201).id();
    let group = app.admin.post("/api/user-groups/", json!({ "name": "Night shift", "folder": domain })).await.is(201).id();
    let bot = proposer(&app, &app.admin).await;
    let url = format!("/api/user-groups/{group}/");
    let id = bot.patch(&url, json!({ "name": "Late shift", "users": [user] })).await.is(202).id();
    // Auditees see no groups, so they see no proposals about them.
    let auditee = app.user("auditee@example.com", "ADE", domain).await;
    auditee.get(&url).await.is(404);
    auditee.get(&format!("{PROPOSALS}{id}/")).await.is(404);
    for url in [PROPOSALS, "/api/search/?q=shift&type=proposals", "/api/diff/?from=2026-03-01T09:59:00Z"] {
        let answer = auditee.get(url).await.is(200).text();
        assert!(!answer.contains("Update user group") && !answer.contains(&id.to_string()), "{url}: {answer}");
    }
    let found = app.admin.get("/api/search/?q=shift&type=proposals").await.is(200).text();
    assert!(found.contains(&id.to_string()), "whoever sees it finds it: {found}");
    app.admin.post(&decision(id, "approve"), json!({})).await.is(200);
    assert_eq!(targets(&app, "user-groups", group, "users").await, [user]);
});

both!(async fn the_same_request_is_proposed_once(app) {
    let domain = app.domain("Sales").await;
    let bot = proposer(&app, &app.admin).await.with("Idempotency-Key", "once");
    let body = json!({ "name": "Vault", "folder": domain });
    let first = bot.post("/api/assets/", body.clone()).await.is(202).id();
    app.admin.post(&decision(first, "approve"), json!({})).await.is(200);
    let again = bot.post("/api/assets/", body).await.is(202);
    assert_eq!((again.id(), again.header("idempotency-replayed")), (first, Some("true")));
    assert_eq!(app.admin.get(&format!("{PROPOSALS}?status=approved&resource=assets")).await.is(200).ids(), [first]);
});

both!(async fn a_domain_goes_with_all_that_is_in_it(app) {
    let (sales, shop) = { let sales = app.domain("Sales").await; (sales, app.domain_under("Shop", sales).await) };
    let till = asset(&app, shop, "Till").await;
    let bot = proposer(&app, &app.admin).await;
    let other = bot.patch(&format!("/api/assets/{till}/"), json!({ "name": "Checkout" })).await.is(202).id();
    let proposed = bot.delete(&format!("/api/folders/{shop}/")).await.is(202);
    app.admin.get(&format!("/api/folders/{shop}/")).await.is(200);
    let id = proposed.id();
    app.admin.post(&decision(id, "approve"), json!({})).await.is(200);
    app.admin.get(&format!("/api/folders/{shop}/")).await.is(404);
    assert_eq!(status(&app, id).await, "approved", "it lies above what it deletes");
    app.admin.get(&format!("{PROPOSALS}{other}/")).await.is(404);
    app.admin.get(&format!("/api/folders/{sales}/")).await.is(200);
});
