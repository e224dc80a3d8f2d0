//! Metric definitions: from libraries, and one's own.

use cairn_testkit::both;
use serde_json::json;

use super::{BASELINE, load, send};

const PATH: &str = "/api/metrology/metric-definitions/";

both!(async fn metrics_come_with_their_library(app) {
    let (stored, loaded) = load(&app, BASELINE).await;
    let list = app.admin.get(&format!("{PATH}?ordering=ref_id")).await.is(200);
    assert_eq!(list.column("ref_id"), [json!("K1"), json!("K2")]);
    let coverage = app.admin.get(&format!("{PATH}urn:acme:risk:metric:coverage/")).await.is(200).body();
    assert_eq!((&coverage["category"], &coverage["unit"], &coverage["default_target"]), (&json!("quantitative"), &json!("percentage"), &json!(95.5)), "{coverage}");
    assert_eq!((&coverage["higher_is_better"], &coverage["library"]["id"]), (&json!(true), &json!(loaded)));
    let french = app.admin.with("Accept-Language", "fr").get(&format!("{PATH}urn:acme:risk:metric:coverage/")).await.is(200).body();
    assert_eq!(french["name"], "Comptes avec un second facteur");
    let maturity = app.admin.get(&format!("{PATH}urn:acme:risk:metric:maturity/")).await.is(200).body();
    assert_eq!((&maturity["choices_definition"][1]["name"], &maturity["higher_is_better"]), (&json!("High"), &json!(false)));
    assert_eq!(maturity["choices_definition"][0]["translations"]["fr"]["name"], "Faible");
    let id = maturity["id"].as_str().unwrap();
    app.admin.patch(&format!("{PATH}{id}/"), json!({ "unit": "points" })).await.is(409);
    // An update changes them, and rolling it back restores them.
    let second = BASELINE.replace("version: 1\n", "version: 2\n").replace("unit: percentage", "unit: accounts");
    send(&app.admin, "baseline.yaml", second).await.is(201);
    let base = format!("/api/loaded-libraries/{loaded}/");
    app.admin.post(&format!("{base}update/"), json!({})).await.is(200);
    let path = format!("{PATH}{}/", coverage["id"].as_str().unwrap());
    assert_eq!(app.admin.get(&path).await.is(200).body()["unit"], "accounts");
    app.admin.post(&format!("{base}roll-back/"), json!({})).await.is(200);
    assert_eq!(app.admin.get(&path).await.is(200).body()["unit"], "percentage");
    // They go with it.
    app.admin.post(&format!("/api/stored-libraries/{stored}/unload/"), json!({})).await.is(200);
    assert_eq!(app.admin.get(PATH).await.is(200).ids().len(), 0);
});

both!(async fn a_metric_of_ones_own_can_be_measured(app) {
    let folder = app.domain("Sales").await;
    let level = json!([{ "name": "Low" }]);
    let refused = json!({ "name": "Mood", "folder": folder, "category": "qualitative" });
    app.admin.post(PATH, refused).await.is(400).error("choices_definition");
    let refused = json!({ "name": "Tickets", "folder": folder, "choices_definition": level });
    app.admin.post(PATH, refused).await.is(400).error("choices_definition");
    let own = json!({ "name": "Mood", "folder": folder, "category": "qualitative", "choices_definition": level });
    let own = app.admin.post(PATH, own).await.is(201).id();
    app.admin.patch(&format!("{PATH}{own}/"), json!({ "name": "Morale" })).await.is(200);
    let reader = app.user("aud@example.com", "AUD", folder).await;
    assert_eq!(reader.get(PATH).await.is(200).ids(), [own]);
    reader.patch(&format!("{PATH}{own}/"), json!({ "name": "Mine" })).await.is(403);
});
