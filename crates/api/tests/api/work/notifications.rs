//! Notifications: who is told of what, once, and who sees it.

use cairn_domain::platform::notification::NotifyOfDates;
use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::risk::run;
use crate::support::{actor_of, control, evidence, make};

async fn inbox(client: &Client) -> Vec<Json> {
    let list = client.get("/api/notifications/").await.is(200).body();
    list["results"].as_array().expect("a list").clone()
}

/// The kinds in someone's inbox, newest first, with the names of what they are about.
async fn told(client: &Client) -> Vec<(String, String)> {
    let text = |json: &Json| json.as_str().unwrap_or("-").to_owned();
    inbox(client).await.iter().map(|one| (text(&one["kind"]), text(&one["about"]["str"]))).collect()
}

async fn unread(client: &Client) -> i64 {
    client.get("/api/notifications/unread/").await.is(200).body()["count"].as_i64().expect("a number")
}

fn one(kind: &str, name: &str) -> (String, String) {
    (kind.to_owned(), name.to_owned())
}

async fn own(app: &TestApp, control: Uuid, owners: &[Uuid]) {
    app.admin.patch(&format!("/api/applied-controls/{control}/"), json!({ "owner": owners })).await.is(200);
}

both!(async fn people_are_told_what_is_assigned_to_them(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let (actor, other) = (actor_of(&app, analyst.user).await, actor_of(&app, reader.user).await);
    let id = control(&app, domain, "Backups").await;
    own(&app, id, &[actor]).await;
    let first = inbox(&analyst).await;
    assert_eq!(first.len(), 1);
    assert_eq!((&first[0]["kind"], &first[0]["field"]), (&json!("assigned"), &json!("owner")));
    assert_eq!(first[0]["about"], json!({ "id": id, "str": "Backups", "resource": "applied-controls" }));
    assert_eq!(first[0]["by"]["id"], json!(app.admin.user));
    // Who was named before is not told again, and the newcomer is.
    own(&app, id, &[actor, other]).await;
    assert_eq!((inbox(&analyst).await.len(), told(&reader).await), (1, vec![one("assigned", "Backups")]));
    // A new object names people too. Nobody is told of what they did themselves.
    let made = json!({ "name": "Vault", "folder": domain, "owner": [actor, other] });
    analyst.post("/api/applied-controls/", made).await.is(201);
    assert_eq!(inbox(&analyst).await.len(), 1);
    assert_eq!(told(&reader).await, [one("assigned", "Vault"), one("assigned", "Backups")]);
    // Other changes concern nobody.
    app.admin.patch(&format!("/api/applied-controls/{id}/"), json!({ "name": "Restores" })).await.is(200);
    assert_eq!(told(&analyst).await, [one("assigned", "Restores")]);
    // What is gone is in no inbox.
    app.admin.delete(&format!("/api/applied-controls/{id}/")).await.is(204);
    assert_eq!((inbox(&analyst).await.len(), inbox(&reader).await.len()), (0, 1));
});

both!(async fn a_team_stands_for_its_people_and_those_who_see_nothing_are_not_told(app) {
    let (domain, far) = (app.domain("Sales").await, app.domain("Far").await);
    let leader = app.user("leader@example.com", "ANA", domain).await;
    let member = app.user("member@example.com", "AUD", domain).await;
    let stranger = app.user("stranger@example.com", "ANA", far).await;
    let team = json!({ "name": "Blue", "folder": domain, "leader": leader.user, "members": [member.user, stranger.user] });
    let team = make(&app, "teams", team).await;
    let actor = app.admin.get(&format!("/api/actors/?team={team}")).await.is(200).ids()[0];
    let id = control(&app, domain, "Backups").await;
    own(&app, id, &[actor]).await;
    for client in [&leader, &member] {
        assert_eq!(told(client).await, [one("assigned", "Backups")]);
    }
    assert!(inbox(&stranger).await.is_empty());
    // Nor are those whose account does not work; and who may no longer see the object does not see that it was told.
    app.admin.patch(&format!("/api/applied-controls/{id}/"), json!({ "folder": far })).await.is(200);
    assert!(inbox(&member).await.is_empty());
    assert_eq!(unread(&member).await, 0);
    app.admin.patch(&format!("/api/applied-controls/{id}/"), json!({ "folder": domain })).await.is(200);
    assert_eq!(unread(&member).await, 1);
});

both!(async fn nobody_sees_or_marks_what_is_for_others(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let (mine, theirs) = (actor_of(&app, analyst.user).await, actor_of(&app, reader.user).await);
    for name in ["Backups", "Vault"] {
        let id = control(&app, domain, name).await;
        own(&app, id, &[mine, theirs]).await;
    }
    let ids = analyst.get("/api/notifications/").await.is(200).ids();
    let url = |id: Uuid, action: &str| format!("/api/notifications/{id}/{action}");
    for other in [&app.admin, &reader] {
        other.get(&url(ids[0], "")).await.is(404);
        other.post(&url(ids[0], "read/"), json!({})).await.is(404);
        other.post(&url(ids[0], "mark-unread/"), json!({})).await.is(404);
    }
    app.nobody.get("/api/notifications/").await.is(401);
    app.nobody.get("/api/notifications/unread/").await.is(401);
    analyst.post("/api/notifications/", json!({})).await.is(405);
    analyst.delete(&url(ids[0], "")).await.is(405);

    assert_eq!(unread(&analyst).await, 2);
    let read = analyst.post(&url(ids[0], "read/"), json!({})).await.is(200).body();
    assert!(read["read_at"].is_string() && unread(&analyst).await == 1);
    app.clock.advance_seconds(60);
    // The first time counts.
    assert_eq!(analyst.post(&url(ids[0], "read/"), json!({})).await.is(200).body(), read);
    assert_eq!(analyst.get("/api/notifications/?read_at__isnull=true").await.is(200).ids(), [ids[1]]);
    analyst.post(&url(ids[0], "mark-unread/"), json!({})).await.is(200);
    assert_eq!(unread(&analyst).await, 2);
    // What arrives meanwhile stays unread.
    let until = inbox(&analyst).await[0]["created_at"].clone();
    app.clock.advance_seconds(60);
    let late = control(&app, domain, "Late").await;
    own(&app, late, &[mine]).await;
    let all = analyst.post("/api/notifications/read-all/", json!({ "until": until })).await.is(200).body();
    assert_eq!((all, unread(&analyst).await), (json!({ "count": 2 }), 1));
    assert_eq!(analyst.post("/api/notifications/read-all/", json!({})).await.is(200).body()["count"], 1);
    assert_eq!((unread(&analyst).await, unread(&reader).await), (0, 2));
    // A token that only reads marks nothing.
    let token = json!({ "name": "reads", "expiry": 5, "read_only": true });
    let token = reader.post("/api/iam/auth-tokens/", token).await.is(201).body()["token"].clone();
    let limited = reader.with("Authorization", &format!("Token {}", token.as_str().expect("a token")));
    assert_eq!(unread(&limited).await, 2);
    limited.post("/api/notifications/read-all/", json!({})).await.is(403);
});

both!(async fn people_choose_what_is_in_their_inbox(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let actor = actor_of(&app, analyst.user).await;
    let shown = analyst.get("/api/user-preferences/").await.is(200).body();
    assert_eq!(shown["notifications"]["kinds"]["assigned"], json!({ "in_app": true, "email": "immediately" }));
    assert_eq!(shown["notifications"]["quiet_hours"], json!(null));
    let wanted = json!({ "notifications": { "kinds": { "assigned": { "in_app": false } }, "time_zone": "Europe/Paris" } });
    let changed = analyst.patch("/api/user-preferences/", wanted).await.is(200).body();
    assert_eq!(changed["notifications"]["kinds"]["assigned"], json!({ "in_app": false, "email": "immediately" }));
    let more = json!({ "notifications": { "quiet_hours": { "from": "20:00", "to": "07:00" }, "digest_at": "17:30" } });
    let changed = analyst.patch("/api/user-preferences/", more).await.is(200).body();
    assert_eq!(changed["notifications"]["kinds"]["assigned"]["in_app"], false);
    assert_eq!(changed["notifications"]["time_zone"], "Europe/Paris");
    for wrong in [
        json!({ "kinds": { "gossip": { "in_app": true } } }),
        json!({ "kinds": { "due": { "email": "hourly" } } }),
        json!({ "quiet_hours": { "from": "20:00", "to": "20:00" } }),
        json!({ "time_zone": "Mars/Olympus" }),
        json!({ "digest_at": "noon" }),
    ] {
        analyst.patch("/api/user-preferences/", json!({ "notifications": wrong })).await.is(400);
    }
    let id = control(&app, domain, "Backups").await;
    own(&app, id, &[actor]).await;
    assert!(inbox(&analyst).await.is_empty());
    analyst.patch("/api/user-preferences/", json!({ "notifications": { "kinds": { "assigned": null } } })).await.is(200);
    own(&app, id, &[]).await;
    own(&app, id, &[actor]).await;
    assert_eq!(told(&analyst).await, [one("assigned", "Backups")]);
});

both!(async fn people_are_told_of_decisions_and_mentions(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let reader = app.user("reader@elsewhere.example", "AUD", domain).await;
    let stranger = app.user("stranger@example.com", "ANA", app.domain("Far").await).await;
    let about = make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": domain })).await;
    let flow = json!({ "folder": domain, "findings_assessments": [about], "approver": approver.user });
    let flow = analyst.post("/api/validation-flows/", flow).await.is(201).id();
    assert_eq!(told(&approver).await, [one("assigned", "VAL.000001")]);
    let say = json!({ "event_notes": "Fine." });
    approver.post(&format!("/api/validation-flows/{flow}/approve/"), say).await.is(200);
    let decision = inbox(&analyst).await.remove(0);
    assert_eq!((&decision["kind"], &decision["status"]), (&json!("decision"), &json!("accepted")));

    let id = control(&app, domain, "Backups").await;
    let say = |text: &str| json!({ "body": text, "applied_control": id });
    let text = "@approver, @reader@elsewhere.example and @stranger: see `@analyst`, @nobody and @analyst.";
    let comment = analyst.post("/api/comments/", say(text)).await.is(201).id();
    assert_eq!(told(&approver).await[0], one("mention", "Backups"));
    assert_eq!(told(&reader).await, [one("mention", "Backups")]);
    assert!(inbox(&stranger).await.is_empty());
    assert_eq!(inbox(&analyst).await.len(), 1, "nobody is told of what they said");
    // Whoever is mentioned once more in the same comment knows already.
    let edited = json!({ "body": "@reader@elsewhere.example @reader again" });
    analyst.patch(&format!("/api/comments/{comment}/"), edited).await.is(200);
    assert_eq!(inbox(&reader).await.len(), 1);
});

both!(async fn what_is_due_or_expires_is_told_once_at_each_stage(app) {
    // Tests begin on 1 March 2026.
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let actor = actor_of(&app, analyst.user).await;
    let quiet = json!({ "notifications": { "kinds": { "assigned": { "in_app": false } } } });
    analyst.patch("/api/user-preferences/", quiet).await.is(200);
    let body = json!({ "name": "Backups", "folder": domain, "owner": [actor], "status": "to_do", "eta": "2026-03-20" });
    let control = make(&app, "applied-controls", body).await;
    let proof = evidence(&app, domain, "Restore log").await;
    let dated = json!({ "owner": [actor], "expiry_date": "2026-03-05" });
    app.admin.patch(&format!("/api/evidences/{proof}/"), dated).await.is(200);
    let task = json!({ "name": "Patch", "folder": domain, "task_date": "2026-03-02", "assigned_to": [actor] });
    make(&app, "task-templates", task).await;
    make(&app, "applied-controls", json!({ "name": "Far", "folder": domain, "owner": [actor], "eta": "2026-05-01" })).await;
    run(&app, &NotifyOfDates {}).await;
    let mut first = told(&analyst).await;
    first.sort();
    let expected = [one("due", "Backups"), one("due", "Patch (2026-03-02)"), one("expiring_evidence", "Restore log")];
    assert_eq!(first, expected);
    let due = inbox(&analyst).await.into_iter().find(|one| one["about"]["str"] == "Backups").expect("it is due");
    assert_eq!((&due["date"], &due["field"], &due["by"]), (&json!("2026-03-20"), &json!("eta"), &json!(null)));
    assert!(inbox(&reader).await.is_empty());
    // The next run, in this process or another, tells nothing twice.
    run(&app, &NotifyOfDates {}).await;
    assert_eq!(inbox(&analyst).await.len(), 3);
    // A week before, after nights without a run.
    app.clock.advance_seconds(13 * 86_400);
    run(&app, &NotifyOfDates {}).await;
    let mut later: Vec<(String, String)> = told(&analyst).await.into_iter().take(3).collect();
    later.sort();
    let expected = [one("due", "Backups"), one("expiring_evidence", "Restore log"), one("overdue", "Patch (2026-03-02)")];
    assert_eq!(later, expected);
    // What is done is not late.
    let done = json!({ "status": "active" });
    app.admin.patch(&format!("/api/applied-controls/{control}/"), done).await.is(200);
    app.clock.advance_seconds(10 * 86_400);
    run(&app, &NotifyOfDates {}).await;
    let late = told(&analyst).await.into_iter().filter(|(kind, _)| kind == "overdue").count();
    assert_eq!(late, 2, "the task again, and nothing else");
});

both!(async fn own_access_that_ends_is_told_to_its_owner_alone(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    app.admin.patch(&format!("/api/users/{}/", analyst.user), json!({ "expiry_date": "2026-03-20" })).await.is(200);
    let analyst = app.client_of("analyst@example.com").await;
    let token = json!({ "name": "nightly import", "expiry": 5 });
    analyst.post("/api/iam/auth-tokens/", token).await.is(201);
    run(&app, &NotifyOfDates {}).await;
    let mut found: Vec<(Json, Json, Json)> = inbox(&analyst)
        .await
        .into_iter()
        .map(|one| (one["kind"].clone(), one["label"].clone(), one["date"].clone()))
        .collect();
    found.sort_by_key(|one| one.0.to_string());
    let expected = [
        (json!("expiring_account"), json!(null), json!("2026-03-20")),
        (json!("expiring_token"), json!("nightly import"), json!("2026-03-06")),
    ];
    assert_eq!(found, expected);
    assert!(inbox(&app.admin).await.is_empty());
});

both!(async fn old_notifications_are_removed(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let actor = actor_of(&app, analyst.user).await;
    for name in ["Read", "Unread"] {
        let id = control(&app, domain, name).await;
        own(&app, id, &[actor]).await;
    }
    let read = inbox(&analyst).await.into_iter().find(|one| one["about"]["str"] == "Read").expect("it was assigned");
    let url = format!("/api/notifications/{}/read/", read["id"].as_str().expect("an id"));
    analyst.post(&url, json!({})).await.is(200);
    app.clock.advance_seconds(91 * 86_400);
    run(&app, &NotifyOfDates {}).await;
    assert_eq!(told(&analyst).await, [one("assigned", "Unread")]);
    app.clock.advance_seconds(300 * 86_400);
    run(&app, &NotifyOfDates {}).await;
    assert!(inbox(&analyst).await.is_empty());
});
