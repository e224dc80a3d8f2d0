//! Follows `docs/ADDING-A-RESOURCE.md`: its code is the code of this test, and it must work.

mod circle;
mod domain;
mod given;
mod model;

use std::sync::LazyLock;

use cairn_engine::{Entry, Registry};
use cairn_testkit::{Database, TestApp};
use serde_json::json;

static ENTRY: Entry = domain::ENTRY;

static REGISTRY: LazyLock<&'static Registry> = LazyLock::new(|| {
    let entries: Vec<&'static Entry> = cairn_domain::ENTRIES.iter().copied().chain([&ENTRY]).collect();
    Registry::new(&entries)
});

#[test]
fn the_page_shows_the_code_of_this_test() {
    let page = include_str!("../../../../docs/ADDING-A-RESOURCE.md");
    for (name, file) in [("model.rs", include_str!("model.rs")), ("domain.rs", include_str!("domain.rs"))] {
        let start = format!("```rust\n// {name}\n");
        let block = page.split(&start).nth(1).and_then(|rest| rest.split("```").next());
        assert_eq!(block.map(str::trim), Some(file.trim()), "{name} and the page differ");
    }
    assert!(page.lines().count() <= 125, "the recipe no longer fits on a page");
}

async fn the_resource_works(database: Database) {
    let app = TestApp::start_with_registry(database, *REGISTRY).await;
    let domain = app.domain("Purchasing").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;

    let refused = analyst.post("/api/suppliers/", json!({ "name": "Acme", "folder": domain, "tier": 1 })).await.is(400);
    assert_eq!(refused.error("owner"), "A critical supplier needs an owner.");
    let made = analyst.post("/api/suppliers/", json!({ "name": "Acme", "folder": domain })).await.is(201);
    assert_eq!(made.body()["notice_days"], 90);

    let url = format!("/api/suppliers/{}/", made.id());
    assert_eq!(reader.get(&url).await.is(200).body()["tier"], 3);
    assert_eq!(reader.get("/api/suppliers/?search=acme").await.is(200).ids(), [made.id()]);
    assert_eq!(reader.get("/api/suppliers/tier/").await.is(200).body()["1"], "Critical");
    assert_eq!(reader.get(&format!("{url}notice/")).await.is(200).body()["days_before_end"], 90);
    let sheet = reader.get(&format!("{url}sheet/")).await.is(200);
    assert_eq!(sheet.text(), "# Acme\n\nNotice: 90 days before the end.\n");
    assert!(sheet.header("content-disposition").is_some_and(|header| header.contains("Acme.md")));
    reader.patch(&url, json!({ "name": "Other" })).await.is(403);
    assert!(app.admin.get("/api/model/").await.is(200).body()["resources"]["suppliers"].is_object());
    analyst.delete(&url).await.is(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_resource_works_on_sqlite() {
    the_resource_works(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_resource_works_on_postgres() {
    the_resource_works(Database::Postgres).await;
}
