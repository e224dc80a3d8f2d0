//! Making, reading, changing and deleting objects.

use cairn_testkit::both;
use serde_json::json;

use crate::support::root;

both!(async fn an_object_lives_and_dies(app) {
    let domain = app.domain("Payments").await;
    let made = app.admin.post("/api/assets/", json!({ "name": "Card vault", "folder": domain })).await.is(201);
    let url = format!("/api/assets/{}/", made.id());
    assert_eq!(made.body()["folder"], json!(domain), "a write answers with plain ids");

    let read = app.admin.get(&url).await.is(200);
    assert_eq!(read.body()["folder"], json!({ "id": domain, "str": "Payments" }));
    assert_eq!(read.body()["path"], json!([{ "id": domain, "str": "Payments" }]));

    app.admin.patch(&url, json!({ "description": "HSM inside" })).await.is(200);
    assert_eq!(app.admin.get("/api/assets/?search=hsm").await.is(200).ids(), [made.id()]);

    app.admin.delete(&url).await.is(204);
    app.admin.get(&url).await.is(404);
    assert_eq!(app.admin.get("/api/assets/").await.is(200).body()["count"], 0);
});

both!(async fn a_path_leaves_the_root_out(app) {
    let root = root(&app).await;
    let read = async |url: &str| app.admin.get(url).await.is(200).body();
    assert_eq!(read(&format!("/api/folders/{root}/")).await["path"], json!([]));
    let asset = app.admin.post("/api/assets/", json!({ "name": "Network", "folder": root })).await.is(201).id();
    assert_eq!(read(&format!("/api/assets/{asset}/")).await["path"], json!([]));
    let groups = read(&format!("/api/user-groups/?folder={root}")).await;
    assert!(groups["results"].as_array().unwrap().iter().all(|group| group["path"] == json!([])));
    let domain = app.domain("Payments").await;
    assert_eq!(read(&format!("/api/folders/{domain}/")).await["path"], json!([{ "id": domain, "str": "Payments" }]));
});
