//! Scenarios follow their matrix.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{GRID, assessment, definition, matrix, read, scenario};
use crate::support::field;

async fn levels(app: &TestApp, scenario: Uuid) -> Json {
    let row = read(app, scenario).await;
    json!([row["current_proba"], row["current_impact"], row["current_level"], row["residual_level"]])
}

both!(async fn another_matrix_moves_scores_to_the_nearest_ones(app) {
    let domain = app.domain("Sales").await;
    let id = assessment(&app, domain, json!({ "risk_tolerance": 2 })).await;
    let path = format!("/api/risk-assessments/{id}/");
    let high = scenario(&app, id, json!({ "current_proba": 2, "current_impact": 2, "residual_proba": 0, "residual_impact": 1 })).await;
    let low = scenario(&app, id, json!({ "current_proba": 0, "current_impact": 0 })).await;
    let two = matrix(&app, "Two", &[&[0, 1], &[1, 1]]).await;
    let preview = app.admin.get(&format!("{path}matrix_change_preview/?risk_matrix={two}")).await.is(200).body();
    let changes = preview["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 2, "{preview}");
    assert_eq!(changes[0]["stage"], "current");
    assert_eq!(changes[0]["before"], json!({ "probability": 2, "impact": 2, "level": 2 }));
    assert_eq!(changes[0]["after"], json!({ "probability": 1, "impact": 1, "level": 1 }));
    assert_eq!((&changes[0]["is_clamped"], &changes[1]["is_clamped"]), (&json!(true), &json!(false)));
    assert_eq!((&preview["clamped"], &preview["tolerance"]), (&json!(1), &json!({ "before": 2, "after": 1 })));
    assert_eq!(levels(&app, high).await, json!([2, 2, 2, 0]), "a preview changes nothing");
    app.admin.get(&format!("{path}matrix_change_preview/?risk_matrix={domain}")).await.is(404);
    // What the preview says is what happens.
    app.admin.patch(&path, json!({ "risk_matrix": two })).await.is(200);
    assert_eq!(levels(&app, high).await, json!([1, 1, 1, 1]));
    assert_eq!(levels(&app, low).await, json!([0, 0, 0, -1]));
    assert_eq!(field(&app, "risk-assessments", id, "risk_tolerance").await, 1);
    app.admin.delete(&format!("/api/risk-matrices/{two}/")).await.is(409);
    // A matrix that is disabled stays where it is used, and is chosen nowhere else.
    app.admin.patch(&format!("/api/risk-matrices/{two}/"), json!({ "is_enabled": false })).await.is(200);
    app.admin.patch(&path, json!({ "name": "Half-yearly" })).await.is(200);
    let body = json!({ "name": "New", "folder": domain, "risk_matrix": two });
    app.admin.post("/api/risk-assessments/", body).await.is(400).error("risk_matrix");
});

both!(async fn a_matrix_that_changes_takes_its_assessments_along(app) {
    let domain = app.domain("Sales").await;
    let own = matrix(&app, "Own", &GRID).await;
    let open = assessment(&app, domain, json!({ "risk_matrix": own, "risk_tolerance": 2 })).await;
    let locked = assessment(&app, domain, json!({ "name": "Done", "risk_matrix": own })).await;
    let rated = json!({ "current_proba": 2, "current_impact": 2, "residual_proba": 0, "residual_impact": 2 });
    let (here, there) = (scenario(&app, open, rated.clone()).await, scenario(&app, locked, rated).await);
    app.admin.patch(&format!("/api/risk-assessments/{locked}/"), json!({ "is_locked": true })).await.is(200);
    let body = json!({ "json_definition": definition(&[&[0, 0], &[1, 1]]) });
    app.admin.patch(&format!("/api/risk-matrices/{own}/"), body).await.is(200);
    assert_eq!(levels(&app, here).await, json!([1, 1, 1, 0]));
    assert_eq!(field(&app, "risk-assessments", open, "risk_tolerance").await, 1);
    // A locked one follows when it is unlocked.
    assert_eq!(levels(&app, there).await, json!([2, 2, 2, 1]));
    app.admin.patch(&format!("/api/risk-assessments/{locked}/"), json!({ "is_locked": false })).await.is(200);
    assert_eq!(levels(&app, there).await, json!([1, 1, 1, 0]));
});

/// Levels looked up by hand, cell by cell.
fn level(grid: &[Vec<usize>], probability: i64, impact: i64) -> i64 {
    for (row, cells) in grid.iter().enumerate() {
        for (column, level) in cells.iter().enumerate() {
            if (row as i64, column as i64) == (probability, impact) {
                return *level as i64;
            }
        }
    }
    -1
}

both!(async fn random_ratings_follow_random_matrices(app) {
    let domain = app.domain("Sales").await;
    let mut seed: u64 = 0xCA11_2026;
    let mut draw = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut grids = Vec::new();
    for at in 0..4 {
        let (rows, columns) = (1 + draw(5), 1 + draw(5));
        let mut grid: Vec<Vec<usize>> = (0..rows).map(|_| (0..columns).map(|_| draw(5)).collect()).collect();
        grid[0][0] = 4;
        let lines: Vec<&[usize]> = grid.iter().map(Vec::as_slice).collect();
        let id = matrix(&app, &format!("Random {at}"), &lines).await;
        grids.push((id, grid));
    }
    let id = assessment(&app, domain, json!({ "risk_matrix": grids[0].0 })).await;
    let mut known: Vec<(Uuid, i64, i64)> = Vec::new();
    for _ in 0..8 {
        let grid = &grids[0].1;
        let (probability, impact) = (draw(grid.len() + 1) as i64 - 1, draw(grid[0].len() + 1) as i64 - 1);
        let row = scenario(&app, id, json!({ "current_proba": probability, "current_impact": impact })).await;
        known.push((row, probability, impact));
    }
    for at in [0, 1, 2, 3, 1] {
        let (matrix, grid) = &grids[at];
        app.admin.patch(&format!("/api/risk-assessments/{id}/"), json!({ "risk_matrix": matrix })).await.is(200);
        for (row, probability, impact) in &mut known {
            *probability = (*probability).min(grid.len() as i64 - 1);
            *impact = (*impact).min(grid[0].len() as i64 - 1);
            let expected = json!([*probability, *impact, level(grid, *probability, *impact), -1]);
            assert_eq!(levels(&app, *row).await, expected, "{grid:?}");
        }
    }
});
