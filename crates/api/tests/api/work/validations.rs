//! Validation flows: who may take which step, what is locked meanwhile, and when a request is over.

use cairn_domain::work::validation_flow::ExpireValidations;
use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::lost_updates::{begin, meanwhile};
use crate::risk::{run, with};
use crate::support::{control, evidence, field, make};

fn path(flow: Uuid, action: &str) -> String {
    format!("/api/validation-flows/{flow}/{action}/")
}

fn item(flow: Uuid) -> String {
    format!("/api/validation-flows/{flow}/")
}

async fn review(app: &TestApp, domain: Uuid, name: &str) -> Uuid {
    make(app, "findings-assessments", json!({ "name": name, "folder": domain })).await
}

/// A flow about a findings assessment, asked for by someone.
async fn flow(by: &Client, domain: Uuid, about: Uuid, approver: &Client, more: Json) -> Uuid {
    let body = json!({ "folder": domain, "findings_assessments": [about], "approver": approver.user });
    by.post("/api/validation-flows/", with(body, more)).await.is(201).id()
}

async fn is_locked(app: &TestApp, review: Uuid) -> bool {
    field(app, "findings-assessments", review, "is_locked").await == true
}

both!(async fn the_approver_decides_and_what_is_accepted_is_locked(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let stranger = app.user("stranger@example.com", "ANA", app.domain("Legal").await).await;
    let about = review(&app, domain, "Pentest").await;
    let id = flow(&analyst, domain, about, &approver, json!({ "request_notes": "Please look." })).await;
    let made = analyst.get(&item(id)).await.is(200).body();
    assert_eq!(made["status"], "submitted");
    assert_eq!(made["ref_id"], "VAL.000001");
    assert_eq!(made["requester"]["id"], json!(analyst.user));
    assert_eq!(made["linked_models"], json!(["findings_assessments"]));
    assert_eq!(made["events"][0]["event_type"], "submitted");
    assert_eq!(approver.get("/api/validation-flows/waiting/").await.is(200).ids(), [id]);
    assert!(analyst.get("/api/validation-flows/waiting/").await.is(200).ids().is_empty());
    for action in ["approve", "reject", "request-changes"] {
        let say = json!({ "event_notes": "No." });
        stranger.post(&path(id, action), say.clone()).await.is(404);
        for other in [&analyst, &reader, &app.admin] {
            other.post(&path(id, action), say.clone()).await.is(403);
        }
    }
    for other in [&approver, &reader, &app.admin] {
        other.post(&path(id, "drop"), json!({})).await.is(403);
    }
    // The status can be set like any field; the rules are the same.
    analyst.patch(&item(id), json!({ "status": "accepted" })).await.is(403);
    approver.patch(&item(id), json!({ "status": "change_requested" })).await.is(400).error("event_notes");
    approver.patch(&item(id), json!({ "status": "change_requested", "event_notes": "Add the date." })).await.is(200);
    assert_eq!(analyst.get("/api/validation-flows/waiting/").await.is(200).ids(), [id]);
    approver.post(&path(id, "approve"), json!({})).await.is(409);
    analyst.post(&path(id, "resubmit"), json!({ "event_notes": "Done." })).await.is(200);
    assert!(!is_locked(&app, about).await);
    assert_eq!(approver.post(&path(id, "approve"), json!({})).await.is(200).body()["status"], "accepted");
    approver.post(&path(id, "approve"), json!({})).await.is(409);
    assert!(is_locked(&app, about).await);
    // It stays locked while it is accepted, for everyone.
    let url = format!("/api/findings-assessments/{about}/");
    for someone in [&analyst, &app.admin] {
        someone.patch(&url, json!({ "is_locked": false })).await.is(400).error("is_locked");
        someone.patch(&url, json!({ "name": "Other" })).await.is(409);
        someone.patch(&item(id), json!({ "request_notes": "Other." })).await.is(409);
    }
    app.admin.delete(&item(id)).await.is(409);
    approver.post(&path(id, "revoke"), json!({})).await.is(400).error("event_notes");
    approver.post(&path(id, "revoke"), json!({ "event_notes": "Something new came up." })).await.is(200);
    assert!(!is_locked(&app, about).await);
    let events = field(&app, "validation-flows", id, "events").await;
    let types: Vec<&str> = events.as_array().unwrap().iter().map(|event| event["event_type"].as_str().unwrap()).collect();
    assert_eq!(types, ["submitted", "change_requested", "submitted", "accepted", "revoked"]);
    // Nothing follows.
    for action in ["approve", "reject", "request-changes", "revoke"] {
        approver.post(&path(id, action), json!({ "event_notes": "Again." })).await.is(409);
    }
    for action in ["resubmit", "drop"] {
        analyst.post(&path(id, action), json!({})).await.is(409);
    }
    analyst.patch(&item(id), json!({ "request_notes": "Other." })).await.is(409);
    app.admin.delete(&item(id)).await.is(204);
});

both!(async fn enough_approvers_have_to_approve(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let mut approvers = Vec::new();
    for name in ["one", "two", "three"] {
        approvers.push(app.user(&format!("{name}@example.com"), "APP", domain).await);
    }
    let about = review(&app, domain, "Pentest").await;
    let more = json!({ "more_approvers": [approvers[1].user, approvers[2].user], "quorum": 2 });
    let id = flow(&analyst, domain, about, &approvers[0], more).await;
    analyst.patch(&item(id), json!({ "quorum": 4 })).await.is(400).error("quorum");
    for (approver, field) in [(&approvers[0], "approver"), (&approvers[2], "more_approvers")] {
        let mine = approver.get("/api/folders/my_assignments/").await.is(200).body();
        let buckets = mine["results"].as_array().unwrap().iter().filter(|bucket| bucket["count"] != 0);
        let found: Vec<(&Json, &Json)> = buckets.map(|bucket| (&bucket["field"], &bucket["objects"][0]["id"])).collect();
        assert_eq!(found, [(&json!(field), &json!(id))]);
    }
    assert_eq!(approvers[0].post(&path(id, "approve"), json!({})).await.is(200).body()["status"], "submitted");
    approvers[0].post(&path(id, "approve"), json!({})).await.is(409);
    assert!(approvers[0].get("/api/validation-flows/waiting/").await.is(200).ids().is_empty());
    assert!(!is_locked(&app, about).await);
    // What is asked for changes, so everyone has to look again.
    analyst.patch(&item(id), json!({ "request_notes": "With the new scope." })).await.is(200);
    assert_eq!(field(&app, "validation-flows", id, "approvals").await, json!([]));
    assert_eq!(approvers[1].post(&path(id, "approve"), json!({})).await.is(200).body()["status"], "submitted");
    assert_eq!(approvers[2].post(&path(id, "approve"), json!({})).await.is(200).body()["status"], "accepted");
    assert!(is_locked(&app, about).await);
    let given = field(&app, "validation-flows", id, "approvals").await;
    assert_eq!(given.as_array().unwrap().len(), 2);
    assert_eq!(field(&app, "validation-flows", id, "approvals_needed").await, 2);
});

both!(async fn an_approval_counts_only_while_nothing_changes(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let (one, two) = (app.user("one@example.com", "APP", domain).await, app.user("two@example.com", "APP", domain).await);
    let about = review(&app, domain, "Pentest").await;
    let body = json!({ "name": "Open port", "findings_assessment": about });
    let finding = app.admin.post("/api/findings/", body).await.is(201).id();
    let more = json!({ "more_approvers": [two.user], "quorum": 2 });
    let id = flow(&analyst, domain, about, &one, more).await;
    let approve = async |by: &Client| {
        app.clock.advance_seconds(1);
        let status = by.post(&path(id, "approve"), json!({})).await.is(200).body()["status"].clone();
        app.clock.advance_seconds(1);
        status
    };
    assert_eq!(approve(&one).await, "submitted");
    // A change that is taken back changes nothing.
    for name in ["Pentest 2", "Pentest"] {
        analyst.patch(&format!("/api/findings-assessments/{about}/"), json!({ "name": name })).await.is(200);
        let given = field(&app, "validation-flows", id, "approvals").await;
        assert_eq!(given.as_array().unwrap().len(), usize::from(name == "Pentest"));
    }
    // A change to a part counts like one to the whole.
    analyst.patch(&format!("/api/findings/{finding}/"), json!({ "severity": 4 })).await.is(200);
    assert_eq!(one.get("/api/validation-flows/waiting/").await.is(200).ids(), [id]);
    assert_eq!(approve(&two).await, "submitted");
    assert_eq!(approve(&one).await, "accepted");
    assert_eq!(field(&app, "validation-flows", id, "approvals").await.as_array().unwrap().len(), 2);
});

both!(async fn nobody_approves_their_own_request_unless_the_instance_allows_it(app) {
    let domain = app.domain("Sales").await;
    let lead = app.user("lead@example.com", "DMA", domain).await;
    let other = app.user("other@example.com", "DMA", domain).await;
    let about = review(&app, domain, "Pentest").await;
    let body = json!({ "folder": domain, "findings_assessments": [about], "approver": lead.user });
    lead.post("/api/validation-flows/", body.clone()).await.is(400).error("approver");
    // Nor does an editor make themselves the approver of what someone else asks for.
    let id = flow(&lead, domain, about, &other, json!({})).await;
    let third = app.user("third@example.com", "DMA", domain).await;
    for change in [json!({ "approver": third.user }), json!({ "more_approvers": [third.user] }), json!({ "findings_assessments": [] })] {
        third.patch(&item(id), change).await.is(403);
    }
    third.post(&path(id, "approve"), json!({})).await.is(403);
    app.admin.patch("/api/settings/general/", json!({ "allow_self_validation": true })).await.is(200);
    let own = lead.post("/api/validation-flows/", body).await.is(201).id();
    lead.post(&path(own, "approve"), json!({})).await.is(200);
    app.admin.patch("/api/settings/general/", json!({ "allow_self_validation": false })).await.is(200);
    assert!(is_locked(&app, about).await);
});

both!(async fn only_what_someone_may_change_can_be_put_up_for_validation(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    let analyst = app.user("analyst@example.com", "ANA", sales).await;
    let approver = app.user("approver@example.com", "APP", sales).await;
    let readers = app.admin.get(&format!("/api/user-groups/?folder={legal}&code=BI-UG-AUD")).await.is(200).ids()[0];
    app.admin.post(&format!("/api/user-groups/{readers}/add-members/"), json!({ "users": [analyst.user] })).await.is(200);
    let theirs = review(&app, legal, "Theirs").await;
    analyst.get(&format!("/api/findings-assessments/{theirs}/")).await.is(200);
    let body = json!({ "folder": sales, "findings_assessments": [theirs], "approver": approver.user });
    let refused = analyst.post("/api/validation-flows/", body).await.is(400);
    assert!(refused.error("findings_assessments").contains("may change"), "{}", refused.text());
    let policy = make(&app, "policies", json!({ "name": "Passwords", "folder": sales })).await;
    let plain = control(&app, sales, "Firewall").await;
    let body = |id: Uuid| json!({ "folder": sales, "policies": [id], "approver": approver.user });
    analyst.post("/api/validation-flows/", body(plain)).await.is(400).error("policies");
    let id = analyst.post("/api/validation-flows/", body(policy)).await.is(201).id();
    assert_eq!(field(&app, "validation-flows", id, "linked_models").await, json!(["policies"]));
    let found = |by: &str| format!("/api/validation-flows/?linked_models={by}");
    assert_eq!(analyst.get(&found("policies")).await.is(200).ids(), [id]);
    assert!(analyst.get(&found("evidences")).await.is(200).ids().is_empty());
    analyst.get(&found("nonsense")).await.is(400);
});

both!(async fn a_second_validation_keeps_it_locked_when_the_first_one_ends(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let about = review(&app, domain, "Pentest").await;
    let first = flow(&analyst, domain, about, &approver, json!({})).await;
    let second = flow(&analyst, domain, about, &approver, json!({})).await;
    assert_eq!(field(&app, "validation-flows", second, "ref_id").await, "VAL.000002");
    for id in [first, second] {
        approver.post(&path(id, "approve"), json!({})).await.is(200);
    }
    let why = json!({ "event_notes": "Out of date." });
    approver.post(&path(first, "revoke"), why.clone()).await.is(200);
    assert!(is_locked(&app, about).await);
    approver.post(&path(second, "revoke"), why).await.is(200);
    assert!(!is_locked(&app, about).await);
    // A domain takes its validations along when it is deleted; what they locked elsewhere is free again.
    let inner = make(&app, "folders", json!({ "name": "Inner", "parent_folder": domain })).await;
    let third = app.admin.post("/api/validation-flows/", json!({
        "folder": inner, "findings_assessments": [about], "approver": approver.user,
    })).await.is(201).id();
    approver.post(&path(third, "approve"), json!({})).await.is(200);
    assert!(is_locked(&app, about).await);
    app.admin.delete(&format!("/api/folders/{inner}/")).await.is(204);
    assert!(!is_locked(&app, about).await);
});

both!(async fn what_nobody_decides_in_time_expires(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let about = review(&app, domain, "Pentest").await;
    let late = flow(&analyst, domain, about, &approver, json!({ "validation_deadline": "2020-01-01" })).await;
    let open = flow(&analyst, domain, about, &approver, json!({ "validation_deadline": "2999-01-01" })).await;
    approver.post(&path(late, "approve"), json!({})).await.is(400).error("validation_deadline");
    run(&app, &ExpireValidations {}).await;
    run(&app, &ExpireValidations {}).await;
    assert_eq!(field(&app, "validation-flows", late, "status").await, "expired");
    assert_eq!(field(&app, "validation-flows", open, "status").await, "submitted");
    let events = field(&app, "validation-flows", late, "events").await;
    assert_eq!(events.as_array().unwrap().len(), 2, "once");
    assert_eq!(events[1]["event_actor"], Json::Null);
    approver.patch(&item(open), json!({ "status": "expired" })).await.is(409);
});

both!(async fn the_approver_sees_what_has_changed_since_the_last_time(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let about = review(&app, domain, "Pentest").await;
    let finding = |name: &str| json!({ "name": name, "findings_assessment": about });
    let kept = make(&app, "findings", finding("Kept")).await;
    let gone = make(&app, "findings", finding("Gone")).await;
    let first = flow(&analyst, domain, about, &approver, json!({})).await;
    let unseen = approver.get(&path(first, "changes")).await.is(200).body();
    assert_eq!(unseen["objects"][0]["accepted_at"], Json::Null);
    approver.post(&path(first, "approve"), json!({})).await.is(200);
    approver.post(&path(first, "revoke"), json!({ "event_notes": "More came up." })).await.is(200);
    app.clock.advance_seconds(60);
    analyst.patch(&format!("/api/findings/{kept}/"), json!({ "status": "resolved" })).await.is(200);
    analyst.delete(&format!("/api/findings/{gone}/")).await.is(204);
    make(&app, "findings", finding("New")).await;
    let other = review(&app, domain, "Another").await;
    make(&app, "findings", json!({ "name": "Elsewhere", "findings_assessment": other })).await;
    let second = flow(&analyst, domain, about, &approver, json!({})).await;
    let seen = approver.get(&path(second, "changes")).await.is(200).body();
    let object = &seen["objects"][0];
    assert_eq!(object["accepted_in"], "VAL.000001");
    let kinds: Vec<(&str, &str)> = object["differences"].as_array().unwrap().iter()
        .filter(|one| one["resource"] == "findings")
        .map(|one| (one["name"].as_str().unwrap(), one["kind"].as_str().unwrap())).collect();
    assert_eq!(kinds, [("Gone", "deleted"), ("Kept", "changed"), ("New", "created")]);
});

both!(async fn two_approvals_at_the_same_moment_both_count(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let (one, two) = (app.user("one@example.com", "APP", domain).await, app.user("two@example.com", "APP", domain).await);
    let about = review(&app, domain, "Pentest").await;
    let more = json!({ "more_approvers": [two.user], "quorum": 2 });
    let id = flow(&analyst, domain, about, &one, more).await;
    let say = json!({});
    let (path_one, path_two) = (path(id, "approve"), path(id, "approve"));
    let (first, second) = tokio::join!(one.post(&path_one, say.clone()), two.post(&path_two, say));
    first.is(200);
    second.is(200);
    assert_eq!(field(&app, "validation-flows", id, "status").await, "accepted");
    assert!(is_locked(&app, about).await);
    // Someone who edits it while it is accepted does not undo the lock.
    let other = review(&app, domain, "Other").await;
    let id = flow(&analyst, domain, other, &one, json!({})).await;
    let held = begin(&app, "findings-assessments", other, json!({ "name": "Renamed" })).await;
    meanwhile(&app, held, &one, http::Method::POST, &path(id, "approve"), json!({})).await.is(200);
    assert!(is_locked(&app, other).await);
    assert_eq!(field(&app, "findings-assessments", other, "name").await, "Renamed");
});

both!(async fn a_flow_loses_what_is_deleted(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let proof = evidence(&app, domain, "Log").await;
    let body = json!({ "folder": domain, "evidences": [proof], "approver": approver.user });
    let id = analyst.post("/api/validation-flows/", body).await.is(201).id();
    approver.post(&path(id, "approve"), json!({})).await.is(200);
    app.admin.delete(&format!("/api/evidences/{proof}/")).await.is(204);
    assert_eq!(field(&app, "validation-flows", id, "evidences").await, json!([]));
    assert_eq!(field(&app, "validation-flows", id, "status").await, "accepted");
    // Someone who left can neither decide nor be waited for.
    app.admin.delete(&format!("/api/users/{}/", approver.user)).await.is(204);
    assert_eq!(field(&app, "validation-flows", id, "approver").await, Json::Null);
});
