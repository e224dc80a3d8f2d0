//! Scenarios: rated by the matrix of their assessment.

use cairn_testkit::both;
use serde_json::json;

use super::{assessment, definition, matrix, read, scenario, url, with};
use crate::support::{control, field, make};

both!(async fn levels_come_from_the_matrix(app) {
    let domain = app.domain("Sales").await;
    let id = assessment(&app, domain, json!({ "risk_tolerance": 1 })).await;
    let first = scenario(&app, id, json!({ "inherent_proba": 2, "inherent_impact": 2, "current_proba": 2, "current_impact": 0 })).await;
    let row = read(&app, first).await;
    assert_eq!((&row["ref_id"], &row["inherent_level"], &row["current_level"]), (&json!("R.01"), &json!(2), &json!(1)));
    assert_eq!((&row["residual_level"], &row["within_tolerance"]), (&json!(-1), &json!("YES")));
    assert_eq!((&row["risk_matrix"]["str"], &row["treatment"]), (&json!("Three"), &json!("open")));
    assert_eq!(row["folder"]["id"], json!(domain), "a scenario is where its assessment is");
    // One score alone makes no level, and nobody writes a level.
    let row = app.admin.patch(&url(first), json!({ "current_proba": -1 })).await.is(200);
    assert_eq!(row.body()["current_level"], -1);
    assert_eq!(read(&app, first).await["within_tolerance"], "--");
    app.admin.patch(&url(first), json!({ "current_level": 2 })).await.is(400).error("current_level");
    app.admin.patch(&url(first), json!({ "current_proba": 2, "current_impact": 2 })).await.is(200);
    assert_eq!(read(&app, first).await["within_tolerance"], "NO");
    // What the matrix does not have is refused, all of it at once.
    let refused = app.admin.patch(&url(first), json!({ "current_proba": 3, "residual_impact": 9, "inherent_proba": -2 })).await.is(400);
    assert!(refused.error("inherent_proba").contains("-1"), "{}", refused.text());
    let refused = app.admin.patch(&url(first), json!({ "current_proba": 3, "residual_impact": 9 })).await.is(400);
    assert_eq!(refused.error("current_proba"), "Must be from 0 to 2, or -1 for not rated.");
    refused.error("residual_impact");
    app.admin.patch(&url(first), json!({ "strength_of_knowledge": 3 })).await.is(400).error("strength_of_knowledge");
    app.admin.patch(&url(first), json!({ "strength_of_knowledge": 2 })).await.is(200);
    let refused = app.admin.patch(&format!("/api/risk-assessments/{id}/"), json!({ "risk_tolerance": 3 })).await.is(400);
    assert_eq!(refused.error("risk_tolerance"), "Must be from 0 to 2, or -1 for not rated.");
    // References are the first that are free.
    let second = scenario(&app, id, json!({ "name": "Fire", "current_proba": 0, "current_impact": 0 })).await;
    assert_eq!(field(&app, "risk-scenarios", second, "ref_id").await, "R.02");
    app.admin.delete(&url(first)).await.is(204);
    let next = app.admin.get(&format!("/api/risk-scenarios/default_ref_id/?risk_assessment={id}")).await.is(200).body();
    assert_eq!(next["results"], "R.01");
    let third = scenario(&app, id, json!({ "name": "Flood", "ref_id": "  " })).await;
    assert_eq!(field(&app, "risk-scenarios", third, "ref_id").await, "R.01");
    // Lists are filtered by what is computed.
    let tolerable = app.admin.get("/api/risk-scenarios/?within_tolerance=YES").await.is(200);
    assert_eq!(tolerable.ids(), [second]);
    assert_eq!(app.admin.get(&format!("/api/risk-scenarios/?exclude={second}")).await.is(200).ids(), [third]);
    assert_eq!(field(&app, "risk-assessments", id, "risk_scenarios_count").await, 2);
});

both!(async fn a_locked_assessment_keeps_its_scenarios(app) {
    let domain = app.domain("Sales").await;
    let id = assessment(&app, domain, json!({})).await;
    let row = scenario(&app, id, json!({})).await;
    let path = format!("/api/risk-assessments/{id}/");
    app.admin.patch(&path, json!({ "is_locked": true })).await.is(200);
    for (status, answer) in [
        (409, app.admin.patch(&url(row), json!({ "current_proba": 1 })).await),
        (409, app.admin.delete(&url(row)).await),
        (409, app.admin.post("/api/risk-scenarios/", json!({ "name": "New", "risk_assessment": id })).await),
        (409, app.admin.patch(&path, json!({ "risk_tolerance": 1 })).await),
    ] {
        assert!(answer.is(status).text().contains("locked"));
    }
    app.admin.patch(&path, json!({ "is_locked": false })).await.is(200);
    app.admin.patch(&url(row), json!({ "current_proba": 1 })).await.is(200);
});

both!(async fn scenarios_lead_to_others_but_never_back(app) {
    let domain = app.domain("Sales").await;
    let (id, other) = (assessment(&app, domain, json!({})).await, assessment(&app, domain, json!({ "name": "Other" })).await);
    let a = scenario(&app, id, json!({ "name": "A" })).await;
    let b = scenario(&app, id, json!({ "name": "B", "antecedent_scenarios": [a] })).await;
    let c = scenario(&app, id, json!({ "name": "C", "antecedent_scenarios": [b] })).await;
    let refused = app.admin.patch(&url(a), json!({ "antecedent_scenarios": [c] })).await.is(400);
    assert_eq!(refused.error("antecedent_scenarios"), "A scenario cannot lead to itself: A → B → C → A.");
    app.admin.patch(&url(a), json!({ "antecedent_scenarios": [a] })).await.is(400).error("antecedent_scenarios");
    let elsewhere = scenario(&app, other, json!({})).await;
    app.admin.patch(&url(a), json!({ "antecedent_scenarios": [elsewhere] })).await.is(400).error("antecedent_scenarios");
    app.admin.patch(&url(b), json!({ "antecedent_scenarios": [] })).await.is(200);
    app.admin.patch(&url(a), json!({ "antecedent_scenarios": [c] })).await.is(200);
});

both!(async fn a_scenario_refers_to_what_it_is_about(app) {
    let domain = app.domain("Sales").await;
    let id = assessment(&app, domain, json!({})).await;
    let term = async |path: &str| app.admin.get(&format!("/api/terminologies/?field_path={path}&limit=1")).await.is(200).ids()[0];
    let (origin, affected) = (term("ro_to.risk_origin").await, term("qualifications").await);
    let threat = make(&app, "threats", json!({ "name": "Burglar", "folder": domain })).await;
    let (existing, planned) = (control(&app, domain, "Lock").await, control(&app, domain, "Alarm").await);
    let row = scenario(&app, id, json!({
        "risk_origin": origin, "qualifications": [affected], "threats": [threat],
        "existing_applied_controls": [existing], "applied_controls": [planned],
    })).await;
    app.admin.patch(&url(row), json!({ "risk_origin": affected })).await.is(400).error("risk_origin");
    app.admin.patch(&url(row), json!({ "qualifications": [origin] })).await.is(400).error("qualifications");
    let counts = app.admin.get("/api/risk-scenarios/qualifications_count/").await.is(200).body();
    assert_eq!((&counts["results"][0]["id"], &counts["results"][0]["value"]), (&json!(affected), &json!(1)));
    // A term that is hidden stays where it was chosen, and is chosen nowhere else.
    app.admin.patch(&format!("/api/terminologies/{origin}/"), json!({ "is_visible": false })).await.is(200);
    app.admin.patch(&url(row), json!({ "name": "Burglary" })).await.is(200);
    let body = json!({ "name": "Fire", "risk_assessment": id, "risk_origin": origin });
    app.admin.post("/api/risk-scenarios/", body).await.is(400).error("risk_origin");
});

both!(async fn levels_are_counted_by_name(app) {
    let (domain, hidden) = (app.domain("Sales").await, app.domain("Legal").await);
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let id = assessment(&app, domain, json!({})).await;
    let high = json!({ "current_proba": 2, "current_impact": 2 });
    scenario(&app, id, high.clone()).await;
    scenario(&app, id, high.clone()).await;
    scenario(&app, id, json!({ "current_proba": 0, "current_impact": 0, "residual_proba": 0, "residual_impact": 0 })).await;
    let other = assessment(&app, hidden, json!({})).await;
    scenario(&app, other, high.clone()).await;
    let two = matrix(&app, "Two", &[&[0, 1], &[1, 1]]).await;
    let small = make(&app, "risk-assessments", json!({ "name": "Small", "folder": domain, "risk_matrix": two })).await;
    scenario(&app, small, json!({ "current_proba": 1, "current_impact": 1 })).await;
    let counts = reader.get("/api/risk-scenarios/count_per_level/").await.is(200).body();
    let level = |level: i64, name: &str, color: &str, value: i64| json!({ "level": level, "name": name, "color": color, "value": value });
    let green = "#28AA00";
    assert_eq!(counts["results"]["current"], json!([level(0, "R0", green, 1), level(1, "R1", green, 1), level(2, "R2", green, 2)]));
    assert_eq!(counts["results"]["residual"], json!([level(-1, "", "", 3), level(0, "R0", green, 1)]));
    let french = reader.with("Accept-Language", "fr").get(&format!("/api/risk-scenarios/count_per_level/?risk_assessment={small}")).await;
    assert_eq!(french.is(200).body()["results"]["current"], json!([level(1, "R1 fr", green, 1)]));
    reader.get("/api/risk-scenarios/count_per_level/?nonsense=1").await.is(400);
});

both!(async fn an_unsound_matrix_rates_nothing(app) {
    let domain = app.domain("Sales").await;
    let mut broken = definition(&[&[0, 1], &[1, 1]]);
    broken["grid"] = json!([[0, 9], [1, 1]]);
    app.admin.post("/api/risk-matrices/", json!({ "name": "Broken", "folder": domain, "json_definition": broken })).await.is(400);
    let body = json!({ "name": "Yearly", "folder": domain });
    app.admin.post("/api/risk-assessments/", body.clone()).await.is(400).error("risk_matrix");
    app.admin.post("/api/risk-assessments/", with(body, json!({ "risk_matrix": domain }))).await.is(400).error("risk_matrix");
});
