//! Reading as if a draft were applied.

use std::sync::atomic::Ordering;

use cairn_engine::clock::Clock as _;
use cairn_testkit::{TestApp, both};
use serde_json::json;
use uuid::Uuid;

use crate::support::{asset, control, draft, make, of, within};

/// An assessment with a matrix of two by two and a tolerance of 0.
async fn assessment(app: &TestApp, domain: Uuid) -> Uuid {
    let levels = |letter: &str| -> Vec<serde_json::Value> {
        (0..2).map(|id| json!({ "id": id, "name": format!("{letter}{id}"), "hexcolor": "#28AA00" })).collect()
    };
    let definition =
        json!({ "probability": levels("P"), "impact": levels("I"), "risk": levels("R"), "grid": [[0, 0], [0, 1]] });
    let matrix =
        make(app, "risk-matrices", json!({ "name": "Two", "folder": app.root, "json_definition": definition })).await;
    let body = json!({ "name": "Yearly", "folder": domain, "risk_matrix": matrix, "risk_tolerance": 0 });
    make(app, "risk-assessments", body).await
}

both!(async fn lists_counts_and_searches_are_those_of_the_draft(app) {
    let domain = app.domain("Sales").await;
    let north = app.domain_under("North", domain).await;
    let (vault, gone) = (asset(&app, domain, "Vault").await, asset(&app, domain, "Gone").await);
    let one = control(&app, domain, "MFA").await;
    let admin = &app.admin;
    let id = draft(admin, domain).await;
    admin.patch(&within(&format!("/api/assets/{vault}/"), id), json!({ "name": "Strongroom", "folder": north })).await.is(200);
    admin.delete(&within(&format!("/api/assets/{gone}/"), id)).await.is(204);
    admin.patch(&within(&format!("/api/applied-controls/{one}/"), id), json!({ "status": "active" })).await.is(200);
    let read = admin.get(&within(&format!("/api/assets/{vault}/"), id)).await.is(200);
    assert_eq!(read.header("cairn-draft"), Some(id.to_string().as_str()));
    assert_eq!((&read.body()["name"], &read.body()["folder"]["id"]), (&json!("Strongroom"), &json!(north)));
    admin.get(&within(&format!("/api/assets/{gone}/"), id)).await.is(404);
    assert_eq!(admin.get(&within(&format!("/api/assets/?folder={north}"), id)).await.is(200).ids(), [vault]);
    assert_eq!(admin.get(&within("/api/assets/?search=strongroom", id)).await.is(200).ids(), [vault]);
    let found = admin.get(&within("/api/search/?q=strongroom", id)).await.is(200).text();
    assert!(found.contains(&vault.to_string()), "{found}");
    let groups = admin.get(&within("/api/applied-controls/groups/?by=status", id)).await.is(200).text();
    assert!(groups.contains("active"), "{groups}");
    let posture = admin.get(&within("/api/folders/posture/", id)).await.is(200).body();
    let active = posture["measures"].as_array().unwrap().iter().find(|one| one["name"] == "controls_active").unwrap();
    assert_eq!(active["value"], 1);
    let csv = admin.get(&within("/api/assets/export_csv/", id)).await.is(200).text();
    assert!(csv.contains("Strongroom") && !csv.contains("Gone"), "{csv}");
    admin.get(&within("/api/assets/?as_of=2026-03-01T12:00:00Z", id)).await.is(400).error("draft");
    admin.get(&within("/api/log-entries/", id)).await.is(400).error("draft");
    admin.get("/api/assets/?draft=nonsense").await.is(400).error("draft");
    assert_eq!(admin.get(&format!("/api/assets/{vault}/")).await.is(200).body()["name"], "Vault");
});

both!(async fn a_draft_follows_the_present(app) {
    let domain = app.domain("Sales").await;
    let (vault, other) = (asset(&app, domain, "Vault").await, asset(&app, domain, "Other").await);
    let admin = &app.admin;
    let id = draft(admin, domain).await;
    admin.patch(&within(&format!("/api/assets/{vault}/"), id), json!({ "name": "Strongroom" })).await.is(200);
    let url = within("/api/assets/?ordering=name", id);
    let list = || admin.get(&url);
    assert_eq!(list().await.is(200).column("name"), ["Other", "Strongroom"]);
    let built = app.engine.past.built.load(Ordering::Relaxed);
    admin.patch(&format!("/api/assets/{other}/"), json!({ "name": "Another" })).await.is(200);
    assert_eq!(list().await.is(200).column("name"), ["Another", "Strongroom"]);
    assert_eq!(app.engine.past.built.load(Ordering::Relaxed), built, "the present is rolled forward, not rebuilt");
    admin.patch(&within(&format!("/api/assets/{other}/"), id), json!({ "ref_id": "A.2" })).await.is(200);
    let read = admin.get(&within(&format!("/api/assets/{other}/"), id)).await.is(200).body();
    assert_eq!((&read["name"], &read["ref_id"]), (&json!("Another"), &json!("A.2")));
});

both!(async fn risks_are_counted_as_if(app) {
    let domain = app.domain("Sales").await;
    let assessment = assessment(&app, domain).await;
    let rated = json!({ "name": "Theft", "risk_assessment": assessment, "current_proba": 1, "current_impact": 1 });
    let theft = make(&app, "risk-scenarios", rated).await;
    let admin = &app.admin;
    let id = draft(admin, domain).await;
    admin.patch(&within(&format!("/api/risk-scenarios/{theft}/"), id), json!({ "current_proba": 0 })).await.is(200);
    let row = admin.get(&within(&format!("/api/risk-scenarios/{theft}/"), id)).await.is(200).body();
    assert_eq!((&row["current_level"], &row["within_tolerance"]), (&json!(0), &json!("YES")));
    assert!(admin.get(&within("/api/risk-scenarios/?within_tolerance=NO", id)).await.is(200).ids().is_empty());
    let compared = admin.get(&of(id, "comparison/")).await.is(200).body();
    let current = &compared["levels"]["current"];
    let of_level = |level: i64| current.as_array().unwrap().iter().find(|one| one["level"] == level).cloned().unwrap();
    assert_eq!((&of_level(1)["before"], &of_level(1)["after"]), (&json!(1), &json!(0)));
    assert_eq!((&of_level(0)["before"], &of_level(0)["after"]), (&json!(0), &json!(1)));
    let intolerable = compared["measures"].as_array().unwrap().iter().find(|one| one["name"] == "risks_intolerable").unwrap();
    assert_eq!((&intolerable["before"], &intolerable["after"]), (&json!(1), &json!(0)));
    let path = format!("/api/risk-assessments/{assessment}/");
    let (here, there) = (format!("{path}risk_assessment_csv/"), format!("{path}heat_map/"));
    assert_ne!(admin.get(&within(&here, id)).await.is(200).text(), admin.get(&here).await.is(200).text());
    assert_ne!(admin.get(&within(&there, id)).await.is(200).text(), admin.get(&there).await.is(200).text());
});

// The pages of lists, and those of actions that show part of one.
both!(async fn pages_lead_on_within_the_draft_and_the_instant(app) {
    let domain = app.domain("Sales").await;
    let (one, two) = (control(&app, domain, "Alarm").await, control(&app, domain, "Badge").await);
    let assessment = assessment(&app, domain).await;
    let scenario = json!({ "name": "Theft", "risk_assessment": assessment, "applied_controls": [one, two] });
    make(&app, "risk-scenarios", scenario).await;
    let then = app.clock.now().to_string();
    app.clock.advance_seconds(3600);
    app.admin.patch(&format!("/api/applied-controls/{two}/"), json!({ "name": "Card" })).await.is(200);
    let id = draft(&app.admin, domain).await;
    app.admin.patch(&within(&format!("/api/applied-controls/{two}/"), id), json!({ "name": "Door" })).await.is(200);
    let plan = format!("/api/risk-assessments/{assessment}/action-plan/?ordering=name&limit=1&status=--");
    for path in [plan.as_str(), "/api/applied-controls/?ordering=name&limit=1"] {
        for (view, expected) in [
            (String::new(), "Card"),
            (format!("&draft={id}"), "Door"),
            (format!("&as_of={then}"), "Badge"),
        ] {
            let first = app.admin.get(&format!("{path}{view}")).await.is(200);
            assert_eq!(first.column("name"), ["Alarm"], "{path}{view}");
            let next = first.body()["next"].as_str().expect("another page").to_owned();
            let second = app.admin.get(&next).await.is(200);
            assert_eq!(second.column("name"), [expected], "{next}");
            let back = second.body()["previous"].as_str().expect("the page before").to_owned();
            assert_eq!(app.admin.get(&back).await.is(200).body(), first.body(), "{back}");
        }
    }
});
