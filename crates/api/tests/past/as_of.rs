//! `?as_of=`: every answer as it was.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use cairn_engine::past::Settings;
use cairn_engine::{Caller, write};
use cairn_testkit::{Database, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{as_of, asset, delete, make, now, patch};

both!(async fn an_answer_of_then_is_the_answer_of_then(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    let owner = app.admin.get(&format!("/api/actors/?user={}", app.admin.user)).await.is(200).ids()[0];
    let label = make(&app, "filtering-labels", json!({ "label": "old" })).await;
    let parent = asset(&app, sales, "Payments").await;
    let body = json!({
        "name": "Vault", "folder": sales, "owner": [owner], "parent_assets": [parent], "filtering_labels": [label],
        "security_objectives": { "objectives": { "integrity": { "value": 2 } } }, "description": "Été",
    });
    let vault = make(&app, "assets", body).await;
    let control = make(&app, "applied-controls", json!({ "name": "Lock", "folder": sales, "assets": [vault], "eta": "2026-03-02" })).await;
    let paths: Vec<String> = [
        "/api/assets/".to_owned(),
        format!("/api/assets/{vault}/"),
        format!("/api/assets/{vault}/object/"),
        format!("/api/assets/{parent}/"),
        format!("/api/assets/{vault}/cascade-info/"),
        "/api/assets/?search=ete".into(),
        format!("/api/assets/?owner={owner}"),
        format!("/api/assets/?folder={sales}&ordering=-name&limit=1"),
        "/api/assets/ids/".into(),
        "/api/assets/autocomplete/?search=vau".into(),
        "/api/assets/graph/".into(),
        "/api/assets/class-tree/".into(),
        "/api/assets/export_csv/".into(),
        "/api/assets/export_jsonl/".into(),
        format!("/api/applied-controls/{control}/"),
        "/api/applied-controls/todo/".into(),
        "/api/applied-controls/per_status/".into(),
        format!("/api/filtering-labels/{label}/"),
        format!("/api/folders/{sales}/"),
        "/api/folders/org_tree/".into(),
        "/api/users/".into(),
        "/api/roles/".into(),
        "/api/user-groups/".into(),
        "/api/search/?q=vault".into(),
        "/api/settings/general/".into(),
        "/api/settings/feature-flags/".into(),
    ]
    .into();
    let mut answers = Vec::new();
    for path in &paths {
        answers.push(app.admin.get(path).await.is(200).bytes);
    }
    let then = now(&app);

    patch(&app, "assets", vault, json!({ "name": "Safe", "owner": [], "description": "Hiver", "folder": legal })).await;
    patch(&app, "folders", sales, json!({ "name": "Commerce" })).await;
    patch(&app, "filtering-labels", label, json!({ "label": "new" })).await;
    app.admin.patch("/api/settings/general/", json!({ "security_objective_scale": "0-3" })).await.is(200);
    app.admin.patch("/api/settings/feature-flags/", json!({ "xrays": false })).await.is(200);
    delete(&app, "assets", parent).await;
    delete(&app, "applied-controls", control).await;
    asset(&app, sales, "Vault 2").await;
    let name = json!({ "first_name": "Ada", "last_name": "L" });
    app.admin.patch(&format!("/api/users/{}/", app.admin.user), name).await.is(200);
    make(&app, "users", json!({ "email": "new@example.com" })).await;
    app.clock.advance_seconds(40 * 86_400);

    for (path, answer) in paths.iter().zip(answers) {
        let past = as_of(&app.admin, path, &then).await.is(200);
        assert_eq!(past.header("cairn-as-of"), Some(then.as_str()), "{path}");
        // Links to neighbouring pages stay in the past.
        let text = past.text().replace(&format!("as_of={}&", then.replace(':', "%3A")), "");
        assert_eq!(text, String::from_utf8_lossy(&answer), "{path}");
    }
    assert_eq!(app.engine.past.built.load(Ordering::Relaxed), 1, "one instant is rebuilt once");
});

both!(async fn what_was_not_there_is_not_found(app) {
    let domain = app.domain("Sales").await;
    let then = now(&app);
    let id = asset(&app, domain, "Vault").await;
    as_of(&app.admin, &format!("/api/assets/{id}/"), &then).await.is(404);
    assert_eq!(as_of(&app.admin, "/api/assets/", &then).await.is(200).body()["count"], 0);
    let there = now(&app);
    delete(&app, "assets", id).await;
    let body = as_of(&app.admin, &format!("/api/assets/{id}/"), &there).await.is(200).body();
    assert_eq!((&body["name"], &body["folder"]["str"]), (&json!("Vault"), &json!("Sales")));
    app.admin.get(&format!("/api/assets/{id}/")).await.is(404);
    as_of(&app.admin, &format!("/api/assets/{id}/"), &now(&app)).await.is(404);
});

both!(async fn an_instant_that_cannot_be_told_of_is_refused(app) {
    let refused = |path: &'static str, at: &'static str| {
        let client = app.admin.clone();
        async move { as_of(&client, path, at).await.is(400).error("as_of") }
    };
    assert!(refused("/api/assets/", "2999-01-01T00:00:00Z").await.contains("is in the future"));
    assert!(refused("/api/assets/", "1999-01-01").await.contains("starts at"));
    assert!(refused("/api/assets/", "yesterday").await.contains("not a time"));
    assert!(refused("/api/log-entries/", "2026-03-01T09:30:00Z").await.contains("Filter them by time"));
    assert!(refused("/api/webhooks/deliveries/", "2026-03-01T09:30:00Z").await.contains("Filter them by time"));
    for path in ["/api/iam/current-user/", "/api/iam/auth-tokens/"] {
        as_of(&app.admin, path, "2026-03-01T09:30:00Z").await.is(400);
    }
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "Vault").await;
    let item = format!("/api/assets/{id}/?as_of=2026-03-01T09:30:00Z");
    for (method, path) in [
        (Method::POST, "/api/assets/?as_of=2026-03-01T09:30:00Z"),
        (Method::PATCH, &item),
        (Method::PUT, &item),
        (Method::DELETE, &item),
    ] {
        let answer = app.admin.json(method, path, &json!({ "name": "x" })).await.is(400);
        assert!(answer.error("as_of").contains("read-only"));
    }
    app.admin.get(&format!("/api/assets/{id}/")).await.is(200);
    app.nobody.get("/api/assets/?as_of=2026-03-01T09:30:00Z").await.is(401);
});

both!(async fn outsiders_see_the_present_only(app) {
    let domain = app.domain("Sales").await;
    let then = now(&app);
    let group = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-TPR")).await.is(200).ids();
    let body = json!({ "email": "out@example.com", "is_third_party": true, "user_groups": group });
    let outsider = app.user_with(body).await;
    outsider.get("/api/evidences/").await.is(200);
    as_of(&outsider, "/api/evidences/", &then).await.is(403);
});

both!(async fn files_can_be_had_as_they_were(app) {
    let domain = app.domain("Sales").await;
    let id = make(&app, "evidences", json!({ "name": "Proof", "folder": domain })).await;
    let put = async |text: &'static str| {
        let client = app.admin.with("Content-Disposition", "attachment; filename=\"proof.txt\"");
        let path = format!("/api/evidences/{id}/upload/");
        client.send(Method::POST, &path, axum::body::Body::from(text), Some("text/plain")).await.is(200);
    };
    put("first\n").await;
    let then = now(&app);
    put("second\n").await;
    let path = format!("/api/evidences/{id}/attachment/");
    assert_eq!(app.admin.get(&path).await.is(200).text(), "second\n");
    assert_eq!(as_of(&app.admin, &path, &then).await.is(200).text(), "first\n");
});

both!(async fn a_list_tells_what_changed_since(app) {
    let domain = app.domain("Sales").await;
    let (a, _) = (asset(&app, domain, "A").await, asset(&app, domain, "B").await);
    let then = now(&app);
    let c = asset(&app, domain, "C").await;
    patch(&app, "assets", a, json!({ "name": "A2" })).await;
    let later = now(&app);
    asset(&app, domain, "D").await;
    let mut found = app.admin.get(&format!("/api/assets/?changed_since={then}&name__in=A2,B,C")).await.is(200).ids();
    found.sort();
    let mut expected = [a, c];
    expected.sort();
    assert_eq!(found, expected);
    let path = format!("/api/assets/?changed_since={then}");
    assert_eq!(as_of(&app.admin, &path, &later).await.is(200).body()["count"], 2);
    app.admin.get("/api/assets/?changed_since=soon").await.is(400).error("changed_since");
    app.admin.get(&format!("/api/log-entries/?changed_since={later}")).await.is(200);
});

both!(async fn a_later_instant_is_made_from_an_earlier_one(app) {
    let domain = app.domain("Sales").await;
    let (a, b) = (asset(&app, domain, "Anchor").await, asset(&app, domain, "Buoy").await);
    let first = now(&app);
    patch(&app, "assets", a, json!({ "name": "Chain", "parent_assets": [b] })).await;
    let second = now(&app);
    patch(&app, "assets", a, json!({ "parent_assets": [] })).await;
    delete(&app, "assets", b).await;
    let third = now(&app);
    let at = |path: &'static str, instant: String| {
        let app = &app;
        async move { as_of(&app.admin, path, &instant).await.is(200).body() }
    };
    let third_alone: Json = at("/api/assets/", third.clone()).await;
    assert_eq!(counts(&app), (1, 0));
    at("/api/assets/", first.clone()).await;
    assert_eq!(counts(&app), (2, 0), "there is none before the first");
    let middle = at("/api/assets/?search=chain", second.clone()).await;
    assert_eq!(counts(&app), (2, 1));
    assert_eq!(middle["count"], 1);
    assert_eq!(middle["results"][0]["parent_assets"][0]["str"], "Buoy");
    assert_eq!(at("/api/assets/?search=anchor", second.clone()).await["count"], 0, "old words are forgotten");
    assert_eq!(at("/api/assets/?search=anchor", first).await["count"], 1);
    patch(&app, "assets", a, json!({ "name": "Rope" })).await;
    let fourth = now(&app);
    assert_eq!(at("/api/assets/?search=rope", fourth).await["count"], 1);
    assert_eq!(counts(&app), (2, 2));
    assert_eq!(at("/api/assets/", third).await, third_alone);
});

fn counts(app: &TestApp) -> (u64, u64) {
    let past = &app.engine.past;
    (past.built.load(Ordering::Relaxed), past.rolled.load(Ordering::Relaxed))
}

both!(async fn all_instants_between_two_changes_are_one(app) {
    let domain = app.domain("Sales").await;
    asset(&app, domain, "Vault").await;
    for _ in 0..3 {
        let body = as_of(&app.admin, "/api/assets/", &now(&app)).await.is(200).body();
        assert_eq!(body["count"], 1);
        // A note is no change.
        app.admin.get("/api/assets/export_csv/").await.is(200);
    }
    assert_eq!((counts(&app), app.engine.past.kept()), ((1, 0), 1));
    let instants = (0..8).map(|_| as_of(&app.admin, "/api/assets/", "2026-03-01T09:30:00Z"));
    for answer in futures_util::future::join_all(instants).await {
        answer.is(200);
    }
    assert_eq!(counts(&app), (2, 0), "those who ask at once wait for one");
});

both!(async fn what_is_kept_stays_within_its_bounds(app) {
    let domain = app.domain("Sales").await;
    let mut instants = Vec::new();
    for number in 0..3 {
        asset(&app, domain, &format!("Asset {number}")).await;
        instants.push(now(&app));
        as_of(&app.admin, "/api/assets/", &instants[number]).await.is(200);
    }
    assert_eq!((app.engine.past.kept(), counts(&app)), (3, (1, 2)));
    let folder = app.folder().join("past");
    app.engine.keep_past(Settings { folder: folder.clone(), bytes: 1 });
    as_of(&app.admin, "/api/assets/", &instants[1]).await.is(200);
    assert_eq!(app.engine.past.kept(), 1, "the one that is asked for stays");
    let own = std::fs::read_dir(folder).unwrap().flatten().next().unwrap().path();
    let files: Vec<_> = std::fs::read_dir(own).unwrap().flatten().map(|file| file.file_name()).collect();
    let databases = files.iter().filter(|name| name.to_string_lossy().ends_with(".db")).count();
    assert_eq!(databases, 1, "what is let go leaves nothing behind: {files:?}");
    as_of(&app.admin, "/api/assets/", &instants[0]).await.is(200);
    assert_eq!((app.engine.past.kept(), counts(&app)), (1, (2, 2)));
});

both!(async fn computed_fields_are_of_then(app) {
    let domain = app.domain("Sales").await;
    let body = json!({ "name": "Lock", "folder": domain, "eta": "2026-04-01", "status": "to_do" });
    let id: Uuid = make(&app, "applied-controls", body).await;
    let item = format!("/api/applied-controls/{id}/");
    let before = app.admin.get(&item).await.is(200).body();
    let then = now(&app);
    app.clock.advance_seconds(90 * 86_400);
    assert_ne!(app.admin.get(&item).await.is(200).body(), before, "what follows from the day has changed");
    assert_eq!(as_of(&app.admin, &item, &then).await.is(200).body(), before);
});

/// On PostgreSQL a transaction may end long after another that began later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_committed_late_is_not_missed() {
    let app = TestApp::start(Database::Postgres).await;
    let domain = app.domain("Sales").await;
    let mut slow = app.engine.write(Arc::new(Caller::system())).await.unwrap();
    let resource = app.engine.registry.get("assets");
    write::create(&mut slow, resource, &json!({ "name": "Slow", "folder": domain })).await.unwrap();
    let fast = asset(&app, domain, "Fast").await;
    let then = now(&app);
    assert_eq!(as_of(&app.admin, "/api/assets/", &then).await.is(200).column("name"), ["Fast"]);
    slow.commit().await.unwrap();
    let both = as_of(&app.admin, "/api/assets/?ordering=name", &then).await.is(200);
    assert_eq!(both.column("name"), ["Fast", "Slow"]);
    assert_eq!(counts(&app).0, 2, "it was rebuilt");
    // Once it is old enough it is no longer compared with the journal, and still right.
    app.clock.advance_seconds(120);
    for _ in 0..2 {
        assert_eq!(as_of(&app.admin, "/api/assets/", &then).await.is(200).body()["count"], 2);
    }

    // A move that is committed late counts as soon as it is.
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let other = app.domain("Other").await;
    let item = format!("/api/assets/{fast}/");
    let mut slow = app.engine.write(Arc::new(Caller::system())).await.unwrap();
    let body = json!({ "folder": other });
    write::update(&mut slow, resource, fast, &body, write::Mode::Patch, None).await.unwrap();
    let moved = asset(&app, domain, "Moved").await;
    delete(&app, "assets", moved).await;
    as_of(&reader, &item, &then).await.is(200);
    slow.commit().await.unwrap();
    as_of(&reader, &item, &then).await.is(404);
}
