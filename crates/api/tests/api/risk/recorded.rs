//! The recorded cases of an established product through the API. What `cairn-risk` answers to them is tested there; here it is
//! whether rows, rules and actions give the same.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{GRID, matrix, read, scenario, url};
use crate::support::make;

const LEVELS: &str = include_str!("../../../../risk/tests/risk/recorded/levels.json");
const SYNC: &str = include_str!("../../../../risk/tests/risk/recorded/sync.json");
const ACCEPTANCES: &str = include_str!("../../../../risk/tests/risk/recorded/acceptances.json");

fn cases(text: &str) -> Vec<Json> {
    let recorded: Json = serde_json::from_str(text).unwrap();
    recorded["cases"].as_array().unwrap().clone()
}

/// The recorded answer, or ours where it differs.
fn expected<'a>(case: &'a Json, key: &str) -> &'a Json {
    case.get("ours").and_then(|ours| ours.get(key)).unwrap_or(&case["answer"][key])
}

fn rating(row: &Json, stage: &str) -> Json {
    json!([row[format!("{stage}_proba")], row[format!("{stage}_impact")]])
}

async fn assessment(app: &TestApp, domain: Uuid, name: &str, matrix: Uuid, tolerance: &Json) -> Uuid {
    let body = json!({ "name": name, "folder": domain, "risk_matrix": matrix, "risk_tolerance": tolerance });
    make(app, "risk-assessments", body).await
}

both!(async fn recorded_levels(app) {
    let domain = app.domain("Sales").await;
    let recorded: Json = serde_json::from_str(LEVELS).unwrap();
    let mut matrices = std::collections::HashMap::new();
    for (name, definition) in recorded["matrices"].as_object().unwrap() {
        let grid: Vec<Vec<usize>> = serde_json::from_value(definition["grid"].clone()).unwrap();
        let rows: Vec<&[usize]> = grid.iter().map(Vec::as_slice).collect();
        matrices.insert(name.clone(), matrix(&app, name, &rows).await);
    }
    let (mut rated, mut refused) = (0, 0);
    for (at, case) in cases(LEVELS).iter().enumerate() {
        let matrix = matrices[case["matrix"].as_str().unwrap()];
        let list = assessment(&app, domain, &format!("Case {at}"), matrix, &case["tolerance"]).await;
        let (both, residual) = (&case["rating"], &case["residual"]);
        let answer = app.admin.post("/api/risk-scenarios/", json!({
            "name": "Theft", "risk_assessment": list,
            "inherent_proba": both[0], "inherent_impact": both[1], "current_proba": both[0], "current_impact": both[1],
            "residual_proba": residual[0], "residual_impact": residual[1],
        })).await;
        if expected(case, "outcome") == "refused" {
            answer.is(400);
            refused += 1;
            continue;
        }
        let row = read(&app, answer.is(201).id()).await;
        for stage in ["inherent", "current", "residual"] {
            let ours = json!([row[format!("{stage}_proba")], row[format!("{stage}_impact")], row[format!("{stage}_level")]]);
            assert_eq!(&ours, expected(case, stage), "{stage} of {case}");
        }
        assert_eq!(&row["within_tolerance"], expected(case, "within_tolerance"), "{case}");
        rated += 1;
    }
    assert!(rated > 40 && refused > 0, "{rated} rated, {refused} refused");
});

both!(async fn recorded_syncs(app) {
    let domain = app.domain("Sales").await;
    let matrix = matrix(&app, "Four", &[&[0, 0, 1], &[0, 1, 2], &[1, 2, 3], &[2, 3, 3]]).await;
    let list = assessment(&app, domain, "Yearly", matrix, &json!(-1)).await;
    let mut changed = 0;
    for (at, case) in cases(SYNC).iter().enumerate() {
        let mut controls = Vec::new();
        for field in ["planned", "existing"] {
            let mut ids = Vec::new();
            for (place, status) in case[field].as_array().unwrap().iter().enumerate() {
                let name = format!("{field} {at} {place}");
                ids.push(make(&app, "applied-controls", json!({ "name": name, "folder": domain, "status": status })).await);
            }
            controls.push(ids);
        }
        let row = scenario(&app, list, json!({
            "applied_controls": controls[0], "existing_applied_controls": controls[1],
            "current_proba": case["current"][0], "current_impact": case["current"][1],
            "residual_proba": case["residual"][0], "residual_impact": case["residual"][1],
        })).await;
        let path = format!("{}sync-to-actions/", url(row));
        let before = read(&app, row).await;
        let tried = app.admin.post(&path, json!({ "reset_residual": case["resets_residual"] })).await.is(200).body();
        assert_eq!(read(&app, row).await, before, "a dry run changes nothing");
        let done = app.admin.post(&path, json!({ "dry_run": false, "reset_residual": case["resets_residual"] })).await.is(200).body();
        assert_eq!(tried, done, "{case}");
        let row = read(&app, row).await;
        let statuses = |field: &str| row[field].as_array().unwrap().len();
        assert_eq!(&rating(&row, "current"), expected(case, "current"), "{case}");
        assert_eq!(&rating(&row, "residual"), expected(case, "residual"), "{case}");
        assert_eq!(statuses("applied_controls"), expected(case, "planned").as_array().unwrap().len(), "{case}");
        assert_eq!(statuses("existing_applied_controls"), expected(case, "existing").as_array().unwrap().len(), "{case}");
        changed += done["changes"].as_array().unwrap().len();
    }
    assert!(changed > 3, "{changed}");
});

both!(async fn recorded_acceptances(app) {
    let domain = app.domain("Sales").await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let matrix = matrix(&app, "Three", &GRID).await;
    let list = assessment(&app, domain, "Yearly", matrix, &json!(-1)).await;
    for (at, case) in cases(ACCEPTANCES).iter().enumerate() {
        let risk = scenario(&app, list, json!({ "treatment": case["treatment"] })).await;
        let body = json!({ "name": format!("Case {at}"), "folder": domain, "risk_scenarios": [risk], "approver": approver.user });
        let id = make(&app, "risk-acceptances", body).await;
        for (at, step) in case["path"].as_array().unwrap().iter().enumerate() {
            let state = match step.as_str().unwrap() {
                "delete" => {
                    app.admin.delete(&format!("/api/risk-acceptances/{id}/")).await.is(204);
                    Json::Null
                }
                action => {
                    let client = if action == "submit" { &app.admin } else { &approver };
                    client.post(&format!("/api/risk-acceptances/{id}/{action}/"), json!({})).await.is(200).body()["state"].clone()
                }
            };
            assert_eq!(state, expected(case, "states")[at], "step {at} of {case}");
            assert_eq!(read(&app, risk).await["treatment"], expected(case, "treatments")[at], "step {at} of {case}");
        }
    }
});
