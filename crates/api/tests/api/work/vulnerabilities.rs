//! Vulnerabilities: when they are due, and how many there are.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{asset, control, field, journal_since, make, mark, targets};

const SLA: &str = "/api/settings/vulnerability-sla/";
const RECORDED: &str = include_str!("../../../../risk/tests/risk/recorded/due_dates.json");

async fn vulnerability(app: &TestApp, domain: Uuid, more: Json) -> Uuid {
    let mut body = json!({ "name": "Hole", "folder": domain });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    make(app, "vulnerabilities", body).await
}

both!(async fn due_dates_are_those_that_were_recorded(app) {
    // It is the day of the recording.
    app.clock.advance_seconds(260 * 86_400);
    let domain = app.domain("Shop").await;
    let recorded: Json = serde_json::from_str(RECORDED).unwrap();
    let cases = recorded["cases"].as_array().unwrap();
    let mut made = Vec::new();
    let mut policy = &Json::Null;
    let shown = async |id: Uuid| {
        let read = app.admin.get(&format!("/api/vulnerabilities/{id}/")).await.is(200).body();
        json!([read["detected_at"], read["due_date"]])
    };
    for (at, case) in cases.iter().enumerate() {
        if *policy != case["policy"] {
            policy = &case["policy"];
            app.admin.put(SLA, policy.clone()).await.is(200);
        }
        let names = ["severity", "detected_at", "published_date", "due_date"];
        let mut body: Json = names.map(|name| (name.to_owned(), case[name].clone())).into_iter().collect();
        body["name"] = json!(format!("Case {at}"));
        body["folder"] = json!(domain);
        let id = make(&app, "vulnerabilities", body).await;
        assert_eq!(shown(id).await, case["answer"]["created"], "{case}");
        made.push((id, case));
        // The policy of the next case is another one: these are refreshed before it applies.
        let is_last = cases.get(at + 1).is_none_or(|next| next["policy"] != case["policy"]);
        if !is_last {
            continue;
        }
        app.admin.post("/api/vulnerabilities/refresh-due-dates/", json!({})).await.is(200);
        for (id, case) in made.drain(..) {
            assert_eq!(shown(id).await, case["answer"]["refreshed"], "{case}");
            app.admin.patch(&format!("/api/vulnerabilities/{id}/"), json!({ "severity": 4 })).await.is(200);
            assert_eq!(shown(id).await, case["answer"]["made_critical"], "{case}");
            app.admin.delete(&format!("/api/vulnerabilities/{id}/")).await.is(204);
        }
    }
});

both!(async fn the_clock_stops_when_it_is_dealt_with(app) {
    let domain = app.domain("Shop").await;
    let id = vulnerability(&app, domain, json!({ "severity": 4, "detected_at": "2026-02-01" })).await;
    let read = app.admin.get(&format!("/api/vulnerabilities/{id}/")).await.is(200).body();
    assert_eq!((&read["due_date"], &read["days_left"]), (&json!("2026-02-16"), &json!(-13)));
    assert_eq!(read["state"]["name"], "overdue");
    app.admin.patch(&format!("/api/vulnerabilities/{id}/"), json!({ "status": "fixed" })).await.is(200);
    let read = app.admin.get(&format!("/api/vulnerabilities/{id}/")).await.is(200).body();
    assert_eq!((&read["days_left"], &read["state"]), (&Json::Null, &Json::Null));
    // And its date stays: it says whether it was fixed in time.
    app.admin.patch(SLA, json!({ "critical": 1 })).await.is(200);
    let refreshed = app.admin.post("/api/vulnerabilities/refresh-due-dates/", json!({})).await.is(200).body();
    assert_eq!(refreshed["updated"], 0);
    assert_eq!(field(&app, "vulnerabilities", id, "due_date").await, "2026-02-16");
});

both!(async fn the_deadlines_are_settings(app) {
    let given = app.admin.get(SLA).await.is(200).body();
    let days = json!({ "sla_anchor": "detected_at", "critical": 15, "high": 30, "medium": 90, "low": 180, "info": 365 });
    assert_eq!(given, days);
    let changed = app.admin.patch(SLA, json!({ "high": null, "sla_anchor": "published_date" })).await.is(200).body();
    assert_eq!((&changed["high"], &changed["critical"]), (&Json::Null, &json!(15)));
    for (name, wrong) in [("high", json!(-1)), ("high", json!(36_501)), ("low", json!(1.5)), ("sla_anchor", json!("eta")), ("other", json!(1))] {
        app.admin.patch(SLA, json!({ name: wrong })).await.is(400).error(name);
    }
    let domain = app.domain("Shop").await;
    let id = vulnerability(&app, domain, json!({ "severity": 3 })).await;
    assert_eq!(field(&app, "vulnerabilities", id, "due_date").await, Json::Null, "no number, no date");
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    analyst.get(SLA).await.is(200);
    analyst.patch(SLA, json!({ "low": 1 })).await.is(403);
    app.nobody.get(SLA).await.is(401);
});

both!(async fn only_those_that_the_caller_may_change_are_refreshed(app) {
    let (ours, theirs) = (app.domain("Shop").await, app.domain("Bank").await);
    let mine = vulnerability(&app, ours, json!({ "severity": 2 })).await;
    let other = vulnerability(&app, theirs, json!({ "severity": 2 })).await;
    app.admin.patch(SLA, json!({ "medium": 3 })).await.is(200);
    let before = mark(&app).await;
    let reader = app.user("reader@example.com", "AUD", ours).await;
    reader.post("/api/vulnerabilities/refresh-due-dates/", json!({})).await.is(403);
    let analyst = app.user("analyst@example.com", "ANA", ours).await;
    let refreshed = analyst.post("/api/vulnerabilities/refresh-due-dates/", json!({})).await.is(200).body();
    assert_eq!(refreshed["updated"], 1);
    assert_eq!(field(&app, "vulnerabilities", mine, "due_date").await, "2026-03-04");
    assert_eq!(field(&app, "vulnerabilities", other, "due_date").await, "2026-05-30");
    let written = journal_since(&app, before).await;
    let written: Vec<_> = written.iter().filter(|entry| entry.resource == "vulnerabilities").collect();
    assert_eq!(written.len(), 1, "what stays is not written");
});

both!(async fn they_are_counted_as_far_as_they_may_be_seen(app) {
    let (ours, theirs) = (app.domain("Shop").await, app.domain("Bank").await);
    for (domain, severity, status) in
        [(ours, 4, "exploitable"), (ours, 4, "fixed"), (ours, 1, "--"), (theirs, 4, "exploitable")]
    {
        vulnerability(&app, domain, json!({ "severity": severity, "status": status })).await;
    }
    let analyst = app.user("analyst@example.com", "ANA", ours).await;
    let tree = analyst.get("/api/vulnerabilities/treemap_data/").await.is(200).body();
    assert_eq!(tree["domains"].as_array().map(Vec::len), Some(1), "{tree}");
    assert_eq!((&tree["domains"][0]["name"], &tree["domains"][0]["value"]), (&json!("Shop"), &json!(3)));
    assert_eq!(tree["domains"][0]["children"][0]["value"], 2);
    let all = app.admin.get("/api/vulnerabilities/treemap_data/?severity=4").await.is(200).body();
    let values: Vec<&Json> = all["domains"].as_array().unwrap().iter().map(|one| &one["value"]).collect();
    assert_eq!(values, [&json!(2), &json!(1)]);
    let flows = analyst.get("/api/vulnerabilities/sankey_data/?status=exploitable").await.is(200).body();
    assert_eq!(flows["links"], json!([{ "source": "severity:4", "target": "status:exploitable", "value": 1 }]));
    analyst.get("/api/vulnerabilities/sankey_data/?colour=red").await.is(400);
});

both!(async fn both_ends_show_what_is_linked(app) {
    let domain = app.domain("Shop").await;
    let (vault, guard) = (asset(&app, domain, "Vault").await, control(&app, domain, "Guard").await);
    let id = vulnerability(&app, domain, json!({ "assets": [vault], "applied_controls": [guard] })).await;
    assert_eq!(targets(&app, "assets", vault, "vulnerabilities").await, [id]);
    assert_eq!(targets(&app, "applied-controls", guard, "vulnerabilities").await, [id]);
    let pentest = make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": domain })).await;
    let body = json!({ "name": "Seen", "findings_assessment": pentest, "vulnerabilities": [id] });
    let finding = make(&app, "findings", body).await;
    assert_eq!(targets(&app, "vulnerabilities", id, "findings").await, [finding]);
    assert_eq!(app.admin.get(&format!("/api/vulnerabilities/?assets={vault}")).await.is(200).ids(), [id]);
});
