//! Risks: assessments, scenarios, and who accepts them.

mod acceptances;
mod actions;
mod assigned;
mod matrix_changes;
mod recorded;
mod report;
mod scenarios;

use std::sync::Arc;

use cairn_engine::Caller;
use cairn_jobs::Job;
use cairn_testkit::TestApp;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::make;

/// A sound matrix with this grid, by probability and impact.
pub fn definition(grid: &[&[usize]]) -> Json {
    let levels = |letter: &str, count: usize| -> Vec<Json> {
        let level = |id: usize| {
            let name = format!("{letter}{id}");
            json!({ "id": id, "name": name, "hexcolor": "#28AA00", "translations": { "fr": { "name": format!("{name} fr") } } })
        };
        (0..count).map(level).collect()
    };
    let risks = grid.iter().flat_map(|row| row.iter()).max().map_or(0, |level| level + 1);
    json!({
        "probability": levels("P", grid.len()), "impact": levels("I", grid[0].len()), "risk": levels("R", risks), "grid": grid,
    })
}

pub const GRID: [&[usize]; 3] = [&[0, 0, 1], &[0, 1, 2], &[1, 2, 2]];

pub async fn matrix(app: &TestApp, name: &str, grid: &[&[usize]]) -> Uuid {
    make(app, "risk-matrices", json!({ "name": name, "folder": app.root, "json_definition": definition(grid) })).await
}

/// An assessment with a matrix of three by three.
pub async fn assessment(app: &TestApp, domain: Uuid, more: Json) -> Uuid {
    let known = app.admin.get("/api/risk-matrices/?name=Three").await.is(200).ids();
    let matrix = match known.first() {
        Some(id) => *id,
        None => matrix(app, "Three", &GRID).await,
    };
    let body = json!({ "name": "Yearly", "folder": domain, "risk_matrix": matrix });
    make(app, "risk-assessments", with(body, more)).await
}

pub async fn scenario(app: &TestApp, assessment: Uuid, more: Json) -> Uuid {
    make(app, "risk-scenarios", with(json!({ "name": "Theft", "risk_assessment": assessment }), more)).await
}

pub fn with(mut body: Json, more: Json) -> Json {
    let Json::Object(more) = more else { panic!("an object") };
    body.as_object_mut().expect("an object").extend(more);
    body
}

pub fn url(scenario: Uuid) -> String {
    format!("/api/risk-scenarios/{scenario}/")
}

/// The scenario as it is read.
pub async fn read(app: &TestApp, scenario: Uuid) -> Json {
    app.admin.get(&url(scenario)).await.is(200).body()
}

/// Runs a job, and whatever else is due.
pub async fn run(app: &TestApp, job: &impl Job) {
    let mut cx = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    cairn_jobs::enqueue(&mut cx, job).await.expect("a job");
    cx.commit().await.expect("a job");
    while app.jobs.run_due().await.expect("a run") > 0 {}
}
