//! Issues and objectives of the organisation, and classifications.

use cairn_testkit::both;
use serde_json::{Value as Json, json};

use crate::support::{control, field, make, targets};

both!(async fn issues_end_after_their_last_day(app) {
    let domain = app.domain("Group").await;
    let issue = async |name: &str, status: &str, date: &str| {
        let body = json!({ "name": name, "folder": domain, "status": status, "expiration_date": date });
        make(&app, "organisation-issues", body).await
    };
    let past = issue("Past", "active", "2026-02-28").await;
    let today = issue("Today", "active", "2026-03-02").await;
    let draft = issue("Draft", "draft", "2026-02-28").await;
    app.jobs.run_due().await.expect("prepared");
    app.clock.advance_seconds(86_400);
    app.jobs.run_due().await.expect("runs");
    for (id, status) in [(past, "inactive"), (today, "active"), (draft, "draft")] {
        assert_eq!(field(&app, "organisation-issues", id, "status").await, status);
    }
    let wrong = json!({ "name": "Backwards", "folder": domain, "start_date": "2026-03-02", "expiration_date": "2026-03-01" });
    app.admin.post("/api/organisation-issues/", wrong).await.is(400).error("expiration_date");
});

both!(async fn objectives_are_reached_and_copied(app) {
    let domain = app.domain("Group").await;
    let guard = control(&app, domain, "Guard").await;
    let issue = make(&app, "organisation-issues", json!({ "name": "Law", "folder": domain })).await;
    let body = json!({ "name": "Certified", "folder": domain, "issues": [issue], "applied_controls": [guard] });
    let id = make(&app, "organisation-objectives", body).await;
    assert_eq!(targets(&app, "organisation-issues", issue, "objectives").await, [id]);
    assert_eq!(targets(&app, "applied-controls", guard, "objectives").await, [id]);
    let url = format!("/api/organisation-objectives/{id}/");
    app.admin.patch(&url, json!({ "status": "achieved" })).await.is(200);
    assert_eq!(field(&app, "organisation-objectives", id, "closing_date").await, "2026-03-01");
    let copy = app.admin.post(&format!("{url}duplicate/"), json!({ "name": "Certified again" })).await.is(200).id();
    assert_eq!(targets(&app, "organisation-objectives", copy, "issues").await, [issue]);
    for field in ["eta", "due_date", "closing_date"] {
        app.admin.patch(&url, json!({ "start_date": "2026-05-01", field: "2026-04-30" })).await.is(400).error(field);
    }
    // They are for those who lead.
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    analyst.get(&url).await.is(404);
    analyst.get("/api/organisation-objectives/").await.is(403);
});

both!(async fn classifications_have_levels_in_order(app) {
    let known = app.admin.get("/api/object-classifications/?builtin=true").await.is(200).body()["results"][0].clone();
    let names: Vec<&str> = known["levels"].as_array().unwrap().iter().filter_map(|level| level["name"].as_str()).collect();
    assert_eq!(names, ["TLP:CLEAR", "TLP:GREEN", "TLP:AMBER", "TLP:AMBER+STRICT", "TLP:RED"]);
    let tlp = format!("/api/object-classifications/{}/", known["id"].as_str().unwrap());
    app.admin.patch(&tlp, json!({ "is_visible": false })).await.is(200);
    app.admin.patch(&tlp, json!({ "name": "Other" })).await.is(409);
    app.admin.delete(&tlp).await.is(409);
    let id = make(&app, "object-classifications", json!({ "name": "Ours" })).await;
    for (name, rank, colour) in [("Secret", 2, "#FF0000"), ("Public", 0, ""), ("Internal", 1, "#0f0")] {
        let body = json!({ "object_classification": id, "name": name, "rank": rank, "hexcolor": colour });
        make(&app, "classification-levels", body).await;
    }
    let levels = field(&app, "object-classifications", id, "levels").await;
    let names: Vec<&Json> = levels.as_array().unwrap().iter().map(|level| &level["name"]).collect();
    assert_eq!(names, ["Public", "Internal", "Secret"]);
    let body = json!({ "object_classification": id, "name": "Odd", "hexcolor": "red" });
    app.admin.post("/api/classification-levels/", body).await.is(400).error("hexcolor");
    let domain = app.domain("Shop").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    analyst.get("/api/object-classifications/").await.is(200);
    analyst.post("/api/object-classifications/", json!({ "name": "Mine" })).await.is(403);
    app.admin.delete(&format!("/api/object-classifications/{id}/")).await.is(204);
});
