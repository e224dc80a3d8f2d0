//! Metrics, their values, recorded numbers and dashboards.

use cairn_engine::clock::Clock as _;
use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{control, field, make, root};

const INSTANCES: &str = "metrology/metric-instances";
const SAMPLES: &str = "metrology/custom-metric-samples";
const DASHBOARDS: &str = "metrology/dashboards";
const WIDGETS: &str = "metrology/dashboard-widgets";
const BUILTIN: &str = "metrology/builtin-metric-samples";

async fn number(app: &TestApp, domain: Uuid, more: Json) -> Uuid {
    let body = json!({ "name": "Patch rate", "folder": domain, "unit": "Percent", "default_target": 95 });
    let definition = make(app, "metrology/metric-definitions", body).await;
    let mut body = json!({ "name": "Patches", "folder": domain, "metric_definition": definition, "status": "active" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    make(app, INSTANCES, body).await
}

fn sample(instance: Uuid, at: &str, value: &Json) -> Json {
    json!({ "metric_instance": instance, "timestamp": at, "value": value })
}

async fn add(app: &TestApp, instance: Uuid, at: &str, value: f64) -> Uuid {
    make(app, SAMPLES, sample(instance, at, &json!({ "result": value }))).await
}

/// Does what is due, until nothing is.
async fn work(app: &TestApp) {
    while app.jobs.run_due().await.expect("a run") > 0 {}
}

async fn pass(app: &TestApp, days: i64) {
    app.clock.advance_seconds(days * 86_400);
    work(app).await;
}

fn points(series: &Json) -> Vec<(String, f64)> {
    let all = series["points"].as_array().expect("points").iter();
    all.map(|point| (point["date"].as_str().unwrap().to_owned(), point["value"].as_f64().unwrap())).collect()
}

async fn data(client: &Client, widget: Uuid, query: &str) -> Json {
    client.get(&format!("/api/{WIDGETS}/{widget}/data/{query}")).await.is(200).body()
}

both!(async fn values_are_checked_and_the_latest_is_shown(app) {
    let domain = app.domain("Sales").await;
    let instance = number(&app, domain, json!({ "owner": [] })).await;
    assert_eq!(field(&app, INSTANCES, instance, "target_value").await, 95);
    assert_eq!(field(&app, INSTANCES, instance, "current_value").await, Json::Null);
    add(&app, instance, "2026-01-02T00:00:00Z", 80.0).await;
    add(&app, instance, "2026-02-01T00:00:00Z", 96.5).await;
    let first = add(&app, instance, "2026-01-01T00:00:00Z", 70.0).await;
    let read = app.admin.get(&format!("/api/{INSTANCES}/{instance}/")).await.is(200).body();
    assert_eq!((&read["current_value"], &read["raw_value"]), (&json!("96.5 Percent"), &json!(96.5)), "{read}");
    assert_eq!((&read["unit"]["name"], &read["last_refresh"]), (&json!("Percent"), &json!("2026-02-01T00:00:00.000000Z")));
    assert_eq!(field(&app, SAMPLES, first, "display_value").await, "70 Percent");
    let path = format!("/api/{SAMPLES}/");
    for wrong in [json!({ "result": "x" }), json!({ "choice_index": 1 }), json!({}), json!(5), json!(null)] {
        app.admin.post(&path, sample(instance, "2026-02-02T00:00:00Z", &wrong)).await.is(400).error("value");
    }
    let late = sample(instance, "2036-01-01T00:00:00Z", &json!({ "result": 1 }));
    app.admin.post(&path, late).await.is(400).error("timestamp");

    let levels = json!([{ "name": "Low" }, { "name": "High", "translations": { "fr": { "name": "Élevé" } } }]);
    let body = json!({ "name": "Mood", "folder": domain, "category": "qualitative", "choices_definition": levels });
    let definition = make(&app, "metrology/metric-definitions", body).await;
    let body = json!({ "name": "Mood", "folder": domain, "metric_definition": definition });
    let mood = make(&app, INSTANCES, body).await;
    for wrong in [json!({ "choice_index": 0 }), json!({ "choice_index": 3 }), json!({ "result": 1 })] {
        app.admin.post(&path, sample(mood, "2026-02-02T00:00:00Z", &wrong)).await.is(400).error("value");
    }
    make(&app, SAMPLES, sample(mood, "2026-02-02T00:00:00Z", &json!({ "choice_index": 2 }))).await;
    let french = app.admin.with("Accept-Language", "fr").get(&format!("/api/{INSTANCES}/{mood}/")).await.is(200).body();
    assert_eq!((&french["current_value"], &french["raw_value"]), (&json!("Élevé"), &json!(2.0)), "{french}");
    // What values mean does not change under them.
    let url = format!("/api/metrology/metric-definitions/{definition}/");
    let change = json!({ "category": "quantitative", "choices_definition": [] });
    app.admin.patch(&url, change).await.is(400).error("category");
    app.admin.patch(&format!("/api/{INSTANCES}/{mood}/"), json!({ "metric_definition": field(&app, INSTANCES, instance, "metric_definition").await["id"] }))
        .await
        .is(400)
        .error("metric_definition");
    app.admin.delete(&url).await.is(409);
});

both!(async fn a_metric_without_values_becomes_stale_and_active_with_the_next(app) {
    let domain = app.domain("Sales").await;
    let daily = number(&app, domain, json!({ "collection_frequency": "daily" })).await;
    let status = || field(&app, INSTANCES, daily, "status");
    // The first run only plans the next.
    work(&app).await;
    pass(&app, 1).await;
    assert_eq!(status().await, "active", "there is some grace");
    pass(&app, 2).await;
    assert_eq!(status().await, "stale");
    add(&app, daily, "2026-01-01T00:00:00Z", 1.0).await;
    assert_eq!(status().await, "stale", "an old value does not help");
    let now = app.clock.now().to_string();
    add(&app, daily, &now, 1.0).await;
    assert_eq!(status().await, "active");
    pass(&app, 1).await;
    assert_eq!(status().await, "active");
    pass(&app, 2).await;
    assert_eq!(status().await, "stale");
});

both!(async fn a_widget_shows_exactly_one_thing_and_fits_the_grid(app) {
    let domain = app.domain("Sales").await;
    let dashboard = make(&app, DASHBOARDS, json!({ "name": "Ours", "folder": domain })).await;
    let instance = number(&app, domain, json!({})).await;
    let with = |more: Json| {
        let mut body = json!({ "dashboard": dashboard });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let path = format!("/api/{WIDGETS}/");
    let number = json!({ "target_object_id": domain, "metric_key": "controls_status_breakdown" });
    for (body, at) in [
        (json!({ "chart_type": "line" }), "metric_instance"),
        (json!({ "metric_instance": instance, "metric_key": "progress" }), "metric_instance"),
        (json!({ "metric_instance": instance, "position_x": 10, "width": 3 }), "width"),
        (json!({ "metric_instance": instance, "position_x": 12, "width": 1 }), "position_x"),
        (json!({ "metric_instance": instance, "chart_type": "text" }), "chart_type"),
        (json!({ "text_content": "Hello", "chart_type": "bar" }), "chart_type"),
        (json!({ "target_object_id": domain }), "metric_key"),
        (json!({ "metric_key": "progress" }), "target_object_id"),
        (json!({ "target_object_id": domain, "metric_key": "progress" }), "metric_key"),
        (json!({ "target_object_id": domain, "metric_key": "controls", "target_model": "RiskAssessment" }), "target_model"),
        (json!({ "metric_instance": instance, "time_range": "custom" }), "widget_config"),
        (json!({ "target_object_id": instance, "metric_key": "progress" }), "target_object_id"),
    ] {
        app.admin.post(&path, with(body.clone())).await.is(400).error(at);
    }
    let widget = make(&app, WIDGETS, with(number)).await;
    let read = app.admin.get(&format!("{path}{widget}/")).await.is(200).body();
    assert_eq!((&read["target_model"], &read["target_object_id"]["id"]), (&json!("Folder"), &json!(domain)), "{read}");
    assert_eq!((&read["display_title"], &read["target_object_name"]), (&json!("Controls by status"), &json!("Sales")));
    make(&app, WIDGETS, with(json!({ "text_content": "Hello", "chart_type": "text", "position_x": 11, "width": 1 }))).await;
    assert_eq!(field(&app, DASHBOARDS, dashboard, "widget_count").await, 2);
    // A widget goes with what it shows.
    let shown = make(&app, WIDGETS, with(json!({ "metric_instance": instance }))).await;
    app.admin.delete(&format!("/api/{INSTANCES}/{instance}/")).await.is(204);
    app.admin.get(&format!("{path}{shown}/")).await.is(404);
});

both!(async fn a_widget_tells_values_put_together(app) {
    let domain = app.domain("Sales").await;
    let dashboard = make(&app, DASHBOARDS, json!({ "name": "Ours", "folder": domain })).await;
    let instance = number(&app, domain, json!({})).await;
    for (at, value) in [("2026-01-05T10:00:00Z", 50.0), ("2026-02-20T10:00:00Z", 80.0), ("2026-02-20T12:00:00Z", 90.0)] {
        add(&app, instance, at, value).await;
    }
    let body = json!({ "dashboard": dashboard, "metric_instance": instance, "chart_type": "line", "time_range": "all_time" });
    let widget = make(&app, WIDGETS, body).await;
    let all = data(&app.admin, widget, "").await;
    assert_eq!((&all["kind"], &all["state"], &all["type"]), (&json!("custom"), &json!("ok"), &json!("number")), "{all}");
    assert_eq!((&all["value"], &all["previous"], &all["target"]), (&json!(90.0), &json!(50.0), &json!(95.0)), "{all}");
    assert_eq!((&all["display_value"], &all["title"]), (&json!("90 Percent"), &json!("Patches")));
    assert_eq!(all["series"][0]["points"].as_array().unwrap().len(), 3);
    app.admin.patch(&format!("/api/{WIDGETS}/{widget}/"), json!({ "aggregation": "avg" })).await.is(200);
    let all = data(&app.admin, widget, "").await;
    let expected = [("2026-01-05".to_owned(), 50.0), ("2026-02-16".to_owned(), 85.0)];
    assert_eq!(points(&all["series"][0]), expected, "by week");
    let part = data(&app.admin, widget, "?time_range=custom&start=2026-02-01&end=2026-02-28").await;
    assert_eq!((&part["value"], &part["start"]), (&json!(85.0), &json!("2026-02-01")), "{part}");
    let none = data(&app.admin, widget, "?time_range=custom&start=2025-02-01&end=2025-02-28").await;
    assert_eq!((&none["state"], &none["value"]), (&json!("empty"), &Json::Null));
    let url = format!("/api/{WIDGETS}/{widget}/data/");
    app.admin.get(&format!("{url}?time_range=custom")).await.is(400).error("start");
    app.admin.get(&format!("{url}?start=2026-01-01")).await.is(400).error("start");
    app.admin.get(&format!("{url}?folder={}", Uuid::from_u128(7))).await.is(400).error("folder");
    let other = app.domain("Other").await;
    assert_eq!(data(&app.admin, widget, &format!("?folder={other}")).await["state"], "outside_filter");
    assert_eq!(data(&app.admin, widget, &format!("?folder={domain}")).await["state"], "ok");
    // The dashboard's own range applies to all of them, and a request before it.
    let definition = json!({ "dashboard_definition": { "time_range": "last_hour" } });
    app.admin.patch(&format!("/api/{DASHBOARDS}/{dashboard}/"), definition).await.is(200);
    assert_eq!(data(&app.admin, widget, "").await["time_range"], "last_hour");
    let whole = app.admin.get(&format!("/api/{DASHBOARDS}/{dashboard}/data/?time_range=all_time")).await.is(200).body();
    assert_eq!((&whole["time_range"], &whole["widgets"][0]["value"]), (&json!("all_time"), &json!(73.3333)), "{whole}");
    // External users and others see what they have access to.
    let elsewhere = app.user("elsewhere@example.com", "AUD", other).await;
    elsewhere.get(&url).await.is(404);
    let shared = make(&app, DASHBOARDS, json!({ "name": "Shared", "folder": root(&app).await, "is_published": true })).await;
    let body = json!({ "dashboard": shared, "metric_instance": instance, "chart_type": "line", "title": "Secret" });
    let hidden = make(&app, WIDGETS, body).await;
    let seen = data(&elsewhere, hidden, "").await;
    assert_eq!((&seen["state"], &seen["series"], &seen["object"]), (&json!("hidden"), &json!([]), &Json::Null), "{seen}");
});

both!(async fn numbers_of_domains_are_recorded_and_rebuilt(app) {
    let domain = app.domain("Sales").await;
    let below = app.domain_under("North", domain).await;
    control(&app, domain, "One").await;
    let dashboard = make(&app, DASHBOARDS, json!({ "name": "Ours", "folder": domain })).await;
    let body = json!({ "dashboard": dashboard, "target_object_id": domain, "metric_key": "controls", "time_range": "last_90_days" });
    let widget = make(&app, WIDGETS, body).await;
    let body = json!({ "dashboard": dashboard, "target_object_id": domain, "metric_key": "controls_status_breakdown", "chart_type": "donut" });
    let donut = make(&app, WIDGETS, body).await;
    // Nothing is recorded for three weeks.
    app.clock.advance_seconds(10 * 86_400);
    control(&app, below, "Two").await;
    app.clock.advance_seconds(11 * 86_400);
    let before = data(&app.admin, widget, "").await;
    assert_eq!(points(&before["series"][0]).len(), 1, "only now is known: {before}");
    assert_eq!((&before["value"], &before["type"]), (&json!(2.0), &json!("number")));
    let rebuilt = data(&app.admin, widget, "?rebuild=true").await;
    let series = &rebuilt["series"][0];
    let values: Vec<f64> = points(series).iter().map(|point| point.1).collect();
    assert!(values.ends_with(&[1.0, 2.0, 2.0]) && values.len() <= 14, "a point a week, and now: {rebuilt}");
    let marks: Vec<bool> = series["points"].as_array().unwrap().iter().map(|point| point["rebuilt"] == true).collect();
    assert_eq!(marks.iter().filter(|is_rebuilt| !**is_rebuilt).count(), 1, "only now is not rebuilt");
    work(&app).await;
    pass(&app, 1).await;
    let url = format!("/api/applied-controls/{}/", control(&app, domain, "Three").await);
    app.admin.patch(&url, json!({ "status": "active" })).await.is(200);
    pass(&app, 1).await;
    let recorded = data(&app.admin, widget, "").await;
    let values: Vec<f64> = points(&recorded["series"][0]).iter().map(|point| point.1).collect();
    assert_eq!(values.last(), Some(&3.0), "{recorded}");
    assert!(values.len() >= 2 && values.contains(&2.0), "{recorded}");
    let part = data(&app.admin, donut, "").await;
    let latest: Vec<(&Json, &Json)> =
        part["series"].as_array().unwrap().iter().map(|one| (&one["label"], &one["value"])).collect();
    assert_eq!(latest, [(&json!("Active"), &json!(1.0)), (&json!("Undefined"), &json!(2.0))], "{part}");
    assert_eq!(part["counted"], json!({ "resource": "applied-controls", "field": "status" }));
    assert_eq!(part["value"], 3.0);
    let north = data(&app.admin, widget, &format!("?folder={below}")).await;
    assert_eq!(north["value"], 1.0, "only what is below: {north}");
    // Someone who sees a part is told of a part.
    let reader = app.user("reader@example.com", "AUD", below).await;
    let body = json!({ "dashboard": make(&app, DASHBOARDS, json!({ "name": "All", "folder": root(&app).await, "is_published": true })).await,
        "target_object_id": root(&app).await, "metric_key": "controls" });
    let whole = make(&app, WIDGETS, body).await;
    assert_eq!(data(&app.admin, whole, "").await["value"], 3.0);
    let seen = data(&reader, whole, "?rebuild=true").await;
    assert!(points(&seen["series"][0]).iter().all(|point| point.1 <= 1.0), "{seen}");
    assert_eq!(seen["value"], 1.0);
    let tester = app.user("tester@example.com", "TST", below).await;
    tester.get(&format!("/api/{WIDGETS}/{whole}/data/")).await.is(404);
});

both!(async fn numbers_of_assessments_are_recorded(app) {
    let domain = app.domain("Sales").await;
    let review = make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": domain })).await;
    for severity in [4, 4, 2] {
        let body = json!({ "name": format!("Finding {severity}"), "findings_assessment": review, "severity": severity });
        app.admin.post("/api/findings/", body).await;
    }
    let url = format!("/api/{BUILTIN}/refresh/");
    let made = app.admin.post(&url, json!({ "model": "FindingsAssessment", "object_id": review })).await.is(200).body();
    assert_eq!(made["created"], true);
    assert_eq!(made["sample"]["metrics"]["severity_breakdown"], json!({ "2": 1, "4": made["sample"]["metrics"]["total_findings"].as_i64().unwrap() - 1 }), "{made}");
    let again = app.admin.post(&url, json!({ "object_id": review })).await.is(200).body();
    assert_eq!(again["created"], false, "nothing has changed");
    app.admin.post(&url, json!({ "model": "RiskAssessment", "object_id": review })).await.is(400).error("object_id");
    let list = app.admin.get(&format!("/api/{BUILTIN}/?object_id={review}")).await.is(200).body();
    assert_eq!((&list["count"], &list["results"][0]["object_name"]), (&json!(1), &json!("Pentest")), "{list}");
    assert!(list["results"][0].get("numbers").is_none());
    let row = list["results"][0]["id"].as_str().unwrap().to_owned();
    app.admin.patch(&format!("/api/{BUILTIN}/{row}/"), json!({ "date": "2026-01-01" })).await.is(405);
    let days = app.admin.get(&format!("/api/{BUILTIN}/for_object/?object_id={review}")).await.is(200).body();
    assert_eq!(days[0]["available_metrics"]["total_findings"]["type"], "number", "{days}");
    let french = app.admin.with("Accept-Language", "fr").get(&format!("/api/{BUILTIN}/supported_models/")).await.is(200).body();
    assert_eq!(french["ComplianceAssessment"]["progress"]["label"], "Avancement");
    assert_eq!(french["Folder"]["controls_overdue"]["label"], "Mesures en retard");
    // Nobody sees numbers of what they do not see.
    let other = app.domain("Other").await;
    let reader = app.user("reader@example.com", "AUD", other).await;
    assert_eq!(reader.get(&format!("/api/{BUILTIN}/")).await.is(200).body()["count"], 0);
    reader.get(&format!("/api/{BUILTIN}/{row}/")).await.is(404);
    reader.get(&format!("/api/{BUILTIN}/for_object/?object_id={review}")).await.is(400).error("object_id");
    reader.post(&url, json!({ "object_id": review })).await.is(403);
    // A deleted one takes its days along.
    app.admin.delete(&format!("/api/findings-assessments/{review}/")).await.is(204);
    work(&app).await;
    pass(&app, 1).await;
    assert_eq!(app.admin.get(&format!("/api/{BUILTIN}/?object_id={review}&content_type=FindingsAssessment")).await.is(200).body()["count"], 0);
});

both!(async fn an_audit_and_a_risk_assessment_have_numbers(app) {
    let domain = app.domain("Sales").await;
    let level = json!([{ "id": 0, "name": "Low", "hexcolor": "#00FF00" }, { "id": 1, "name": "High" }]);
    let matrix = json!({ "probability": level, "impact": level, "risk": level, "grid": [[0, 1], [1, 1]] });
    let matrix = make(&app, "risk-matrices", json!({ "name": "Two", "folder": domain, "json_definition": matrix })).await;
    let body = json!({ "name": "Risks", "folder": domain, "risk_matrix": matrix });
    let risks = make(&app, "risk-assessments", body).await;
    for (name, place) in [("One", 0), ("Two", 1), ("Three", 1)] {
        let body = json!({ "name": name, "risk_assessment": risks, "current_proba": place, "current_impact": place });
        make(&app, "risk-scenarios", body).await;
    }
    let dashboard = make(&app, DASHBOARDS, json!({ "name": "Ours", "folder": domain })).await;
    let body = json!({ "dashboard": dashboard, "target_object_id": risks, "metric_key": "current_level_breakdown", "chart_type": "bar" });
    let widget = make(&app, WIDGETS, body).await;
    let seen = data(&app.admin, widget, "").await;
    let bars: Vec<(&Json, &Json, &Json)> =
        seen["series"].as_array().unwrap().iter().map(|one| (&one["label"], &one["color"], &one["value"])).collect();
    let expected = [(&json!("Low"), &json!("#00FF00"), &json!(1.0)), (&json!("High"), &Json::Null, &json!(2.0))];
    assert_eq!(bars, expected, "{seen}");
    let body = json!({ "dashboard": dashboard, "target_object_id": risks, "metric_key": "total_scenarios" });
    let widget = make(&app, WIDGETS, body).await;
    assert_eq!(data(&app.admin, widget, "").await["display_value"], "3");
    // The widget goes with the assessment.
    app.admin.delete(&format!("/api/risk-assessments/{risks}/")).await.is(204);
    app.admin.get(&format!("/api/{WIDGETS}/{widget}/")).await.is(404);
});

both!(async fn three_dashboards_come_with_cairn(app) {
    let domain = app.domain("Sales").await;
    control(&app, domain, "One").await;
    let list = app.admin.get(&format!("/api/{DASHBOARDS}/?builtin=true&ordering=name")).await.is(200);
    assert_eq!(list.column("name"), ["Auditor", "Management", "Security officer"]);
    let id = list.ids()[1];
    let french = app.admin.with("Accept-Language", "fr");
    assert_eq!(french.get(&format!("/api/{DASHBOARDS}/{id}/")).await.is(200).body()["name"], "Direction");
    app.admin.patch(&format!("/api/{DASHBOARDS}/{id}/"), json!({ "name": "Mine" })).await.is(409);
    let body = json!({ "dashboard": id, "chart_type": "text", "text_content": "Mine" });
    app.admin.post(&format!("/api/{WIDGETS}/"), body).await.is(409);
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    for id in list.ids() {
        let all = analyst.get(&format!("/api/{DASHBOARDS}/{id}/data/")).await.is(200).body();
        for widget in all["widgets"].as_array().unwrap() {
            assert_eq!(widget["kind"], "builtin");
            assert!(!widget["title"].as_str().unwrap().is_empty(), "{widget}");
            assert!(["ok", "empty", "hidden"].contains(&widget["state"].as_str().unwrap()), "{widget}");
        }
    }
    let all = french.get(&format!("/api/{DASHBOARDS}/{id}/data/")).await.is(200).body();
    assert_eq!(all["widgets"][1]["title"], "Mesures en retard");
    // Everyone may make one of their own from it, where they may add one.
    let url = format!("/api/{DASHBOARDS}/{id}/duplicate/");
    analyst.post(&url, json!({ "name": "Mine" })).await.is(403);
    let copy = analyst.post(&url, json!({ "name": "Mine", "folder": domain })).await.is(200).id();
    let read = analyst.get(&format!("/api/{DASHBOARDS}/{copy}/")).await.is(200).body();
    assert_eq!((&read["builtin"], &read["widget_count"]), (&json!(false), &json!(9)), "{read}");
    let widget = analyst.get(&format!("/api/{WIDGETS}/?dashboard={copy}")).await.is(200).ids()[0];
    analyst.patch(&format!("/api/{WIDGETS}/{widget}/"), json!({ "title": "Changed" })).await.is(200);
});

both!(async fn objectives_have_metrics(app) {
    let domain = app.domain("Sales").await;
    let instance = number(&app, domain, json!({})).await;
    let body = json!({ "name": "Patched in time", "folder": domain, "metrics": [instance] });
    let objective = make(&app, "organisation-objectives", body).await;
    let linked = field(&app, INSTANCES, instance, "organisation_objectives").await;
    assert_eq!(linked[0]["id"], json!(objective));
});
