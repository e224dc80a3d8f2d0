//! What rules find, and when.

use cairn_domain::platform::rule::RunRules;
use cairn_engine::Caller;
use cairn_engine::clock::Clock as _;
use cairn_testkit::both;
use std::sync::Arc;

use super::*;
use crate::support::{control, evidence, field};

both!(async fn a_match_opens_closes_and_opens_again(app) {
    let domain = app.domain("Sales").await;
    let (backups, vault) = (control(&app, domain, "Backups").await, control(&app, domain, "Vault").await);
    change(&app, "applied-controls", backups, json!({ "status": "active", "priority": 1 })).await;
    let id = rule(&app, domain, "object.status == \"active\" && object.owner.size() == 0", json!({ "severity": 3 })).await;
    settle(&app).await;
    let first = matches(&app.admin, id, "open").await;
    assert_eq!(first.len(), 1);
    assert_eq!(first[0]["object"], json!({ "id": backups, "str": "Backups", "resource": "applied-controls" }));
    assert_eq!((&first[0]["severity"], &first[0]["times_opened"], &first[0]["closed_at"]), (&json!(3), &json!(1), &json!(null)));
    assert_eq!(first[0]["folder"]["id"], json!(domain));
    assert!(first[0]["reason"].as_str().unwrap().contains("Status is Active"), "{}", first[0]["reason"]);
    let french = app.admin.with("Accept-Language", "fr");
    let said = matches(&french, id, "open").await[0]["reason"].as_str().unwrap().to_owned();
    assert!(said.contains("Statut"), "{said}");
    assert_eq!(shown(&app.admin, id).await["matches"], 1);
    // Another object, on change.
    change(&app, "applied-controls", vault, json!({ "status": "active" })).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["Backups", "Vault"]);
    // What the expression does not look at changes nothing.
    change(&app, "applied-controls", vault, json!({ "ref_id": "V1" })).await;
    change(&app, "applied-controls", backups, json!({ "status": "on_hold" })).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["Vault"]);
    let closed = matches(&app.admin, id, "closed").await;
    assert_eq!((&closed[0]["id"], closed[0]["closed_at"].is_string()), (&first[0]["id"], true));
    change(&app, "applied-controls", backups, json!({ "status": "active" })).await;
    settle(&app).await;
    let again = field(&app, "rule-matches", serde_json::from_value(first[0]["id"].clone()).unwrap(), "times_opened").await;
    assert_eq!((again, open(&app.admin, id).await.len()), (json!(2), 2));
    // A night finds the same, and says so nowhere.
    let before = matches(&app.admin, id, "open").await;
    night(&app).await;
    assert_eq!(matches(&app.admin, id, "open").await, before);
    // What is gone is no match.
    app.admin.delete(&format!("/api/applied-controls/{vault}/")).await.is(204);
    assert_eq!(open(&app.admin, id).await, ["Backups"]);
    // A rule that is off finds nothing.
    change(&app, "rules", id, json!({ "is_active": false })).await;
    settle(&app).await;
    assert!(open(&app.admin, id).await.is_empty());
    change(&app, "rules", id, json!({ "is_active": true })).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["Backups"]);
    app.admin.delete(&format!("{RULES}{id}/")).await.is(204);
    assert!(app.admin.get("/api/rule-matches/").await.is(200).ids().is_empty());
});

both!(async fn time_opens_matches_at_night(app) {
    let domain = app.domain("Sales").await;
    let (control, proof) = (control(&app, domain, "Backups").await, evidence(&app, domain, "Report").await);
    change(&app, "evidences", proof, json!({ "status": "approved" })).await;
    change(&app, "applied-controls", control, json!({ "status": "active", "priority": 1, "evidences": [proof] })).await;
    let expression = "object.status == \"active\" && object.priority == 1 && \
                      !object.evidences.exists(e, e.status == \"approved\" && days_since(e.updated_at) < 90)";
    let id = rule(&app, domain, expression, json!({})).await;
    settle(&app).await;
    assert!(open(&app.admin, id).await.is_empty());
    app.clock.advance_seconds(89 * 86_400);
    night(&app).await;
    assert!(open(&app.admin, id).await.is_empty());
    app.clock.advance_seconds(2 * 86_400);
    night(&app).await;
    assert_eq!(open(&app.admin, id).await, ["Backups"]);
    let seen = shown(&app.admin, id).await;
    assert_eq!((&seen["matches"], &seen["last_error"], &seen["failures"]), (&json!(1), &json!(null), &json!(0)));
    assert!(seen["last_run_at"].is_string());
});

both!(async fn the_domain_of_a_rule_limits_it_and_objects_move(app) {
    let (sales, far) = (app.domain("Sales").await, app.domain("Far").await);
    let below = app.domain_under("Retail", sales).await;
    for (domain, name) in [(sales, "One"), (below, "Two"), (far, "Three")] {
        control(&app, domain, name).await;
    }
    let id = rule(&app, sales, "object.status == \"--\"", json!({})).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["One", "Two"]);
    let moved = app.admin.get("/api/applied-controls/?name=Three").await.is(200).ids()[0];
    change(&app, "applied-controls", moved, json!({ "folder": below })).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["One", "Three", "Two"]);
    change(&app, "applied-controls", moved, json!({ "folder": sales })).await;
    settle(&app).await;
    let here = app.admin.get(&format!("/api/rule-matches/?folder={sales}")).await.is(200);
    assert_eq!(here.ids().len(), 2);
    change(&app, "applied-controls", moved, json!({ "folder": far })).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["One", "Two"]);
});

both!(async fn a_rule_that_cannot_be_decided_says_so_and_leaves_matches_as_they_are(app) {
    let domain = app.domain("Sales").await;
    let one = control(&app, domain, "Backups").await;
    change(&app, "applied-controls", one, json!({ "progress_field": 50 })).await;
    control(&app, domain, "Vault").await;
    let id = rule(&app, domain, "100 / object.progress_field == 2", json!({})).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["Backups"]);
    let seen = shown(&app.admin, id).await;
    assert_eq!(seen["failures"], 1);
    assert!(seen["last_error"].as_str().unwrap().contains("Vault"), "{}", seen["last_error"]);
    change(&app, "applied-controls", one, json!({ "progress_field": 0 })).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["Backups"]);
    let tried = app.admin.get(&format!("{RULES}{id}/dry-run/")).await.is(200).body();
    assert_eq!((&tried["count"], &tried["failure_count"]), (&json!(0), &json!(2)));
});

both!(async fn nothing_is_found_twice_by_two_processes(app) {
    let domain = app.domain("Sales").await;
    for number in 0..30 {
        control(&app, domain, &format!("Control {number:02}")).await;
    }
    let more = json!({ "action": "task" });
    let id = rule(&app, domain, "object.status == \"--\"", more).await;
    // The change of the rule waits to be checked, and two runs were asked for at the same time.
    for _ in 0..2 {
        let mut cx = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
        cairn_jobs::enqueue(&mut cx, &RunRules { rule: Some(id) }).await.expect("a job");
        cx.commit().await.expect("a job");
    }
    app.clock.advance_seconds(2);
    let (one, other) = (app.jobs.clone(), app.jobs.clone());
    let (one, other) = tokio::join!(one.run_due(), other.run_due());
    assert!(one.is_ok() && other.is_ok());
    // What collided runs again later.
    for _ in 0..4 {
        app.clock.advance_seconds(3600);
        while app.jobs.run_due().await.expect("a run") > 0 {}
    }
    assert_eq!(open(&app.admin, id).await.len(), 30);
    let tasks = app.admin.get("/api/task-templates/").await.is(200).body();
    assert_eq!(tasks["count"], 30);
    let times = app.admin.get("/api/rule-matches/").await.is(200).column("times_opened");
    assert!(times.iter().all(|times| *times == 1));
});

both!(async fn a_dry_run_looks_at_the_present_and_the_past(app) {
    let domain = app.domain("Sales").await;
    let id = control(&app, domain, "Backups").await;
    control(&app, domain, "Vault").await;
    change(&app, "applied-controls", id, json!({ "status": "active" })).await;
    app.clock.advance_seconds(60);
    let then = app.clock.now();
    app.clock.advance_seconds(60);
    change(&app, "applied-controls", id, json!({ "status": "on_hold" })).await;
    let url = trial("applied-controls", "object.status == \"active\"");
    let now = app.admin.get(&url).await.is(200).body();
    assert_eq!((&now["count"], &now["checked"]), (&json!(0), &json!(2)));
    let past = app.admin.get(&format!("{url}&as_of={then}")).await.is(200).body();
    assert_eq!((&past["count"], &past["checked"]), (&json!(1), &json!(2)));
    assert_eq!(past["results"][0]["object"], json!({ "id": id, "str": "Backups" }));
    assert!(past["results"][0]["reason"].as_str().unwrap().contains("Active"));
    let rule = rule(&app, domain, "object.status == \"on_hold\"", json!({ "is_active": false })).await;
    assert_eq!(app.admin.get(&format!("{RULES}{rule}/dry-run/")).await.is(200).body()["count"], 1);
    // Nothing was written.
    settle(&app).await;
    assert!(app.admin.get("/api/rule-matches/").await.is(200).ids().is_empty());
});
