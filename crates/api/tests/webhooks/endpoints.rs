//! The endpoint record: secrets shown once, addresses, editions, rights.

use cairn_api::{Config, Edition};
use cairn_testkit::{Database, TestApp, both};
use serde_json::{Value as Json, json};

use super::receiver::Receiver;
use super::{endpoint, endpoint_with, switch_on};

both!(async fn a_secret_is_shown_once_and_kept_sealed(app) {
    let receiver = Receiver::start().await;
    let (id, secret) = endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    assert!(secret.starts_with("whsec_") && secret.len() == 70);
    let url = format!("/api/webhooks/endpoints/{id}/");
    let shown = app.admin.get(&url).await.is(200);
    assert!(!shown.text().contains("whsec_"));
    assert_eq!(shown.body()["has_secret"], true);
    let made = app.admin.post(&format!("{url}generate-secret/"), json!({})).await.is(200).body();
    let other = made["secret"].as_str().expect("shown once").to_owned();
    assert_ne!(other, secret);
    let mut everything = String::new();
    for path in ["object/", "cascade-info/"] {
        everything += &app.admin.get(&format!("{url}{path}")).await.is(200).text();
    }
    everything += &app.admin.get("/api/webhooks/endpoints/export_csv/").await.is(200).text();
    let mut conn = app.engine.db.read().await.expect("a connection");
    let journal = cairn_store::Sql::raw("select cast(changes as text) || coalesce(cast(state as text), '') from journal");
    for row in conn.query(&journal, &[cairn_model::Type::Text]).await.expect("the journal") {
        everything += row[0].as_str().unwrap_or_default();
    }
    for hidden in [&secret, &other] {
        assert!(!everything.contains(hidden.as_str()));
    }
});

both!(async fn an_idempotent_create_does_not_show_the_secret_again(app) {
    let receiver = Receiver::start().await;
    let client = app.admin.with("Idempotency-Key", "once");
    let body = json!({ "name": "Receiver", "url": receiver.url, "event_types": [], "generate_secret": true });
    let first = client.post("/api/webhooks/endpoints/", body.clone()).await.is(201);
    let again = client.post("/api/webhooks/endpoints/", body).await.is(201);
    assert_eq!(first.id(), again.id());
    assert!(first.body()["secret"].is_string() && again.body()["secret"].is_null());
});

both!(async fn a_test_event_with_a_key_is_sent_once(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let (id, _) = endpoint(&app.admin, &receiver.url, &[]).await;
    let url = format!("/api/webhooks/endpoints/{id}/test/");
    let client = app.admin.with("Idempotency-Key", "once");
    let first = client.post(&url, json!({})).await.is(200);
    let again = client.post(&url, json!({})).await.is(200);
    assert_eq!((again.body(), again.header("idempotency-replayed")), (first.body(), Some("true")));
    assert_eq!(receiver.received().len(), 1);
    client.post(&url, json!({ "event": "asset.created" })).await.is(409);
    app.admin.post(&url, json!({})).await.is(200);
    assert_eq!(receiver.received().len(), 2);
});

both!(async fn bad_endpoints_are_refused_with_the_reason(app) {
    let refused = |body| app.admin.post("/api/webhooks/endpoints/", body);
    for url in ["http://169.254.169.254/", "http://[::1]/", "http://10.0.0.1/", "ftp://example.com/", "http://0x7f.1/x"] {
        let answer = refused(json!({ "name": "x", "url": url, "event_types": [] })).await;
        // Loopback is open in tests alone; its other spellings lead to the same address.
        if url.contains("0x7f") {
            answer.is(201);
        } else {
            assert!(!answer.is(400).error("url").is_empty());
        }
    }
    let events = json!({ "name": "x", "url": "https://example.com/", "event_types": ["asset.eaten"] });
    assert!(refused(events).await.is(400).error("event_types").contains("asset.eaten"));
    let thin = json!({ "name": "x", "url": "https://example.com/", "event_types": [], "payload_format": "thin" });
    assert!(refused(thin).await.is(400).error("payload_format").contains("PRO"));
    let short = json!({ "name": "x", "url": "https://example.com/", "event_types": [], "secret": "whsec_abc" });
    assert!(!refused(short).await.is(400).error("secret").is_empty());
});

both!(async fn a_secret_belongs_to_one_place_alone(app) {
    let given = |secret: &str| json!({ "name": "x", "url": "https://example.com/", "event_types": [], "secret": secret });
    let post = async |path: &str, body: Json| app.admin.post(&format!("/api/webhooks/{path}/"), body).await;
    let (first, other) = ("whsec_0123456789abcdefghijklmn", "whsec_nmlkjihgfedcba9876543210");
    let id = post("endpoints", given(first)).await.is(201).id();
    let refused = post("endpoints", given(first)).await.is(400).error("secret");
    assert!(refused.contains("generate_secret") && !refused.contains(first), "{refused}");
    let sink = json!({ "name": "SIEM", "url": "https://example.com/", "secret": first });
    post("audit-sinks", sink).await.is(400).error("secret");
    let second = post("endpoints", given(other)).await.is(201).id();
    let url = format!("/api/webhooks/endpoints/{second}/");
    app.admin.patch(&url, json!({ "secret": first })).await.is(400).error("secret");
    app.admin.patch(&url, json!({ "secret": other, "name": "Its own again" })).await.is(200);

    let rotated = post(&format!("endpoints/{id}/rotate-secret"), json!({ "activate_at": "2026-03-03T00:00:00Z" })).await;
    let pending = rotated.is(200).body()["secret"].as_str().expect("a secret").to_owned();
    for taken in [first, &pending] {
        app.admin.patch(&url, json!({ "secret": taken })).await.is(400).error("secret");
    }
    app.admin.delete(&format!("/api/webhooks/endpoints/{id}/")).await.is(204);
    app.admin.patch(&url, json!({ "secret": first })).await.is(200);
});

both!(async fn of_two_who_choose_a_secret_at_once_one_has_it(app) {
    let body = json!({ "name": "SIEM", "url": "https://example.com/", "secret": "whsec_0123456789abcdefghijklmn" });
    let posts = (0..6).map(|_| app.admin.post("/api/webhooks/audit-sinks/", body.clone()));
    let answers = futures_util::future::join_all(posts).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 400, 400, 400, 400, 400]);
});

both!(async fn what_is_brought_back_sends_nothing_unsigned(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let headers = json!({ "headers": { "X-Gateway-Key": "open-sesame" } });
    let (id, _) = endpoint_with(&app.admin, &receiver.url, &["asset.created"], headers).await;
    let sink = json!({ "name": "SIEM", "url": receiver.url, "generate_secret": true });
    let sink = app.admin.post("/api/webhooks/audit-sinks/", sink).await.is(201).id();
    let rotate = json!({ "activate_at": "2026-03-02T00:00:00Z" });
    app.admin.post(&format!("/api/webhooks/endpoints/{id}/rotate-secret/"), rotate).await.is(200);
    let before = app.engine.clock.now();
    app.clock.advance_seconds(60);
    for url in [format!("/api/webhooks/endpoints/{id}/"), format!("/api/webhooks/audit-sinks/{sink}/")] {
        app.admin.delete(&url).await.is(204);
        let restored = app.admin.post(&format!("{url}restore/"), json!({ "as_of": before })).await.is(200).body();
        assert_eq!(restored["object"]["is_active"], false);
        let shown = app.admin.get(&url).await.is(200).body();
        assert_eq!((&shown["is_active"], &shown["has_secret"]), (&json!(false), &json!(false)));
        assert!(shown["notice"].as_str().unwrap_or_default().contains("without its secret"), "{shown}");
        let refused = app.admin.post(&format!("{url}enable/"), json!({})).await.is(409).text();
        assert!(refused.contains("set a secret first"), "{refused}");
        app.admin.patch(&url, json!({ "is_active": true })).await.is(409);
        assert_eq!(app.admin.get(&url).await.is(200).body()["is_active"], false);
    }
    app.admin.patch(&format!("/api/webhooks/audit-sinks/{sink}/"), json!({ "name": "Still off" })).await.is(200);
    app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201);
    app.journal.seal().await.expect("a seal");
    app.worker.run_due().await.expect("a round");
    assert!(receiver.received().is_empty());

    let url = format!("/api/webhooks/endpoints/{id}/");
    let made = app.admin.post(&format!("{url}generate-secret/"), json!({})).await.is(200).body();
    app.admin.post(&format!("{url}enable/"), json!({})).await.is(200);
    assert_eq!(app.admin.get(&url).await.is(200).body()["notice"], Json::Null);
    app.clock.advance_seconds(2 * 86_400);
    app.admin.post("/api/assets/", json!({ "name": "Ledger" })).await.is(201);
    app.worker.run_due().await.expect("a round");
    let secret = made["secret"].as_str().expect("a secret");
    let last = receiver.received().pop().expect("a delivery");
    assert!(last.is_signed_with(secret, cairn_webhook::SignMode::Text), "what the rotation left behind is gone");
});

both!(async fn what_never_signed_is_switched_on_again_without_a_secret(app) {
    let body = json!({ "name": "Open", "url": "https://receiver.example/", "event_types": [] });
    let id = app.admin.post("/api/webhooks/endpoints/", body).await.is(201).id();
    let before = app.engine.clock.now();
    app.clock.advance_seconds(60);
    let url = format!("/api/webhooks/endpoints/{id}/");
    app.admin.delete(&url).await.is(204);
    app.admin.post(&format!("{url}restore/"), json!({ "as_of": before })).await.is(200);
    app.admin.post(&format!("{url}enable/"), json!({})).await.is(200);
});

both!(async fn a_test_event_shows_the_whole_exchange(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    receiver.will_answer(&[418]);
    let (id, _) = endpoint(&app.admin, &receiver.url, &["finding.updated"]).await;
    let tested = app.admin.post(&format!("/api/webhooks/endpoints/{id}/test/"), json!({})).await.is(200).body();
    assert_eq!((&tested["delivered"], &tested["response"]["status"]), (&json!(false), &json!(418)));
    assert_eq!(tested["request"]["body"]["type"], "finding.updated");
    assert_eq!(receiver.received().len(), 1);
});

both!(async fn every_test_event_that_was_sent_is_in_the_journal(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let (id, _) = endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    let client = app.admin.with("Idempotency-Key", "once");
    let url = format!("/api/webhooks/endpoints/{id}/test/");
    let answers = futures_util::future::join_all((0..4).map(|_| client.post(&url, json!({})))).await;
    let bodies: Vec<Json> = answers.into_iter().map(|answer| answer.is(200).body()).collect();
    assert!(bodies.iter().all(|body| *body == bodies[0]), "one key, one answer: {bodies:?}");
    let mut conn = app.engine.db.read().await.expect("a connection");
    let noted = cairn_store::Sql::raw("select count(*) from journal where kind = 'tested'");
    let noted = conn.query(&noted, &[cairn_model::Type::Int]).await.expect("a count")[0][0].as_int();
    assert_eq!(noted, Some(receiver.received().len() as i64));
});

both!(async fn headers_of_its_own_go_along_and_are_never_shown(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let secrets = json!({ "headers": { "X-Gateway-Key": "open-sesame-4711", "Authorization": "Basic c2VzYW1l" } });
    let (id, _) = endpoint_with(&app.admin, &receiver.url, &["asset.created"], secrets).await;
    let url = format!("/api/webhooks/endpoints/{id}/");
    // A change of something else leaves them as they are.
    app.admin.patch(&url, json!({ "name": "Behind a gateway" })).await.is(200);
    app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201);
    app.worker.run_due().await.expect("a round");
    let received = receiver.received();
    assert_eq!(received[0].headers["x-gateway-key"], "open-sesame-4711");
    assert_eq!(received[0].headers["authorization"], "Basic c2VzYW1l");

    let tested = app.admin.post(&format!("{url}test/"), json!({})).await.is(200);
    assert!(tested.text().contains("X-Gateway-Key"), "that it was sent is shown");
    let mut everything = tested.text();
    let shown = app.admin.get(&url).await.is(200);
    assert_eq!(shown.body()["header_names"], json!(["Authorization", "X-Gateway-Key"]));
    everything += &shown.text();
    for path in ["webhooks/endpoints/export_csv/", "webhooks/deliveries/", "webhooks/attempts/"] {
        everything += &app.admin.get(&format!("/api/{path}")).await.is(200).text();
    }
    let mut conn = app.engine.db.read().await.expect("a connection");
    for text in [
        "select cast(changes as text) || coalesce(cast(state as text), '') from journal",
        "select cast(headers as text) from webhooks_endpoints",
    ] {
        for row in conn.query(&text.into(), &[cairn_model::Type::Text]).await.expect("rows") {
            everything += row[0].as_str().unwrap_or_default();
        }
    }
    for hidden in ["open-sesame", "c2VzYW1l"] {
        assert!(!everything.contains(hidden), "{hidden}");
    }
    app.admin.patch(&url, json!({ "headers": null })).await.is(200);
    app.admin.post("/api/assets/", json!({ "name": "Ledger" })).await.is(201);
    app.worker.run_due().await.expect("a round");
    assert!(receiver.received().last().expect("a delivery").headers.get("x-gateway-key").is_none());
});

both!(async fn headers_that_would_break_a_request_are_refused(app) {
    for (name, value) in [
        ("Content-Length", "3"),
        ("webhook-id", "msg_1"),
        ("Host", "elsewhere"),
        ("Two words", "x"),
        ("X-Split", "a\r\nX-Other: b"),
        ("X-Umlaut", "ä"),
        ("", "x"),
    ] {
        let body = json!({ "name": "x", "url": "https://example.com/", "event_types": [], "headers": { name: value } });
        let answer = app.admin.post("/api/webhooks/endpoints/", body).await.is(400);
        assert!(!answer.error("headers").is_empty(), "{name}");
    }
});

both!(async fn the_log_moves_with_its_endpoint(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let (id, _) = endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201);
    app.worker.run_due().await.expect("a round");
    let domain = app.domain("Payments").await;
    app.admin.patch(&format!("/api/webhooks/endpoints/{id}/"), json!({ "folder": domain })).await.is(200);
    for log in ["deliveries", "attempts"] {
        let moved = app.admin.get(&format!("/api/webhooks/{log}/?folder={domain}")).await.is(200).body();
        assert_eq!(moved["count"], 1, "{log}");
    }
});

both!(async fn replaying_and_redelivering_are_in_the_journal(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let (id, _) = endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201);
    app.worker.run_due().await.expect("a round");
    let delivery = app.admin.get("/api/webhooks/deliveries/").await.is(200).ids()[0];
    app.admin.post(&format!("/api/webhooks/deliveries/{delivery}/redeliver/"), json!({})).await.is(200);
    let since = json!({ "since": "2026-01-01T00:00:00Z" });
    app.admin.post(&format!("/api/webhooks/endpoints/{id}/replay/"), since).await.is(200);
    let mut conn = app.engine.db.read().await.expect("a connection");
    let mut sql = cairn_store::Sql::raw("select kind from journal where kind in ('redelivered', 'replayed') and object_id = ");
    sql.bind(id).push(" order by seq");
    let rows = conn.query(&sql, &[cairn_model::Type::Text]).await.expect("rows");
    let kinds: Vec<&str> = rows.iter().filter_map(|row| row[0].as_str()).collect();
    assert_eq!(kinds, ["redelivered", "replayed"]);
});

#[tokio::test(flavor = "multi_thread")]
async fn the_sender_tells_how_it_does() {
    let app = TestApp::start_with(Database::Sqlite, Config { metrics: true, ..Config::default() }).await;
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    receiver.will_answer(&[204, 500]);
    endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    for name in ["Card vault", "Ledger"] {
        app.admin.post("/api/assets/", json!({ "name": name })).await.is(201);
        app.worker.run_due().await.expect("a round");
    }
    app.clock.advance_seconds(3);
    let told = app.nobody.get("/metrics").await.is(200).text();
    for line in [
        "cairn_webhook_attempts_total{outcome=\"delivered\"} 1",
        "cairn_webhook_attempts_total{outcome=\"refused_by_receiver\"} 1",
        "cairn_webhook_attempt_seconds_count 2",
        "cairn_webhook_waiting_seconds_count 2",
        "cairn_webhook_in_flight 0",
        "cairn_webhook_pending 1",
        "cairn_webhook_discarded_total 0",
        "cairn_webhook_leases_lost_total 0",
    ] {
        assert!(told.lines().any(|one| one == line), "{line} is not in:\n{told}");
    }
}

both!(async fn event_types_are_described(app) {
    let types = app.admin.get("/api/webhooks/event-types/").await.is(200).body();
    let names: Vec<&str> = types["results"].as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(&names[..3], ["appliedcontrol.created", "appliedcontrol.updated", "appliedcontrol.deleted"]);
    for wanted in ["asset.created", "evidence.deleted", "finding.updated", "folder.created", "evidencerevision.created"] {
        assert!(names.contains(&wanted), "{wanted}");
    }
    let domain = app.domain("Payments").await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    reader.get("/api/webhooks/event-types/").await.is(403);
    reader.get("/api/webhooks/endpoints/").await.is(403);
});

#[tokio::test(flavor = "multi_thread")]
async fn thin_payloads_carry_the_id_alone_in_the_pro_edition() {
    let app = TestApp::start_with(Database::Sqlite, Config { edition: Edition::Pro, ..Config::default() }).await;
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let body = json!({ "name": "x", "url": receiver.url, "event_types": ["asset.created"], "payload_format": "thin" });
    app.admin.post("/api/webhooks/endpoints/", body).await.is(201);
    let asset = app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201).id();
    app.worker.run_due().await.expect("a round");
    let received = receiver.received();
    assert_eq!(received[0].json()["data"], json!({ "id": asset }));
    assert_eq!(received[0].signature, None, "no secret, no signature");
}

both!(async fn a_put_of_what_was_read_keeps_the_secret(app) {
    switch_on(&app).await;
    let more = json!({ "headers": { "X-Key": "v" } });
    let (id, _) = endpoint_with(&app.admin, "https://receiver.example/", &["asset.created"], more).await;
    let url = format!("/api/webhooks/endpoints/{id}/");
    let read = app.admin.get(&format!("{url}object/")).await.is(200).body();
    app.admin.put(&url, read).await.is(200);
    let now = app.admin.get(&url).await.is(200).body();
    assert_eq!((&now["has_secret"], &now["header_names"]), (&json!(true), &json!(["X-Key"])));
    app.admin.patch(&url, json!({ "secret": null })).await.is(200);
    assert_eq!(app.admin.get(&url).await.is(200).body()["has_secret"], false, "whoever names it means it");
});
