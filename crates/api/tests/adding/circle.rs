//! Two resources that refer to each other: made one after the other, linked, and deleted together; a part of one that can
//! be locked.

use std::sync::LazyLock;

use cairn_engine::{Entry, Module, Registry};
use cairn_model::{Id, Record, Ref};
use cairn_resources::iam::Folder;
use cairn_testkit::{Database, TestApp};
use serde_json::json;

/// A site with someone who looks after it.
#[derive(Debug, Clone, Record)]
#[resource(path = "sites")]
pub struct Site {
    pub id: Id<Site>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    pub keeper: Option<Ref<Keeper>>,
    #[field(default = false)]
    pub is_locked: bool,
    #[field(default = false)]
    pub is_published: bool,
}

/// Whoever looks after a site, and belongs to it.
#[derive(Debug, Clone, Record)]
#[resource(path = "keepers", within = "site", published_within)]
pub struct Keeper {
    pub id: Id<Keeper>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    pub site: Ref<Site>,
    #[field(search)]
    pub name: String,
    #[field(read_only, default = false)]
    pub is_published: bool,
}

static SITES: Entry = Entry::of::<Site>().module(Module::Operations, "box").roles("vacd vacd vacd v v - - -");
static KEEPERS: Entry = Entry::of::<Keeper>().module(Module::Operations, "box").roles("vacd vacd vacd v v - - -");

static REGISTRY: LazyLock<&'static Registry> = LazyLock::new(|| {
    let entries: Vec<&'static Entry> = cairn_domain::ENTRIES.iter().copied().chain([&KEEPERS, &SITES]).collect();
    Registry::new(&entries)
});

async fn a_circle_is_closed_and_opened(database: Database) {
    let app = TestApp::start_with_registry(database, *REGISTRY).await;
    let (here, there) = (app.domain("Here").await, app.domain("There").await);
    let site = app.admin.post("/api/sites/", json!({ "name": "Plant", "folder": here })).await.is(201).id();
    let keeper = app.admin.post("/api/keepers/", json!({ "name": "Kim", "site": site })).await.is(201).id();
    let (site_url, keeper_url) = (format!("/api/sites/{site}/"), format!("/api/keepers/{keeper}/"));
    app.admin.patch(&site_url, json!({ "keeper": keeper })).await.is(200);

    app.admin.patch(&site_url, json!({ "folder": there, "is_published": true })).await.is(200);
    let shown = app.admin.get(&keeper_url).await.is(200).body();
    assert_eq!((&shown["folder"]["id"], &shown["is_published"]), (&json!(there), &json!(true)));

    app.admin.patch(&site_url, json!({ "is_locked": true })).await.is(200);
    app.admin.patch(&site_url, json!({ "name": "Works" })).await.is(409);
    app.admin.patch(&keeper_url, json!({ "name": "Lee" })).await.is(409);
    app.admin.post("/api/keepers/", json!({ "name": "Lee", "site": site })).await.is(409);
    app.admin.delete(&keeper_url).await.is(409);
    app.admin.delete(&site_url).await.is(409);
    app.admin.patch(&site_url, json!({ "is_locked": false })).await.is(200);
    app.admin.patch(&keeper_url, json!({ "name": "Lee" })).await.is(200);

    app.admin.delete(&site_url).await.is(204);
    app.admin.get(&keeper_url).await.is(404);
    assert_eq!(app.admin.get("/api/search/?q=lee").await.is(200).body()["count"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_circle_is_closed_and_opened_on_sqlite() {
    a_circle_is_closed_and_opened(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_circle_is_closed_and_opened_on_postgres() {
    a_circle_is_closed_and_opened(Database::Postgres).await;
}
