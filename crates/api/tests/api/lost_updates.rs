//! Changes of one object at the same moment: none of them undoes another. What counts is what is there in the end.

use std::sync::Arc;

use cairn_domain::platform::mail_settings;
use cairn_engine::write::{self, Mode};
use cairn_engine::{Caller, Cx};
use cairn_model::Type;
use cairn_store::{Dialect, Sql};
use cairn_testkit::{Answer, Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{field, journal_since, make, mark, targets};

/// Changes an object and does not commit yet.
pub async fn begin(app: &TestApp, path: &str, id: Uuid, body: Json) -> Cx {
    let mut cx = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let resource = cx.registry().get(path);
    write::update(&mut cx, resource, id, &body, Mode::Patch, None).await.expect("a change");
    cx
}

/// Creates an object and does not commit yet.
pub async fn begin_create(app: &TestApp, path: &str, body: Json) -> Cx {
    let mut cx = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let resource = cx.registry().get(path);
    write::create(&mut cx, resource, &body).await.expect("a new object");
    cx
}

/// Sends a request while another change is under way, and commits that one as soon as the request waits for it.
pub async fn meanwhile(
    app: &TestApp,
    held: Cx,
    client: &Client,
    method: http::Method,
    path: &str,
    body: Json,
) -> Answer {
    let (client, path) = (client.clone(), path.to_owned());
    let request = tokio::spawn(async move { client.json(method, &path, &body).await });
    while !request.is_finished() && !is_waiting(app).await {
        tokio::task::yield_now().await;
    }
    held.commit().await.expect("a commit");
    request.await.expect("an answer")
}

/// The same for background work that is due.
pub async fn meanwhile_work(app: &TestApp, held: Cx) {
    let jobs = app.jobs.clone();
    let work = tokio::spawn(async move { jobs.run_due().await.expect("a run") });
    while !work.is_finished() && !is_waiting(app).await {
        tokio::task::yield_now().await;
    }
    held.commit().await.expect("a commit");
    work.await.expect("some work");
}

/// Whether someone waits for a lock. SQLite has one writer, so whoever wants to write waits without being seen.
async fn is_waiting(app: &TestApp) -> bool {
    let mut conn = app.engine.db.read().await.expect("a connection");
    if conn.dialect() == Dialect::Sqlite {
        return true;
    }
    let sql = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    let rows = conn.query(&Sql::raw(sql), &[Type::Int]).await.expect("what the others do");
    rows[0][0].as_int() > Some(0)
}

both!(async fn saving_preferences_undoes_neither_deactivation_nor_removal_from_a_group(app) {
    let domain = app.domain("Races").await;
    let user = app.user("ann@example.com", "ADM", app.root).await;
    app.user("bob@example.com", "AUD", domain).await;
    let held = begin(&app, "users", user.user, json!({ "is_active": false, "user_groups": [] })).await;
    let before = mark(&app).await;
    let body = json!({ "lang": "fr" });
    let saved = meanwhile(&app, held, &user, http::Method::PATCH, "/api/user-preferences/", body).await;
    // On SQLite nobody sees who waits, so the deactivation may come before the request is authenticated.
    let is_late = saved.status == 401 && app.engine.db.dialect() == Dialect::Sqlite;
    assert!(saved.status == 200 || is_late, "{}", saved.text());
    assert_eq!(field(&app, "users", user.user, "is_active").await, false);
    assert_eq!(targets(&app, "users", user.user, "user_groups").await, Vec::<Uuid>::new());
    let own = |entry: &crate::support::Entry| entry.object == Some(user.user) && entry.actor == Some(user.user);
    let entries = journal_since(&app, before).await;
    let theirs: Vec<&Json> = entries.iter().filter(|entry| own(entry)).map(|entry| &entry.changes).collect();
    if is_late {
        assert!(theirs.is_empty(), "they did nothing");
        return;
    }
    assert_eq!(theirs.len(), 1, "what they did is in the journal once");
    assert_eq!(theirs[0].as_object().expect("changes").keys().collect::<Vec<_>>(), ["preferences"]);
});

both!(async fn a_mail_password_never_goes_to_a_server_it_was_not_meant_for(app) {
    let url = "/api/settings/mail/";
    let ours = json!({ "host": "ours.example.com", "user": "cairn", "password": "one" });
    app.admin.patch(url, ours).await.is(200);
    let mut held = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let theirs = json!({ "host": "theirs.example.com", "password": "two" });
    mail_settings::change(&mut held, &theirs).await.expect("a change");
    let back = json!({ "host": "ours.example.com" });
    meanwhile(&app, held, &app.admin, http::Method::PATCH, url, back).await.is(200);
    let settings = app.admin.get(url).await.is(200).body();
    assert_eq!((&settings["host"], &settings["has_password"]), (&json!("ours.example.com"), &json!(false)));
});

both!(async fn joining_a_group_keeps_what_else_changes_on_the_user(app) {
    let domain = app.domain("Races").await;
    let user = app.user("ann@example.com", "AUD", domain).await;
    let group = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-ANA")).await.is(200).ids()[0];
    let held = begin(&app, "users", user.user, json!({ "is_active": false, "first_name": "Ann" })).await;
    let (path, body) = (format!("/api/user-groups/{group}/add-members/"), json!({ "users": [user.user] }));
    meanwhile(&app, held, &app.admin, http::Method::POST, &path, body).await.is(200);
    assert_eq!(field(&app, "users", user.user, "is_active").await, false);
    assert_eq!(field(&app, "users", user.user, "first_name").await, "Ann");
    assert!(targets(&app, "users", user.user, "user_groups").await.contains(&group));
});

both!(async fn actions_on_endpoints_and_sinks_keep_what_others_change(app) {
    let sink = json!({ "name": "Before", "url": "http://127.0.0.1:9/" });
    let mut endpoint = sink.clone();
    endpoint["event_types"] = json!([]);
    endpoint["generate_secret"] = json!(true);
    for (resource, body, actions) in [
        ("webhooks/endpoints", endpoint, &["disable", "enable", "generate-secret", "rotate-secret"][..]),
        ("webhooks/audit-sinks", sink, &["disable", "enable"][..]),
    ] {
        let id = make(&app, resource, body).await;
        for action in actions {
            let held = begin(&app, resource, id, json!({ "name": action })).await;
            let path = format!("/api/{resource}/{id}/{action}/");
            meanwhile(&app, held, &app.admin, http::Method::POST, &path, json!({})).await.is(200);
            assert_eq!(field(&app, resource, id, "name").await, *action, "{resource} after {action}");
            assert_eq!(field(&app, resource, id, "is_active").await, *action != "disable");
        }
    }
});

both!(async fn switching_off_holds_against_a_new_secret(app) {
    let body = json!({ "name": "E", "url": "http://127.0.0.1:9/", "event_types": [], "generate_secret": true });
    let id = make(&app, "webhooks/endpoints", body).await;
    for action in ["generate-secret", "rotate-secret"] {
        let held = begin(&app, "webhooks/endpoints", id, json!({ "is_active": false })).await;
        let path = format!("/api/webhooks/endpoints/{id}/{action}/");
        meanwhile(&app, held, &app.admin, http::Method::POST, &path, json!({})).await.is(200);
        assert_eq!(field(&app, "webhooks/endpoints", id, "is_active").await, false, "after {action}");
        app.admin.post(&format!("/api/webhooks/endpoints/{id}/enable/"), json!({})).await.is(200);
    }
});

both!(async fn what_is_there_already_is_not_made_again(app) {
    use cairn_resources::catalogue::FilteringLabel;

    let id = make(&app, "filtering-labels", json!({ "label": "kept" })).await;
    let mut cx = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let label: FilteringLabel = cx.find(id).await.expect("a look").expect("a label");
    let refused = cx.create(FilteringLabel { label: "other".into(), ..label }).await;
    assert!(matches!(refused, Err(cairn_engine::Error::Conflict(_))), "{refused:?}");
    drop(cx);
    assert_eq!(field(&app, "filtering-labels", id, "label").await, "kept");
});

both!(async fn undoing_a_batch_does_not_undo_a_change_that_came_between(app) {
    let domain = app.domain("Races").await;
    let one = make(&app, "assets", json!({ "name": "One", "folder": domain, "type": "SP" })).await;
    let two = make(&app, "assets", json!({ "name": "Two", "folder": domain, "type": "SP" })).await;
    app.clock.advance_seconds(1);
    let change = json!({ "action": "change_field", "ids": [one, two], "field": "type", "value": "PR" });
    let done = app.admin.post("/api/assets/batch-action/", change).await.is(200).body();
    app.clock.advance_seconds(1);
    let held = begin(&app, "assets", one, json!({ "type": "SP", "ref_id": "Kept" })).await;
    let undo = json!({ "action": "restore", "ids": [two, one], "before": done["at"] });
    let path = "/api/assets/batch-action/";
    let answer = meanwhile(&app, held, &app.admin, http::Method::POST, path, undo).await.is(200).body();
    assert_eq!(answer["succeeded"], json!([{ "id": two, "name": "Two" }]), "{answer}");
    assert_eq!(answer["failed"][0]["id"], json!(one));
    assert_eq!(field(&app, "assets", one, "ref_id").await, "Kept");
    assert_eq!(field(&app, "assets", two, "type").await, "SP");
});

both!(async fn a_suggested_control_is_created_once(app) {
    let domain = app.domain("Races").await;
    crate::library::load(&app, crate::library::BASELINE).await;
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let reference = app.admin.get("/api/reference-controls/").await.is(200).ids()[0];
    let audit = make(&app, "compliance-assessments", json!({ "name": "Yearly", "folder": domain, "framework": framework })).await;
    // Someone else applies the same reference control in the domain, and has not finished.
    let mut held = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let (folders, controls) = (held.registry().get("folders"), held.registry().get("applied-controls"));
    cairn_engine::query::find_for_update(&mut held, folders, &cairn_access::Scope::system(), domain).await.expect("a lock");
    let body = json!({ "name": "Second factor", "folder": domain, "reference_control": reference });
    let made = write::create(&mut held, controls, &body).await.expect("a control").id();
    let path = format!("/api/compliance-assessments/{audit}/suggestions/applied-controls/");
    let answer = meanwhile(&app, held, &app.admin, http::Method::POST, &path, json!({})).await.is(200).body();
    assert_eq!((&answer[0]["id"], &answer[0]["suggestion_status"]), (&json!(made), &json!("link")));
    assert_eq!(app.admin.get("/api/applied-controls/").await.is(200).ids(), [made]);
});

both!(async fn an_audit_begun_during_an_update_gets_the_new_requirements(app) {
    use crate::library::updating::{framework, heading, library, requirement, rows};
    let domain = app.domain("Races").await;
    let (_, loaded) = crate::library::load(&app, &library(1, &framework(&[heading("s"), requirement("a", "s")]))).await;
    let second = framework(&[heading("s"), requirement("a", "s"), requirement("b", "s")]);
    crate::library::send(&app.admin, "moving.yaml", library(2, &second)).await.is(201);
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let mut held = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let audits = held.registry().get("compliance-assessments");
    let body = json!({ "name": "Yearly", "folder": domain, "framework": framework });
    let audit = write::create(&mut held, audits, &body).await.expect("an audit").id();
    let path = format!("/api/loaded-libraries/{loaded}/update/");
    meanwhile(&app, held, &app.admin, http::Method::POST, &path, json!({})).await.is(200);
    assert_eq!(rows(&app, audit).await.into_keys().collect::<Vec<_>>(), ["a", "b", "s"]);
});
