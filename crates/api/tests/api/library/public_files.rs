//! Libraries that others publish, where they are at hand: in the folder that `CAIRN_LIBRARIES` names, or in
//! `shared/libraries` beside the repository. They belong to their owners, so none is part of this project.

use std::path::PathBuf;

use cairn_testkit::{Database, TestApp};
use serde_json::json;

use super::send;

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("CAIRN_LIBRARIES").map(PathBuf::from);
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/libraries"));
    named.or(Some(beside)).filter(|folder| folder.is_dir())
}

async fn load_all(database: Database) {
    let Some(folder) = folder() else {
        println!("No folder of public libraries here: nothing was loaded.");
        return;
    };
    let app = TestApp::start(database).await;
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut kept = Vec::new();
    for file in files {
        let bytes = std::fs::read(&file).unwrap();
        let answer = send(&app.admin, "library.yaml", bytes).await;
        kept.push((answer.is(201).id(), file));
    }
    for (id, file) in &kept {
        let row = app.admin.get(&format!("/api/stored-libraries/{id}/")).await.is(200).body();
        if row["is_loaded"] == json!(true) {
            continue;
        }
        let answer = app.admin.post(&format!("/api/stored-libraries/{id}/import/"), json!({})).await;
        assert!(answer.text().contains("success"), "{}: {}", file.display(), answer.text());
    }
    let all = app.admin.get("/api/loaded-libraries/?limit=1000").await.is(200).body();
    assert_eq!(all["count"], json!(kept.len()));
    // What the files say is there, kind by kind.
    for (kind, path) in [
        ("frameworks", "frameworks"),
        ("threats", "threats"),
        ("reference_controls", "reference-controls"),
        ("risk_matrices", "risk-matrices"),
        ("metric_definitions", "metrology/metric-definitions"),
        ("requirement_mapping_sets", "requirement-mapping-sets"),
    ] {
        let said: i64 =
            all["results"].as_array().unwrap().iter().filter_map(|one| one["objects_meta"][kind].as_i64()).sum();
        let there = app.admin.get(&format!("/api/{path}/?limit=1")).await.is(200).body()["count"].clone();
        assert_eq!(there, json!(said), "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn public_libraries_load_on_sqlite() {
    load_all(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_libraries_load_on_postgres() {
    load_all(Database::Postgres).await;
}
