//! What the journal keeps of every change.

use cairn_testkit::{ADMIN_EMAIL, ADMIN_PASSWORD, both};
use serde_json::json;

use crate::support::{Entry, actor_of, asset, evidence, journal_since, make, mark};

both!(async fn a_change_says_who_when_what_and_how_it_was_before(app) {
    let domain = app.domain("Sales").await;
    let owner = actor_of(&app, app.admin.user).await;
    let before = mark(&app).await;
    let client = app.admin.with("X-Request-Id", "edge-7");
    let made = client.post("/api/assets/", json!({ "name": "CRM", "folder": domain, "owner": [owner] })).await.is(201);
    let id = made.id();
    client.patch(&format!("/api/assets/{id}/"), json!({ "name": "ERP", "owner": [] })).await.is(200);
    client.delete(&format!("/api/assets/{id}/")).await.is(204);

    let journal = journal_since(&app, before).await;
    assert_eq!(
        journal.iter().map(Entry::what).collect::<Vec<_>>(),
        ["created assets", "updated assets", "deleted assets"],
        "one row for each change"
    );
    for entry in &journal {
        assert_eq!((entry.object, entry.folder, entry.actor), (Some(id), Some(domain), Some(app.admin.user)));
        assert_eq!((entry.origin.as_str(), entry.actor_label.as_str()), ("token", ADMIN_EMAIL));
        assert_eq!((entry.request.as_deref(), entry.address.as_deref()), (Some("edge-7"), Some("127.0.0.1")));
        assert!(entry.token.is_some());
    }
    assert!(journal[0].at < journal[1].at && journal[1].at < journal[2].at);
    let [created, updated, deleted] = [&journal[0], &journal[1], &journal[2]];
    assert_eq!(created.changes["name"], json!([null, "CRM"]));
    assert_eq!(created.changes["owner"], json!({ "added": [owner], "removed": [] }));
    assert_eq!(created.state.as_ref().unwrap()["name"], "CRM");
    let changes = json!({ "name": ["CRM", "ERP"], "owner": { "added": [], "removed": [owner] } });
    assert_eq!(updated.changes, changes, "nothing but what changed");
    assert_eq!(updated.state.as_ref().unwrap()["name"], "ERP");
    assert_eq!((deleted.name.as_str(), &deleted.state), ("ERP", &None));
    assert_eq!(deleted.changes["name"], json!(["ERP", null]));
});

both!(async fn the_state_has_the_times_that_were_written(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "CRM").await;
    let entry = journal_since(&app, 0).await.into_iter().rfind(|entry| entry.object == Some(id)).unwrap();
    let read = app.admin.get(&format!("/api/assets/{id}/object/")).await.is(200).body();
    let state = entry.state.unwrap();
    for field in ["id", "created_at", "updated_at", "folder", "name", "type", "security_objectives"] {
        assert_eq!(state[field], read[field], "{field}");
    }
});

both!(async fn secrets_never_reach_the_journal(app) {
    let before = mark(&app).await;
    let user = make(&app, "users", json!({ "email": "ana@example.com" })).await;
    let password = "Sturdy-Meadow-88-Lantern";
    let body = json!({ "user": user, "new_password": password });
    app.admin.post("/api/iam/set-password/", body).await.is(204);
    let token = app.admin.post("/api/iam/auth-tokens/", json!({ "name": "ci" })).await.is(201).body();
    let token = token["token"].as_str().unwrap().to_owned();
    let digest = cairn_auth::token::digest(&token);
    let journal = journal_since(&app, before).await;
    let changed = journal.iter().find(|entry| entry.changes.get("password").is_some()).expect("the change is noted");
    assert_eq!(changed.changes["password"], json!(["…", "…"]));
    assert!(journal.iter().any(|entry| entry.what() == "created iam/auth-tokens"));
    for entry in &journal {
        let text = format!("{} {:?}", entry.changes, entry.state);
        for secret in ["$argon2", password, token.as_str(), digest.as_str()] {
            assert!(!text.contains(secret), "{text}");
        }
    }
});

both!(async fn consequences_carry_the_name_of_who_caused_them(app) {
    let domain = app.domain("Sales").await;
    let before = mark(&app).await;
    evidence(&app, domain, "Proof").await;
    let journal = journal_since(&app, before).await;
    let what: Vec<String> = journal.iter().map(Entry::what).collect();
    assert_eq!(what, ["created evidences", "created evidence-revisions"]);
    assert!(journal.iter().all(|entry| entry.actor == Some(app.admin.user)));
    assert_eq!(journal[0].at, journal[1].at, "one request is one instant");
});

both!(async fn sign_ins_are_noted_whether_they_work_or_not(app) {
    let before = mark(&app).await;
    let wrong = json!({ "email": ADMIN_EMAIL, "password": "nope" });
    app.nobody.post("/api/iam/login/", wrong).await.is(401);
    let right = json!({ "email": ADMIN_EMAIL, "password": ADMIN_PASSWORD });
    app.nobody.post("/api/iam/login/", right).await.is(200);
    let journal = journal_since(&app, before).await;
    let kinds: Vec<&str> = journal.iter().map(|entry| entry.kind.as_str()).collect();
    assert_eq!(kinds, ["sign_in_failed", "signed_in"]);
    assert_eq!((journal[0].actor, journal[0].changes["email"].as_str()), (None, Some(ADMIN_EMAIL)));
    assert_eq!((journal[1].actor, journal[1].object), (Some(app.admin.user), Some(app.admin.user)));
    assert!(journal.iter().all(|entry| !entry.changes.to_string().contains("nope")));
});

both!(async fn what_leaves_in_bulk_is_noted(app) {
    let before = mark(&app).await;
    app.admin.get("/api/assets/export_csv/?type=PR").await.is(200);
    let journal = journal_since(&app, before).await;
    assert_eq!(journal.iter().map(Entry::what).collect::<Vec<_>>(), ["exported assets"]);
    assert_eq!(journal[0].changes, json!({ "rows": 0, "query": "type=PR" }));
});

both!(async fn reading_leaves_no_trace(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "CRM").await;
    let before = mark(&app).await;
    for path in ["", "object/", "cascade-info/"] {
        app.admin.get(&format!("/api/assets/{id}/{path}")).await.is(200);
    }
    app.admin.get("/api/assets/").await.is(200);
    assert_eq!(mark(&app).await, before);
});
