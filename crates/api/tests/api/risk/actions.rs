//! What can be done with an assessment as a whole.

use cairn_domain::risk::assessment::SyncRiskAssessments;
use cairn_engine::clock::Clock as _;
use cairn_testkit::both;
use serde_json::{Value as Json, json};

use super::{assessment, read, run, scenario, url, with};
use crate::support::{control, field, make};

both!(async fn a_heat_map_has_every_cell_and_how_risks_move(app) {
    let domain = app.domain("Sales").await;
    let id = assessment(&app, domain, json!({ "risk_tolerance": 1 })).await;
    let moving = json!({ "inherent_proba": 2, "inherent_impact": 2, "current_proba": 1, "current_impact": 1, "treatment": "mitigate" });
    let first = scenario(&app, id, moving).await;
    let second = scenario(&app, id, json!({})).await;
    let map = app.admin.get(&format!("/api/risk-assessments/{id}/heat_map/")).await.is(200).body();
    assert_eq!(map["current"]["cells"].as_array().unwrap().len(), 9);
    let middle = &map["current"]["cells"][4];
    assert_eq!(middle, &json!({ "probability": 1, "impact": 1, "level": 1, "scenarios": [first] }));
    assert_eq!((&map["current"]["unrated"], &map["residual"]["unrated"]), (&json!([second]), &json!([first, second])));
    assert_eq!(map["movements"], json!([{
        "from": { "stage": "inherent", "probability": 2, "impact": 2 },
        "to": { "stage": "current", "probability": 1, "impact": 1 },
        "scenarios": [first],
    }]));
    assert_eq!(map["scenarios"][0], json!({ "id": first, "ref_id": "R.01", "name": "Theft", "treatment": "mitigate" }));
    assert_eq!(map["risk"][1], json!({ "value": 1, "name": "R1", "hexcolor": "#28AA00" }));
    let numbers = app.admin.get(&format!("/api/risk-assessments/{id}/risk_analytics/")).await.is(200).body();
    assert_eq!(numbers["within_tolerance"], json!({ "yes": 1, "no": 0, "unknown": 1 }));
    let levels: Vec<&Json> = numbers["current"].as_array().unwrap().iter().map(|level| &level["value"]).collect();
    assert_eq!(levels, [&json!(1), &json!(0), &json!(1), &json!(0)]);
});

both!(async fn planned_controls_are_the_action_plan(app) {
    let (domain, hidden) = (app.domain("Sales").await, app.domain("Legal").await);
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let id = assessment(&app, domain, json!({})).await;
    let cost = json!({ "currency": "€", "build": { "fixed_cost": 1000 }, "run": { "fixed_cost": 200 } });
    let alarm = make(&app, "applied-controls", json!({ "name": "Alarm", "folder": domain, "cost": cost, "priority": 1 })).await;
    let fence = control(&app, domain, "Fence").await;
    let secret = control(&app, hidden, "Secret").await;
    let existing = control(&app, domain, "Lock").await;
    let first = scenario(&app, id, json!({ "applied_controls": [alarm, fence, secret], "existing_applied_controls": [existing] })).await;
    let second = scenario(&app, id, json!({ "applied_controls": [alarm] })).await;
    let path = format!("/api/risk-assessments/{id}/action-plan/");
    let plan = reader.get(&format!("{path}?ordering=name")).await.is(200).body();
    assert_eq!(plan["count"], 2, "{plan}");
    let served: Vec<&Json> = plan["results"][0]["risk_scenarios"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert_eq!((&plan["results"][0]["name"], served), (&json!("Alarm"), vec![&json!(first), &json!(second)]));
    assert_eq!(reader.get(&format!("{path}?priority=1")).await.is(200).ids(), [alarm]);
    let budget = reader.get(&format!("{path}budget-overview/")).await.is(200).body();
    assert_eq!((&budget["count"], &budget["total_annual_cost"]), (&json!(2), &json!(1200.0)), "{budget}");
    app.admin.get("/api/risk-assessments/00000000-0000-7000-8000-000000000000/action-plan/").await.is(404);
});

both!(async fn a_copy_has_the_scenarios_but_nobody_accepted_them(app) {
    let domain = app.domain("Sales").await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let id = assessment(&app, domain, json!({ "status": "done" })).await;
    let first = scenario(&app, id, json!({ "name": "A", "treatment": "mitigate", "current_proba": 2, "current_impact": 2 })).await;
    scenario(&app, id, json!({ "name": "B", "antecedent_scenarios": [first] })).await;
    let body = json!({ "name": "Fine", "folder": domain, "risk_scenarios": [first], "approver": approver.user });
    let accepted = make(&app, "risk-acceptances", body).await;
    approver.post(&format!("/api/risk-acceptances/{accepted}/accept/"), json!({})).await.is(200);
    app.admin.patch(&format!("/api/risk-assessments/{id}/"), json!({ "is_locked": true })).await.is(200);
    approver.post(&format!("/api/risk-assessments/{id}/duplicate/"), json!({ "name": "Next" })).await.is(403);
    let copy = analyst.post(&format!("/api/risk-assessments/{id}/duplicate/"), json!({ "name": "Next" })).await.is(200).id();
    assert_eq!(field(&app, "risk-assessments", copy, "status").await, "planned");
    assert_eq!(field(&app, "risk-assessments", copy, "is_locked").await, false);
    let rows = app.admin.get(&format!("/api/risk-scenarios/?risk_assessment={copy}")).await.is(200);
    let body = rows.body();
    let (a, b) = (&body["results"][0], &body["results"][1]);
    assert_eq!((&a["ref_id"], &a["treatment"], &a["current_level"]), (&json!("R.01"), &json!("mitigate"), &json!(2)));
    assert_eq!(b["antecedent_scenarios"][0]["id"], a["id"]);
    assert_eq!(read(&app, first).await["treatment"], "accept");
});

both!(async fn a_copy_links_only_what_its_maker_sees(app) {
    let (domain, hidden) = (app.domain("Sales").await, app.domain("Legal").await);
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let id = assessment(&app, domain, json!({})).await;
    let (fence, secret) = (control(&app, domain, "Fence").await, control(&app, hidden, "Secret").await);
    scenario(&app, id, json!({ "applied_controls": [fence, secret], "existing_applied_controls": [secret] })).await;
    let copy = analyst.post(&format!("/api/risk-assessments/{id}/duplicate/"), json!({ "name": "Next" })).await.is(200).id();
    let rows = app.admin.get(&format!("/api/risk-scenarios/?risk_assessment={copy}")).await.is(200).body();
    let planned: Vec<&Json> = rows["results"][0]["applied_controls"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert_eq!((planned, &rows["results"][0]["existing_applied_controls"]), (vec![&json!(fence)], &json!([])));
});

both!(async fn assessments_that_ask_for_it_follow_their_controls_at_night(app) {
    let domain = app.domain("Sales").await;
    let done = make(&app, "applied-controls", json!({ "name": "Alarm", "folder": domain, "status": "active" })).await;
    let rated = json!({ "current_proba": 2, "current_impact": 2, "residual_proba": 0, "residual_impact": 0, "applied_controls": [done] });
    let mut levels = Vec::new();
    for (name, more) in [
        ("asks", json!({ "auto_sync": true })), ("does not", json!({})),
        ("is done", json!({ "auto_sync": true, "status": "done" })),
    ] {
        let list = assessment(&app, domain, with(json!({ "name": name }), more)).await;
        levels.push(scenario(&app, list, rated.clone()).await);
    }
    run(&app, &SyncRiskAssessments {}).await;
    for (row, level) in levels.iter().zip([0, 2, 2]) {
        assert_eq!(read(&app, *row).await["current_level"], level);
    }
});

both!(async fn the_journal_tells_how_risks_changed(app) {
    let domain = app.domain("Sales").await;
    let id = assessment(&app, domain, json!({})).await;
    let high = json!({ "current_proba": 2, "current_impact": 2 });
    let first = scenario(&app, id, high.clone()).await;
    let second = scenario(&app, id, high.clone()).await;
    let other = assessment(&app, domain, json!({ "name": "Other" })).await;
    scenario(&app, other, high).await;
    app.clock.advance_seconds(86_400);
    app.admin.patch(&url(first), json!({ "current_proba": 0, "current_impact": 0 })).await.is(200);
    app.clock.advance_seconds(86_400);
    app.admin.delete(&url(second)).await.is(204);
    let timeline = app.admin.get(&format!("/api/risk-assessments/{id}/risk_timeline/")).await.is(200).body();
    let points: Vec<&Json> = timeline["points"].as_array().unwrap().iter().map(|point| &point["current"]).collect();
    assert_eq!(points, [&json!({ "2": 2 }), &json!({ "0": 1, "2": 1 }), &json!({ "0": 1 })], "{timeline}");
});

both!(async fn files_have_the_scenarios_and_no_formulas(app) {
    let domain = app.domain("Sales").await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let id = assessment(&app, domain, json!({})).await;
    scenario(&app, id, json!({ "name": "=HYPERLINK(\"http://evil.example\")" })).await;
    let other = assessment(&app, domain, json!({ "name": "Other" })).await;
    scenario(&app, other, json!({ "name": "Elsewhere" })).await;
    let csv = reader.get(&format!("/api/risk-assessments/{id}/risk_assessment_csv/")).await.is(200).text();
    assert!(csv.contains("R.01") && csv.contains("'=HYPERLINK") && !csv.contains("Elsewhere"), "{csv}");
    let xlsx = reader.get(&format!("/api/risk-assessments/{id}/risk_assessment_xlsx/")).await.is(200);
    assert!(xlsx.header("content-type").is_some_and(|kind| kind.contains("spreadsheetml")));
    // A file of an earlier time has the scenarios of that time.
    let then = app.clock.now();
    app.clock.advance_seconds(60);
    scenario(&app, id, json!({ "name": "Flood" })).await;
    for (query, is_there) in [(String::new(), true), (format!("?as_of={then}"), false)] {
        let csv = reader.get(&format!("/api/risk-assessments/{id}/risk_assessment_csv/{query}")).await.is(200).text();
        assert_eq!(csv.contains("Flood"), is_there, "{query}: {csv}");
    }
    let outsider = app.user("outsider@example.com", "AUD", app.domain("Legal").await).await;
    outsider.get(&format!("/api/risk-assessments/{id}/risk_assessment_csv/")).await.is(404);
});

both!(async fn risks_are_part_of_the_posture_of_a_domain(app) {
    let domain = app.domain("Sales").await;
    let id = assessment(&app, domain, json!({ "risk_tolerance": 0 })).await;
    scenario(&app, id, json!({ "current_proba": 2, "current_impact": 2 })).await;
    scenario(&app, id, json!({ "current_proba": 0, "current_impact": 0, "treatment": "mitigate" })).await;
    scenario(&app, id, json!({ "treatment": "cancelled" })).await;
    let posture = app.admin.get("/api/folders/posture/").await.is(200).body();
    let value = |name: &str| {
        let all = posture["measures"].as_array().unwrap();
        all.iter().find(|measure| measure["name"] == name).map(|measure| measure["value"].clone())
    };
    for (name, count) in [("risks", 2), ("risks_open", 1), ("risks_intolerable", 1)] {
        assert_eq!(value(name), Some(json!(count)), "{name}");
    }
});
