//! Loading libraries, and what can be done with their content.

use cairn_testkit::both;
use serde_json::json;

use super::{BASELINE, load, send};
use crate::support::make;

/// A library that builds on the baseline.
const MORE: &str = r#"
urn: urn:acme:risk:library:more
locale: en
ref_id: MORE
name: Acme more
version: 1
dependencies: ["urn:acme:risk:library:baseline"]
objects:
  requirement_mapping_sets:
    - urn: urn:acme:risk:req_mapping_set:more
      ref_id: MORE
      name: To the baseline
      source_framework_urn: urn:acme:risk:framework:other
      target_framework_urn: urn:acme:risk:framework:baseline
      requirement_mappings:
        - { source_requirement_urn: "urn:acme:risk:req_node:other:1", target_requirement_urn: "urn:acme:risk:req_node:baseline:a.1", relationship: subset }
"#;

both!(async fn what_a_library_contains_can_be_used_and_not_changed(app) {
    let (stored, loaded) = load(&app, BASELINE).await;
    assert_eq!(app.admin.get(&format!("/api/stored-libraries/{stored}/")).await.is(200).body()["is_loaded"], true);
    let framework = app.admin.get("/api/frameworks/urn:acme:risk:framework:baseline/").await.is(200).body();
    assert_eq!((&framework["max_score"], &framework["requirements_count"]), (&json!(5), &json!(2)), "{framework}");
    assert_eq!(framework["library"]["id"], json!(loaded));
    let id = framework["id"].as_str().unwrap();
    let nodes = app.admin.get(&format!("/api/requirement-nodes/?framework={id}")).await.is(200);
    assert_eq!(nodes.column("ref_id"), [json!("A"), json!("A.1"), json!("1.10")]);
    assert_eq!(nodes.body()["results"][1]["reference_controls"][0]["str"], "Second factor");
    let tree = app.admin.with("Accept-Language", "fr").get(&format!("/api/frameworks/{id}/tree/")).await.is(200).body();
    let ids = nodes.ids();
    let heading = &tree[ids[0].to_string()];
    let under = &heading["children"][ids[1].to_string()];
    assert_eq!((&heading["name"], &under["ref_id"], &under["question_count"]), (&json!("Accès"), &json!("A.1"), &json!(1)), "{tree}");
    // The same by way of the library, and of its file.
    for path in [format!("loaded-libraries/{loaded}"), format!("stored-libraries/{stored}")] {
        assert_eq!(app.admin.with("Accept-Language", "fr").get(&format!("/api/{path}/tree/")).await.is(200).body(), tree, "{path}");
    }
    let choices = app.admin.get("/api/question-choices/?ordering=order").await.is(200);
    assert_eq!(choices.column("compute_result"), [json!("compliant"), json!("non_compliant")]);
    let found = app.admin.get("/api/search/?q=phishing").await.is(200).text();
    assert!(found.contains("Phishing"), "{found}");
    // A row of a library stays as it is; one's own can be changed.
    let control = app.admin.get("/api/reference-controls/").await.is(200).ids()[0];
    let refused = app.admin.patch(&format!("/api/reference-controls/{control}/"), json!({ "name": "Mine" })).await.is(409);
    assert!(refused.text().contains("from a library"), "{}", refused.text());
    let own = make(&app, "reference-controls", json!({ "name": "Own", "folder": app.domain("Sales").await })).await;
    app.admin.patch(&format!("/api/reference-controls/{own}/"), json!({ "name": "Mine" })).await.is(200);
    app.admin.post("/api/reference-controls/", json!({ "folder": app.domain("Ops").await })).await.is(400).error("name");
    // Loading it again would change nothing.
    app.admin.post(&format!("/api/stored-libraries/{stored}/import/"), json!({})).await.is(409);
});

both!(async fn what_a_library_builds_on_is_loaded_first(app) {
    let more = send(&app.admin, "more.yaml", MORE).await.is(201).id();
    let import = format!("/api/stored-libraries/{more}/import/");
    let refused = app.admin.post(&import, json!({})).await.is(409);
    assert!(refused.text().contains("urn:acme:risk:library:baseline, which is not in the store"), "{}", refused.text());
    assert_eq!(app.admin.get("/api/loaded-libraries/").await.is(200).ids().len(), 0, "nothing was half loaded");
    send(&app.admin, "baseline.yaml", BASELINE).await.is(201);
    let done = app.admin.post(&import, json!({})).await.is(200).body();
    let urns: Vec<_> = done["libraries"].as_array().unwrap().iter().map(|one| one["urn"].clone()).collect();
    assert_eq!(urns, [json!("urn:acme:risk:library:baseline"), json!("urn:acme:risk:library:more")]);
    let set = app.admin.get("/api/requirement-mapping-sets/urn:acme:risk:req_mapping_set:more/").await.is(200).body();
    assert_eq!((&set["name"], &set["frameworks_available"]), (&json!("To the baseline"), &json!(false)), "{set}");
    let pairs = app.admin.get(&format!("/api/requirement-mappings/?mapping_set={}", set["id"].as_str().unwrap())).await.is(200);
    assert_eq!(pairs.column("relationship"), [json!("subset")]);
});

both!(async fn what_is_in_use_cannot_be_unloaded(app) {
    let (stored, loaded) = load(&app, BASELINE).await;
    let control = app.admin.get("/api/reference-controls/").await.is(200).ids()[0];
    let applied = make(&app, "applied-controls", json!({ "name": "MFA", "folder": app.domain("Sales").await, "reference_control": control })).await;
    let unload = format!("/api/stored-libraries/{stored}/unload/");
    let refused = app.admin.post(&unload, json!({})).await.is(409);
    assert!(refused.text().contains("“Acme baseline” is in use"), "{}", refused.text());
    app.admin.delete(&format!("/api/stored-libraries/{stored}/")).await.is(409);
    app.admin.patch(&format!("/api/applied-controls/{applied}/"), json!({ "reference_control": null })).await.is(200);
    app.admin.post(&unload, json!({})).await.is(200);
    for path in ["loaded-libraries", "frameworks", "requirement-nodes", "questions", "question-choices", "reference-controls", "threats", "risk-matrices", "metrology/metric-definitions", "library-versions", "requirement-mapping-sets", "requirement-mappings"] {
        assert_eq!(app.admin.get(&format!("/api/{path}/")).await.is(200).ids().len(), 0, "{path}");
    }
    app.admin.get(&format!("/api/loaded-libraries/{loaded}/")).await.is(404);
    // It can come back.
    app.admin.post(&format!("/api/stored-libraries/{stored}/import/"), json!({})).await.is(200);
});

both!(async fn a_newer_version_in_the_store_shows(app) {
    let (_, loaded) = load(&app, BASELINE).await;
    assert_eq!(app.admin.get("/api/loaded-libraries/available-updates/").await.is(200).body(), json!([]));
    send(&app.admin, "baseline.yaml", BASELINE.replace("version: 1\n", "version: 2\n")).await.is(201);
    let updates = app.admin.get("/api/loaded-libraries/available-updates/").await.is(200).body();
    assert_eq!((&updates[0]["id"], &updates[0]["new_version"]), (&json!(loaded), &json!(2)), "{updates}");
    assert_eq!(app.admin.get("/api/loaded-libraries/").await.is(200).column("has_update"), [json!(true)]);
    assert_eq!(app.admin.get("/api/stored-libraries/").await.is(200).column("is_update"), [json!(true)]);
});

both!(async fn the_same_framework_in_another_language_is_told_apart(app) {
    load(&app, BASELINE).await;
    let french = send(&app.admin, "baseline.yaml", BASELINE.replace("locale: en", "locale: fr")).await.is(201).id();
    let refused = app.admin.post(&format!("/api/stored-libraries/{french}/import/"), json!({})).await.is(409);
    assert!(refused.text().contains("is loaded already, from another library"), "{}", refused.text());
    assert_eq!(app.admin.get("/api/loaded-libraries/").await.is(200).ids().len(), 1);
});

both!(async fn a_matrix_of_ones_own_is_held_to_its_levels(app) {
    let levels = json!([{ "id": 0, "name": "Low" }, { "id": 1, "name": "High" }]);
    let domain = app.domain("Sales").await;
    let matrix = |grid: serde_json::Value| json!({ "name": "Own", "folder": domain, "json_definition": { "probability": levels, "impact": levels, "risk": levels, "grid": grid } });
    let refused = app.admin.post("/api/risk-matrices/", matrix(json!([[0, 1], [1, 9]]))).await.is(400);
    assert!(refused.error("json_definition").contains("no risk level 9"));
    app.admin.post("/api/risk-matrices/", matrix(json!([[0, 1]]))).await.is(400).error("json_definition");
    app.admin.post("/api/risk-matrices/", matrix(json!([[0, 1], [1, 1]]))).await.is(201);
});
