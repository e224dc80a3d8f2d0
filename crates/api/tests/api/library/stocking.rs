//! The store at the start of a server.

use cairn_domain::library::stock::{Sources, Stocked, stock};
use cairn_testkit::both;
use serde_json::json;

use super::{BASELINE, send};

const SHIPPED: usize = 5;

both!(async fn a_start_stores_what_cairn_ships_and_what_the_operator_has(app) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("baseline.yaml", BASELINE);
    write("broken.yml", "urn: [\n");
    write("notes.txt", "Not a library.");
    std::fs::create_dir(folder.path().join("sub.yaml")).unwrap();
    let sources = Sources { bundled: true, folder: Some(folder.path().to_owned()) };
    let first = stock(&app.engine, &sources).await.unwrap();
    assert_eq!(first, Stocked { kept: SHIPPED + 1, known: 0, refused: 1 });
    let all = app.admin.get("/api/stored-libraries/?limit=50").await.is(200);
    assert_eq!(all.ids().len(), SHIPPED + 1);
    let builtin = app.admin.get("/api/stored-libraries/?builtin=true").await.is(200).ids();
    assert_eq!(builtin.len(), SHIPPED);
    // The next start finds all of it.
    assert_eq!(stock(&app.engine, &sources).await.unwrap(), Stocked { kept: 0, known: SHIPPED + 1, refused: 1 });
    // A newer file is taken up, an older one is not.
    write("baseline.yaml", &BASELINE.replace("version: 1\n", "version: 3\n"));
    assert_eq!(stock(&app.engine, &sources).await.unwrap().kept, 1);
    write("baseline.yaml", &BASELINE.replace("version: 1\n", "version: 2\n"));
    assert_eq!(stock(&app.engine, &sources).await.unwrap().kept, 0);
    let row = app.admin.get("/api/stored-libraries/urn:acme:risk:library:baseline/").await.is(200).body();
    assert_eq!((&row["version"], &row["builtin"]), (&json!(3), &json!(false)));
    // What ships with Cairn stays; what does not can go.
    let refused = app.admin.delete(&format!("/api/stored-libraries/{}/", builtin[0])).await.is(409);
    assert!(refused.text().contains("built-in"), "{}", refused.text());
    app.admin.delete("/api/stored-libraries/urn:acme:risk:library:baseline/").await.is(204);
    // It can be loaded and unloaded like any other.
    for id in &builtin {
        app.admin.post(&format!("/api/stored-libraries/{id}/import/"), json!({})).await.is(200);
    }
    assert_eq!(app.admin.get("/api/loaded-libraries/?builtin=true").await.is(200).ids().len(), SHIPPED);
    for id in &builtin {
        app.admin.post(&format!("/api/stored-libraries/{id}/unload/"), json!({})).await.is(200);
    }
    assert_eq!(app.admin.get("/api/loaded-libraries/").await.is(200).ids().len(), 0);
});

both!(async fn what_an_administrator_uploaded_is_not_taken_back(app) {
    stock(&app.engine, &Sources { bundled: true, folder: None }).await.unwrap();
    let shipped = include_str!("../../../../../libraries/risk-matrix-3x3.yaml");
    let own = format!("{shipped}\n# Ours\n");
    assert_eq!(send(&app.admin, "own.yaml", own).await.is(201).body()["outcome"], "refreshed");
    assert_eq!(stock(&app.engine, &Sources { bundled: true, folder: None }).await.unwrap(), Stocked { kept: 0, known: SHIPPED, refused: 0 });
});

both!(async fn servers_that_start_at_once_store_each_library_once(app) {
    let sources = Sources { bundled: true, folder: None };
    let (one, other) = tokio::join!(stock(&app.engine, &sources), stock(&app.engine, &sources));
    assert_eq!(one.unwrap().kept + other.unwrap().kept, SHIPPED);
    assert_eq!(app.admin.get("/api/stored-libraries/").await.is(200).ids().len(), SHIPPED);
});

both!(async fn libraries_are_found_by_what_they_contain(app) {
    stock(&app.engine, &Sources { bundled: true, folder: None }).await.unwrap();
    let own = send(&app.admin, "baseline.yaml", BASELINE).await.is(201).id();
    let names = async |query: &str| app.admin.get(&format!("/api/stored-libraries/?{query}")).await.is(200).ids();
    assert_eq!(names("object_type=risk_matrix").await.len(), 4, "three that ship, and the own one");
    assert_eq!(names("object_type=requirement_mapping_sets").await, vec![own]);
    assert_eq!(names("object_type=requirement_mapping_set,risk_matrix").await.len(), 4);
    assert_eq!(names("object_type=workflow").await.len(), 0);
    app.admin.get("/api/stored-libraries/?object_type=poem").await.is(400).error("object_type");
    app.admin.get("/api/stored-libraries/?object_type=,").await.is(400).error("object_type");
    assert_eq!(names("is_custom=true").await, vec![own]);
    assert_eq!(names("is_custom=false").await.len(), SHIPPED);
    assert_eq!((names("is_preset=true").await.len(), names("is_preset=false").await.len()), (0, SHIPPED + 1));
    assert_eq!(names("provider=Acme").await, vec![own]);
    assert_eq!(names("locale=en").await.len(), SHIPPED + 1);
    let label = app.admin.get("/api/library-filtering-labels/").await.is(200).ids()[0];
    assert_eq!(names(&format!("filtering_labels={label}")).await, vec![own]);
    // Newer versions, from both sides.
    assert_eq!(names("is_update=true").await.len(), 0);
    let loaded = app.admin.post(&format!("/api/stored-libraries/{own}/import/"), json!({})).await.is(200).id();
    send(&app.admin, "baseline.yaml", BASELINE.replace("version: 1\n", "version: 2\n")).await.is(201);
    assert_eq!(names("is_update=true").await, vec![own]);
    assert_eq!(app.admin.get("/api/loaded-libraries/?has_update=true&object_type=framework").await.is(200).ids(), vec![loaded]);
    assert_eq!(app.admin.get("/api/loaded-libraries/?has_update=false").await.is(200).ids().len(), 0);
    let row = app.admin.get(&format!("/api/stored-libraries/{own}/")).await.is(200).body();
    assert_eq!((&row["loaded_library"], &row["locales"]), (&json!(loaded), &json!(["en", "fr"])), "{row}");
    // What filters can be chosen from.
    assert_eq!(app.admin.get("/api/stored-libraries/locale/").await.is(200).body(), json!({ "en": "en" }));
    assert_eq!(app.admin.get("/api/stored-libraries/provider/").await.is(200).body()["Acme"], "Acme");
    assert_eq!(app.admin.get("/api/stored-libraries/object_type/").await.is(200).body()[7], "frameworks");
});
