//! The history of an object.

use cairn_testkit::both;
use serde_json::json;

use crate::support::{as_of, asset, delete, make, now, patch};

both!(async fn a_history_is_readable_and_newest_first(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "A").await;
    let then = now(&app);
    for name in ["B", "C"] {
        patch(&app, "assets", id, json!({ "name": name })).await;
    }
    let path = format!("/api/assets/{id}/history/");
    let list = app.admin.get(&path).await.is(200);
    assert_eq!(list.column("kind"), ["updated", "updated", "created"]);
    assert_eq!(list.column("object_name"), ["C", "B", "A"]);
    let change = &list.body()["results"][0]["changes"][0];
    assert_eq!(*change, json!({ "field": "name", "label": "Name", "before": "B", "after": "C" }));
    let page = app.admin.get(&format!("{path}?limit=1&offset=1")).await.is(200).body();
    assert_eq!((&page["count"], &page["results"][0]["object_name"]), (&json!(3), &json!("B")));
    assert!(page["next"].as_str().unwrap().contains("offset=2"));
    assert_eq!(as_of(&app.admin, &path, &then).await.is(200).column("kind"), ["created"]);
    app.admin.get(&format!("{path}?nothing=1")).await.is(400);
});

both!(async fn a_history_goes_on_after_the_end(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    let reader = app.user("reader@example.com", "AUD", sales).await;
    let stranger = app.user("stranger@example.com", "AUD", legal).await;
    let auditee = app.user("auditee@example.com", "ADE", sales).await;
    let id = make(&app, "applied-controls", json!({ "name": "Lock", "folder": sales })).await;
    let path = format!("/api/applied-controls/{id}/history/");
    for _ in 0..2 {
        let seen = reader.get(&path).await.is(200);
        assert_eq!(seen.column("address")[0], "127.0.0.1");
        let seen = auditee.get(&path).await.is(200).column("address");
        assert!(seen.iter().all(serde_json::Value::is_null), "who may not read the log is not told from where");
        stranger.get(&path).await.is(404);
        if app.admin.get(&format!("/api/applied-controls/{id}/")).await.status == 200 {
            delete(&app, "applied-controls", id).await;
        }
    }
    assert_eq!(reader.get(&path).await.is(200).column("kind"), ["deleted", "created"]);
    app.nobody.get(&path).await.is(401);
    reader.get(&format!("/api/applied-controls/{}/history/", uuid::Uuid::from_u128(5))).await.is(404);
});

both!(async fn every_resource_has_a_history(app) {
    for resource in app.engine.registry.routed().filter(|resource| !resource.entry.log) {
        let list = app.admin.get(&format!("/api/{}/?limit=1", resource.path)).await.is(200);
        let Some(id) = list.ids().first().copied() else { continue };
        let history = app.admin.get(&format!("/api/{}/{id}/history/", resource.path)).await.is(200).body();
        assert!(history["count"].as_i64().unwrap() > 0, "{}", resource.path);
    }
});

both!(async fn what_was_linked_is_named_as_far_as_it_may_be_seen(app) {
    let (open, closed) = (app.domain("Open").await, app.domain("Closed").await);
    let reader = app.user("reader@example.com", "AUD", open).await;
    let (secret, plain) = (asset(&app, closed, "Secret").await, asset(&app, open, "Plain").await);
    let body = json!({ "name": "Vault", "folder": open, "parent_assets": [secret, plain] });
    let id = make(&app, "assets", body).await;
    let seen = reader.get(&format!("/api/assets/{id}/history/")).await.is(200);
    assert!(seen.text().contains("Plain") && !seen.text().contains("Secret") && !seen.text().contains(&secret.to_string()));
});
