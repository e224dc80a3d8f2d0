//! What rules do about a match: tasks, findings, notifications.

use cairn_testkit::both;

use super::*;
use crate::lost_updates::{begin, meanwhile_work};
use crate::support::{actor_of, control, field, targets};

async fn tasks(app: &TestApp) -> Vec<Json> {
    app.admin.get("/api/task-templates/?ordering=created_at").await.is(200).body()["results"]
        .as_array()
        .unwrap()
        .clone()
}

both!(async fn a_match_has_one_task_for_the_owners(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let owner = actor_of(&app, analyst.user).await;
    let id = control(&app, domain, "Backups").await;
    let more = json!({ "name": "No owner", "action": "task", "owner": [owner], "due_in_days": 14, "description": "Name one." });
    let rule = rule(&app, domain, "object.owner.size() == 0 && object.status == \"active\"", more).await;
    change(&app, "applied-controls", id, json!({ "status": "active" })).await;
    settle(&app).await;
    let made = tasks(&app).await;
    assert_eq!((made.len(), &made[0]["name"], &made[0]["status"]), (1, &json!("No owner: Backups"), &json!("pending")));
    assert_eq!((&made[0]["folder"]["id"], &made[0]["applied_controls"][0]["id"]), (&json!(domain), &json!(id)));
    assert_eq!((&made[0]["assigned_to"][0]["id"], &made[0]["description"]), (&json!(owner), &json!("Name one.")));
    let nodes = app.admin.get("/api/task-nodes/").await.is(200).body();
    assert!(nodes["count"] == 1 && made[0]["task_date"].is_string());
    let found = matches(&app.admin, rule, "open").await;
    assert_eq!(found[0]["task"]["id"], made[0]["id"]);
    // The owner is notified of the task, as of any other.
    let told = analyst.get("/api/notifications/").await.is(200).body();
    assert_eq!(told["results"][0]["kind"], "assigned");
    night(&app).await;
    assert_eq!(tasks(&app).await.len(), 1);
    // The match closes, and nobody has touched the task.
    change(&app, "applied-controls", id, json!({ "status": "on_hold" })).await;
    settle(&app).await;
    let ended = tasks(&app).await;
    assert_eq!(ended[0]["status"], "cancelled");
    assert!(ended[0]["observation"].as_str().unwrap().contains("no longer applies"));
    // It opens again: the old task is over, so there is another. One that someone works on stays.
    change(&app, "applied-controls", id, json!({ "status": "active" })).await;
    settle(&app).await;
    let made = tasks(&app).await;
    assert_eq!(made.len(), 2);
    let second: Uuid = serde_json::from_value(made[1]["id"].clone()).unwrap();
    change(&app, "task-templates", second, json!({ "status": "in_progress" })).await;
    for status in ["on_hold", "active"] {
        change(&app, "applied-controls", id, json!({ "status": status })).await;
        settle(&app).await;
    }
    let left = tasks(&app).await;
    assert_eq!((left.len(), &left[1]["status"]), (2, &json!("in_progress")));
    let found = matches(&app.admin, rule, "open").await;
    assert_eq!((&found[0]["times_opened"], &found[0]["task"]["id"]), (&json!(3), &json!(second)));
});

both!(async fn a_match_becomes_a_finding(app) {
    let (domain, far) = (app.domain("Sales").await, app.domain("Far").await);
    let id = control(&app, domain, "Backups").await;
    let review = make(&app, "findings-assessments", json!({ "name": "Posture", "folder": domain })).await;
    let more = json!({ "name": "Idle", "action": "finding", "findings_assessment": review, "severity": 4, "due_in_days": 7 });
    let rule = rule(&app, domain, "object.status == \"on_hold\"", more).await;
    change(&app, "applied-controls", id, json!({ "status": "on_hold" })).await;
    settle(&app).await;
    let findings = app.admin.get("/api/findings/").await.is(200).ids();
    assert_eq!(findings.len(), 1);
    let finding = app.admin.get(&format!("/api/findings/{}/", findings[0])).await.is(200).body();
    assert_eq!((&finding["name"], &finding["severity"], &finding["status"]), (&json!("Idle: Backups"), &json!(4), &json!("identified")));
    assert_eq!(targets(&app, "findings", findings[0], "applied_controls").await, [id]);
    assert!(finding["due_date"].is_string());
    assert_eq!(matches(&app.admin, rule, "open").await[0]["finding"]["id"], json!(findings[0]));
    change(&app, "applied-controls", id, json!({ "status": "active" })).await;
    settle(&app).await;
    assert_eq!(field(&app, "findings", findings[0], "status").await, "resolved");
    // What someone has looked at is theirs.
    change(&app, "applied-controls", id, json!({ "status": "on_hold" })).await;
    settle(&app).await;
    let second = app.admin.get("/api/findings/?status=identified").await.is(200).ids()[0];
    change(&app, "findings", second, json!({ "observation": "We know." })).await;
    change(&app, "applied-controls", id, json!({ "status": "active" })).await;
    settle(&app).await;
    assert_eq!(field(&app, "findings", second, "status").await, "identified");
    // In a review of another domain, the name of the object is not for its readers.
    let other = make(&app, "findings-assessments", json!({ "name": "Far", "folder": far })).await;
    change(&app, "rules", rule, json!({ "findings_assessment": other })).await;
    control(&app, domain, "Secret").await;
    let secret = app.admin.get("/api/applied-controls/?name=Secret").await.is(200).ids()[0];
    change(&app, "applied-controls", secret, json!({ "status": "on_hold" })).await;
    settle(&app).await;
    let there = app.admin.get(&format!("/api/findings/?findings_assessment={other}")).await.is(200).column("name");
    assert_eq!(there, [json!("Idle")]);
    // Without a review, it stays a match and says what is missing.
    app.admin.delete(&format!("/api/findings-assessments/{other}/")).await.is(204);
    change(&app, "applied-controls", id, json!({ "status": "on_hold" })).await;
    app.admin.post(&format!("{RULES}{rule}/run/"), json!({})).await.is(202);
    settle(&app).await;
    assert_eq!(open(&app.admin, rule).await, ["Backups", "Secret"]);
});

both!(async fn what_someone_begins_at_the_same_moment_is_not_ended(app) {
    let domain = app.domain("Sales").await;
    let review = make(&app, "findings-assessments", json!({ "name": "Posture", "folder": domain })).await;
    let makes = [json!({ "action": "finding", "findings_assessment": review }), json!({ "action": "task" })];
    for (more, path) in makes.into_iter().zip(["findings", "task-templates"]) {
        let id = control(&app, domain, path).await;
        rule(&app, domain, &format!("object.status == \"on_hold\" && object.name == \"{path}\""), more).await;
        change(&app, "applied-controls", id, json!({ "status": "on_hold" })).await;
        settle(&app).await;
        let made = app.admin.get(&format!("/api/{path}/")).await.is(200).ids()[0];
        change(&app, "applied-controls", id, json!({ "status": "active" })).await;
        app.clock.advance_seconds(2);
        let held = begin(&app, path, made, json!({ "status": "in_progress" })).await;
        meanwhile_work(&app, held).await;
        settle(&app).await;
        assert_eq!(field(&app, path, made, "status").await, "in_progress", "{path}");
    }
});

both!(async fn the_owners_are_notified_once_and_only_of_what_they_see(app) {
    let sales = app.domain("Sales").await;
    let below = app.domain_under("Retail", sales).await;
    let boss = app.user("boss@example.com", "AUD", sales).await;
    let local = app.user("local@example.com", "AUD", below).await;
    let owners = [actor_of(&app, boss.user).await, actor_of(&app, local.user).await];
    let here = control(&app, sales, "Here").await;
    change(&app, "applied-controls", here, json!({ "is_published": false, "status": "active" })).await;
    let there = control(&app, below, "There").await;
    let more = json!({ "name": "Active", "action": "notification", "owner": owners });
    let rule = rule(&app, sales, "object.status == \"active\"", more).await;
    settle(&app).await;
    change(&app, "applied-controls", there, json!({ "status": "active" })).await;
    settle(&app).await;
    night(&app).await;
    let told = async |client: &Client| -> Vec<String> {
        let list = client.get("/api/notifications/?kind=rule&ordering=created_at").await.is(200).body();
        let one = |one: &Json| format!("{} {}", one["about"]["str"].as_str().unwrap(), one["label"].as_str().unwrap());
        list["results"].as_array().unwrap().iter().map(one).collect()
    };
    assert_eq!(told(&boss).await, ["Here Active", "There Active"]);
    assert_eq!(told(&local).await, ["There Active"]);
    assert_eq!(open(&app.admin, rule).await.len(), 2);
    // Again, once it has opened again.
    for status in ["on_hold", "active"] {
        change(&app, "applied-controls", there, json!({ "status": status })).await;
        settle(&app).await;
    }
    assert_eq!(told(&local).await, ["There Active", "There Active"]);
});

both!(async fn rules_set_off_no_rules_before_the_night(app) {
    let domain = app.domain("Sales").await;
    control(&app, domain, "Backups").await;
    let watching = rule_on(&app, "task-templates", domain, "object.status == \"pending\"", json!({})).await;
    rule(&app, domain, "object.status == \"--\"", json!({ "action": "task", "name": "Controls" })).await;
    settle(&app).await;
    settle(&app).await;
    // The task of one rule was not a reason for the other yet.
    assert_eq!(tasks(&app).await.len(), 1);
    assert!(open(&app.admin, watching).await.is_empty());
    night(&app).await;
    assert_eq!(open(&app.admin, watching).await, ["Controls: Backups"]);
    // No rule feeds itself.
    let body = json!({ "action": "task" });
    app.admin.patch(&format!("{RULES}{watching}/"), body).await.is(400).error("action");
});

both!(async fn rules_that_create_what_the_other_watches_come_to_an_end(app) {
    let domain = app.domain("Sales").await;
    let review = make(&app, "findings-assessments", json!({ "name": "Posture", "folder": domain })).await;
    let adds = json!({ "name": "Adds findings", "action": "finding", "findings_assessment": review });
    let on_tasks = rule_on(&app, "task-templates", domain, "object.status == \"pending\"", adds).await;
    let on_findings =
        rule_on(&app, "findings", domain, "object.status == \"identified\"", json!({ "name": "Adds tasks", "action": "task" })).await;
    let more = json!({ "name": "Adds findings too", "action": "finding", "findings_assessment": review });
    let on_nodes = rule_on(&app, "task-nodes", domain, "object.status == \"pending\"", more).await;
    // A rule that would undo its own reason, and find it again the next night.
    control(&app, domain, "Backups").await;
    let unseen = "!object.findings.exists(f, f.status == \"identified\")";
    let more = json!({ "name": "Lacks findings", "action": "finding", "findings_assessment": review });
    let on_controls = rule(&app, domain, unseen, more).await;
    let watching = rule_on(&app, "findings", domain, "object.status == \"identified\"", json!({ "name": "Watches" })).await;
    make(&app, "findings", json!({ "name": "Weak keys", "findings_assessment": review, "status": "identified" })).await;
    for _ in 0..3 {
        settle(&app).await;
        night(&app).await;
    }
    // One task for the finding that someone has written; what rules wrote is no reason for more.
    assert_eq!(tasks(&app).await.len(), 1);
    assert_eq!(open(&app.admin, on_findings).await, ["Weak keys"]);
    assert_eq!((open(&app.admin, on_tasks).await.len(), open(&app.admin, on_nodes).await.len()), (0, 0));
    assert_eq!(open(&app.admin, on_controls).await, ["Backups"]);
    // A rule that creates nothing sees all of it, and so does whoever tries an expression.
    assert_eq!(open(&app.admin, watching).await, ["Lacks findings: Backups", "Weak keys"]);
    let tried = app.admin.get(&trial("task-templates", "object.status == \"pending\"")).await.is(200).body();
    assert_eq!(tried["count"], 1);
    let dry = app.admin.get(&format!("{RULES}{on_tasks}/dry-run/")).await.is(200).body();
    assert_eq!(dry["count"], 0);
});
