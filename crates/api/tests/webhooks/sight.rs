//! A full body names nothing that the owner of its endpoint may not see.

use cairn_model::Type;
use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::receiver::{Delivery, Receiver};
use super::{endpoint_with, switch_on};

const EVENTS: [&str; 6] = [
    "asset.updated",
    "asset.deleted",
    "usergroup.updated",
    "usergroup.deleted",
    "evidencerevision.updated",
    "evidencerevision.deleted",
];
const OBJECTS: &str = "view_folder,view_asset,view_appliedcontrol,view_usergroup,view_evidencerevision,\
                       view_webhookendpoint,add_webhookendpoint";

/// Someone with these permissions in one domain.
async fn someone(app: &TestApp, name: &str, permissions: &str, domain: Uuid) -> Client {
    let permissions =
        app.admin.get(&format!("/api/permissions/?codename__in={permissions}&limit=100")).await.is(200).ids();
    let role = json!({ "name": name, "permissions": permissions });
    let role = app.admin.post("/api/roles/", role).await.is(201).id();
    let user = app.user_with(json!({ "email": format!("{name}@example.com") })).await;
    let grant = json!({ "name": name, "user": user.user, "role": role, "perimeter_folders": [domain] });
    app.admin.post("/api/role-assignments/", grant).await.is(201);
    user
}

/// A receiver of everything that someone is told.
async fn listen(owner: &Client, folder: Option<Uuid>) -> Receiver {
    let receiver = Receiver::start().await;
    let more = folder.map_or(json!({}), |folder| json!({ "folder": folder }));
    endpoint_with(owner, &receiver.url, &EVENTS, more).await;
    receiver
}

fn told(receiver: &Receiver, event: &str) -> Json {
    let received: Vec<Json> = receiver.received().iter().map(Delivery::json).collect();
    let found = received.iter().find(|one| one["type"] == event);
    found.unwrap_or_else(|| panic!("{event} in {received:?}"))["data"].clone()
}

async fn messages(app: &TestApp, event: &str) -> i64 {
    let mut conn = app.engine.db.read().await.expect("a connection");
    let mut sql = cairn_store::Sql::raw("select count(*) from webhook_messages where event = ");
    sql.bind(event);
    conn.query(&sql, &[Type::Int]).await.expect("a count")[0][0].as_int().expect("a number")
}

both!(async fn links_into_other_domains_are_for_those_who_see_them(app) {
    switch_on(&app).await;
    let (here, there) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let narrow = someone(&app, "narrow", OBJECTS, here).await;
    let twin = someone(&app, "twin", OBJECTS, here).await;
    let all = listen(&app.admin, None).await;
    let (some, same) = (listen(&narrow, Some(here)).await, listen(&twin, Some(here)).await);

    let make = async |path: &str, body: Json| app.admin.post(&format!("/api/{path}/"), body).await.is(201).id();
    let near = make("assets", json!({ "name": "Near", "folder": here })).await;
    let far = make("assets", json!({ "name": "Far", "folder": there })).await;
    let vault = make("assets", json!({ "name": "Vault", "folder": here, "parent_assets": [near, far] })).await;
    let mut controls = Vec::new();
    for (name, folder) in [("Ours", here), ("Theirs", there)] {
        controls.push(make("applied-controls", json!({ "name": name, "folder": folder, "assets": [vault] })).await);
    }
    let url = format!("/api/assets/{vault}/");
    let seen = narrow.get(&format!("{url}object/")).await.is(200).body();
    assert_eq!(seen["applied_controls"], json!([controls[0]]), "the API says the same");
    app.admin.patch(&url, json!({ "name": "Card vault" })).await.is(200);
    app.admin.delete(&url).await.is(204);
    app.worker.run_due().await.expect("a round");

    for event in ["asset.updated", "asset.deleted"] {
        let data = told(&all, event);
        assert_eq!(data["applied_controls"], json!(controls), "{event}");
        assert_eq!(data["parent_assets"], json!([near, far]), "{event}");
        for receiver in [&some, &same] {
            let data = told(receiver, event);
            assert_eq!(data["applied_controls"], json!([controls[0]]), "{event}");
            assert_eq!(data["parent_assets"], json!([near]), "{event}");
            assert_eq!(data["folder"], json!(here), "{event}");
        }
        assert_eq!(messages(&app, event).await, 2, "equal bodies are stored once: {event}");
    }
    for receiver in [&some, &same] {
        for delivery in receiver.received() {
            let text = String::from_utf8_lossy(&delivery.body).into_owned();
            assert!(!text.contains(&controls[1].to_string()) && !text.contains(&far.to_string()), "{text}");
        }
    }
});

both!(async fn people_are_for_those_who_see_people(app) {
    switch_on(&app).await;
    let here = app.domain("Payments").await;
    let without = someone(&app, "without", OBJECTS, here).await;
    let with = someone(&app, "with", &format!("{OBJECTS},view_user,view_actor"), here).await;
    let (none, some, all) = (listen(&without, Some(here)).await, listen(&with, Some(here)).await, listen(&app.admin, None).await);

    let make = async |path: &str, body: Json| app.admin.post(&format!("/api/{path}/"), body).await.is(201).id();
    let group = make("user-groups", json!({ "name": "Auditors", "folder": here })).await;
    let ada = app.user_with(json!({ "email": "ada@example.com", "user_groups": [group] })).await;
    let actor = app.admin.get(&format!("/api/actors/?user={}", ada.user)).await.is(200).ids();
    let vault = make("assets", json!({ "name": "Vault", "folder": here, "owner": actor })).await;
    let seen = without.get(&format!("/api/assets/{vault}/")).await.is(200).body();
    assert_eq!(seen["owner"], json!([]), "the API hides owners from those who see no actors");
    for (url, name) in [(format!("/api/user-groups/{group}/"), "Examiners"), (format!("/api/assets/{vault}/"), "Safe")] {
        app.admin.patch(&url, json!({ "name": name })).await.is(200);
        app.admin.delete(&url).await.is(204);
    }
    app.worker.run_due().await.expect("a round");

    for event in ["usergroup.updated", "usergroup.deleted"] {
        for receiver in [&some, &all] {
            assert_eq!(told(receiver, event)["users"], json!(["ada@example.com"]), "{event}");
        }
        assert_eq!(told(&none, event)["users"], json!([]), "{event}");
    }
    for event in ["asset.updated", "asset.deleted"] {
        for receiver in [&some, &all] {
            let data = told(receiver, event);
            assert_eq!((&data["owner"], &data["owners"]), (&json!("ada@example.com"), &json!(["ada@example.com"])));
        }
        let data = told(&none, event);
        assert_eq!((&data["owner"], &data["owners"]), (&Json::Null, &json!([])), "{event}");
        assert_eq!(messages(&app, event).await, 2, "equal bodies are stored once: {event}");
    }
    let received = none.received();
    assert!(received.iter().all(|one| !String::from_utf8_lossy(&one.body).contains("ada@")), "no address anywhere");
});

both!(async fn what_goes_along_still_names_what_it_belonged_to(app) {
    switch_on(&app).await;
    let here = app.domain("Payments").await;
    let without = someone(&app, "without", OBJECTS, here).await;
    let with = someone(&app, "with", &format!("{OBJECTS},view_evidence"), here).await;
    let (none, some, all) = (listen(&without, Some(here)).await, listen(&with, Some(here)).await, listen(&app.admin, None).await);
    let report = app.admin.post("/api/evidences/", json!({ "name": "Report", "folder": here })).await.is(201).id();
    let revision = json!({ "evidence": report, "observation": "First" });
    let revision = app.admin.post("/api/evidence-revisions/", revision).await.is(201).id();
    let url = format!("/api/evidence-revisions/{revision}/");
    app.admin.patch(&url, json!({ "observation": "Seen" })).await.is(200);
    app.admin.delete(&format!("/api/evidences/{report}/")).await.is(204);
    app.worker.run_due().await.expect("a round");
    for event in ["evidencerevision.updated", "evidencerevision.deleted"] {
        for receiver in [&some, &all] {
            assert_eq!(told(receiver, event)["evidence"], json!(report), "{event}");
        }
        assert_eq!(told(&none, event)["evidence"], Json::Null, "{event}");
    }
});

both!(async fn a_body_is_shown_to_its_owner_and_to_those_who_see_as_much(app) {
    switch_on(&app).await;
    let here = app.domain("Payments").await;
    let reader = someone(&app, "reader", &format!("{OBJECTS},view_webhookdelivery"), here).await;
    let _own = listen(&reader, Some(here)).await;
    let _other = listen(&app.admin, Some(here)).await;
    let vault = app.admin.post("/api/assets/", json!({ "name": "Vault", "folder": here })).await.is(201).id();
    app.admin.patch(&format!("/api/assets/{vault}/"), json!({ "name": "Safe" })).await.is(200);
    let endpoints = app.admin.get("/api/webhooks/endpoints/").await.is(200).body();
    for endpoint in endpoints["results"].as_array().expect("a list") {
        let id = endpoint["id"].as_str().expect("an id");
        let delivery = reader.get(&format!("/api/webhooks/deliveries/?endpoint={id}")).await.is(200).ids()[0];
        let body = format!("/api/webhooks/deliveries/{delivery}/body/");
        app.admin.get(&body).await.is(200);
        let is_own = endpoint["owner"]["id"] == json!(reader.user);
        reader.get(&body).await.is(if is_own { 200 } else { 403 });
    }
});

both!(async fn a_proposal_is_told_to_those_who_see_what_it_is_about(app) {
    switch_on(&app).await;
    let here = app.domain("Payments").await;
    let narrow = "view_folder,view_proposal,view_webhookendpoint,add_webhookendpoint";
    let without = someone(&app, "without", narrow, here).await;
    let with = someone(&app, "with", &format!("{narrow},view_asset"), here).await;
    let (none, some, all) = (Receiver::start().await, Receiver::start().await, Receiver::start().await);
    for (owner, receiver) in [(&without, &none), (&with, &some), (&app.admin, &all)] {
        endpoint_with(owner, &receiver.url, &["proposal.created"], json!({ "folder": here })).await;
    }
    let vault = app.admin.post("/api/assets/", json!({ "name": "Vault", "folder": here })).await.is(201).id();
    let token = json!({ "name": "Proposer", "propose_only": true });
    let token = app.admin.post("/api/iam/auth-tokens/", token).await.is(201).body();
    let proposer = app.nobody.with("Authorization", &format!("Token {}", token["token"].as_str().expect("a token")));
    proposer.patch(&format!("/api/assets/{vault}/"), json!({ "name": "Safe" })).await.is(202);
    app.worker.run_due().await.expect("a round");
    assert_eq!((none.received().len(), some.received().len(), all.received().len()), (0, 1, 1));
    assert_eq!(told(&some, "proposal.created")["author"], Json::Null, "whom it does not see");
});
