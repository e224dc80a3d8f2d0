//! What reading shows of the objects that one refers to.

use cairn_engine::clock::Clock;
use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::make;

/// A finding in an assessment of a perimeter.
async fn finding(app: &TestApp, domain: Uuid) -> (Uuid, Uuid, Uuid) {
    let perimeter = make(app, "perimeters", json!({ "name": "Gateway", "folder": domain })).await;
    let body = json!({ "name": "Pentest", "folder": domain, "perimeter": perimeter });
    let assessment = make(app, "findings-assessments", body).await;
    let body = json!({ "name": "Open door", "findings_assessment": assessment });
    (make(app, "findings", body).await, assessment, perimeter)
}

async fn read(app: &TestApp, path: &str) -> Json {
    app.admin.get(&format!("/api/{path}")).await.is(200).body()
}

both!(async fn references_show_what_their_fields_say(app) {
    let domain = app.domain("Payments").await;
    let (finding, assessment, perimeter) = finding(&app, domain).await;
    let place = json!({ "id": domain, "str": "Payments" });
    let words = read(&app, &format!("perimeters/autocomplete/?id={perimeter}")).await["results"][0]["str"].clone();
    for row in [
        read(&app, &format!("findings/{finding}/")).await,
        read(&app, "findings/").await["results"][0].clone(),
    ] {
        let expected = json!({ "id": assessment, "str": "Pentest", "name": "Pentest", "is_locked": false });
        assert_eq!(row["findings_assessment"], expected);
        let expected = json!({ "id": perimeter, "str": words, "name": "Gateway", "folder": place });
        assert_eq!(row["perimeter"], expected);
    }
    let row = read(&app, &format!("findings-assessments/{assessment}/")).await;
    assert_eq!(row["perimeter"], json!({ "id": perimeter, "str": words, "folder": place }));
});

both!(async fn relations_show_what_their_fields_say(app) {
    let domain = app.domain("Payments").await;
    let label = make(&app, "filtering-labels", json!({ "label": "core", "folder": domain })).await;
    let class = app.admin.get("/api/asset-class/?limit=1").await.is(200).body()["results"][0].clone();
    let body = json!({ "name": "Vault", "folder": domain, "filtering_labels": [label], "asset_class": class["id"] });
    let asset = make(&app, "assets", body).await;
    let row = read(&app, &format!("assets/{asset}/")).await;
    let place = json!({ "id": domain, "str": "Payments" });
    assert_eq!(row["filtering_labels"], json!([{ "id": label, "str": "core", "folder": place }]));
    assert_eq!(row["asset_class"]["name"], class["name"]);
    let me = read(&app, &format!("users/{}/", app.admin.user)).await;
    assert_eq!(me["user_groups"][0]["builtin"], true);
    assert_eq!(me["date_joined"], me["created_at"]);
    let raw = read(&app, &format!("assets/{asset}/object/")).await;
    assert_eq!(raw["filtering_labels"], json!([label]), "a form has plain ids");
});

both!(async fn the_past_shows_them_as_they_were(app) {
    let domain = app.domain("Payments").await;
    let (finding, assessment, _) = finding(&app, domain).await;
    let then = app.clock.now();
    app.admin.patch(&format!("/api/findings-assessments/{assessment}/"), json!({ "name": "Audit", "is_locked": true })).await.is(200);
    app.admin.patch(&format!("/api/folders/{domain}/"), json!({ "name": "Cards" })).await.is(200);
    let now = read(&app, &format!("findings/{finding}/")).await;
    assert_eq!((&now["findings_assessment"]["name"], &now["findings_assessment"]["is_locked"]), (&json!("Audit"), &json!(true)));
    let past = read(&app, &format!("findings/{finding}/?as_of={then}")).await;
    assert_eq!((&past["findings_assessment"]["name"], &past["findings_assessment"]["is_locked"]), (&json!("Pentest"), &json!(false)));
    assert_eq!(past["perimeter"]["folder"]["str"], "Payments");
    let me = read(&app, &format!("users/{}/?as_of={then}", app.admin.user)).await;
    assert_eq!(me["date_joined"], me["created_at"]);
});

both!(async fn a_domain_that_may_not_be_seen_is_not_shown(app) {
    let group = app.domain("Group").await;
    app.admin.patch(&format!("/api/folders/{group}/"), json!({ "is_published": false })).await.is(200);
    let domain = app.domain_under("Payments", group).await;
    let label = make(&app, "filtering-labels", json!({ "label": "core", "folder": group, "is_published": true })).await;
    let asset = make(&app, "assets", json!({ "name": "Vault", "folder": domain, "filtering_labels": [label] })).await;
    let analyst = app.user("ana@example.com", "ANA", domain).await;
    let row = analyst.get(&format!("/api/assets/{asset}/")).await.is(200).body();
    assert_eq!(row["filtering_labels"], json!([{ "id": label, "str": "core", "folder": null }]));
});
