//! Which changes become messages, for whom, and what is in them.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::receiver::{Delivery, Receiver};
use super::{endpoint, endpoint_with, switch_on};

async fn assets_in(app: &TestApp, domain: Uuid, names: &[&str]) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for name in names {
        let body = json!({ "name": name, "folder": domain });
        ids.push(app.admin.post("/api/assets/", body).await.is(201).id());
    }
    ids
}

both!(async fn nothing_is_sent_while_the_flag_is_off(app) {
    let receiver = Receiver::start().await;
    let (id, _) = endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    let shown = app.admin.get(&format!("/api/webhooks/endpoints/{id}/")).await.is(200).body();
    assert!(shown["notice"].as_str().unwrap_or_default().contains("webhooks are off"), "{shown}");
    app.admin.post("/api/assets/", json!({ "name": "Quiet" })).await.is(201);
    app.worker.run_due().await.expect("a round");
    assert!(receiver.received().is_empty());
    assert_eq!(app.admin.get("/api/webhooks/deliveries/").await.is(200).body()["count"], 0);
});

both!(async fn a_life_is_told_in_three_events(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let events = ["asset.created", "asset.updated", "asset.deleted"];
    endpoint(&app.admin, &receiver.url, &events).await;
    let asset = app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201);
    let url = format!("/api/assets/{}/", asset.id());
    app.worker.run_due().await.expect("a round");
    app.admin.patch(&url, json!({ "name": "Card vault" })).await.is(200);
    app.worker.run_due().await.expect("a round");
    assert_eq!(receiver.events(), ["asset.created"], "a change of nothing is no event");
    app.admin.patch(&url, json!({ "name": "Vault" })).await.is(200);
    app.worker.run_due().await.expect("a round");
    app.admin.delete(&url).await.is(204);
    app.worker.run_due().await.expect("a round");
    assert_eq!(receiver.events(), events);
    let last = receiver.received().pop().expect("a delivery").json();
    assert_eq!(last["data"]["name"], "Vault", "the last state of what was deleted");
    assert_eq!(last["data"]["id"], json!(asset.id()));
});

both!(async fn a_full_body_names_owners_by_their_address(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    endpoint(&app.admin, &receiver.url, &["appliedcontrol.created"]).await;
    let domain = app.domain("Payments").await;
    let owner = app.user("owner@example.com", "ANA", domain).await;
    let actors = app.admin.get(&format!("/api/actors/?user={}", owner.user)).await.is(200).ids();
    let body = json!({ "name": "MFA", "folder": domain, "status": "active", "owner": actors });
    app.admin.post("/api/applied-controls/", body).await.is(201);
    app.admin.post("/api/policies/", json!({ "name": "Access policy", "folder": domain })).await.is(201);
    app.worker.run_due().await.expect("a round");
    let received = receiver.received();
    assert_eq!(receiver.events(), ["appliedcontrol.created"; 2], "a policy is an applied control");
    let first = received.iter().map(Delivery::json).find(|one| one["data"]["name"] == "MFA");
    let data = first.expect("the control")["data"].clone();
    assert_eq!((&data["owner"], &data["status"]), (&json!("owner@example.com"), &json!("active")));
    assert_eq!(data["owners"], json!(["owner@example.com"]));
    let text = String::from_utf8_lossy(&received[0].body).into_owned();
    assert!(!text.contains(": ") && !text.contains('\n'), "minified: {text}");
});

both!(async fn a_full_body_has_the_links_that_other_objects_own(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let events = ["asset.updated", "asset.deleted", "evidence.created", "evidence.deleted", "usergroup.updated"];
    endpoint(&app.admin, &receiver.url, &events).await;
    let make = async |path: &str, body: Json| app.admin.post(&format!("/api/{path}/"), body).await.is(201).id();
    let vault = make("assets", json!({ "name": "Card vault" })).await;
    let ledger = make("assets", json!({ "name": "Ledger", "parent_assets": [vault] })).await;
    let control = make("applied-controls", json!({ "name": "MFA", "assets": [vault, ledger] })).await;
    let report = make("evidences", json!({ "name": "Report", "applied_controls": [control] })).await;
    let group = make("user-groups", json!({ "name": "Auditors" })).await;
    app.user_with(json!({ "email": "ada@example.com", "user_groups": [group] })).await;

    let batch = json!({ "action": "change_field", "field": "observation", "value": "seen", "ids": [vault, ledger] });
    app.admin.post("/api/assets/batch-action/", batch).await.is(200);
    app.admin.patch(&format!("/api/user-groups/{group}/"), json!({ "name": "Examiners" })).await.is(200);
    app.admin.delete(&format!("/api/evidences/{report}/")).await.is(204);
    app.admin.delete(&format!("/api/assets/{vault}/")).await.is(204);
    app.worker.run_due().await.expect("a round");

    let received: Vec<Json> = receiver.received().iter().map(Delivery::json).collect();
    let data = |event: &str, id: Uuid| -> Json {
        let of = |one: &&Json| one["type"] == event && one["data"]["id"] == json!(id);
        received.iter().find(of).unwrap_or_else(|| panic!("{event} of {id} in {received:?}"))["data"].clone()
    };
    assert_eq!(data("evidence.created", report)["applied_controls"], json!([control]), "linked along with the making");
    let seen = data("asset.updated", vault);
    assert_eq!((&seen["support_assets"], &seen["applied_controls"]), (&json!([ledger]), &json!([control])));
    let seen = data("asset.updated", ledger);
    assert_eq!((&seen["support_assets"], &seen["applied_controls"]), (&json!([]), &json!([control])));
    assert_eq!(data("usergroup.updated", group)["users"], json!(["ada@example.com"]), "people by their address");
    assert_eq!(data("evidence.deleted", report)["applied_controls"], json!([control]), "the last state has its links");
    let last = data("asset.deleted", vault);
    assert_eq!((&last["support_assets"], &last["applied_controls"]), (&json!([ledger]), &json!([control])));
});

both!(async fn what_is_edited_by_its_links_or_files_is_told(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let domain = app.domain("Payments").await;
    let make = async |path: &str| {
        let body = json!({ "name": "One", "folder": domain });
        app.admin.post(&format!("/api/{path}/"), body).await.is(201).id()
    };
    let (proof, control) = (make("evidences").await, make("applied-controls").await);
    let events = ["appliedcontrol.updated", "evidence.updated", "evidencerevision.updated"];
    endpoint(&app.admin, &receiver.url, &events).await;
    let mut before = 0;
    let mut told = async || {
        app.worker.run_due().await.expect("a round");
        let mut told = receiver.events().split_off(before);
        before += told.len();
        told.sort();
        told
    };
    let url = format!("/api/evidences/{proof}/");
    app.admin.patch(&url, json!({ "applied_controls": [control] })).await.is(200);
    assert_eq!(told().await, ["appliedcontrol.updated", "evidence.updated"]);
    app.admin.patch(&url, json!({ "applied_controls": [control] })).await.is(200);
    assert_eq!(told().await, [""; 0]);
    let named = app.admin.with("Content-Disposition", "attachment; filename=\"a.txt\"");
    let kind = Some("application/octet-stream");
    named.send(http::Method::POST, &format!("{url}upload/"), "content".into(), kind).await.is(200);
    assert_eq!(told().await, ["evidence.updated", "evidencerevision.updated"]);
    let revision = app.admin.get("/api/evidence-revisions/").await.is(200).ids()[0];
    app.admin.post(&format!("/api/evidence-revisions/{revision}/delete_attachment/"), json!({})).await.is(200);
    assert_eq!(told().await, ["evidence.updated", "evidencerevision.updated"]);
    app.admin.delete(&url).await.is(204);
    assert_eq!(told().await, ["appliedcontrol.updated"], "what goes along was not edited");
});

both!(async fn batches_and_cascades_tell_of_every_object(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    endpoint(&app.admin, &receiver.url, &["asset.updated", "asset.deleted", "folder.deleted"]).await;
    let domain = app.domain("Payments").await;
    let ids = assets_in(&app, domain, &["A", "B", "C"]).await;
    let batch = json!({ "action": "change_field", "field": "observation", "value": "seen", "ids": ids });
    app.admin.post("/api/assets/batch-action/", batch).await.is(200);
    app.worker.run_due().await.expect("a round");
    assert_eq!(receiver.events(), ["asset.updated"; 3]);
    app.admin.delete(&format!("/api/folders/{domain}/")).await.is(204);
    app.worker.run_due().await.expect("a round");
    let mut events = receiver.events().split_off(3);
    events.sort();
    assert_eq!(events, ["asset.deleted", "asset.deleted", "asset.deleted", "folder.deleted"]);
});

both!(async fn an_endpoint_hears_only_of_its_domains(app) {
    switch_on(&app).await;
    let (narrow, wide) = (Receiver::start().await, Receiver::start().await);
    let parent = app.domain("Payments").await;
    let child = app.domain_under("Cards", parent).await;
    let other = app.domain("Other").await;
    let folders = json!({ "target_folders": [parent] });
    endpoint_with(&app.admin, &narrow.url, &["asset.created"], folders).await;
    let with_children = json!({ "target_folders": [parent], "include_subfolders": true });
    endpoint_with(&app.admin, &wide.url, &["asset.created"], with_children).await;
    for domain in [parent, child, other] {
        assets_in(&app, domain, &["Thing"]).await;
    }
    app.worker.run_due().await.expect("a round");
    assert_eq!((narrow.received().len(), wide.received().len()), (1, 2));
});

both!(async fn an_endpoint_hears_only_of_what_its_owner_may_see(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let domain = app.domain("Payments").await;
    let other = app.domain("Other").await;
    // A role of one domain that may also keep endpoints there.
    let wanted = "codename__in=view_folder,view_asset,view_webhookendpoint,add_webhookendpoint";
    let permissions = app.admin.get(&format!("/api/permissions/?{wanted}")).await.is(200).ids();
    let role = json!({ "name": "Integrator", "permissions": permissions });
    let role = app.admin.post("/api/roles/", role).await.is(201).id();
    let integrator = app.user_with(json!({ "email": "integrator@example.com" })).await;
    let grant = json!({ "name": "x", "user": integrator.user, "role": role, "perimeter_folders": [domain] });
    app.admin.post("/api/role-assignments/", grant).await.is(201);
    endpoint_with(&integrator, &receiver.url, &["asset.created"], json!({ "folder": domain })).await;
    assets_in(&app, domain, &["Seen"]).await;
    assets_in(&app, other, &["Hidden"]).await;
    app.worker.run_due().await.expect("a round");
    let names: Vec<_> = receiver.received().iter().map(|one| one.json()["data"]["name"].clone()).collect();
    assert_eq!(names, [json!("Seen")]);
});

both!(async fn a_refused_write_sends_nothing(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    app.admin.post("/api/assets/", json!({ "name": "Once" })).await.is(201);
    app.admin.post("/api/assets/", json!({ "name": "Once" })).await.is(400);
    app.worker.run_due().await.expect("a round");
    assert_eq!(receiver.received().len(), 1);
});

both!(async fn a_draft_tells_nothing_until_it_is_applied(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    endpoint(&app.admin, &receiver.url, &["asset.created", "asset.updated", "asset.deleted"]).await;
    let domain = app.domain("Payments").await;
    let [vault, gone] = assets_in(&app, domain, &["Vault", "Gone"]).await[..] else { panic!("two assets") };
    app.worker.run_due().await.expect("a round");
    let before = receiver.received().len();
    let draft = json!({ "name": "Next year", "folder": domain });
    let draft = app.admin.post("/api/what-if-drafts/", draft).await.is(201).id();
    let step = |path: String| format!("{path}?draft={draft}");
    let body = json!({ "name": "New", "folder": domain });
    let new = app.admin.post(&step("/api/assets/".to_owned()), body).await.is(201).id();
    app.admin.patch(&step(format!("/api/assets/{vault}/")), json!({ "name": "Strongroom" })).await.is(200);
    app.admin.delete(&step(format!("/api/assets/{gone}/"))).await.is(204);
    app.admin.get(&step("/api/assets/".to_owned())).await.is(200);
    app.admin.get(&format!("/api/what-if-drafts/{draft}/comparison/")).await.is(200);
    app.worker.run_due().await.expect("a round");
    assert_eq!(receiver.received().len(), before, "nothing has happened");
    app.admin.post(&format!("/api/what-if-drafts/{draft}/apply/"), json!({})).await.is(200);
    app.worker.run_due().await.expect("a round");
    let mut told: Vec<(String, Json, Json)> = receiver.received()[before..]
        .iter()
        .map(Delivery::json)
        .map(|one| (one["type"].as_str().unwrap_or_default().to_owned(), one["data"]["id"].clone(), one["data"]["name"].clone()))
        .collect();
    told.sort_by(|one, other| one.0.cmp(&other.0));
    let expected = [("asset.created", new, "New"), ("asset.deleted", gone, "Gone"), ("asset.updated", vault, "Strongroom")];
    assert_eq!(told, expected.map(|(event, id, name)| (event.to_owned(), json!(id), json!(name))));
});
