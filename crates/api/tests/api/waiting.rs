//! Long work and other people's requests do not wait for each other.

use std::sync::Arc;
use std::time::Duration;

use cairn_change_sets::{ChangeSet, Terms};
use cairn_engine::{Caller, Error};
use cairn_model::{Timestamp, Type};
use cairn_store::Sql;
use cairn_testkit::both;
use serde_json::{Value as Json, json};

use crate::support::{asset, field};

/// Only so that a wait without end fails instead of hanging.
async fn soon<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(25), work).await.expect("it waits for someone else")
}

fn set(id: uuid::Uuid) -> Json {
    json!({ "plan": true, "changes": [
        { "key": "a", "resource": "assets", "action": "patch", "id": id, "fields": { "name": "Planned" } },
        { "key": "b", "resource": "assets", "fields": { "name": "New" } },
    ] })
}

both!(async fn a_plan_is_made_while_someone_writes(app) {
    let id = asset(&app, app.root, "Vault").await;
    // Another transaction has the very object, and on SQLite the only writer.
    let mut writer = app.engine.write(Arc::new(Caller::system())).await.unwrap();
    let mut sql = Sql::raw("update assets set name = 'Held' where id = ");
    sql.bind(id);
    writer.conn.execute(&sql).await.unwrap();
    let planned = soon(app.admin.post("/api/change-sets/", set(id))).await.is(200).body();
    assert_eq!((&planned["changed"], &planned["created"]), (&json!(1), &json!(1)), "{planned}");
    drop(writer);
    assert_eq!(field(&app, "assets", id, "name").await, "Vault");
});

both!(async fn a_plan_that_takes_too_long_is_given_up(app) {
    let id = asset(&app, app.root, "Vault").await;
    let mut planning = app.engine.rehearse(Arc::new(Caller::system())).await.unwrap();
    let wanted: ChangeSet = serde_json::from_value(set(id)).unwrap();
    let now = planning.now.micros();
    let terms = |micros: i64| Terms { until: Some(Timestamp::from_micros(micros)), ..Terms::default() };
    let late = cairn_change_sets::run(&mut planning, &wanted, &terms(now - 1)).await;
    assert!(matches!(late, Err(Error::TooLong)), "{:?}", late.err());
    // There is time left.
    let planned = cairn_change_sets::run(&mut planning, &wanted, &terms(i64::MAX)).await;
    assert!(planned.is_ok(), "{:?}", planned.err());
});

both!(async fn others_write_while_a_plan_is_made(app) {
    let id = asset(&app, app.root, "Vault").await;
    let mut planning = app.engine.rehearse(Arc::new(Caller::system())).await.unwrap();
    planning.conn.lock("assets").await.unwrap();
    let mut sql = Sql::raw("update assets set name = 'Planned' where id = ");
    sql.bind(id);
    assert_eq!(planning.conn.execute(&sql).await.unwrap(), 1);
    let path = format!("/api/assets/{id}/");
    soon(app.admin.patch(&path, json!({ "name": "Written" }))).await.is(200);
    soon(asset(&app, app.root, "Beside")).await;
    let rows = planning.conn.query(&Sql::from("select name from assets"), &[Type::Text]).await.unwrap();
    assert_eq!(rows[0][0].as_str(), Some("Planned"), "the plan goes on with what it began with");
    drop(planning);
    assert_eq!(field(&app, "assets", id, "name").await, "Written");
});

both!(async fn long_reads_run_apart(app) {
    let id = asset(&app, app.root, "Vault").await;
    for path in [
        "/api/assets/export_csv/".to_owned(),
        "/api/assets/export_xlsx/".to_owned(),
        "/api/assets/export_jsonl/".to_owned(),
        "/api/assets/graph/".to_owned(),
        "/api/assets/ids/".to_owned(),
        "/api/log-entries/?search=nothing".to_owned(),
        "/api/search/?q=vault".to_owned(),
        format!("/api/assets/{id}/cascade-info/"),
        format!("/api/assets/{id}/history/"),
    ] {
        let before = app.engine.apart.taken();
        app.admin.get(&path).await.is(200);
        assert!(app.engine.apart.taken() > before, "{path}");
    }
    let before = app.engine.apart.taken();
    app.admin.get("/api/assets/").await.is(200);
    assert_eq!(app.engine.apart.taken(), before, "short reads stay where they are");
});
