//! How domains stand: what is counted for whom, and what was counted before.

use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::make;

async fn control(app: &TestApp, domain: Uuid, name: &str, status: &str, eta: &str) -> Uuid {
    let body = json!({ "name": name, "folder": domain, "status": status, "eta": eta, "is_published": false });
    make(app, "applied-controls", body).await
}

async fn posture(client: &Client, query: &str) -> Json {
    client.get(&format!("/api/folders/posture/{query}")).await.is(200).body()
}

fn measure<'a>(posture: &'a Json, name: &str) -> &'a Json {
    let all = posture["measures"].as_array().expect("measures");
    all.iter().find(|measure| measure["name"] == name).unwrap_or_else(|| panic!("no {name} in {posture}"))
}

fn points(measure: &Json) -> Vec<(String, i64)> {
    let all = measure["trend"].as_array().expect("points").iter();
    all.map(|point| (point["date"].as_str().unwrap().to_owned(), point["value"].as_i64().unwrap())).collect()
}

/// Does what is due, until nothing is.
async fn work(app: &TestApp) {
    while app.jobs.run_due().await.expect("a run") > 0 {}
}

async fn next_day(app: &TestApp) {
    app.clock.advance_seconds(86_400);
    work(app).await;
}

both!(async fn numbers_are_those_of_the_lists_that_they_name(app) {
    let sales = app.domain("Sales").await;
    let north = app.domain_under("North", sales).await;
    control(&app, sales, "Late", "to_do", "2026-02-01").await;
    control(&app, north, "Running", "active", "2026-02-01").await;
    control(&app, north, "Later", "in_progress", "2027-01-01").await;
    let assessment = make(&app, "findings-assessments", json!({ "name": "Test", "folder": north })).await;
    let finding = json!({ "name": "Bad", "findings_assessment": assessment, "severity": 4, "due_date": "2026-02-01" });
    make(&app, "findings", finding).await;
    let all = posture(&app.admin, "").await;
    for (name, value) in [
        ("controls", 3),
        ("controls_active", 1),
        ("controls_in_progress", 1),
        ("controls_overdue", 1),
        ("findings_open", 1),
        ("findings_critical", 1),
        ("findings_high", 0),
        ("findings_overdue", 1),
        ("evidence", 0),
    ] {
        let measure = measure(&all, name);
        assert_eq!(measure["value"], value, "{name}");
        let query: Vec<String> = measure["query"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, text)| format!("{name}={}", text.as_str().unwrap()))
            .collect();
        let list = format!("/api/{}/?{}", measure["resource"].as_str().unwrap(), query.join("&"));
        assert_eq!(app.admin.get(&list).await.is(200).body()["count"], value, "{list}");
    }
    // Each domain is told with what is below it.
    let domains = all["domains"].as_array().unwrap();
    let of = |id: Uuid| domains.iter().find(|domain| domain["id"] == json!(id)).expect("a domain");
    assert_eq!(of(sales)["values"]["controls"], 3);
    assert_eq!(of(north)["values"]["controls"], 2);
    assert_eq!(of(north)["parent"], json!(sales));
    let part = posture(&app.admin, &format!("?within={north}")).await;
    assert_eq!(measure(&part, "controls")["value"], 2);
    assert_eq!(measure(&part, "controls_overdue")["value"], 0);
    assert_eq!(part["domains"].as_array().unwrap().len(), 1);
    app.admin.get("/api/folders/posture/?days=0").await.is(400).error("days");
});

both!(async fn what_was_counted_on_earlier_days_is_a_trend(app) {
    let sales = app.domain("Sales").await;
    control(&app, sales, "One", "to_do", "2027-01-01").await;
    let now = posture(&app.admin, "").await;
    let today = now["today"].as_str().unwrap().to_owned();
    assert_eq!(points(measure(&now, "controls")), [(today, 1)], "nothing was recorded yet");
    // The first run only plans the next.
    work(&app).await;
    next_day(&app).await;
    let two = control(&app, sales, "Two", "active", "2027-01-01").await;
    next_day(&app).await;
    app.admin.delete(&format!("/api/applied-controls/{two}/")).await.is(204);
    next_day(&app).await;
    app.clock.advance_seconds(86_400);
    let trend = points(measure(&posture(&app.admin, "").await, "controls"));
    let values: Vec<i64> = trend.iter().map(|point| point.1).collect();
    assert_eq!(values, [1, 2, 1, 1], "{trend:?}");
    let short = points(measure(&posture(&app.admin, "?days=1").await, "controls"));
    assert_eq!(short.iter().map(|point| point.1).collect::<Vec<_>>(), [1, 1], "{short:?}");
    // A domain that is gone takes its days along.
    let other = app.domain("Other").await;
    control(&app, other, "Three", "active", "2027-01-01").await;
    next_day(&app).await;
    app.admin.delete(&format!("/api/folders/{other}/")).await.is(204);
    let trend = points(measure(&posture(&app.admin, "").await, "controls"));
    assert_eq!(trend.last().unwrap().1, 1);
});

both!(async fn nobody_learns_numbers_of_what_they_may_not_see(app) {
    let sales = app.domain("Sales").await;
    let secret = app.domain("Secret").await;
    control(&app, sales, "Ours", "to_do", "2026-02-01").await;
    for name in ["One", "Two", "Three"] {
        control(&app, secret, name, "to_do", "2026-02-01").await;
    }
    work(&app).await;
    next_day(&app).await;
    let reader = app.user("reader@sales.example", "AUD", sales).await;
    let seen = posture(&reader, "").await;
    assert_eq!(measure(&seen, "controls_overdue")["value"], 1);
    assert!(points(measure(&seen, "controls_overdue")).iter().all(|point| point.1 <= 1), "{seen}");
    assert!(!seen.to_string().contains("Secret"));
    let none = posture(&reader, &format!("?within={secret}")).await;
    assert_eq!(measure(&none, "controls_overdue")["value"], 0);
    assert!(points(measure(&none, "controls_overdue")).iter().all(|point| point.1 == 0), "{none}");
    let tester = app.user("tester@sales.example", "TST", sales).await;
    let part = posture(&tester, "").await;
    let names: Vec<&Json> = part["measures"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert!(!names.contains(&&json!("controls")), "a tester may not see controls: {names:?}");
    assert!(names.contains(&&json!("findings_open")));
    let stranger = app.user_with(json!({ "email": "stranger@example.com" })).await;
    stranger.get("/api/folders/posture/").await.is(403);
    app.nobody.get("/api/folders/posture/").await.is(401);
});

#[test]
fn measures_have_names_of_their_own() {
    let mut names: Vec<&str> =
        cairn_domain::ENTRIES.iter().flat_map(|entry| entry.measures).map(|measure| measure.name).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
