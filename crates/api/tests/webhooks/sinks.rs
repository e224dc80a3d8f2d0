//! The audit log on its way to a SIEM.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::receiver::{Delivery, Receiver};

async fn sink(app: &TestApp, receiver: &Receiver, more: Json) -> Uuid {
    let mut body = json!({ "name": "SIEM", "url": receiver.url });
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    app.admin.post("/api/webhooks/audit-sinks/", body).await.is(201).id()
}

/// Seals what was written and sends what follows from it.
async fn forward(app: &TestApp) {
    app.journal.seal().await.expect("a seal");
    app.worker.run_due().await.expect("a round");
}

both!(async fn entries_arrive_as_ocsf_with_the_collectors_token(app) {
    app.journal.seal().await.expect("what was before the sink");
    let receiver = Receiver::start().await;
    let headers = json!({ "headers": { "Authorization": "Splunk 4711-0815" } });
    let id = sink(&app, &receiver, headers).await;
    let asset = app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201).id();
    app.admin.patch(&format!("/api/assets/{asset}/"), json!({ "description": "Behind the wall" })).await.is(200);
    app.admin.delete(&format!("/api/assets/{asset}/")).await.is(204);
    forward(&app).await;

    let received = receiver.received();
    let events: Vec<Json> = received.iter().map(Delivery::json).collect();
    let mut of_asset: Vec<&Json> = events.iter().filter(|event| event["resources"][0]["uid"] == json!(asset)).collect();
    // With several requests under way, their numbers tell the order.
    of_asset.sort_by_key(|event| event["metadata"]["sequence"].as_i64());
    let activities: Vec<&str> = of_asset.iter().filter_map(|event| event["activity_name"].as_str()).collect();
    assert_eq!(activities, ["Create", "Update", "Delete"]);
    for event in &of_asset {
        assert_eq!((&event["class_uid"], &event["category_uid"]), (&json!(6003), &json!(6)));
        assert_eq!(event["type_uid"].as_i64(), Some(600_300 + event["activity_id"].as_i64().expect("an activity")));
        assert_eq!(event["resources"][0]["name"], "Card vault");
        assert_eq!(event["actor"]["user"]["name"], cairn_testkit::ADMIN_EMAIL);
        assert!(event["time"].is_i64() && event["metadata"]["product"]["name"] == "Cairn");
    }
    assert_eq!(of_asset[1]["unmapped"]["changes"]["description"], json!([null, "Behind the wall"]));
    assert!(received.iter().all(|one| one.headers["authorization"] == "Splunk 4711-0815"));
    // Its deliveries are in the log, and those who do not see the sink learn nothing.
    let log = format!("/api/webhooks/deliveries/?audit_sink={id}");
    assert_eq!(app.admin.get(&log).await.is(200).body()["count"], received.len());
    let none = format!("/api/webhooks/deliveries/?audit_sink={asset}");
    assert_eq!(app.admin.get(&none).await.is(200).body()["count"], 0);
    app.admin.get("/api/webhooks/deliveries/?audit_sink=SIEM").await.is(400);
    let shown = app.admin.get(&format!("/api/webhooks/audit-sinks/{id}/")).await.is(200);
    assert_eq!(shown.body()["has_headers"], true);
    assert!(!shown.text().contains("4711-0815"));
    assert!(events.iter().all(|event| !event.to_string().contains("4711-0815")), "nor does the log tell it");
});

both!(async fn a_replay_comes_under_the_ids_that_are_known(app) {
    app.journal.seal().await.expect("what was before the sink");
    let receiver = Receiver::start().await;
    let secret = json!({ "body_format": "raw", "generate_secret": true });
    let id = sink(&app, &receiver, secret).await;
    app.clock.advance_seconds(60);
    let since = app.engine.clock.now();
    app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201);
    forward(&app).await;
    let ids = |from: usize| -> Vec<String> { receiver.received().iter().skip(from).map(|one| one.id.clone()).collect() };
    let entries = |event: &Delivery| event.json()["data"]["resource"] == "assets";
    let first: Vec<String> = receiver.received().iter().filter(|one| entries(one)).map(|one| one.id.clone()).collect();
    assert_eq!(first.len(), 1);
    assert!(receiver.received().iter().all(|one| one.signature.is_some()));
    let before = receiver.received().len();
    let url = format!("/api/webhooks/audit-sinks/{id}/replay/");
    app.admin.post(&url, json!({ "since": "2030-01-01T00:00:00Z" })).await.is(400);
    app.admin.post(&url, json!({ "since": since })).await.is(200);
    app.worker.run_due().await.expect("a round");
    assert!(ids(before).contains(&first[0]), "the same entry, the same id");
});

both!(async fn a_sink_hears_only_of_its_domains_and_keeps_its_place(app) {
    let (payments, other) = (app.domain("Payments").await, app.domain("Other").await);
    app.journal.seal().await.expect("what was before the sink");
    let receiver = Receiver::start().await;
    let id = sink(&app, &receiver, json!({ "target_folders": [payments] })).await;
    let make = |name: &'static str, folder: Uuid| app.admin.post("/api/assets/", json!({ "name": name, "folder": folder }));
    make("Card vault", payments).await.is(201);
    make("Elsewhere", other).await.is(201);
    forward(&app).await;
    let names = || -> Vec<String> {
        let name = |one: &Delivery| one.json()["resources"][0]["name"].as_str().map(str::to_owned);
        let mut names: Vec<String> = receiver.received().iter().filter_map(name).collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["Card vault"]);

    let url = format!("/api/webhooks/audit-sinks/{id}/");
    app.admin.post(&format!("{url}disable/"), json!({})).await.is(200);
    make("Ledger", payments).await.is(201);
    forward(&app).await;
    assert_eq!(names().len(), 1, "nothing is sent while it is off");
    app.admin.post(&format!("{url}enable/"), json!({})).await.is(200);
    forward(&app).await;
    assert_eq!(names(), ["Card vault", "Ledger"], "it goes on where it stopped");
});

both!(async fn sinks_are_the_administrators_business(app) {
    let domain = app.domain("Payments").await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    reader.get("/api/webhooks/audit-sinks/").await.is(403);
    for url in ["http://169.254.169.254/", "ftp://example.com/"] {
        let body = json!({ "name": "x", "url": url });
        assert!(!app.admin.post("/api/webhooks/audit-sinks/", body).await.is(400).error("url").is_empty());
    }
});

both!(async fn entries_travel_over_http_alone(app) {
    let make = async |more: Json| {
        let mut body = json!({ "name": "SIEM", "url": "https://example.com/" });
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        app.admin.post("/api/webhooks/audit-sinks/", body).await
    };
    for given in [json!({}), json!({ "transport": "http" })] {
        assert_eq!(make(given).await.is(201).body()["transport"], "http");
    }
    assert!(make(json!({ "transport": "kafka" })).await.is(400).error("transport").contains("kafka"));
});
