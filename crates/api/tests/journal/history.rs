//! A journal with some history, sealed under three heads.

use axum::body::Body;
use cairn_journal::{Head, Sealed};
use cairn_proof::walk::{self, Item};
use cairn_store::{Conn, Sql};
use cairn_testkit::TestApp;
use http::Method;
use serde_json::json;
use uuid::Uuid;

/// What a history has that tests look for.
pub struct History {
    pub asset: Uuid,
    pub file_sha256: String,
}

/// People make, change and delete things; in between the journal is sealed.
pub async fn make(app: &TestApp) -> History {
    let domain = app.domain("Zürich “Süd”").await;
    let asset = json!({ "name": "Kundenkartei\n\t\"A\" \\ 😀", "folder": domain, "description": "née à Genève" });
    let asset = app.admin.post("/api/assets/", asset).await.is(201).id();
    app.journal.seal().await.unwrap();
    let path = format!("/api/assets/{asset}/");
    app.admin.with("X-Request-Id", "edge-7").patch(&path, json!({ "name": "CRM" })).await.is(200);
    let evidence = json!({ "name": "Penetration test", "folder": domain });
    let evidence = app.admin.post("/api/evidences/", evidence).await.is(201).id();
    let upload = format!("/api/evidences/{evidence}/upload/");
    let named = app.admin.with("Content-Disposition", "attachment; filename=report.txt");
    let stored = named.send(Method::POST, &upload, Body::from("all is well"), Some("text/plain")).await.is(200).body();
    let file_sha256 = stored["files"][0]["sha256"].as_str().unwrap().to_owned();
    app.journal.seal().await.unwrap();
    app.admin.patch(&path, json!({ "name": "ERP", "is_business_function": true })).await.is(200);
    app.nobody.post("/api/iam/login/", json!({ "email": "eve@example.com", "password": "guess" })).await.is(401);
    let other = app.admin.post("/api/assets/", json!({ "name": "Fax", "folder": domain })).await.is(201).id();
    app.admin.delete(&format!("/api/assets/{other}/")).await.is(204);
    app.journal.seal().await.unwrap();
    History { asset, file_sha256 }
}

pub async fn reader(app: &TestApp) -> Conn {
    app.engine.db.read().await.unwrap()
}

/// Changes the database behind Cairn's back; tells how many rows that hit.
pub async fn tamper(app: &TestApp, statement: &str) -> u64 {
    let mut conn = app.engine.db.write().await.unwrap();
    let changed = conn.execute(&Sql::raw(statement)).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    conn.commit().await.unwrap();
    changed
}

/// Everything that is sealed.
pub async fn sealed(app: &TestApp) -> (Vec<Sealed>, Vec<Head>) {
    let mut conn = reader(app).await;
    let size = walk::header(&mut conn, app.engine.clock.now()).await.unwrap().unwrap().size;
    let (mut entries, mut heads) = (Vec::new(), Vec::new());
    for begin in (0..size).step_by(200) {
        for item in walk::page(&mut conn, begin, size).await.unwrap() {
            match item {
                Item::Entry(sealed) => entries.push(sealed),
                Item::Head(head) => heads.push(head),
                Item::Missing { index, .. } => panic!("entry {index} is missing"),
            }
        }
    }
    (entries, heads)
}
