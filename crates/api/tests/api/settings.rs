//! Settings of the instance and its feature flags.

use cairn_testkit::both;
use serde_json::json;

use crate::support::{journal_since, mark};

both!(async fn a_fresh_instance_has_its_defaults(app) {
    let flags = app.admin.get("/api/settings/feature-flags/").await.is(200).body();
    assert_eq!((&flags["outgoing_webhooks"], &flags["xrays"]), (&json!(false), &json!(true)));
    assert_eq!(flags, app.admin.get("/api/settings/feature-flags/defaults/").await.is(200).body());
    let general = app.admin.get("/api/settings/general/").await.is(200).body();
    assert_eq!((&general["daily_rate"], &general["currency"]), (&json!(500.0), &json!("€")));
    assert_eq!(general, app.admin.get("/api/settings/general/object/").await.is(200).body());
});

both!(async fn what_is_left_out_stays_with_put_as_with_patch(app) {
    let url = "/api/settings/feature-flags/";
    app.admin.patch(url, json!({ "outgoing_webhooks": true })).await.is(200);
    let flags = app.admin.put(url, json!({ "xrays": false })).await.is(200).body();
    assert_eq!((&flags["outgoing_webhooks"], &flags["xrays"]), (&json!(true), &json!(false)));
    assert_eq!(app.admin.get(url).await.is(200).body(), flags);
    let general = app.admin.patch("/api/settings/general/", json!({ "daily_rate": 650 })).await.is(200).body();
    assert_eq!((&general["daily_rate"], &general["default_language"]), (&json!(650.0), &json!("en")));
});

both!(async fn every_flag_switches_something(app) {
    let url = "/api/settings/feature-flags/";
    let flags = app.admin.get(url).await.is(200).body();
    for (flag, default) in flags.as_object().unwrap() {
        // Nothing is emitted while it is off: `webhooks/emission.rs`.
        if flag == "outgoing_webhooks" {
            continue;
        }
        let before = app.admin.get("/api/model/").await.is(200).body();
        app.admin.patch(url, json!({ flag: !default.as_bool().unwrap() })).await.is(200);
        assert_ne!(app.admin.get("/api/model/").await.is(200).body(), before, "{flag} switches nothing that anyone sees");
        app.admin.patch(url, json!({ flag: default })).await.is(200);
        assert_eq!(app.admin.get("/api/model/").await.is(200).body(), before);
    }
    app.admin.patch(url, json!({ "follow_up": false, "comments": false, "xrays": false })).await.is(200);
    let model = app.admin.get("/api/model/").await.is(200).body();
    for gone in ["findings", "findings-assessments", "comments"] {
        assert!(model["resources"][gone].is_null(), "{gone}");
        app.admin.get(&format!("/api/{gone}/")).await.is(200);
    }
    assert_eq!(model["resources"]["assets"]["checks"], json!([]));
});

both!(async fn unknown_names_and_wrong_values_are_refused(app) {
    let before = mark(&app).await;
    for (group, name, value) in [
        ("feature-flags", "warp_drive", json!(true)),
        ("feature-flags", "xrays", json!("yes")),
        ("feature-flags", "xrays", json!(null)),
        ("general", "nothing", json!(1)),
        ("general", "daily_rate", json!("many")),
        ("general", "daily_rate", json!(-1)),
        ("general", "security_objective_scale", json!("1-9")),
        ("general", "default_language", json!("xx")),
        ("general", "currency", json!("")),
        ("general", "currency", json!("\u{0}")),
    ] {
        let answer = app.admin.patch(&format!("/api/settings/{group}/"), json!({ name: value })).await.is(400);
        assert!(!answer.error(name).is_empty());
    }
    let answer = app.admin.patch("/api/settings/feature-flags/", json!({ "warp_drive": true })).await.is(400);
    assert!(answer.error("warp_drive").contains("outgoing_webhooks"), "the known ones are named");
    app.admin.patch("/api/settings/feature-flags/", json!([])).await.is(400).error("detail");
    app.admin.get("/api/settings/general/?x=1").await.is(400).error("x");
    assert_eq!(mark(&app).await, before);
});

both!(async fn readers_read_and_administrators_change(app) {
    let domain = app.domain("Sales").await;
    let reader = app.user("rea@example.com", "AUD", domain).await;
    let manager = app.user("dma@example.com", "DMA", domain).await;
    for group in ["general", "feature-flags"] {
        let url = format!("/api/settings/{group}/");
        reader.get(&url).await.is(200);
        for client in [&reader, &manager] {
            client.patch(&url, json!({})).await.is(403);
        }
        app.nobody.get(&url).await.is(401);
    }
});

both!(async fn changes_of_settings_are_journalled(app) {
    let before = mark(&app).await;
    app.admin.patch("/api/settings/feature-flags/", json!({ "outgoing_webhooks": true })).await.is(200);
    app.admin.patch("/api/settings/feature-flags/", json!({ "outgoing_webhooks": true })).await.is(200);
    let journal = journal_since(&app, before).await;
    assert_eq!(journal.len(), 1, "the second time nothing changed");
    assert_eq!((journal[0].resource.as_str(), journal[0].name.as_str()), ("settings/global", "feature-flags"));
    assert_eq!(journal[0].changes["value"][1]["outgoing_webhooks"], true);
    assert_eq!(journal[0].actor, Some(app.admin.user));
});

both!(async fn what_is_set_shows(app) {
    let body = json!({ "name": "Ledger", "type": "PR", "folder": app.root,
        "security_objectives": { "objectives": { "integrity": { "value": 3 } } },
        "disaster_recovery_objectives": { "objectives": { "rto": { "value": 14_400 } } } });
    let asset = app.admin.post("/api/assets/", body).await.is(201).id();
    let url = "/api/settings/general/";
    let comparison = async |field: &str, objective: &str| {
        let asset = app.admin.get(&format!("/api/assets/{asset}/")).await.is(200).body();
        let all = asset[field].as_array().cloned().unwrap_or_default();
        all.into_iter().find(|one| one["objective"] == objective).unwrap_or_default()
    };
    // How levels are called.
    for (scale, word) in [("1-4", "4"), ("0-4", "3"), ("FIPS-199", "high")] {
        app.admin.patch(url, json!({ "security_objective_scale": scale })).await.is(200);
        let shown = comparison("security_objectives_comparison", "integrity").await;
        assert_eq!((&shown["expectation"], &shown["expectation_label"]), (&json!(3), &json!(word)), "{scale}: {shown}");
        assert_eq!(shown["reality_label"], json!(null));
    }
    assert_eq!(comparison("recovery_objectives_comparison", "rto").await["expectation_label"], "4h");
    // What the interface does.
    let interface = async || app.admin.get("/api/iam/current-user/").await.is(200).body()["interface"].clone();
    let given = json!({
        "default_language": "en", "show_get_started": true, "show_warning_external_links": true,
        "currency": "€", "daily_rate": 500.0, "security_objective_scale": "FIPS-199",
    });
    assert_eq!(interface().await, given);
    let set = json!({
        "default_language": "fr", "show_get_started": false, "show_warning_external_links": false,
        "currency": "CHF", "daily_rate": 750.0, "security_objective_scale": "0-4",
    });
    app.admin.patch(url, set.clone()).await.is(200);
    assert_eq!(interface().await, set);
    // Which language is spoken to those who have not chosen one.
    let refused = app.admin.get("/api/assets/?nothing=1").await.is(400);
    assert_eq!(refused.header("content-language"), Some("fr"));
});
