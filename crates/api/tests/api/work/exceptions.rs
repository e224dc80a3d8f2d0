//! Security exceptions: who decides about them, and when they end.

use cairn_testkit::{Client, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::audits::{audit, rows};
use crate::lost_updates::{begin, meanwhile};
use crate::risk::{assessment, scenario};
use crate::support::{asset, control, field, journal_since, make, mark, targets};

fn url(id: Uuid) -> String {
    format!("/api/security-exceptions/{id}/")
}

async fn exception(app: &TestApp, domain: Uuid, approver: &Client, more: Json) -> Uuid {
    let mut body = json!({ "name": "Old servers", "folder": domain, "approver": approver.user, "status": "in_review" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    make(app, "security-exceptions", body).await
}

/// Someone who may both change exceptions and approve them.
async fn editing_approver(app: &TestApp, domain: Uuid) -> Client {
    let codes = "BI-UG-ANA,BI-UG-APP";
    let groups = app.admin.get(&format!("/api/user-groups/?folder={domain}&code__in={codes}")).await.is(200).ids();
    assert_eq!(groups.len(), 2);
    app.user_with(json!({ "email": "both@example.com", "user_groups": groups })).await
}

both!(async fn only_the_approver_decides(app) {
    let domain = app.domain("Shop").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let id = exception(&app, domain, &approver, json!({})).await;
    let before = mark(&app).await;
    for status in ["approved", "rejected"] {
        for client in [&analyst, &app.admin] {
            client.patch(&url(id), json!({ "status": status })).await.is(400).error("status");
            let own = json!({ "status": status, "approver": client.user });
            client.patch(&url(id), own).await.is(400).error("status");
        }
    }
    analyst.post(&format!("{}approve/", url(id)), json!({})).await.is(403);
    let stranger = app.user("stranger@example.com", "ANA", app.domain("Bank").await).await;
    stranger.post(&format!("{}approve/", url(id)), json!({})).await.is(404);
    app.nobody.post(&format!("{}approve/", url(id)), json!({})).await.is(401);
    let entries = journal_since(&app, before).await;
    assert!(entries.iter().all(|entry| entry.resource != "security-exceptions"), "{entries:?}");
    // The approver may do nothing else with it.
    approver.patch(&url(id), json!({ "name": "New servers" })).await.is(403);
    let decided = approver.post(&format!("{}approve/", url(id)), json!({})).await.is(200).body();
    assert_eq!(decided, json!({ "id": id, "status": "approved" }));
    assert_eq!(field(&app, "security-exceptions", id, "status").await, "approved");
    approver.post(&format!("{}reject/", url(id)), json!({})).await.is(409);
    analyst.patch(&url(id), json!({ "status": "in_review" })).await.is(200);
    approver.post(&format!("{}reject/", url(id)), json!({})).await.is(200);
});

both!(async fn nobody_decides_without_an_approver_or_after_the_date(app) {
    let domain = app.domain("Shop").await;
    let body = json!({ "name": "Orphan", "folder": domain, "status": "in_review" });
    let orphan = make(&app, "security-exceptions", body).await;
    app.admin.post(&format!("{}approve/", url(orphan)), json!({})).await.is(400).error("approver");
    let late = exception(&app, domain, &app.admin, json!({ "expiration_date": "2026-02-28" })).await;
    app.admin.post(&format!("{}approve/", url(late)), json!({})).await.is(400).error("expiration_date");
    app.admin.post(&format!("{}reject/", url(late)), json!({})).await.is(200);
    // Whoever enters one that was decided has decided, unless somebody else should.
    let entered = json!({ "name": "Entered", "folder": domain, "status": "approved" });
    let entered = make(&app, "security-exceptions", entered).await;
    assert_eq!(field(&app, "security-exceptions", entered, "approver").await["id"], json!(app.admin.user));
    let other = app.user("other@example.com", "APP", domain).await;
    let body = json!({ "name": "Forged", "folder": domain, "status": "approved", "approver": other.user });
    app.admin.post("/api/security-exceptions/", body).await.is(400).error("status");
});

both!(async fn only_the_approver_prolongs_what_is_approved(app) {
    let domain = app.domain("Shop").await;
    let approver = editing_approver(&app, domain).await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let id = exception(&app, domain, &approver, json!({ "expiration_date": "2026-06-30" })).await;
    approver.patch(&url(id), json!({ "status": "approved" })).await.is(200);
    for longer in [json!("2026-07-01"), json!(null)] {
        analyst.patch(&url(id), json!({ "expiration_date": longer })).await.is(400).error("expiration_date");
    }
    analyst.patch(&url(id), json!({ "expiration_date": "2026-05-31" })).await.is(200);
    approver.patch(&url(id), json!({ "expiration_date": "2026-12-31" })).await.is(200);
});

// Whoever enters an exception, or names its approver, does not approve it by that.
both!(async fn editors_do_not_approve_their_own(app) {
    let domain = app.domain("Shop").await;
    let manager = app.user("manager@example.com", "DMA", domain).await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    for editor in [&manager, &analyst] {
        let name = format!("Of {}", editor.user);
        let body = json!({ "name": name, "folder": domain, "approver": editor.user });
        editor.post("/api/security-exceptions/", body).await.is(400).error("approver");
        for status in ["approved", "rejected"] {
            let body = json!({ "name": name, "folder": domain, "status": status });
            editor.post("/api/security-exceptions/", body).await.is(400);
        }
        let body = json!({ "name": name, "folder": domain, "status": "in_review" });
        let id = editor.post("/api/security-exceptions/", body).await.is(201).id();
        editor.patch(&url(id), json!({ "approver": editor.user })).await.is(400).error("approver");
        for action in ["approve/", "reject/"] {
            editor.post(&format!("{}{action}", url(id)), json!({})).await.is(403);
        }
    }
    // An approver elsewhere is none here, neither by choice nor by moving the exception.
    let (elsewhere, other) = (app.domain("Bank").await, app.domain("Post").await);
    let banker = app.user("banker@example.com", "APP", elsewhere).await;
    let body = json!({ "name": "Old servers", "folder": domain, "approver": banker.user });
    app.admin.post("/api/security-exceptions/", body).await.is(400).error("approver");
    let id = exception(&app, elsewhere, &banker, json!({})).await;
    app.admin.patch(&url(id), json!({ "folder": other })).await.is(400).error("approver");
});

both!(async fn what_was_approved_stays_as_it_was(app) {
    let domain = app.domain("Shop").await;
    let approver = editing_approver(&app, domain).await;
    let other = app.user("other@example.com", "APP", domain).await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let id = exception(&app, domain, &approver, json!({})).await;
    approver.post(&format!("{}approve/", url(id)), json!({})).await.is(200);
    let wider = json!([
        { "name": "All servers" }, { "description": "All of them" }, { "severity": 4 }, { "approver": other.user },
    ]);
    for change in wider.as_array().unwrap() {
        for client in [&analyst, &app.admin] {
            client.patch(&url(id), change.clone()).await.is(409);
        }
    }
    app.admin.patch(&url(id), json!({ "folder": app.domain("Bank").await, "approver": null })).await.is(409);
    // What does not change what it allows is free.
    analyst.patch(&url(id), json!({ "observation": "Seen in May", "ref_id": "E.1" })).await.is(200);
    approver.patch(&url(id), json!({ "description": "These two" })).await.is(200);
    analyst.patch(&url(id), json!({ "status": "in_review", "description": "All of them" })).await.is(200);
    approver.post(&format!("{}approve/", url(id)), json!({})).await.is(200);
});

both!(async fn only_the_approver_widens_what_is_approved_from_either_side(app) {
    let domain = app.domain("Shop").await;
    let approver = editing_approver(&app, domain).await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let id = exception(&app, domain, &approver, json!({})).await;
    let risk = scenario(&app, assessment(&app, domain, json!({})).await, json!({})).await;
    let row = rows(&app, audit(&app, domain, json!({})).await).await[1];
    let hole = make(&app, "vulnerabilities", json!({ "name": "Hole", "folder": domain })).await;
    let policy = make(&app, "policies", json!({ "name": "Rules", "folder": domain })).await;
    let (vault, guard) = (asset(&app, domain, "Vault").await, control(&app, domain, "Guard").await);
    let all = [
        ("assets", "assets", vault),
        ("applied_controls", "applied-controls", guard),
        ("applied_controls", "policies", policy),
        ("vulnerabilities", "vulnerabilities", hole),
        ("requirement_assessments", "requirement-assessments", row),
        ("risk_scenarios", "risk-scenarios", risk),
    ];
    approver.post(&format!("{}approve/", url(id)), json!({})).await.is(200);
    let before = mark(&app).await;
    for (field, path, object) in all {
        for client in [&analyst, &app.admin] {
            let there = format!("/api/{path}/{object}/");
            client.patch(&there, json!({ "security_exceptions": [id] })).await.is(409);
            client.patch(&url(id), json!({ field: [object] })).await.is(409);
        }
    }
    let body = json!({ "name": "New", "folder": domain, "security_exceptions": [id] });
    analyst.post("/api/assets/", body.clone()).await.is(409);
    let set = json!({ "changes": [{ "key": "a", "resource": "assets", "fields": body }] });
    let refused = analyst.post("/api/change-sets/", set).await;
    assert!(refused.status.is_client_error(), "{}", refused.text());
    assert!(journal_since(&app, before).await.iter().all(|entry| entry.object != Some(id)));
    // The approver does, from either side, and anyone takes something out.
    approver.patch(&url(id), json!({ "assets": [vault] })).await.is(200);
    approver.patch(&format!("/api/applied-controls/{guard}/"), json!({ "security_exceptions": [id] })).await.is(200);
    analyst.patch(&format!("/api/assets/{vault}/"), json!({ "security_exceptions": [] })).await.is(200);
    // What covers an object already does not stand in the way of other changes.
    analyst.patch(&format!("/api/applied-controls/{guard}/"), json!({ "security_exceptions": [id], "name": "G" })).await.is(200);
    // Back in review, it can be changed; in the same request too.
    analyst.patch(&url(id), json!({ "status": "in_review", "vulnerabilities": [hole] })).await.is(200);
    analyst.patch(&format!("/api/assets/{vault}/"), json!({ "security_exceptions": [id] })).await.is(200);
    assert_eq!(targets(&app, "vulnerabilities", hole, "security_exceptions").await, [id]);
});

both!(async fn they_end_once_after_their_last_day_where_the_instance_is(app) {
    // In Auckland it is a day later for half of the day.
    app.admin.patch("/api/settings/general/", json!({ "time_zone": "Pacific/Auckland" })).await.is(200);
    let domain = app.domain("Shop").await;
    let made = async |name: &str, status: &str, date: &str| {
        let body = json!({ "name": name, "folder": domain, "status": status, "expiration_date": date });
        make(&app, "security-exceptions", body).await
    };
    // It is the evening of the first of March there, and the morning of the same day in Greenwich.
    let today = made("Today", "approved", "2026-03-01").await;
    let tomorrow = made("Tomorrow", "approved", "2026-03-02").await;
    let review = made("In review", "in_review", "2026-03-01").await;
    app.jobs.run_due().await.expect("prepared");
    assert_eq!(field(&app, "security-exceptions", today, "status").await, "approved", "its last day is not over");
    let before = mark(&app).await;
    // Two in the morning of the second of March there; still the first in Greenwich.
    app.clock.advance_seconds(3 * 3600);
    app.jobs.run_due().await.expect("runs");
    app.jobs.run_due().await.expect("runs");
    assert_eq!(field(&app, "security-exceptions", today, "status").await, "expired");
    assert_eq!(field(&app, "security-exceptions", tomorrow, "status").await, "approved");
    assert_eq!(field(&app, "security-exceptions", review, "status").await, "in_review");
    let written = journal_since(&app, before).await;
    assert_eq!(written.iter().filter(|entry| entry.object == Some(today)).count(), 1, "it ends once");
});

both!(async fn a_decision_and_a_change_of_the_approver_take_turns(app) {
    let domain = app.domain("Shop").await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let other = app.user("other@example.com", "APP", domain).await;
    let id = exception(&app, domain, &approver, json!({})).await;
    let held = begin(&app, "security-exceptions", id, json!({ "approver": other.user })).await;
    let answer = meanwhile(&app, held, &approver, Method::POST, &format!("{}approve/", url(id)), json!({})).await;
    answer.is(403);
    assert_eq!(field(&app, "security-exceptions", id, "status").await, "in_review");
});

both!(async fn both_ends_show_what_it_is_for(app) {
    let domain = app.domain("Shop").await;
    let (vault, guard) = (asset(&app, domain, "Vault").await, control(&app, domain, "Guard").await);
    let hole = make(&app, "vulnerabilities", json!({ "name": "Hole", "folder": domain })).await;
    let id = exception(&app, domain, &app.admin, json!({ "assets": [vault], "applied_controls": [guard] })).await;
    app.admin.patch(&format!("/api/vulnerabilities/{hole}/"), json!({ "security_exceptions": [id] })).await.is(200);
    for (path, object) in [("assets", vault), ("applied-controls", guard), ("vulnerabilities", hole)] {
        assert_eq!(targets(&app, path, object, "security_exceptions").await, [id], "{path}");
    }
    let read = app.admin.get(&url(id)).await.is(200).body();
    assert_eq!(read["associated_objects_count"], 3);
    let flows = app.admin.get("/api/security-exceptions/sankey_data/").await.is(200).body();
    assert_eq!(flows["links"], json!([{ "source": "severity:-1", "target": "status:in_review", "value": 1 }]));
    // Whoever does not see the asset does not see that there is one.
    let (mine, shop) = (app.domain("Bank").await, id);
    app.admin.patch(&url(shop), json!({ "folder": mine })).await.is(200);
    let analyst = app.user("analyst@example.com", "ANA", mine).await;
    let read = analyst.get(&url(shop)).await.is(200).body();
    assert_eq!((&read["associated_objects_count"], &read["assets"]), (&json!(0), &json!([])));
});
