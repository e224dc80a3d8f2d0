//! Adding and removing steps.

use axum::body::Body;
use cairn_testkit::{Database, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};

use crate::support::{DRAFTS, asset, control, draft, journal_since, make, mark, of, within};

both!(async fn a_write_into_a_draft_answers_as_usual_and_changes_nothing(app) {
    let domain = app.domain("Sales").await;
    let vault = asset(&app, domain, "Vault").await;
    let old = asset(&app, domain, "Old").await;
    let ada = app.user("ada@example.com", "ANA", domain).await;
    let id = draft(&ada, domain).await;
    let before = mark(&app).await;

    let made = ada.post(&within("/api/assets/", id), json!({ "name": "New", "folder": domain })).await.is(201);
    assert_eq!(made.header("cairn-draft"), Some(id.to_string().as_str()));
    let new = made.id();
    assert_eq!(made.header("location"), Some(format!("/api/assets/{new}/").as_str()));
    let changed = ada.patch(&within(&format!("/api/assets/{vault}/"), id), json!({ "name": "Card vault", "parent_assets": [new] })).await.is(200);
    assert_eq!(changed.body()["parent_assets"], json!([new]), "a step refers to what an earlier one created");
    ada.delete(&within(&format!("/api/assets/{old}/"), id)).await.is(204);
    let batch = json!({ "action": "change_field", "ids": [vault], "field": "ref_id", "value": "A.1" });
    let done = ada.post(&within("/api/assets/batch-action/", id), batch).await.is(200).body();
    assert_eq!(done["failed"], json!([]));

    assert_eq!(app.admin.get(&format!("/api/assets/{vault}/")).await.is(200).body()["name"], "Vault");
    app.admin.get(&format!("/api/assets/{new}/")).await.is(404);
    app.admin.get(&format!("/api/assets/{old}/")).await.is(200);
    let entries = journal_since(&app, before).await;
    assert!(entries.iter().all(|(what, _)| what == "updated what-if-drafts"), "{entries:?}");

    let read = ada.get(&of(id, "")).await.is(200).body();
    assert_eq!((&read["status"], &read["is_mine"]), (&json!("open"), &json!(true)));
    let steps = read["steps"].as_array().unwrap();
    assert_eq!(steps.len() as u64, read["step_count"].as_u64().unwrap());
    assert_eq!((&steps[0]["name"], &steps[0]["kind"], &steps[0]["number"]), (&json!("Create asset “New”"), &json!("create"), &json!(1)));
    assert_eq!((&steps[1]["name"], &steps[1]["object_id"]), (&json!("Update asset “Card vault”"), &json!(vault)));
    let linked = steps[1]["changes"][0]["changes"].as_array().unwrap().iter().find(|change| change["field"] == "parent_assets");
    assert_eq!(linked.unwrap()["added"], json!([{ "id": new, "str": "New" }]), "what is only in the draft has its name");
    assert_eq!(steps[2]["changes"][0]["kind"], "deleted");
});

both!(async fn what_is_refused_adds_no_step(app) {
    let domain = app.domain("Sales").await;
    let far = app.domain("Far").await;
    let hidden = asset(&app, far, "Hidden").await;
    let ada = app.user("ada@example.com", "ANA", domain).await;
    let id = draft(&ada, domain).await;
    ada.post(&within("/api/assets/", id), json!({ "name": "", "folder": domain })).await.is(400).error("name");
    ada.post(&within("/api/assets/", id), json!({ "name": "X", "folder": far })).await.is(400);
    ada.patch(&within(&format!("/api/assets/{hidden}/"), id), json!({ "name": "Mine" })).await.is(404);
    let control = control(&app, domain, "MFA").await;
    let url = format!("/api/applied-controls/{control}/");
    ada.with("If-Match", "\"0000000000000000\"").patch(&within(&url, id), json!({ "status": "active" })).await.is(412);
    assert_eq!(ada.get(&of(id, "")).await.is(200).body()["step_count"], 0);
    // Nothing changes, so there is nothing to add.
    ada.patch(&within(&url, id), json!({ "name": "MFA" })).await.is(200);
    assert_eq!(ada.get(&of(id, "")).await.is(200).body()["step_count"], 0);
});

both!(async fn what_decides_about_access_or_leaves_the_house_is_no_part_of_a_draft(app) {
    let domain = app.domain("Sales").await;
    let id = draft(&app.admin, domain).await;
    let admin = &app.admin;
    let before = mark(&app).await;
    let refused = [
        ("/api/folders/", json!({ "name": "New", "parent_folder": domain })),
        ("/api/users/", json!({ "email": "new@example.com" })),
        ("/api/teams/", json!({ "name": "New", "folder": domain })),
        ("/api/saved-views/", json!({ "name": "New", "folder": domain, "resource": "assets" })),
        (DRAFTS, json!({ "name": "Nested", "folder": domain })),
        ("/api/webhooks/endpoints/", json!({ "name": "New", "folder": domain, "url": "https://example.com", "event_types": [] })),
    ];
    for (path, body) in refused {
        let answer = admin.post(&within(path, id), body).await.is(400);
        assert!(answer.error("draft").contains("what-if draft"), "{path}: {}", answer.text());
    }
    admin.delete(&within(&format!("/api/folders/{domain}/"), id)).await.is(400).error("draft");
    let vault = asset(&app, domain, "Vault").await;
    admin.post(&within(&format!("/api/assets/{vault}/restore/"), id), json!({ "as_of": "2026-03-01T12:00:00Z" })).await.is(400).error("draft");
    let form = "--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nProof\r\n--x--\r\n";
    let kind = Some("multipart/form-data; boundary=x");
    let sent = admin.send(Method::POST, &within("/api/evidences/", id), Body::from(form), kind).await.is(400);
    assert_eq!(sent.error("draft"), "Files cannot be sent to a what-if draft.");
    admin.post(&within("/api/assets/prepare-export/", id), json!({})).await.is(400).error("draft");
    admin.post(&within("/api/change-sets/", id), json!({ "changes": [] })).await.is(400).error("draft");
    admin.patch(&within("/api/settings/general/", id), json!({})).await.is(400).error("draft");
    admin.patch(&within(&format!("/api/assets/{vault}/"), vault), json!({ "name": "X" })).await.is(400).error("draft");
    admin.patch(&within(&format!("/api/assets/{vault}/?as_of=2026-03-01T12:00:00Z"), id), json!({ "name": "X" })).await.is(400).error("as_of");
    let entries: Vec<String> = journal_since(&app, before).await.into_iter().map(|(what, _)| what).collect();
    assert_eq!(entries, ["created assets"], "only what the test made");
    assert_eq!(admin.get(&of(id, "")).await.is(200).body()["step_count"], 0);
});

both!(async fn a_step_can_be_removed_and_what_needed_it_becomes_a_problem(app) {
    let domain = app.domain("Sales").await;
    let ada = app.user("ada@example.com", "ANA", domain).await;
    let id = draft(&ada, domain).await;
    let new = ada.post(&within("/api/assets/", id), json!({ "name": "New", "folder": domain })).await.is(201).id();
    ada.patch(&within(&format!("/api/assets/{new}/"), id), json!({ "name": "Newer" })).await.is(200);
    ada.post(&within("/api/assets/", id), json!({ "name": "Other", "folder": domain })).await.is(201);
    let read = ada.get(&of(id, "")).await.is(200).body();
    ada.post(&of(id, "remove-step/"), json!({ "step": 4 })).await.is(400).error("step");
    ada.post(&of(id, "remove-step/"), json!({ "step": 1, "expect": "0000000000000000" })).await.is(409);
    let removed = ada.post(&of(id, "remove-step/"), json!({ "step": 1, "expect": read["fingerprint"] })).await.is(200).body();
    assert_eq!(removed["step_count"], 2);
    let compared = ada.get(&of(id, "comparison/")).await.is(200).body();
    assert_eq!((&compared["steps"], &compared["problems"][0]["step"]), (&json!(2), &json!(1)));
    assert!(compared["problems"][0]["message"].as_str().unwrap().starts_with("There is no asset with this id"));
    let names = ada.get(&within("/api/assets/", id)).await.is(200).column("name");
    assert_eq!(names, ["Other"], "the rest is shown");
    let refused = ada.post(&of(id, "apply/"), json!({})).await.is(409).body();
    assert!(refused["detail"].as_str().unwrap().starts_with("Step 1 (Update asset “Newer”) cannot be applied"), "{refused}");
    assert_eq!(ada.get("/api/assets/").await.is(200).body()["count"], 0, "nothing is written");
    ada.post(&of(id, "remove-step/"), json!({ "step": 1 })).await.is(200);
    ada.post(&of(id, "apply/"), json!({})).await.is(200);
    assert_eq!(ada.get("/api/assets/").await.is(200).column("name"), ["Other"]);
});

both!(async fn a_repeated_request_adds_one_step(app) {
    let domain = app.domain("Sales").await;
    let id = draft(&app.admin, domain).await;
    let sender = app.admin.with("Idempotency-Key", "once");
    let body = json!({ "name": "New", "folder": domain });
    let (first, second) = (sender.post(&within("/api/assets/", id), body.clone()).await.is(201), sender.post(&within("/api/assets/", id), body).await.is(201));
    assert_eq!(first.id(), second.id());
    assert_eq!(app.admin.get(&of(id, "")).await.is(200).body()["step_count"], 1);
});

both!(async fn steps_that_are_added_at_once_are_all_there(app) {
    let domain = app.domain("Sales").await;
    let id = draft(&app.admin, domain).await;
    // Through two servers, which only the database keeps apart.
    let other = app.at_another_server(&app.admin).await;
    let url = within("/api/assets/", id);
    let add = |number: usize| {
        let client = if number.is_multiple_of(2) { &app.admin } else { &other };
        client.post(&url, json!({ "name": format!("New {number}"), "folder": domain }))
    };
    let (a, b, c, d) = futures_util::join!(add(0), add(1), add(2), add(3));
    let made: Vec<Json> = [a, b, c, d].into_iter().map(|answer| json!(answer.is(201).id())).collect();
    let read = app.admin.get(&of(id, "")).await.is(200).body();
    assert_eq!(read["step_count"], 4);
    let listed = app.admin.get(&within("/api/assets/", id)).await.is(200).column("id");
    assert!(made.iter().all(|id| listed.contains(id)), "{listed:?}");
});

both!(async fn an_object_keeps_its_tag_while_it_stays_the_same(app) {
    let domain = app.domain("Sales").await;
    let vault = asset(&app, domain, "Vault").await;
    let id = draft(&app.admin, domain).await;
    let url = format!("/api/assets/{vault}/");
    app.admin.patch(&within(&url, id), json!({ "name": "Card vault" })).await.is(200);
    let tag = app.admin.get(&within(&url, id)).await.is(200).header("etag").unwrap().to_owned();
    app.clock.advance_seconds(60);
    make(&app, "assets", json!({ "name": "Elsewhere", "folder": domain })).await;
    let sender = app.admin.with("If-Match", &tag);
    sender.patch(&within(&url, id), json!({ "ref_id": "A.1" })).await.is(200);
    sender.patch(&within(&url, id), json!({ "ref_id": "A.2" })).await.is(412);
});

#[tokio::test]
async fn a_draft_has_an_end() {
    let app = TestApp::start(Database::Sqlite).await;
    let domain = app.domain("Sales").await;
    let id = draft(&app.admin, domain).await;
    app.admin.post(&of(id, "apply/"), json!({})).await.is(409);
    app.admin.post(&of(id, "discard/"), json!({})).await.is(200);
    app.admin.post(&of(id, "discard/"), json!({})).await.is(409);
    app.admin.patch(&of(id, ""), json!({ "name": "Again" })).await.is(409);
    app.admin.get(&within("/api/assets/", id)).await.is(400).error("draft");
    app.admin.post(&within("/api/assets/", id), json!({ "name": "New", "folder": domain })).await.is(409);
    app.admin.get(&of(id, "comparison/")).await.is(409);
    app.admin.delete(&of(id, "")).await.is(204);
}
