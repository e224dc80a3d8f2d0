//! Rows of a library, of a resource that says nothing about them but has the field: no request changes them, whichever way
//! it takes.

use std::sync::LazyLock;

use cairn_engine::{Caller, Entry, Module, Registry};
use cairn_model::{Id, Many, Record, Ref};
use cairn_resources::iam::Folder;
use cairn_testkit::{Database, TestApp};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

/// A place where something is cooked.
#[derive(Debug, Clone, Record)]
#[resource(path = "kitchens")]
pub struct Kitchen {
    pub id: Id<Kitchen>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    /// What is cooked with what is here.
    #[field(reverse = "others")]
    pub guests: Many<Recipe>,
}

/// How something is cooked; those of a library name it.
#[derive(Debug, Clone, Record)]
#[resource(path = "recipes", unique = "folder,name")]
pub struct Recipe {
    pub id: Id<Recipe>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(read_only)]
    pub library: Option<String>,
    pub kitchen: Ref<Kitchen>,
    pub others: Many<Kitchen>,
}

static KITCHENS: Entry = Entry::of::<Kitchen>().module(Module::Operations, "box").roles("vacd vacd vacd v v - - -");
static RECIPES: Entry = Entry::of::<Recipe>().module(Module::Operations, "box").roles("vacd vacd vacd v v - - -");

static REGISTRY: LazyLock<&'static Registry> = LazyLock::new(|| {
    let entries: Vec<&'static Entry> = cairn_domain::ENTRIES.iter().copied().chain([&KITCHENS, &RECIPES]).collect();
    Registry::new(&entries)
});

/// Makes a recipe as loading a library does.
async fn load(app: &TestApp, domain: Uuid, kitchen: Uuid) -> Uuid {
    let mut cx = app.engine.write(Caller::system().into()).await.expect("a transaction");
    let recipe = Recipe {
        id: cx.new_id(),
        folder: Ref::new(domain),
        name: "Bread".into(),
        library: Some("urn:food:library:breads".into()),
        kitchen: Ref::new(kitchen),
        others: Many::default(),
    };
    let id = recipe.id.uuid();
    cx.create(recipe).await.expect("a recipe");
    cx.commit().await.expect("a recipe");
    id
}

async fn rows_of_a_library_stay_as_they_are(database: Database) {
    let app = TestApp::start_with_registry(database, *REGISTRY).await;
    let admin = &app.admin;
    let (domain, other) = (app.domain("Here").await, app.domain("There").await);
    let make = async |path: &str, body: Json| admin.post(&format!("/api/{path}/"), body).await.is(201).id();
    let kitchen = make("kitchens", json!({ "name": "Main", "folder": domain })).await;
    let second = make("kitchens", json!({ "name": "Second", "folder": other })).await;
    let bread = load(&app, domain, kitchen).await;
    let soup = make("recipes", json!({ "name": "Soup", "folder": domain, "kitchen": kitchen })).await;
    let (url, kitchen_url) = (format!("/api/recipes/{bread}/"), format!("/api/kitchens/{kitchen}/"));
    let before = admin.get(&format!("{url}object/")).await.is(200).body();

    let refused = admin.patch(&url, json!({ "name": "Cake" })).await.is(409).body();
    assert_eq!(refused["detail"], "“Bread” is a recipe from a library and cannot be changed.");
    let whole = json!({ "name": "Bread", "folder": domain, "kitchen": second });
    admin.put(&url, whole).await.is(409);
    admin.delete(&url).await.is(409);
    for change in [
        json!({ "action": "change_field", "ids": [bread], "field": "name", "value": "Cake" }),
        json!({ "action": "add_to_field", "ids": [bread], "field": "others", "value": [second] }),
        json!({ "action": "delete", "ids": [bread] }),
    ] {
        let done = admin.post("/api/recipes/batch-action/", change).await.body();
        assert_eq!(done["failed"][0]["id"], json!(bread), "{done}");
    }
    let rows = admin
        .with("X-Model-Type", "recipes")
        .with("X-On-Conflict", "update")
        .with("Content-Disposition", "attachment; filename=rows.csv")
        .with("X-Folder-Id", &domain.to_string());
    let file = axum::body::Body::from("name,kitchen\nBread,Second\n");
    let taken = rows.send(Method::POST, "/api/data-wizard/load-file/", file, Some("application/octet-stream")).await;
    assert!(taken.is(400).text().contains("is a recipe from a library"), "an import");
    for change in [
        json!({ "key": "r", "resource": "recipes", "id": bread, "action": "patch", "fields": { "name": "Cake" } }),
        json!({ "key": "r", "resource": "recipes", "id": bread, "action": "delete" }),
    ] {
        let answer = admin.post("/api/change-sets/", json!({ "changes": [change] })).await;
        assert!(answer.text().contains("is a recipe from a library"), "{}", answer.text());
    }
    // From the other side of a relation that it owns.
    admin.patch(&kitchen_url, json!({ "guests": [bread] })).await.is(409);
    admin.patch(&kitchen_url, json!({ "guests": [soup] })).await.is(200);
    // It does not go along with what people made.
    let info = admin.get(&format!("{kitchen_url}cascade-info/")).await.is(200).body();
    assert_eq!(info["blocked"]["related_objects"][0]["id"], json!(bread), "{info}");
    assert_eq!(info["deleted"]["related_objects"][0]["id"], json!(soup), "{info}");
    let refused = admin.delete(&kitchen_url).await.is(409).body();
    assert_eq!(refused["detail"], "“Main” cannot be deleted while it is used by “Bread”.");
    assert_eq!(admin.get(&format!("{url}object/")).await.is(200).body(), before);
    // With its domain it does.
    admin.delete(&format!("/api/folders/{domain}/")).await.is(204);
    admin.get(&url).await.is(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_a_library_stay_as_they_are_on_sqlite() {
    rows_of_a_library_stay_as_they_are(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_a_library_stay_as_they_are_on_postgres() {
    rows_of_a_library_stay_as_they_are(Database::Postgres).await;
}
