//! Counters and metrics over everything.

use cairn_testkit::{Client, both};
use serde_json::{Value as Json, json};

use crate::audits::{audit, rows};
use crate::support::make;

async fn get(client: &Client, path: &str) -> Json {
    client.get(&format!("/api/{path}")).await.is(200).body()
}

both!(async fn what_there_is_is_counted_by_status_and_domain(app) {
    let sales = app.domain("Sales").await;
    let north = app.domain_under("North", sales).await;
    let secret = app.domain("Secret").await;
    for (domain, name, more) in [
        (sales, "One", json!({ "status": "to_do", "eta": "2026-01-01", "priority": 1, "csf_function": "protect" })),
        (sales, "Two", json!({ "status": "active", "eta": "2026-01-01", "priority": 1 })),
        (north, "Three", json!({ "status": "active", "category": "policy" })),
        (secret, "Four", json!({ "status": "degraded" })),
    ] {
        let mut body = json!({ "name": name, "folder": domain, "is_published": false });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        make(&app, "applied-controls", body).await;
    }
    make(&app, "evidences", json!({ "name": "Old", "folder": north, "expiry_date": "2026-01-01" })).await;
    make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": sales, "status": "done" })).await;
    let all = get(&app.admin, "get_counters/").await;
    let totals = &all["results"];
    assert_eq!((&totals["domains"], &totals["applied_controls"], &totals["policies"]), (&json!(3), &json!(3), &json!(1)), "{all}");
    let of = |name: &str| all["domains"].as_array().unwrap().iter().find(|one| one["str"] == name).unwrap().clone();
    assert_eq!((&of("Sales")["applied_controls"], &of("North")["policies"]), (&json!(2), &json!(1)));
    let metrics = get(&app.admin, &format!("get_metrics/?folder={sales}")).await;
    let expected = json!({ "total": 3, "to_do": 1, "in_progress": 0, "on_hold": 0, "active": 2, "degraded": 0,
        "deprecated": 0, "p1": 1, "eta_missed": 1 });
    assert_eq!(metrics["results"]["controls"], expected, "{metrics}");
    let compliance = &metrics["results"]["compliance"];
    assert_eq!((&compliance["evidences"], &compliance["expired_evidences"]), (&json!(1), &json!(1)));
    assert_eq!(metrics["results"]["csf_functions"][2], json!({ "name": "Protect", "value": 1 }));
    let domains = metrics["domains"].as_array().unwrap();
    let sales_line = domains.iter().find(|one| one["str"] == "Sales").unwrap();
    assert_eq!(sales_line["controls"], json!({ "to_do": 1, "active": 1 }));
    let combined = get(&app.admin, "get_combined_assessments_status/").await;
    let statuses = combined["results"]["statuses"].as_array().unwrap();
    let at = statuses.iter().position(|status| status == "done").unwrap();
    assert_eq!(combined["results"]["series"][2]["data"][at], 1, "{combined}");
    // The same numbers as the lists.
    let reader = app.user("reader@example.com", "AUD", sales).await;
    let seen = get(&reader, "get_metrics/").await;
    assert_eq!((&seen["results"]["controls"]["total"], &seen["results"]["controls"]["degraded"]), (&json!(3), &json!(0)));
    assert!(!seen.to_string().contains("Secret"), "{seen}");
    let none = get(&reader, &format!("get_counters/?folder={secret}")).await;
    assert_eq!((&none["results"]["domains"], &none["results"]["applied_controls"]), (&json!(0), &json!(0)), "{none}");
    app.admin.get("/api/get_metrics/?folder=x").await.is(400).error("folder");
    app.admin.get("/api/get_metrics/?nope=1").await.is(400);
    let stranger = app.user_with(json!({ "email": "stranger@example.com" })).await;
    assert_eq!(get(&stranger, "get_counters/").await["results"]["applied_controls"], 0);
});

both!(async fn what_is_due_is_counted_by_day(app) {
    let sales = app.domain("Sales").await;
    for (name, eta) in [("One", "2026-04-15"), ("Two", "2026-04-15"), ("Three", "2027-01-01")] {
        make(&app, "applied-controls", json!({ "name": name, "folder": sales, "eta": eta, "status": "to_do" })).await;
    }
    let year = get(&app.admin, "get_governance_calendar_data/?year=2026").await;
    assert_eq!(year["results"], json!([["2026-04-15", 2]]));
    assert_eq!(get(&app.admin, "get_governance_calendar_data/?year=2027").await["results"], json!([["2027-01-01", 1]]));
    app.admin.get("/api/get_governance_calendar_data/?year=x").await.is(400).error("year");
});

both!(async fn the_results_of_audits_are_told(app) {
    let sales = app.domain("Sales").await;
    let id = audit(&app, sales, json!({})).await;
    let rows = rows(&app, id).await;
    let url = format!("/api/requirement-assessments/{}/", rows[1]);
    app.admin.patch(&url, json!({ "result": "non_compliant", "status": "done" })).await.is(200);
    let all = get(&app.admin, "get_audits_metrics/").await;
    let stats = &all["results"]["audits_stats"];
    assert_eq!((&stats["names"], &stats["uuids"]), (&json!(["Yearly"]), &json!([id])), "{all}");
    assert_eq!((&stats["data"], &all["results"]["progress_avg"]), (&json!([[1, 0, 1, 0, 0]]), &json!(50)), "{all}");
    let compliance = get(&app.admin, "get_metrics/").await["results"]["compliance"].clone();
    assert_eq!((&compliance["audits"], &compliance["used_frameworks"]), (&json!(1), &json!(1)));
    assert_eq!(compliance["non_compliant_items"], 1);
    // The same as what is recorded of it.
    let refresh = json!({ "model": "ComplianceAssessment", "object_id": id });
    let url = "/api/metrology/builtin-metric-samples/refresh/";
    let numbers = app.admin.post(url, refresh).await.is(200).body()["sample"]["metrics"].clone();
    assert_eq!((&numbers["progress"], &numbers["total_requirements"]), (&json!(50), &json!(2)), "{numbers}");
    assert_eq!(numbers["result_breakdown"], json!({ "not_assessed": 1, "non_compliant": 1 }));
    // Whoever answers some of it is not told of the rest.
    let other = app.domain("Other").await;
    let respondent = app.user("res@example.com", "ADE", sales).await;
    let none = get(&respondent, "get_audits_metrics/").await;
    assert!(!none.to_string().contains("non_compliant\":1") && none["results"]["audits_stats"]["names"] == json!([]), "{none}");
    let stranger = app.user("reader@example.com", "AUD", other).await;
    assert_eq!(get(&stranger, "get_audits_metrics/").await["results"]["audits_stats"]["uuids"], json!([]));
});
