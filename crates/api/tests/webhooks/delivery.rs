//! Signatures, retries, discarding, redelivery and replay. The clock is virtual: nothing sleeps.

use cairn_testkit::both;
use cairn_webhook::SignMode;
use cairn_webhooks::{Schedule, Worker, WorkerSettings};
use serde_json::json;

use super::receiver::Receiver;
use super::{endpoint, endpoint_with, switch_on};

both!(async fn a_receiver_that_recovers_gets_the_same_message_six_times(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    receiver.will_answer(&[500, 503, 404, 302, 400]);
    let (_, secret) = endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201);
    for second in 0..900 {
        app.worker.run_due().await.expect("a round");
        if receiver.received().len() == 6 {
            assert!(second <= 871, "the last retry starts within 14 min 31 s, not {second} s");
            break;
        }
        app.clock.advance_seconds(1);
    }
    let received = receiver.received();
    assert_eq!(received.len(), 6);
    let starts: Vec<i64> = received.iter().map(|one| one.timestamp).collect();
    let delays: Vec<i64> = starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for (delay, wanted) in delays.iter().zip([6, 18, 54, 162, 486]) {
        assert!((wanted..=wanted * 12 / 10 + 1).contains(delay), "{delays:?}");
    }
    for one in &received {
        assert_eq!((&one.id, &one.body), (&received[0].id, &received[0].body), "one id, one body");
        assert!(one.id.starts_with("msg_") && one.id.len() == 36, "{}", one.id);
        assert!(one.is_signed_with(&secret, SignMode::Text));
    }
    let log = app.admin.get("/api/webhooks/deliveries/").await.is(200).body();
    assert_eq!((&log["results"][0]["state"], &log["results"][0]["attempts"]), (&json!("delivered"), &json!(6)));
    assert_eq!(app.admin.get("/api/webhooks/attempts/").await.is(200).body()["count"], 6);
});

both!(async fn a_receiver_that_never_answers_well_loses_the_message(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    receiver.always_answers(500);
    endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201);
    for _ in 0..90 {
        app.worker.run_due().await.expect("a round");
        app.clock.advance_seconds(10);
    }
    assert_eq!(receiver.received().len(), 6);
    let log = app.admin.get("/api/webhooks/deliveries/?state=discarded").await.is(200);
    assert_eq!(log.ids().len(), 1);

    receiver.always_answers(204);
    let url = format!("/api/webhooks/deliveries/{}/redeliver/", log.ids()[0]);
    app.admin.post(&url, json!({})).await.is(200);
    app.worker.run_due().await.expect("a round");
    let received = receiver.received();
    assert_eq!((received.len(), &received[6].id), (7, &received[0].id), "redelivered under the same id");
    assert_eq!(app.admin.get("/api/webhooks/deliveries/?state=delivered").await.is(200).ids().len(), 1);
});

both!(async fn the_operator_chooses_how_often_and_in_which_time(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    receiver.always_answers(500);
    endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    let sender = app.app.webhooks.clone().expect("a sender");
    let schedule = Schedule::new(2, 3).expect("a schedule");
    let worker = Worker::new(app.engine.clone(), sender, WorkerSettings { schedule, ..WorkerSettings::default() });
    app.admin.post("/api/assets/", json!({ "name": "Card vault" })).await.is(201);
    for _ in 0..180 {
        worker.run_due().await.expect("a round");
        app.clock.advance_seconds(1);
    }
    assert_eq!(receiver.received().len(), 3);
    assert_eq!(app.admin.get("/api/webhooks/deliveries/?state=discarded").await.is(200).ids().len(), 1);
});

both!(async fn gone_for_good_switches_the_endpoint_off_and_replay_brings_what_was_missed(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    receiver.always_answers(410);
    let (id, _) = endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    app.admin.post("/api/assets/", json!({ "name": "First" })).await.is(201);
    for _ in 0..90 {
        app.worker.run_due().await.expect("a round");
        app.clock.advance_seconds(10);
    }
    let url = format!("/api/webhooks/endpoints/{id}/");
    let shown = app.admin.get(&url).await.is(200).body();
    assert_eq!((&shown["is_active"], &shown["disabled_reason"]), (&json!(false), &json!("gone")));
    app.admin.post("/api/assets/", json!({ "name": "Missed" })).await.is(201);
    app.worker.run_due().await.expect("a round");
    assert_eq!(receiver.received().len(), 6, "nothing is sent while it is off");

    receiver.always_answers(204);
    app.admin.post(&format!("{url}enable/"), json!({})).await.is(200);
    let replay = json!({ "since": "2026-01-01T00:00:00Z" });
    assert_eq!(app.admin.post(&format!("{url}replay/"), replay).await.is(200).body()["count"], 2);
    app.worker.run_due().await.expect("a round");
    assert_eq!(receiver.received().len(), 8);
});

both!(async fn every_sign_mode_signs(app) {
    switch_on(&app).await;
    for (mode, readings) in [
        ("text", vec![SignMode::Text]),
        ("standard", vec![SignMode::Standard]),
        ("both", vec![SignMode::Text, SignMode::Standard]),
    ] {
        let receiver = Receiver::start().await;
        let more = json!({ "sign_mode": mode });
        let (_, secret) = endpoint_with(&app.admin, &receiver.url, &["asset.created"], more).await;
        app.admin.post("/api/assets/", json!({ "name": mode })).await.is(201);
        app.worker.run_due().await.expect("a round");
        let one = receiver.received().pop().expect("a delivery");
        for reading in [SignMode::Text, SignMode::Standard] {
            let wanted = readings.contains(&reading);
            assert_eq!(one.is_signed_with(&secret, reading), wanted, "{mode} read as {reading:?}");
        }
    }
});

both!(async fn a_rotation_signs_with_the_new_secret_from_its_time_on(app) {
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    let (id, old) = endpoint(&app.admin, &receiver.url, &["asset.created"]).await;
    let at = app.engine.clock.now().plus_seconds(3600);
    let rotation = json!({ "activate_at": at });
    let url = format!("/api/webhooks/endpoints/{id}/rotate-secret/");
    let new = app.admin.post(&url, rotation).await.is(200).body()["secret"].as_str().expect("shown once").to_owned();
    let test = app.admin.post(&format!("/api/webhooks/endpoints/{id}/test/"), json!({ "with_pending_secret": true })).await;
    assert_eq!(test.is(200).body()["delivered"], true);
    app.admin.post("/api/assets/", json!({ "name": "Before" })).await.is(201);
    app.worker.run_due().await.expect("a round");
    app.clock.advance_seconds(3601);
    app.admin.post("/api/assets/", json!({ "name": "After" })).await.is(201);
    app.worker.run_due().await.expect("a round");
    let signed: Vec<(bool, bool)> = receiver
        .received()
        .iter()
        .map(|one| (one.is_signed_with(&old, SignMode::Text), one.is_signed_with(&new, SignMode::Text)))
        .collect();
    assert_eq!(signed, [(false, true), (true, false), (false, true)]);
});

both!(async fn a_dead_receiver_does_not_delay_the_others(app) {
    switch_on(&app).await;
    let (dead, alive) = (Receiver::start().await, Receiver::start().await);
    dead.always_answers(500);
    endpoint(&app.admin, &dead.url, &["asset.created"]).await;
    endpoint(&app.admin, &alive.url, &["asset.created"]).await;
    for number in 0..20 {
        app.admin.post("/api/assets/", json!({ "name": format!("Asset {number}") })).await.is(201);
    }
    app.worker.run_due().await.expect("a round");
    assert_eq!(alive.received().len(), 20);
});
