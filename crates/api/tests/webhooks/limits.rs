//! Whatever is told on someone's behalf is told no more than they may see now, within the limits of the token that they
//! set it up with; and whoever points it elsewhere takes it over.

use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::receiver::{Delivery, Receiver};
use super::{endpoint_with, switch_on};

const SINKS: &str = "/api/webhooks/audit-sinks/";
const ENDPOINTS: &str = "/api/webhooks/endpoints/";

/// A token of the administrator's that is limited to a domain.
async fn limited(app: &TestApp, domain: Uuid) -> Client {
    let made =
        app.admin.post("/api/iam/auth-tokens/", json!({ "name": "limited", "folder": domain })).await.is(201).body();
    app.nobody.with("Authorization", &format!("Token {}", made["token"].as_str().expect("a token")))
}

/// Someone with these permissions in one domain.
async fn someone(app: &TestApp, name: &str, permissions: &str, domain: Uuid) -> Client {
    let found = app.admin.get(&format!("/api/permissions/?codename__in={permissions}&limit=100")).await.is(200).ids();
    let role = app.admin.post("/api/roles/", json!({ "name": name, "permissions": found })).await.is(201).id();
    let user = app.user_with(json!({ "email": format!("{name}@example.com") })).await;
    let grant =
        json!({ "name": name, "user": user.user, "role": role, "perimeter_folders": [domain], "is_recursive": true });
    app.admin.post("/api/role-assignments/", grant).await.is(201);
    user
}

async fn asset(app: &TestApp, name: &str, folder: Uuid, more: Json) -> Uuid {
    let mut body = json!({ "name": name, "folder": folder });
    body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    app.admin.post("/api/assets/", body).await.is(201).id()
}

/// Seals what was written and sends what follows from it.
async fn forward(app: &TestApp) {
    app.journal.seal().await.expect("a seal");
    app.worker.run_due().await.expect("a round");
}

/// The names of the objects whose entries a sink has received.
fn told(receiver: &Receiver) -> Vec<String> {
    let name = |one: &Delivery| one.json()["data"]["object_name"].as_str().map(str::to_owned);
    let mut names: Vec<String> = receiver.received().iter().filter_map(name).collect();
    names.sort();
    names
}

both!(async fn a_sink_keeps_the_limits_of_the_token_that_made_it(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let since = app.engine.clock.now();
    asset(&app, "Earlier there", theirs, json!({})).await;
    let client = limited(&app, ours).await;
    app.journal.seal().await.expect("what was before the sink");
    let receiver = Receiver::start().await;
    let sink = json!({ "name": "SIEM", "url": receiver.url, "folder": ours, "body_format": "raw" });
    let made = client.post(SINKS, sink).await.is(201);
    assert_eq!(made.body()["limited_to"], json!(ours));
    let url = format!("{SINKS}{}/", made.id());
    asset(&app, "Here", ours, json!({})).await;
    asset(&app, "There", theirs, json!({})).await;
    app.nobody.post("/api/iam/login/", json!({ "email": "x@example.com", "password": "wrong" })).await.is(401);
    forward(&app).await;
    assert_eq!(told(&receiver), ["Here", "SIEM"]);
    // Nor does a replay bring more, whoever asks for it, or a change by someone who is not limited.
    app.admin.patch(&url, json!({ "name": "Collector", "target_folders": [] })).await.is(200);
    for asking in [&client, &app.admin] {
        asking.post(&format!("{url}replay/"), json!({ "since": since })).await.is(200);
        forward(&app).await;
    }
    let names = told(&receiver);
    assert!(names.len() > 4 && !names.iter().any(|name| name.contains("here") && name != "Here"), "{names:?}");
    let entries: Vec<Json> = receiver.received().iter().map(Delivery::json).collect();
    let elsewhere = [json!(theirs), json!(app.root), Json::Null];
    assert!(entries.iter().all(|entry| !elsewhere.contains(&entry["data"]["folder"])), "{entries:?}");
});

both!(async fn an_endpoint_keeps_the_limits_of_the_token_that_made_it(app) {
    switch_on(&app).await;
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let client = limited(&app, ours).await;
    let receiver = Receiver::start().await;
    let (id, _) = endpoint_with(&client, &receiver.url, &["asset.created"], json!({ "folder": ours })).await;
    let far = asset(&app, "There", theirs, json!({})).await;
    let here = asset(&app, "Here", ours, json!({ "parent_assets": [far] })).await;
    app.worker.run_due().await.expect("a round");
    let bodies: Vec<Json> = receiver.received().iter().map(Delivery::json).collect();
    assert_eq!(bodies.iter().map(|body| &body["data"]["id"]).collect::<Vec<_>>(), [&json!(here)]);
    assert_eq!(bodies[0]["data"]["parent_assets"], json!([]), "what is elsewhere is not named either");
    // The token that made it may look at what was sent; one for another domain may not.
    let delivery = app.admin.get(&format!("/api/webhooks/deliveries/?endpoint={id}")).await.is(200).ids()[0];
    client.get(&format!("/api/webhooks/deliveries/{delivery}/body/")).await.is(200);
    limited(&app, theirs).await.get(&format!("/api/webhooks/deliveries/{delivery}/body/")).await.is(404);
    // It goes with its domain, as the token does.
    app.admin.patch(&format!("{ENDPOINTS}{id}/"), json!({ "folder": theirs })).await.is(200);
    app.admin.delete(&format!("/api/folders/{ours}/")).await.is(204);
    app.admin.get(&format!("{ENDPOINTS}{id}/")).await.is(404);
});

both!(async fn a_sink_is_told_what_its_owner_finds_in_the_log(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let may = "view_folder,view_asset,view_logentry,view_auditsink,add_auditsink";
    let reader = someone(&app, "reader", may, ours).await;
    // Without a right to the log, sinks are no way around it.
    let blind = someone(&app, "blind", "view_folder,view_asset,view_auditsink,add_auditsink", ours).await;
    app.journal.seal().await.expect("what was before the sinks");
    let since = app.engine.clock.now();
    let (some, none) = (Receiver::start().await, Receiver::start().await);
    for (owner, receiver) in [(&reader, &some), (&blind, &none)] {
        let body = json!({ "name": "SIEM", "url": receiver.url, "folder": ours, "body_format": "raw" });
        owner.post(SINKS, body).await.is(201);
    }
    let far = asset(&app, "There", theirs, json!({})).await;
    let near = asset(&app, "Near", ours, json!({})).await;
    asset(&app, "Here", ours, json!({ "parent_assets": [near, far] })).await;
    let control = json!({ "name": "Control", "folder": ours });
    app.admin.post("/api/applied-controls/", control).await.is(201);
    let moved = asset(&app, "Moved away", ours, json!({})).await;
    app.admin.patch(&format!("/api/assets/{moved}/"), json!({ "folder": theirs })).await.is(200);
    app.nobody.post("/api/iam/login/", json!({ "email": "reader@example.com", "password": "wrong" })).await.is(401);
    forward(&app).await;

    let seen = reader.get(&format!("/api/log-entries/?at__gte={since}&ordering=seq")).await.is(200).column("seq");
    let mut sent: Vec<i64> = some.received().iter().filter_map(|one| one.json()["data"]["seq"].as_i64()).collect();
    sent.sort_unstable();
    assert!(!sent.is_empty());
    assert_eq!(json!(sent), json!(seen), "one rule for both");
    assert_eq!(told(&some), ["Here", "Near", "SIEM", "SIEM"]);
    let text: String = some.received().iter().map(|one| String::from_utf8_lossy(&one.body).into_owned()).collect();
    assert!(text.contains(&near.to_string()) && !text.contains(&far.to_string()), "{text}");
    assert_eq!(told(&none), [""; 0]);
});

/// Something that posts to an address, made by the administrator with a secret and a header.
async fn sealed(app: &TestApp, path: &str, receiver: &Receiver, folder: Uuid) -> String {
    let mut body = json!({
        "name": "Receiver", "url": receiver.url, "folder": folder, "generate_secret": true,
        "headers": { "Authorization": "Splunk 4711" },
    });
    if path == ENDPOINTS {
        body["event_types"] = json!(["asset.created", "asset.updated"]);
    }
    format!("{path}{}/", app.admin.post(path, body).await.is(201).id())
}

both!(async fn who_points_it_elsewhere_becomes_the_owner_and_gets_no_secrets(app) {
    switch_on(&app).await;
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let may = "view_folder,view_asset,view_logentry,view_auditsink,change_auditsink,view_webhookendpoint,\
               change_webhookendpoint,view_webhookdelivery,change_webhookdelivery";
    let editor = someone(&app, "editor", may, ours).await;
    app.journal.seal().await.expect("what was before");
    for path in [ENDPOINTS, SINKS] {
        let (before, after) = (Receiver::start().await, Receiver::start().await);
        let url = sealed(&app, path, &before, ours).await;
        let since = app.engine.clock.now();
        asset(&app, &format!("Sent {path}"), theirs, json!({})).await;
        forward(&app).await;
        assert!(before.received().iter().all(|one| one.headers["authorization"] == "Splunk 4711"));
        assert!(!before.received().is_empty());
        // Something waits for the receiver that the owner chose.
        app.admin.post(&format!("{url}disable/"), json!({})).await.is(200);
        asset(&app, &format!("Waits {path}"), theirs, json!({})).await;
        app.admin.post(&format!("{url}enable/"), json!({})).await.is(200);
        let seen = app.admin.get(&url).await.is(200).body();
        assert_eq!(seen["owner"]["id"], json!(app.admin.user));

        // Other changes leave it with its owner.
        editor.patch(&url, json!({ "name": "Renamed" })).await.is(200);
        assert_eq!(app.admin.get(&url).await.is(200).body()["owner"]["id"], json!(app.admin.user));
        editor.patch(&url, json!({ "url": after.url })).await.is(200);
        let seen = app.admin.get(&url).await.is(200).body();
        assert_eq!(seen["owner"]["id"], json!(editor.user));
        assert_eq!((&seen["has_secret"], &seen["header_names"]), (&json!(false), &json!([])));
        assert!(!seen["repointed_at"].is_null());
        if path == ENDPOINTS {
            assert!(seen["notice"].as_str().is_some_and(|notice| notice.contains("URL")), "{seen}");
        }

        app.clock.advance_seconds(60);
        asset(&app, &format!("There {path}"), theirs, json!({})).await;
        asset(&app, &format!("Here {path}"), ours, json!({})).await;
        editor.post(&format!("{url}replay/"), json!({ "since": since })).await.is(200);
        forward(&app).await;
        assert!(!after.received().is_empty());
        for one in after.received() {
            assert!(!one.headers.contains_key("authorization") && one.signature.is_none());
            let text = String::from_utf8_lossy(&one.body).into_owned();
            assert!(!text.contains("There") && !text.contains("Waits") && !text.contains("Sent"), "{text}");
        }
        let event = if path == SINKS { "audit.entry" } else { "asset.created" };
        let old = format!("/api/webhooks/deliveries/?event={event}&state=delivered&ordering=created_at&limit=1");
        let old = editor.get(&old).await.is(200).ids()[0];
        editor.post(&format!("/api/webhooks/deliveries/{old}/redeliver/"), json!({})).await.is(409);
        // What comes with the new address is kept.
        let new = json!({ "url": before.url, "headers": { "X-Gate": "ours" }, "generate_secret": true });
        let answer = editor.patch(&url, new).await.is(200).body();
        assert!(answer["secret"].as_str().is_some_and(|secret| secret.starts_with("whsec_")));
        let seen = app.admin.get(&url).await.is(200).body();
        assert_eq!((&seen["has_secret"], &seen["header_names"]), (&json!(true), &json!(["X-Gate"])));
    }
});

both!(async fn a_limited_token_that_points_it_elsewhere_limits_it(app) {
    let ours = app.domain("Payments").await;
    let receiver = Receiver::start().await;
    for path in [ENDPOINTS, SINKS] {
        let url = sealed(&app, path, &receiver, ours).await;
        assert_eq!(app.admin.get(&url).await.is(200).body()["limited_to"], Json::Null);
        let elsewhere = format!("{}elsewhere", receiver.url);
        limited(&app, ours).await.patch(&url, json!({ "url": elsewhere })).await.is(200);
        assert_eq!(app.admin.get(&url).await.is(200).body()["limited_to"]["id"], json!(ours));
        // Who repeats the address changes nothing; who changes it once more answers for it.
        app.admin.patch(&url, json!({ "url": elsewhere })).await.is(200);
        assert_eq!(app.admin.get(&url).await.is(200).body()["limited_to"]["id"], json!(ours));
        app.admin.patch(&url, json!({ "url": receiver.url })).await.is(200);
        assert_eq!(app.admin.get(&url).await.is(200).body()["limited_to"], Json::Null);
    }
});
