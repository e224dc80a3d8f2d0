//! The past is seen with the rights of now.

use cairn_testkit::both;
use serde_json::json;

use crate::support::{as_of, asset, delete, now, patch};

both!(async fn the_past_is_no_way_round_rights(app) {
    let (open, closed) = (app.domain("Open").await, app.domain("Closed").await);
    let reader = app.user("reader@example.com", "AUD", open).await;
    let stays = asset(&app, open, "Stays").await;
    let leaves = asset(&app, open, "Leaves").await;
    let comes = asset(&app, closed, "Comes").await;
    let goes = asset(&app, open, "Goes").await;
    let hidden = asset(&app, closed, "Hidden").await;
    patch(&app, "assets", stays, json!({ "parent_assets": [leaves, comes] })).await;
    let then = now(&app);
    patch(&app, "assets", leaves, json!({ "folder": closed })).await;
    patch(&app, "assets", comes, json!({ "folder": open })).await;
    delete(&app, "assets", goes).await;
    delete(&app, "assets", hidden).await;

    let all = as_of(&app.admin, "/api/assets/", &then).await.is(200);
    assert_eq!(all.body()["count"], 5);
    // Where an object is now decides, and for a deleted one where it was last.
    let seen = as_of(&reader, "/api/assets/?ordering=name", &then).await.is(200);
    assert_eq!(seen.column("name"), [json!("Comes"), json!("Goes"), json!("Stays")]);
    assert_eq!(seen.body()["count"], 3);
    let parents = &seen.body()["results"][2]["parent_assets"];
    assert_eq!(parents.as_array().unwrap().len(), 1);
    assert_eq!(parents[0]["str"], "Comes");
    // It came from a domain that the reader may not know of.
    assert_eq!(seen.body()["results"][0]["folder"], json!(null));
    for (id, status) in [(stays, 200), (goes, 200), (comes, 200), (leaves, 404), (hidden, 404)] {
        as_of(&reader, &format!("/api/assets/{id}/"), &then).await.is(status);
        as_of(&reader, &format!("/api/assets/{id}/object/"), &then).await.is(status);
    }
    for (word, count) in [("stays", 1), ("leaves", 0), ("comes", 1), ("goes", 1), ("hidden", 0)] {
        let found = as_of(&reader, &format!("/api/assets/?search={word}"), &then).await.is(200);
        assert_eq!(found.body()["count"], count, "{word}");
        let found = as_of(&reader, &format!("/api/search/?q={word}"), &then).await.is(200);
        assert_eq!(found.body()["count"], count, "{word}");
    }
    let text = as_of(&reader, "/api/assets/export_jsonl/", &then).await.is(200).text();
    assert!(!text.contains("Leaves") && !text.contains(&leaves.to_string()), "{text}");
});

both!(async fn a_move_counts_at_once_for_what_is_already_rebuilt(app) {
    let (open, closed) = (app.domain("Open").await, app.domain("Closed").await);
    let reader = app.user("reader@example.com", "AUD", open).await;
    let id = asset(&app, open, "Vault").await;
    let then = now(&app);
    let item = format!("/api/assets/{id}/");
    as_of(&reader, &item, &then).await.is(200);
    for _ in 0..3 {
        patch(&app, "assets", id, json!({ "folder": closed })).await;
        as_of(&reader, &item, &then).await.is(404);
        assert_eq!(as_of(&reader, "/api/search/?q=vault", &then).await.is(200).body()["count"], 0);
        patch(&app, "assets", id, json!({ "folder": open })).await;
        as_of(&reader, &item, &then).await.is(200);
        assert_eq!(as_of(&reader, "/api/search/?q=vault", &then).await.is(200).body()["count"], 1);
    }
    delete(&app, "assets", id).await;
    as_of(&reader, &item, &then).await.is(200);
    assert_eq!(app.engine.past.built.load(std::sync::atomic::Ordering::Relaxed), 1);
});

both!(async fn what_is_no_longer_published_is_no_longer_seen_from_below(app) {
    let domain = app.domain("Sales").await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let id = asset(&app, app.root, "Shared").await;
    let then = now(&app);
    let item = format!("/api/assets/{id}/");
    as_of(&reader, &item, &then).await.is(200);
    patch(&app, "assets", id, json!({ "is_published": false })).await;
    as_of(&reader, &item, &then).await.is(404);
    assert_eq!(as_of(&reader, "/api/search/?q=shared", &then).await.is(200).body()["count"], 0);
    let unpublished = now(&app);
    patch(&app, "assets", id, json!({ "is_published": true })).await;
    as_of(&reader, &item, &unpublished).await.is(200);
});

both!(async fn a_domain_that_is_gone_is_for_those_who_see_everything(app) {
    let (open, gone) = (app.domain("Open").await, app.domain("Gone").await);
    let manager = app.user("manager@example.com", "DMA", gone).await;
    let inside = asset(&app, gone, "Inside").await;
    let then = now(&app);
    as_of(&manager, &format!("/api/assets/{inside}/"), &then).await.is(200);
    delete(&app, "folders", gone).await;
    // Another role keeps the account of use.
    let group = app.admin.get(&format!("/api/user-groups/?folder={open}&code=BI-UG-DMA")).await.is(200).ids();
    patch(&app, "users", manager.user, json!({ "user_groups": group })).await;
    as_of(&manager, &format!("/api/assets/{inside}/"), &then).await.is(404);
    as_of(&manager, &format!("/api/folders/{gone}/"), &then).await.is(404);
    let names = as_of(&manager, "/api/folders/", &then).await.is(200).column("name");
    assert!(!names.contains(&json!("Gone")), "{names:?}");
    let seen = as_of(&app.admin, &format!("/api/assets/{inside}/"), &then).await.is(200).body();
    assert_eq!((&seen["folder"]["str"], &seen["path"][0]["str"]), (&json!("Gone"), &json!("Gone")));
});

both!(async fn rights_that_came_later_open_the_past(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "Vault").await;
    let then = now(&app);
    let reader = app.user("reader@example.com", "AUD", domain).await;
    as_of(&reader, &format!("/api/assets/{id}/"), &then).await.is(200);
    patch(&app, "users", reader.user, json!({ "user_groups": [] })).await;
    as_of(&reader, "/api/assets/", &then).await.is(403);
    as_of(&reader, &format!("/api/assets/{id}/"), &then).await.is(404);
});
