//! The nightly run of rules, and a server that dies in the middle of it.

use cairn_model::Date;
use cairn_model::zone::day_after;
use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::instance::{DEADLINE, Instance, wait_until};

/// Several pages of objects for each rule, but no more notifications than their list counts.
const CONTROLS: usize = 900;
const KILLS: usize = 3;
const TWO_DAYS: i64 = 2 * 24 * 60 * 60;

fn count(admin: &Client, path: &str, filter: &str) -> u64 {
    let list = admin.get(&format!("/api/{path}/?limit=1&{filter}")).is(200);
    list.json()["count"].as_u64().expect("a count")
}

#[test]
fn a_night_of_rules_survives_kills_and_does_nothing_twice() {
    let instance = Instance::new();
    let server = instance.start();
    let admin = server.with_token(&instance.token());
    let root = admin.root();
    let owner = admin.get("/api/iam/current-user/").is(200).json()["actor_id"].clone();
    let tomorrow = tomorrow(&admin);
    let rows: Vec<String> = (0..CONTROLS).map(|number| format!("Control {number},{tomorrow}\n")).collect();
    let headers = format!("Content-Type: text/csv\r\nX-Model-Type: applied-controls\r\nX-Folder-Id: {root}\r\n");
    admin
        .send("POST", "/api/data-wizard/load-file/", &headers, format!("name,eta\n{}", rows.concat()).as_bytes())
        .is(200);
    let review = json!({ "name": "Late", "folder": root });
    let review = admin.post("/api/findings-assessments/", &review).is(201).id();
    // Nothing is late today; time alone makes it so.
    for action in ["task", "finding", "notification"] {
        let rule = json!({
            "name": format!("Late: {action}"),
            "folder": root,
            "resource": "applied-controls",
            "expression": "days_until(object.eta) < 0",
            "action": action,
            "owner": [owner],
            "findings_assessment": if action == "finding" { Json::from(review.clone()) } else { Json::Null },
        });
        admin.post("/api/rules/", &rule).is(201);
    }
    wait_until("the new rules have run", DEADLINE, || {
        let rules = admin.get("/api/rules/").is(200).json();
        rules["results"].as_array().expect("a list").iter().all(|rule| rule["last_run_at"].is_string())
    });
    assert_eq!(count(&admin, "rule-matches", ""), 0);
    server.stop();

    let instance = instance.with("CAIRN_TEST_CLOCK_OFFSET", &TWO_DAYS.to_string());
    let token = instance.token();
    let mut server = instance.start();
    let mut seen = 0;
    for _ in 0..KILLS {
        let admin = server.with_token(&token);
        wait_until("the night goes on", DEADLINE, || count(&admin, "rule-matches", "") > seen);
        server.kill();
        server = instance.start();
        seen = count(&server.with_token(&token), "rule-matches", "");
        assert!(seen < 3 * CONTROLS as u64, "it was killed in the middle");
    }
    let admin = server.with_token(&token);
    let nights = || admin.get("/api/jobs/?kind=run-rules").is(200).json()["results"].as_array().expect("jobs").clone();
    wait_until("the night is over", DEADLINE * 3, || nights().iter().all(|night| night["state"] == "done"));
    let controls = CONTROLS as u64;
    // What was done before a kill counts in the result, and is not done again.
    let opened: u64 = nights().iter().filter_map(|night| night["result"]["opened"].as_u64()).sum();
    assert_eq!(opened, 3 * controls);
    assert_eq!(count(&admin, "rule-matches", "times_opened=1"), 3 * controls);
    assert_eq!(count(&admin, "rule-matches", ""), 3 * controls);
    assert_eq!(count(&admin, "task-templates", ""), controls);
    assert_eq!(count(&admin, "task-nodes", ""), controls);
    assert_eq!(count(&admin, "findings", ""), controls);
    assert_eq!(count(&admin, "notifications", "kind=rule"), controls);
    // Each task and finding belongs to a match.
    assert_eq!(count(&admin, "rule-matches", "task__isnull=false"), controls);
    assert_eq!(count(&admin, "rule-matches", "finding__isnull=false"), controls);
}

/// By the clock of the server, in the time zone of a fresh instance.
fn tomorrow(admin: &Client) -> String {
    let now = admin.get("/api/log-entries/?limit=1").is(200).json()["results"][0]["at"].clone();
    let today: Date = now.as_str().expect("a time")[..10].parse().expect("a day");
    day_after(today).to_string()
}
