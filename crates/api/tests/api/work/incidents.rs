//! Incidents and their timelines.

use cairn_testkit::{TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::lost_updates::{begin, meanwhile};
use crate::support::{actor_of, asset, control, field, make, targets};

async fn incident(app: &TestApp, domain: Uuid, more: Json) -> Uuid {
    let mut body = json!({ "name": "Outage", "folder": domain });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    make(app, "incidents", body).await
}

fn url(id: Uuid) -> String {
    format!("/api/incidents/{id}/")
}

/// The timeline from the beginning: type and words.
async fn timeline(app: &TestApp, id: Uuid) -> Vec<(String, String)> {
    let list = app.admin.get(&format!("/api/timeline-entries/?incident={id}&ordering=created_at")).await.is(200).body();
    let text = |entry: &Json, name: &str| entry[name].as_str().unwrap().to_owned();
    let entries = list["results"].as_array().unwrap().iter();
    entries.map(|entry| (text(entry, "entry_type"), text(entry, "entry"))).collect()
}

fn pair(kind: &str, words: &str) -> (String, String) {
    (kind.to_owned(), words.to_owned())
}

both!(async fn changes_of_status_and_severity_are_in_the_timeline(app) {
    let domain = app.domain("Shop").await;
    let id = incident(&app, domain, json!({})).await;
    assert_eq!(timeline(&app, id).await, []);
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    analyst.patch(&url(id), json!({ "name": "Big outage" })).await.is(200);
    analyst.patch(&url(id), json!({ "status": "ongoing" })).await.is(200);
    analyst.patch(&url(id), json!({ "status": "ongoing", "severity": 1 })).await.is(200);
    let expected = [pair("status_changed", "New → Ongoing"), pair("severity_changed", "Moderate → Critical")];
    assert_eq!(timeline(&app, id).await, expected);
    let entry = app.admin.get(&format!("/api/timeline-entries/?incident={id}")).await.is(200).body()["results"][0].clone();
    assert_eq!(entry["author"]["id"], json!(actor_of(&app, analyst.user).await));
    assert_eq!(entry["folder"]["id"], json!(domain));
    // Everyone reads it in their own language: in lists, labels, searches and reports.
    let french = app.admin.with("Accept-Language", "fr");
    let list = french.get(&format!("/api/timeline-entries/?incident={id}&ordering=created_at")).await.is(200);
    assert_eq!(list.column("entry"), ["Nouveau → En cours", "Modérée → Critique"]);
    let [changed, _] = list.ids()[..] else { panic!("two entries") };
    let found = french.get(&format!("/api/timeline-entries/?incident={id}&search=nouveau")).await.is(200).ids();
    assert_eq!(found, [changed]);
    let report = french.get(&format!("{}md/", url(id))).await.is(200).body()["markdown"].as_str().unwrap().to_owned();
    assert!(report.contains("Modérée → Critique") && !report.contains("Moderate"), "{report}");
    // What someone writes instead is in their language only.
    let path = format!("/api/timeline-entries/{changed}/");
    analyst.patch(&path, json!({ "entry": "Called to action" })).await.is(200);
    assert_eq!(french.get(&path).await.is(200).body()["entry"], "Called to action");
    // People add what they know, and it stays with the incident.
    let body = json!({ "incident": id, "entry": "A customer called", "entry_type": "detection", "timestamp": "2026-02-28T08:00:00Z" });
    let called = analyst.post("/api/timeline-entries/", body).await.is(201).id();
    let list = analyst.get(&format!("/api/timeline-entries/?incident={id}")).await.is(200);
    assert_eq!(list.ids().last(), Some(&called), "the newest comes first");
    let other = app.domain("Bank").await;
    app.admin.patch(&url(id), json!({ "folder": other })).await.is(200);
    assert_eq!(field(&app, "timeline-entries", called, "folder").await["id"], json!(other));
    analyst.get(&format!("/api/timeline-entries/{called}/")).await.is(404);
    app.admin.delete(&url(id)).await.is(204);
    app.admin.get(&format!("/api/timeline-entries/{called}/")).await.is(404);
});

both!(async fn it_is_resolved_when_it_says_so(app) {
    let domain = app.domain("Shop").await;
    let id = incident(&app, domain, json!({ "occurred_at": "2026-02-28T10:00:00Z" })).await;
    app.admin.patch(&url(id), json!({ "status": "resolved" })).await.is(200);
    assert!(field(&app, "incidents", id, "resolved_at").await.as_str().unwrap().starts_with("2026-03-01T10:"));
    app.admin.patch(&url(id), json!({ "status": "closed" })).await.is(200);
    assert!(field(&app, "incidents", id, "resolved_at").await.is_string());
    app.admin.patch(&url(id), json!({ "status": "ongoing" })).await.is(200);
    assert_eq!(field(&app, "incidents", id, "resolved_at").await, Json::Null, "it is being handled again");
    let early = json!({ "resolved_at": "2026-02-27T10:00:00Z" });
    app.admin.patch(&url(id), early).await.is(400).error("resolved_at");
});

both!(async fn two_changes_at_once_make_one_story(app) {
    let domain = app.domain("Shop").await;
    let id = incident(&app, domain, json!({})).await;
    let held = begin(&app, "incidents", id, json!({ "status": "ongoing" })).await;
    let body = json!({ "status": "resolved" });
    meanwhile(&app, held, &app.admin, Method::PATCH, &url(id), body).await.is(200);
    let expected = [pair("status_changed", "New → Ongoing"), pair("status_changed", "Ongoing → Resolved")];
    assert_eq!(timeline(&app, id).await, expected);
});

both!(async fn they_are_counted_month_by_month_as_far_as_they_may_be_seen(app) {
    let (ours, theirs) = (app.domain("Shop").await, app.domain("Bank").await);
    for (domain, severity, reported, resolved) in [
        (ours, 1, "2026-02-10T10:00:00Z", json!("2026-03-01T10:00:00Z")),
        (ours, 4, "2026-02-20T10:00:00Z", json!(null)),
        (ours, 2, "2024-02-20T10:00:00Z", json!("2024-02-20T12:00:00Z")),
        (theirs, 1, "2026-02-20T10:00:00Z", json!(null)),
    ] {
        let status = if resolved.is_null() { "new" } else { "resolved" };
        let more = json!({ "severity": severity, "reported_at": reported, "resolved_at": resolved, "status": status });
        incident(&app, domain, more).await;
    }
    let analyst = app.user("analyst@example.com", "ANA", ours).await;
    let months = analyst.get("/api/incidents/monthly_metrics/").await.is(200).body()["months"].clone();
    let months = months.as_array().unwrap();
    assert_eq!((months.len(), &months[11]["month"]), (12, &json!("2026-03")));
    assert_eq!(months[10], json!({ "month": "2026-02", "reported": 2, "severe": 1, "resolved": 0 }));
    assert_eq!(months[11]["resolved"], 1);
    let two = analyst.get("/api/incidents/monthly_metrics/?months=2").await.is(200).body();
    assert_eq!(two["months"].as_array().map(Vec::len), Some(2));
    for wrong in ["0", "61", "-1", "many"] {
        analyst.get(&format!("/api/incidents/monthly_metrics/?months={wrong}")).await.is(400);
    }
    let stats = analyst.get("/api/incidents/summary_stats/").await.is(200).body();
    assert_eq!((&stats["total"], &stats["open"], &stats["open_severe"]), (&json!(3), &json!(1), &json!(0)));
    // 19 days, and two hours.
    assert_eq!((&stats["mean_hours_to_resolve"], &stats["resolved_this_month"]), (&json!(229.0), &json!(1)));
    let severe = analyst.get("/api/incidents/severity_breakdown/?status=new").await.is(200).body();
    let values: Vec<&Json> = severe["results"].as_array().unwrap().iter().map(|slice| &slice["value"]).collect();
    assert_eq!(values, [0, 0, 0, 1, 0, 0].map(|value| json!(value)).iter().collect::<Vec<_>>());
    let found = analyst.get("/api/incidents/detection_breakdown/").await.is(200).body();
    assert_eq!(found["results"][0], json!({ "key": "internally_detected", "label": "Internal", "value": 3 }));
    app.nobody.get("/api/incidents/summary_stats/").await.is(401);
});

both!(async fn a_report_tells_what_its_reader_may_see(app) {
    let (ours, theirs) = (app.domain("Shop").await, app.domain("Bank").await);
    let hidden = asset(&app, theirs, "Hushed vault").await;
    let more = json!({ "assets": [hidden], "description": "It was **dark**.", "ref_id": "INC|7", "severity": 2 });
    let id = incident(&app, ours, more).await;
    let entry = json!({ "incident": id, "entry": "=cmd()|pipe", "observation": "Lights *out*." });
    make(&app, "timeline-entries", entry).await;
    app.admin.patch(&url(id), json!({ "status": "closed" })).await.is(200);
    let reader = app.user("reader@example.com", "AUD", ours).await;
    let text = reader.get(&format!("{}md/", url(id))).await.is(200).body()["markdown"].as_str().unwrap().to_owned();
    for words in ["# Outage", "- **Severity**: Major", "INC\\|7", "It was **dark**.", "=cmd()\\|pipe", "New → Closed"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert!(!text.contains("Hushed"), "{text}");
    let french = reader.with("Accept-Language", "fr").get(&format!("{}md/", url(id))).await.is(200).body();
    assert!(french["markdown"].as_str().unwrap().contains("- **Gravité**: Majeure"), "{french}");
    let pdf = reader.get(&format!("{}pdf/", url(id))).await.is(200);
    assert_eq!(pdf.header("content-type"), Some("application/pdf"));
    assert!(pdf.bytes.starts_with(b"%PDF-"));
    // Lists as files carry no formulas.
    make(&app, "incidents", json!({ "name": "=1+1", "folder": ours })).await;
    let csv = reader.get("/api/incidents/export_csv/").await.is(200).text();
    assert!(csv.contains("'=1+1") && !csv.contains("\n=1+1") && !csv.contains(",=1+1"), "{csv}");
    reader.get("/api/incidents/export_xlsx/").await.is(200);
    let stranger = app.user("stranger@example.com", "AUD", theirs).await;
    for tail in ["md", "pdf"] {
        stranger.get(&format!("{}{tail}/", url(id))).await.is(404);
        app.nobody.get(&format!("{}{tail}/", url(id))).await.is(401);
    }
});

both!(async fn both_ends_show_what_is_linked(app) {
    let domain = app.domain("Shop").await;
    let (vault, guard) = (asset(&app, domain, "Vault").await, control(&app, domain, "Guard").await);
    let id = incident(&app, domain, json!({ "assets": [vault], "applied_controls": [guard] })).await;
    assert_eq!(targets(&app, "assets", vault, "incidents").await, [id]);
    assert_eq!(targets(&app, "applied-controls", guard, "incidents").await, [id]);
});

both!(async fn qualifications_come_from_the_terminology(app) {
    let domain = app.domain("Shop").await;
    let term = async |name: &str, path: &str| {
        make(&app, "terminologies", json!({ "name": name, "field_path": path })).await
    };
    let (theft, other) = (term("Theft of lunch", "qualifications").await, term("Odd", "project.status").await);
    let id = incident(&app, domain, json!({ "qualifications": [theft] })).await;
    incident(&app, domain, json!({})).await;
    app.admin.patch(&url(id), json!({ "qualifications": [other] })).await.is(400).error("qualifications");
    let found = app.admin.get("/api/incidents/qualifications_breakdown/").await.is(200).body();
    assert_eq!(found["results"], json!([{ "key": theft, "label": "Theft of lunch", "value": 1 }]));
    let none = app.admin.get("/api/incidents/qualifications_breakdown/?status=closed").await.is(200).body();
    assert_eq!(none["results"], json!([]));
});
