//! Terms: built-in ones are hidden instead of deleted, and each has a name in several languages.

use cairn_testkit::both;
use serde_json::json;

use crate::support::{field, make};

both!(async fn built_in_terms_are_hidden_instead_of_deleted(app) {
    let list = app.admin.get("/api/terminologies/?field_path=ro_to.risk_origin&builtin=true&limit=100").await.is(200);
    assert!(list.column("name").contains(&json!("Activist")), "{}", list.text());
    let id = list.ids()[0];
    let url = format!("/api/terminologies/{id}/");
    app.admin.delete(&url).await.is(409);
    app.admin.patch(&url, json!({ "name": "Renamed" })).await.is(409);
    app.admin.patch(&url, json!({ "is_visible": false, "translations": { "de": { "name": "Aktivist" } } })).await.is(200);
    let visible = app.admin.get("/api/terminologies/?field_path=ro_to.risk_origin&is_visible=true&limit=100").await.is(200);
    assert!(!visible.ids().contains(&id) && visible.ids().len() == list.ids().len() - 1);
    // Every list has terms.
    let options = app.admin.get("/api/terminologies/field_path/").await.is(200).body();
    let paths: Vec<String> = options.as_object().expect("the choices by their keys").keys().cloned().collect();
    assert_eq!(paths.len(), 10, "{options}");
    for path in paths {
        let count = &app.admin.get(&format!("/api/terminologies/?field_path={path}&limit=1")).await.is(200).body()["count"];
        assert!(count.as_i64() > Some(2), "{path}: {count}");
    }
});

both!(async fn an_organisation_has_terms_of_its_own(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let body = json!({
        "field_path": "qualifications", "name": "Brand", "translations": { "fr": { "name": "Marque" } },
    });
    analyst.post("/api/terminologies/", body.clone()).await.is(403);
    let id = make(&app, "terminologies", body.clone()).await;
    app.admin.post("/api/terminologies/", body).await.is(400);
    // The same word may be in another list.
    make(&app, "terminologies", json!({ "field_path": "project.status", "name": "Brand" })).await;
    let url = format!("/api/terminologies/{id}/");
    app.admin.patch(&url, json!({ "field_path": "project.status" })).await.is(400).error("field_path");
    assert_eq!(field(&app, "terminologies", id, "builtin").await, false);
    // Everyone reads it, in their language.
    let read = analyst.with("Accept-Language", "fr").get(&url).await.is(200).body();
    assert_eq!((&read["translated_name"], &read["name"]), (&json!("Marque"), &json!("Marque")));
    assert_eq!(analyst.get(&url).await.is(200).body()["translated_name"], "Brand");
    app.admin.delete(&url).await.is(204);
});
