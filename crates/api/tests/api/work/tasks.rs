//! Tasks and their occurrences.

use axum::body::Body;
use cairn_testkit::{Client, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{actor_of, control, evidence, field, make, targets};

const WEEKLY: &str = "WEEKLY";

async fn nodes(app: &TestApp, task: Uuid) -> Vec<Json> {
    let list = app.admin.get(&format!("/api/task-nodes/?task_template={task}&ordering=scheduled_date")).await.is(200);
    list.body()["results"].as_array().expect("a list").clone()
}

/// The values of a field of each occurrence, in the order of their scheduled days.
async fn all(app: &TestApp, task: Uuid, name: &str) -> Vec<String> {
    nodes(app, task).await.iter().map(|node| node[name].as_str().unwrap_or("-").to_owned()).collect()
}

fn id(node: &Json) -> Uuid {
    node["id"].as_str().and_then(|id| id.parse().ok()).expect("an id")
}

async fn recurring(app: &TestApp, domain: Uuid, name: &str, start: &str, schedule: Json) -> Uuid {
    let body =
        json!({ "name": name, "folder": domain, "task_date": start, "is_recurrent": true, "schedule": schedule });
    make(app, "task-templates", body).await
}

/// Lets the jobs of a night run.
async fn night(app: &TestApp) {
    app.jobs.run_due().await.expect("prepared");
    app.clock.advance_seconds(86_400);
    app.jobs.run_due().await.expect("runs");
}

both!(async fn a_task_that_does_not_recur_has_one_occurrence(app) {
    let domain = app.domain("Payments").await;
    let body = json!({ "name": "Patch", "folder": domain, "task_date": "2026-03-10" });
    let task = make(&app, "task-templates", body).await;
    let url = format!("/api/task-templates/{task}/");
    let one = nodes(&app, task).await;
    assert_eq!((one.len(), &one[0]["due_date"], &one[0]["status"]), (1, &json!("2026-03-10"), &json!("pending")));
    assert_eq!((&one[0]["name"], &one[0]["is_recurrent"]), (&json!("Patch"), &json!(false)));
    // Either says how far it is.
    app.admin.patch(&url, json!({ "status": "completed", "observation": "Done." })).await.is(200);
    let node = nodes(&app, task).await.remove(0);
    assert_eq!((&node["status"], &node["closed_on"], &node["observation"]), (&json!("completed"), &json!("2026-03-01"), &json!("Done.")));
    let node_url = format!("/api/task-nodes/{}/", id(&node));
    app.admin.patch(&node_url, json!({ "status": "in_progress" })).await.is(200);
    assert_eq!(field(&app, "task-templates", task, "status").await, "in_progress");
    assert_eq!(field(&app, "task-nodes", id(&node), "closed_on").await, Json::Null);
    // It moves with the task.
    app.admin.patch(&url, json!({ "task_date": "2026-04-01" })).await.is(200);
    assert_eq!(all(&app, task, "due_date").await, ["2026-04-01"]);
    // Nobody adds or deletes occurrences.
    app.admin.post("/api/task-nodes/", json!({ "task_template": task, "scheduled_date": "2026-05-01" })).await.is(405);
    app.admin.delete(&node_url).await.is(405);
    app.admin.delete(&url).await.is(204);
    app.admin.get(&node_url).await.is(404);
    let undated = make(&app, "task-templates", json!({ "name": "Some day", "folder": domain })).await;
    assert_eq!(all(&app, undated, "due_date").await, ["-"]);
});

both!(async fn recurring_tasks_are_planned_ahead(app) {
    let domain = app.domain("Payments").await;
    let schedule = json!({ "frequency": WEEKLY, "interval": 1, "days_of_week": [1], "end_date": "2026-03-31" });
    let task = recurring(&app, domain, "Review", "2026-02-20", schedule).await;
    let days = ["2026-02-23", "2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30"];
    assert_eq!(all(&app, task, "due_date").await, days);
    let found = app.admin.get("/api/task-templates/?last_occurrence_status=pending&next_occurrence_status=pending").await.is(200);
    assert_eq!(found.ids(), [task]);
    let known = &found.body()["results"][0];
    assert_eq!((&known["next_occurrence"], &known["status"]), (&json!("2026-03-02"), &Json::Null));
    // What was worked on stays when the schedule changes; what is overdue too.
    let before = nodes(&app, task).await;
    app.admin.patch(&format!("/api/task-nodes/{}/", id(&before[2])), json!({ "status": "in_progress" })).await.is(200);
    app.admin.patch(&format!("/api/task-nodes/{}/", id(&before[3])), json!({ "due_date": "2026-03-18" })).await.is(200);
    let schedule = json!({ "frequency": WEEKLY, "interval": 2, "days_of_week": [3], "end_date": "2026-04-10" });
    app.admin.patch(&format!("/api/task-templates/{task}/"), json!({ "schedule": schedule })).await.is(200);
    let days = ["2026-02-23", "2026-03-04", "2026-03-09", "2026-03-16", "2026-03-18", "2026-04-01"];
    assert_eq!(all(&app, task, "scheduled_date").await, days);
    assert_eq!(all(&app, task, "due_date").await[3], "2026-03-18");
    // It cannot be reduced to one occurrence any more.
    let single = json!({ "is_recurrent": false });
    app.admin.patch(&format!("/api/task-templates/{task}/"), single.clone()).await.is(400).error("is_recurrent");
    let other = recurring(&app, domain, "Other", "2026-03-03", json!({ "frequency": "DAILY" })).await;
    app.admin.patch(&format!("/api/task-templates/{other}/"), single).await.is(200);
    assert_eq!(all(&app, other, "due_date").await, ["2026-03-03"]);
});

both!(async fn occurrences_are_planned_once_as_time_goes_on(app) {
    let domain = app.domain("Payments").await;
    let task = recurring(&app, domain, "Look", "2026-03-01", json!({ "frequency": "DAILY", "interval": 1 })).await;
    let count = all(&app, task, "due_date").await.len();
    assert_eq!((count, all(&app, task, "due_date").await.last().cloned()), (93, Some("2026-06-01".to_owned())));
    night(&app).await;
    assert_eq!(all(&app, task, "due_date").await.last().map(String::as_str), Some("2026-06-02"));
    night(&app).await;
    let days = all(&app, task, "due_date").await;
    assert_eq!((days.len(), days.last().map(String::as_str)), (95, Some("2026-06-03")));
    // While it is switched off, nothing is added, and nothing is made up for later.
    let url = format!("/api/task-templates/{task}/");
    app.admin.patch(&url, json!({ "enabled": false })).await.is(200);
    night(&app).await;
    assert_eq!(all(&app, task, "due_date").await.len(), 95);
    app.admin.patch(&url, json!({ "enabled": true })).await.is(200);
    assert_eq!(all(&app, task, "due_date").await.len(), 96);
});

both!(async fn many_planners_plan_each_occurrence_once(app) {
    let domain = app.domain("Payments").await;
    let task = recurring(&app, domain, "Look", "2026-03-02", json!({ "frequency": WEEKLY, "interval": 4 })).await;
    let url = format!("/api/task-templates/{task}/");
    let every = |weeks: u32| app.admin.patch(&url, json!({ "schedule": { "frequency": WEEKLY, "interval": weeks } }));
    app.jobs.run_due().await.expect("prepared");
    app.clock.advance_seconds(86_400);
    let (one, two, three, jobs) = tokio::join!(every(1), every(2), every(3), app.jobs.run_due());
    for answer in [one, two, three] {
        answer.is(200);
    }
    jobs.expect("runs");
    every(1).await.is(200);
    let days = all(&app, task, "scheduled_date").await;
    assert_eq!((days.len(), days.first().map(String::as_str)), (53, Some("2026-03-02")));
    let unique: std::collections::BTreeSet<&String> = days.iter().collect();
    assert_eq!(unique.len(), days.len());
});

both!(async fn what_is_late_moves_what_comes_after_it(app) {
    let domain = app.domain("Payments").await;
    let schedule = json!({ "frequency": WEEKLY, "interval": 1, "end_date": "2026-03-15", "overdue_behavior": "DELAY_NEXT" });
    let task = recurring(&app, domain, "Wait", "2026-03-01", schedule).await;
    assert_eq!(all(&app, task, "due_date").await, ["2026-03-01", "2026-03-08", "2026-03-15"]);
    night(&app).await;
    assert_eq!(all(&app, task, "due_date").await, ["2026-03-01", "2026-03-09", "2026-03-16"]);
    night(&app).await;
    assert_eq!(all(&app, task, "due_date").await, ["2026-03-01", "2026-03-10", "2026-03-17"]);
    let first = nodes(&app, task).await.remove(0);
    let status = format!("/api/task-nodes/{}/set_status/", id(&first));
    app.admin.post(&status, json!({ "status": "completed", "observation": "Late." })).await.is(200);
    night(&app).await;
    assert_eq!(all(&app, task, "due_date").await, ["2026-03-01", "2026-03-10", "2026-03-17"], "it was done");
    assert_eq!(all(&app, task, "scheduled_date").await, ["2026-03-01", "2026-03-08", "2026-03-15"]);
    // It was done in time after all.
    app.admin.patch(&format!("/api/task-nodes/{}/", id(&first)), json!({ "closed_on": "2026-03-01" })).await.is(200);
    assert_eq!(all(&app, task, "due_date").await, ["2026-03-01", "2026-03-08", "2026-03-15"]);
});

both!(async fn a_schedule_says_what_is_wrong_with_it(app) {
    let domain = app.domain("Payments").await;
    let attempt = async |more: Json| {
        let mut body = json!({ "name": "Wrong", "folder": domain, "is_recurrent": true });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        app.admin.post("/api/task-templates/", body).await.is(400)
    };
    attempt(json!({})).await.error("schedule");
    attempt(json!({ "schedule": "weekly" })).await.error("schedule");
    let words = attempt(json!({ "schedule": { "frequency": "MONTHLY", "weeks_of_month": [0] } })).await.error("schedule");
    assert_eq!(words, "“weeks_of_month” must be a list of weeks: 1, 2, 3, 4, or -1 for the last.");
    attempt(json!({ "schedule": { "frequency": "DAILY" }, "status": "pending" })).await.error("status");
    let french = app.admin.with("Accept-Language", "fr");
    let body = json!({ "name": "Faux", "folder": domain, "schedule": { "frequency": "DAILY", "interval": 0 } });
    let words = french.post("/api/task-templates/", body).await.is(400).error("schedule");
    assert_eq!(words, "«\u{a0}interval\u{a0}» doit être un nombre entier de 1 à 1000.");
});

both!(async fn whoever_it_is_assigned_to_completes_it(app) {
    let domain = app.domain("Payments").await;
    let mine = app.user("mine@example.com", "AUD", domain).await;
    let other = app.user("other@example.com", "AUD", domain).await;
    let me = actor_of(&app, mine.user).await;
    let body = json!({ "name": "Mine", "folder": domain, "task_date": "2026-02-10", "assigned_to": [me] });
    let task = make(&app, "task-templates", body).await;
    let node = id(&nodes(&app, task).await[0]);
    let url = format!("/api/task-nodes/{node}/");
    let done = json!({ "status": "completed" });
    other.post(&format!("{url}set_status/"), done.clone()).await.is(403);
    mine.patch(&url, done.clone()).await.is(403);
    mine.post(&format!("{url}set_status/"), json!({ "status": "in_progress" })).await.is(200);
    assert_eq!(mine.get(&format!("/api/task-nodes/?assigned_to={me}&past=true")).await.is(200).ids(), [node]);
    let load = mine.get("/api/task-templates/workload/").await.is(200).body();
    assert_eq!(load["actors"][0], json!({ "id": me, "str": load["actors"][0]["str"], "type": "user", "open": 1, "due": 0, "overdue": 1 }));
    assert_eq!((&load["domains"][0]["str"], &load["domains"][0]["overdue"]), (&json!("Payments"), &json!(1)));
    let assigned = mine.get("/api/folders/my_assignments/").await.is(200).body();
    let bucket = assigned["results"].as_array().unwrap().iter().find(|one| one["resource"] == "task-templates").unwrap();
    assert_eq!(bucket["count"], 1);
    mine.post(&format!("{url}set_status/"), done).await.is(200);
    assert_eq!(field(&app, "task-templates", task, "status").await, "completed");
    assert_eq!(mine.get("/api/task-templates/workload/").await.is(200).body()["actors"], json!([]));
    // Outside the domain nobody knows of it.
    let elsewhere = app.domain("Elsewhere").await;
    let stranger = app.user("stranger@example.com", "ANA", elsewhere).await;
    stranger.get(&url).await.is(404);
    assert_eq!(stranger.get("/api/task-nodes/").await.is(200).body()["count"], 0);
});

both!(async fn evidence_is_made_for_an_occurrence(app) {
    let domain = app.domain("Payments").await;
    let proof = evidence(&app, domain, "Screenshot").await;
    let guard = control(&app, domain, "Guard").await;
    let body = json!({ "name": "Check", "folder": domain, "task_date": "2026-03-05", "evidences": [proof], "applied_controls": [guard] });
    let task = make(&app, "task-templates", body).await;
    assert_eq!(targets(&app, "applied-controls", guard, "task_templates").await, [task]);
    let node = id(&nodes(&app, task).await[0]);
    let url = format!("/api/task-nodes/{node}/");
    let shown = app.admin.get(&url).await.is(200).body();
    assert_eq!((&shown["expected_evidence"][0]["str"], &shown["evidences"]), (&json!("Screenshot"), &json!([])));
    assert_eq!(shown["applied_controls"][0]["id"], json!(guard));
    assert_eq!(app.admin.get("/api/task-nodes/?lacks_evidence=true").await.is(200).ids(), [node]);
    let revision = make(&app, "evidence-revisions", json!({ "evidence": proof, "task_node": node })).await;
    let shown = app.admin.get(&url).await.is(200).body();
    assert_eq!((&shown["evidences"][0]["id"], &shown["evidence_reviewed"]), (&json!(proof), &json!([proof])));
    assert_eq!(shown["evidence_revisions_map"], json!({ proof.to_string(): revision }));
    assert!(app.admin.get("/api/task-nodes/?lacks_evidence=true").await.is(200).ids().is_empty());
    let remove = json!({ "evidence": proof });
    assert_eq!(app.admin.post(&format!("{url}remove_evidence/"), remove.clone()).await.is(200).body(), json!({ "revisions": 1 }));
    app.admin.post(&format!("{url}remove_evidence/"), remove).await.is(400).error("evidence");
    assert_eq!(field(&app, "evidence-revisions", revision, "task_node").await, Json::Null);
});

both!(async fn calendars_show_more_than_is_planned(app) {
    let domain = app.domain("Payments").await;
    let daily = recurring(&app, domain, "Daily", "2026-03-01", json!({ "frequency": "DAILY", "interval": 1 })).await;
    make(&app, "task-templates", json!({ "name": "Once", "folder": domain, "task_date": "2026-06-02" })).await;
    let found = app.admin.get("/api/task-templates/calendar/2026-05-31/2026-06-03/").await.is(200).body();
    let entries: Vec<(Json, bool, Json)> = found.as_array().unwrap().iter()
        .map(|entry| (entry["due_date"].clone(), entry["id"].is_string(), entry["name"].clone())).collect();
    let entry = |day: &str, is_planned: bool, name: &str| (json!(day), is_planned, json!(name));
    assert_eq!(entries, [
        entry("2026-05-31", true, "Daily"), entry("2026-06-01", true, "Daily"), entry("2026-06-02", true, "Once"),
        entry("2026-06-02", false, "Daily"), entry("2026-06-03", false, "Daily"),
    ]);
    let same = app.admin.get("/api/task-templates/calendar/?start=2026-05-31&end=2026-06-03").await.is(200).body();
    assert_eq!(same, found);
    app.admin.get("/api/task-templates/calendar/abc/def/").await.is(400).error("start");
    app.admin.get("/api/task-templates/calendar/2026-06-02/2026-06-01/").await.is(400).error("end");
    app.admin.get("/api/task-templates/calendar/2026-06-02/2036-06-01/").await.is(400).error("end");
    app.admin.get("/api/task-templates/calendar/2026-06-02/2026-06-03/?folders=1").await.is(400);

    let first = &nodes(&app, daily).await[0];
    app.admin.post(&format!("/api/task-nodes/{}/set_status/", id(first)), json!({ "status": "completed" })).await.is(200);
    let review = app.admin.get("/api/task-templates/yearly_review/?granularity=weekly&start_month=3&end_month=3").await.is(200).body();
    assert_eq!((&review["granularity"], &review["buckets"][0]["key"]), (&json!("weekly"), &json!("2026-W09")));
    let task = &review["folders"][0]["tasks"][0];
    assert_eq!((&review["folders"][0]["folder_name"], &task["name"]), (&json!("Payments"), &json!("Daily")));
    assert_eq!(task["bucket_status"]["2026-W09"], json!({ "status": "completed", "node_ids": [first["id"]] }));
    assert_eq!(task["bucket_status"]["2026-W10"]["status"], "pending");
    let review = app.admin.get("/api/task-templates/yearly_review/").await.is(200).body();
    assert_eq!((review["buckets"].as_array().unwrap().len(), &review["end_year"]), (12, &json!(2026)));
    app.admin.get("/api/task-templates/yearly_review/?start_month=13").await.is(400).error("start_month");
    let status = app.admin.get("/api/task-templates/per_status/").await.is(200).body();
    assert_eq!(status["results"]["values"][0]["value"], 1, "once");
    assert_eq!(status["results"]["values"][2]["value"], 1, "the next daily one is done");
    let month = app.admin.get("/api/task-nodes/?due_date__month=6&due_date__year=2026").await.is(200).body();
    assert_eq!(month["count"], 2);
});

async fn import(client: &Client, zip: Vec<u8>) {
    client.send(Method::POST, "/api/folders/import/?name=Copy", Body::from(zip), Some("application/zip")).await.is(201);
}

both!(async fn a_domain_takes_its_tasks_along(app) {
    let domain = app.domain("Payments").await;
    let schedule = json!({ "frequency": WEEKLY, "interval": 1, "end_date": "2026-03-22" });
    let task = recurring(&app, domain, "Review", "2026-03-01", schedule.clone()).await;
    let first = &nodes(&app, task).await[0];
    let done = json!({ "status": "completed", "observation": "Seen." });
    app.admin.post(&format!("/api/task-nodes/{}/set_status/", id(first)), done.clone()).await.is(200);
    // An occurrence that the schedule no longer has.
    let second = &nodes(&app, task).await[1];
    app.admin.post(&format!("/api/task-nodes/{}/set_status/", id(second)), done).await.is(200);
    let schedule = json!({ "frequency": WEEKLY, "interval": 2, "end_date": "2026-03-22" });
    app.admin.patch(&format!("/api/task-templates/{task}/"), json!({ "schedule": schedule })).await.is(200);
    make(&app, "task-templates", json!({ "name": "Some day", "folder": domain, "status": "in_progress" })).await;
    let zip = app.admin.get(&format!("/api/folders/{domain}/export/")).await.is(200).bytes.to_vec();
    import(&app.admin, zip).await;
    let copy = app.admin.get("/api/folders/?name=Copy").await.is(200).ids()[0];
    let listed = |list: &Json| -> Vec<(String, String, String)> {
        let text = |row: &Json, name: &str| row[name].as_str().unwrap_or("-").to_owned();
        let rows = list["results"].as_array().unwrap().iter();
        let mut rows: Vec<_> = rows.map(|row| (text(row, "name"), text(row, "due_date"), text(row, "status"))).collect();
        rows.sort();
        rows
    };
    let theirs = app.admin.get(&format!("/api/task-nodes/?folder={copy}")).await.is(200).body();
    let ours = app.admin.get(&format!("/api/task-nodes/?folder={domain}")).await.is(200).body();
    assert_eq!(ours["count"], 4);
    assert_eq!(listed(&theirs), listed(&ours));
});

both!(async fn everything_with_a_date_is_in_one_calendar(app) {
    let domain = app.domain("Payments").await;
    let elsewhere = app.domain("Elsewhere").await;
    make(&app, "task-templates", json!({ "name": "Patch", "folder": domain, "task_date": "2026-03-04" })).await;
    make(&app, "task-templates", json!({ "name": "Hidden", "folder": elsewhere, "task_date": "2026-03-04" })).await;
    make(&app, "applied-controls", json!({ "name": "Guard", "folder": domain, "status": "to_do", "eta": "2026-02-27" })).await;
    make(&app, "applied-controls", json!({ "name": "Active", "folder": domain, "status": "active", "eta": "2026-03-05" })).await;
    make(&app, "evidences", json!({ "name": "Proof", "folder": domain, "expiry_date": "2026-03-06" })).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let found = reader.get("/api/folders/calendar/?start=2026-02-01&end=2026-03-31").await.is(200).body();
    let entries: Vec<[String; 3]> = found["entries"].as_array().unwrap().iter()
        .map(|entry| ["date", "str", "label"].map(|name| entry[name].as_str().unwrap().to_owned())).collect();
    assert_eq!(entries, [
        ["2026-02-27", "Guard", "Implementation due."],
        ["2026-03-04", "Patch (2026-03-04)", "Task due."],
        ["2026-03-06", "Proof", "Renewal due."],
    ]);
    assert_eq!((&found["entries"][0]["is_overdue"], &found["entries"][1]["is_overdue"]), (&json!(true), &json!(false)));
    let french = app.admin.with("Accept-Language", "fr");
    let path = format!("/api/folders/calendar/?start=2026-03-01&end=2026-03-31&resources=task-nodes&within={domain}");
    let found = french.get(&path).await.is(200).body();
    assert_eq!((found["entries"].as_array().unwrap().len(), &found["entries"][0]["label"]), (1, &json!("Échéance de la tâche.")));
    app.admin.get("/api/folders/calendar/?start=2026-03-01&end=2026-03-31&resources=folders").await.is(400).error("resources");
});
