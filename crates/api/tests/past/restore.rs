//! Bringing earlier states back.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{asset, delete, make, now, patch};

/// The places in the journal of an object's entries, newest first.
async fn entries(app: &TestApp, path: &str, id: Uuid) -> Vec<i64> {
    let list = app.admin.get(&format!("/api/{path}/{id}/history/")).await.is(200);
    list.column("seq").iter().filter_map(Json::as_i64).collect()
}

both!(async fn an_earlier_state_comes_back_as_a_new_change(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    let (x, y) = (asset(&app, sales, "X").await, asset(&app, sales, "Y").await);
    let body = json!({ "name": "Vault", "folder": sales, "description": "old", "parent_assets": [x] });
    let id = make(&app, "assets", body).await;
    let item = format!("/api/assets/{id}/object/");
    let before = app.admin.get(&item).await.is(200).body();
    let then = now(&app);
    patch(&app, "assets", id, json!({ "name": "Safe", "folder": legal, "description": null, "parent_assets": [y] })).await;
    let after = app.admin.get(&item).await.is(200).body();

    let answer = app.admin.post(&format!("/api/assets/{id}/restore/"), json!({ "as_of": then })).await.is(200).body();
    assert_eq!((&answer["id"], &answer["dropped"]), (&json!(id), &json!([])));
    let now_is = app.admin.get(&item).await.is(200).body();
    assert_eq!(answer["object"], now_is);
    for field in ["name", "folder", "description", "parent_assets", "created_at"] {
        assert_eq!(now_is[field], before[field], "{field}");
    }
    assert!(now_is["updated_at"].as_str() > after["updated_at"].as_str());
    let history = app.admin.get(&format!("/api/assets/{id}/history/")).await.is(200);
    assert_eq!(history.column("kind"), ["restored", "updated", "updated", "created"]);
    assert_eq!(history.body()["results"][0]["detail"]["entry"], answer["entry"]);
    let changes = history.body()["results"][1]["changes"].clone();
    assert_eq!(changes.as_array().unwrap().len(), 4, "{changes}");

    // The other way, by the entry.
    let seqs = entries(&app, "assets", id).await;
    app.admin.post(&format!("/api/assets/{id}/restore/"), json!({ "entry": seqs[2] })).await.is(200);
    assert_eq!(app.admin.get(&item).await.is(200).body()["name"], "Safe");
    // What is already so is not written again.
    app.admin.post(&format!("/api/assets/{id}/restore/"), json!({ "entry": seqs[2] })).await.is(200);
    assert_eq!(entries(&app, "assets", id).await.len(), 6);
});

both!(async fn a_deleted_object_comes_back_under_its_id(app) {
    let domain = app.domain("Sales").await;
    let parent = asset(&app, domain, "Parent").await;
    let id = make(&app, "assets", json!({ "name": "Vault", "folder": domain, "parent_assets": [parent] })).await;
    let before = app.admin.get(&format!("/api/assets/{id}/object/")).await.is(200).body();
    let then = now(&app);
    delete(&app, "assets", id).await;
    app.admin.get(&format!("/api/assets/{id}/")).await.is(404);
    let seqs = entries(&app, "assets", id).await;
    let path = format!("/api/assets/{id}/restore/");
    assert!(app.admin.post(&path, json!({ "entry": seqs[0] })).await.is(400).error("entry").contains("was deleted at that time"));
    let later = app.admin.post(&path, json!({ "as_of": "2999-01-01T00:00:00Z" })).await.is(400);
    assert!(later.error("as_of").contains("future"), "{}", later.text());
    app.admin.post(&path, json!({ "as_of": then })).await.is(200);
    let after = app.admin.get(&format!("/api/assets/{id}/object/")).await.is(200).body();
    for field in ["id", "name", "folder", "parent_assets", "created_at"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(app.admin.get("/api/assets/?search=vault").await.is(200).body()["count"], 1);
    assert_eq!(app.admin.get(&format!("/api/assets/{parent}/")).await.is(200).body()["support_assets"][0]["str"], "Vault");
    let kinds = app.admin.get(&format!("/api/assets/{id}/history/")).await.is(200).column("kind");
    assert_eq!(kinds, ["restored", "created", "deleted", "created"]);
});

both!(async fn what_it_referred_to_and_is_gone_is_dropped_or_refused(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    let (x, y) = (asset(&app, sales, "X").await, asset(&app, sales, "Y").await);
    let class = app.admin.get("/api/asset-class/?limit=1").await.is(200).ids()[0];
    let body = json!({ "name": "Vault", "folder": legal, "parent_assets": [x, y], "asset_class": class });
    let id = make(&app, "assets", body).await;
    let then = now(&app);
    patch(&app, "assets", id, json!({ "folder": sales, "parent_assets": [] })).await;
    delete(&app, "assets", x).await;
    let path = format!("/api/assets/{id}/restore/");
    let answer = app.admin.post(&path, json!({ "as_of": then })).await.is(200).body();
    assert_eq!(answer["dropped"], json!([{ "field": "parent_assets", "count": 1 }]));
    assert_eq!(answer["object"]["parent_assets"], json!([y]));
    patch(&app, "assets", id, json!({ "folder": sales })).await;
    delete(&app, "folders", legal).await;
    let refused = app.admin.post(&path, json!({ "as_of": then })).await.is(400);
    assert!(refused.error("folder").contains("was deleted"), "{}", refused.text());
    assert_eq!(app.admin.get(&format!("/api/assets/{id}/object/")).await.is(200).body()["folder"], json!(sales));
});

both!(async fn only_who_may_change_can_restore(app) {
    let (open, closed) = (app.domain("Open").await, app.domain("Closed").await);
    let reader = app.user("reader@example.com", "AUD", open).await;
    let analyst = app.user("analyst@example.com", "ANA", open).await;
    let stranger = app.user("stranger@example.com", "ANA", closed).await;
    let (id, gone) = (asset(&app, open, "Vault").await, asset(&app, open, "Gone").await);
    let hidden = asset(&app, closed, "Hidden").await;
    let came = asset(&app, closed, "Came").await;
    let then = now(&app);
    patch(&app, "assets", id, json!({ "name": "Safe" })).await;
    patch(&app, "assets", came, json!({ "folder": open, "parent_assets": [hidden] })).await;
    patch(&app, "assets", came, json!({ "parent_assets": [] })).await;
    delete(&app, "assets", gone).await;
    let body = json!({ "as_of": then });
    for id in [id, gone] {
        let path = format!("/api/assets/{id}/restore/");
        app.nobody.post(&path, body.clone()).await.is(401);
        reader.post(&path, body.clone()).await.is(403);
        stranger.post(&path, body.clone()).await.is(404);
        analyst.post(&path, body.clone()).await.is(200);
        app.admin.get(&format!("/api/assets/{id}/")).await.is(200);
    }
    // To where it was, the analyst may not put anything; what it was linked to, they may not see.
    let path = format!("/api/assets/{came}/restore/");
    assert!(analyst.post(&path, body).await.is(400).error("folder").contains("do not have access"));
    let linked = entries(&app, "assets", came).await[1];
    let answer = analyst.post(&path, json!({ "entry": linked })).await.is(200).body();
    assert_eq!(answer["dropped"], json!([{ "field": "parent_assets", "count": 1 }]));
    let text = answer.to_string();
    assert!(!text.contains(&hidden.to_string()) && !text.contains(&closed.to_string()), "{text}");
});

both!(async fn rules_run_and_names_stay_unique(app) {
    let domain = app.domain("Sales").await;
    let (a, b) = (asset(&app, domain, "A").await, asset(&app, domain, "B").await);
    patch(&app, "assets", a, json!({ "parent_assets": [b] })).await;
    let linked = now(&app);
    patch(&app, "assets", a, json!({ "name": "A2", "parent_assets": [] })).await;
    patch(&app, "assets", b, json!({ "name": "A", "parent_assets": [a] })).await;
    let path = format!("/api/assets/{a}/restore/");
    let refused = app.admin.post(&path, json!({ "as_of": linked })).await.is(400);
    assert!(refused.error("parent_assets").contains("itself") || !refused.text().is_empty());
    patch(&app, "assets", b, json!({ "parent_assets": [] })).await;
    let refused = app.admin.post(&path, json!({ "as_of": linked })).await.is(400);
    assert!(refused.error("name").contains("already in use"));
    patch(&app, "assets", b, json!({ "name": "B" })).await;
    app.admin.post(&path, json!({ "as_of": linked })).await.is(200);
});

both!(async fn a_request_that_makes_no_sense_is_refused(app) {
    let domain = app.domain("Sales").await;
    let early = now(&app);
    let (id, other) = (asset(&app, domain, "A").await, asset(&app, domain, "B").await);
    let foreign = entries(&app, "assets", other).await[0];
    let path = format!("/api/assets/{id}/restore/");
    for body in [json!({}), json!({ "entry": 1, "as_of": early }), json!({ "entry": "x" }), json!({ "entries": 1 })] {
        app.admin.post(&path, body).await.is(400);
    }
    assert!(app.admin.post(&path, json!({ "entry": foreign })).await.is(400).error("entry").contains("no entry"));
    assert!(app.admin.post(&path, json!({ "as_of": early })).await.is(400).error("as_of").contains("did not exist"));
    let control = make(&app, "applied-controls", json!({ "name": "Lock", "folder": domain })).await;
    let plain = now(&app);
    patch(&app, "applied-controls", control, json!({ "category": "policy" })).await;
    let path = format!("/api/policies/{control}/restore/");
    app.admin.post(&path, json!({ "as_of": plain })).await.is(409);
});

both!(async fn secrets_stay_as_they_are_and_do_not_come_back(app) {
    let user = make(&app, "users", json!({ "email": "ana@example.com" })).await;
    let then = now(&app);
    let password = "Sturdy-Meadow-88-Lantern";
    app.admin.post("/api/iam/set-password/", json!({ "user": user, "new_password": password })).await.is(204);
    patch(&app, "users", user, json!({ "first_name": "Ana" })).await;
    let credentials = json!({ "email": "ana@example.com", "password": password });
    app.admin.post(&format!("/api/users/{user}/restore/"), json!({ "as_of": then })).await.is(200);
    assert_eq!(app.admin.get(&format!("/api/users/{user}/")).await.is(200).body()["first_name"], "");
    app.nobody.post("/api/iam/login/", credentials.clone()).await.is(200);
    delete(&app, "users", user).await;
    app.admin.post(&format!("/api/users/{user}/restore/"), json!({ "as_of": then })).await.is(200);
    app.nobody.post("/api/iam/login/", credentials).await.is(401);
});

both!(async fn a_request_that_is_sent_again_restores_once(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "A").await;
    let then = now(&app);
    delete(&app, "assets", id).await;
    let client = app.admin.with("Idempotency-Key", "once");
    let path = format!("/api/assets/{id}/restore/");
    let first = client.post(&path, json!({ "as_of": then })).await.is(200).body();
    let again = client.post(&path, json!({ "as_of": then })).await.is(200);
    assert_eq!((again.body(), again.header("idempotency-replayed")), (first, Some("true")));
    assert_eq!(entries(&app, "assets", id).await.len(), 4);
});

both!(async fn the_past_of_a_restored_object_has_its_gap(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "A").await;
    let there = now(&app);
    delete(&app, "assets", id).await;
    let gone = now(&app);
    app.admin.post(&format!("/api/assets/{id}/restore/"), json!({ "as_of": there })).await.is(200);
    let back = now(&app);
    for (at, status) in [(there, 200), (gone, 404), (back, 200)] {
        app.admin.get(&format!("/api/assets/{id}/?as_of={at}")).await.is(status);
    }
});
