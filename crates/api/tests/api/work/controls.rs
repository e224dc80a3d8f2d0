//! Applied controls: costs, dates, overviews, merging and copying.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{Entry, actor_of, asset, control, evidence, field, journal_since, make, mark, targets};

async fn read(app: &TestApp, id: Uuid) -> Json {
    app.admin.get(&format!("/api/applied-controls/{id}/")).await.is(200).body()
}

both!(async fn the_annual_cost_follows_the_daily_rate(app) {
    let domain = app.domain("Sales").await;
    let cost = json!({
        "currency": "CHF", "amortization_period": 5,
        "build": { "fixed_cost": 1000, "people_days": 5 }, "run": { "fixed_cost": 100, "people_days": 1 },
    });
    let id = make(&app, "applied-controls", json!({ "name": "Guard", "folder": domain, "cost": cost })).await;
    let shown = read(&app, id).await;
    assert_eq!(shown["annual_cost"], "1300.00");
    assert_eq!((&shown["annual_cost_display"], &shown["currency"]), (&json!("1,300.00 CHF"), &json!("CHF")));
    app.admin.patch("/api/settings/general/", json!({ "daily_rate": 1000, "currency": "$" })).await.is(200);
    assert_eq!(read(&app, id).await["annual_cost"], "2300.00");
    let free = read(&app, control(&app, domain, "Free").await).await;
    assert_eq!((&free["annual_cost"], &free["currency"], &free["cost"]), (&json!("0.00"), &json!("$"), &Json::Null));
    let part = json!({ "cost": { "run": { "people_days": 2 } } });
    app.admin.patch(&format!("/api/applied-controls/{id}/"), part).await.is(200);
    assert_eq!(read(&app, id).await["annual_cost"], "2000.00");
});

both!(async fn a_control_in_force_is_done(app) {
    let domain = app.domain("Sales").await;
    let id = make(&app, "applied-controls", json!({ "name": "Guard", "folder": domain, "progress_field": 40 })).await;
    let url = format!("/api/applied-controls/{id}/");
    let active = app.admin.patch(&url, json!({ "status": "active" })).await.is(200).body();
    assert_eq!(active["progress_field"], 100);
    assert_eq!(app.admin.patch(&url, json!({ "progress_field": 10 })).await.is(200).body()["progress_field"], 100);
});

both!(async fn dates_say_how_a_control_stands(app) {
    let domain = app.domain("Sales").await;
    for (name, eta, expiry, state) in [
        ("late", json!("2026-02-28"), Json::Null, json!("etaMissed")),
        ("today", json!("2026-03-01"), Json::Null, json!("today")),
        ("soon", json!("2026-03-31"), Json::Null, json!("incoming")),
        ("later", json!("2026-04-01"), Json::Null, json!("incoming")),
        ("over", Json::Null, json!("2026-02-28"), json!("expired")),
        ("plain", Json::Null, json!("2026-03-31"), Json::Null),
    ] {
        let body = json!({ "name": name, "folder": domain, "eta": eta, "expiry_date": expiry });
        let id = make(&app, "applied-controls", body).await;
        assert_eq!(read(&app, id).await["state"]["name"], state, "{name}");
    }
    let active = json!({ "name": "active", "folder": domain, "eta": "2026-02-01", "status": "active" });
    make(&app, "applied-controls", active).await;
    let listed = async |path: &str| app.admin.get(&format!("/api/applied-controls/{path}")).await.is(200).column("name");
    assert_eq!(listed("todo/").await, ["late", "today", "soon"]);
    assert_eq!(listed("to_review/").await, ["over", "plain"]);
    assert_eq!(listed("?todo=true&ordering=eta").await, ["late", "today", "soon"]);
    assert_eq!(listed("?todo=false&ordering=name").await, ["active", "later", "over", "plain"]);
    assert_eq!(listed("?to_review=true&ordering=name").await, ["over", "plain"]);
});

both!(async fn controls_are_counted_by_status(app) {
    let domain = app.domain("Sales").await;
    for (name, status) in [("a", "active"), ("b", "active"), ("c", "to_do")] {
        make(&app, "applied-controls", json!({ "name": name, "folder": domain, "status": status })).await;
    }
    let chart = app.admin.get("/api/applied-controls/per_status/").await.is(200).body()["results"].clone();
    let labels: Vec<&str> = chart["labels"].as_array().unwrap().iter().filter_map(Json::as_str).collect();
    let value = |label: &str| chart["values"][labels.iter().position(|one| *one == label).unwrap()]["value"].clone();
    assert_eq!((value("Active"), value("To do"), value("Degraded")), (json!(2), json!(1), json!(0)));
    assert_eq!(chart["localLables"][0], "toDo");
});

both!(async fn owners_of_any_control_are_listed(app) {
    let domain = app.domain("Sales").await;
    assert_eq!(app.admin.get("/api/applied-controls/owner/").await.is(200).body(), json!([]));
    let me = actor_of(&app, app.admin.user).await;
    make(&app, "applied-controls", json!({ "name": "Guard", "folder": domain, "owner": [me] })).await;
    let owners = app.admin.get("/api/applied-controls/owner/").await.is(200).body();
    assert_eq!(owners, json!([{ "id": me, "str": "admin@example.com" }]));
});

both!(async fn merging_rewires_everything(app) {
    let domain = app.domain("Sales").await;
    let (thing, proof) = (asset(&app, domain, "CRM").await, evidence(&app, domain, "Proof").await);
    let assessment = make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": domain })).await;
    let target = make(&app, "applied-controls", json!({ "name": "Guard", "folder": domain, "ref_id": "T" })).await;
    let source = json!({
        "name": "Guard (copy)", "folder": domain, "ref_id": "S", "description": "from the copy", "assets": [thing],
        "evidences": [proof],
    });
    let source = make(&app, "applied-controls", source).await;
    let hole = json!({ "name": "Hole", "findings_assessment": assessment, "applied_controls": [source] });
    let hole = make(&app, "findings", hole).await;
    let before = mark(&app).await;
    let body = json!({ "target": target, "sources": [source] });
    let merged = app.admin.post("/api/applied-controls/merge/", body).await.is(200).body();
    assert_eq!((&merged["id"], &merged["deleted_sources"]), (&json!(target), &json!(true)));
    let control = read(&app, target).await;
    assert_eq!((&control["ref_id"], &control["description"]), (&json!("T"), &json!("from the copy")));
    assert_eq!(targets(&app, "applied-controls", target, "assets").await, [thing]);
    assert_eq!(targets(&app, "applied-controls", target, "evidences").await, [proof]);
    assert_eq!(targets(&app, "findings", hole, "applied_controls").await, [target]);
    app.admin.get(&format!("/api/applied-controls/{source}/")).await.is(404);
    let what: Vec<String> = journal_since(&app, before).await.iter().map(Entry::what).collect();
    assert_eq!(what, ["updated applied-controls", "updated findings", "deleted applied-controls"]);
});

both!(async fn a_merge_that_makes_no_sense_is_refused(app) {
    let domain = app.domain("Sales").await;
    let (a, b) = (control(&app, domain, "a").await, control(&app, domain, "b").await);
    let before = mark(&app).await;
    for (body, name) in [
        (json!({ "target": a, "sources": [] }), "sources"),
        (json!({ "target": a, "sources": [a] }), "sources"),
        (json!({ "target": a, "sources": [Uuid::from_u128(7)] }), "sources"),
        (json!({ "target": Uuid::from_u128(7), "sources": [a] }), "target"),
        (json!({ "target": "x", "sources": [b] }), "target"),
        (json!({ "target": a, "sources": [b], "quietly": true }), "quietly"),
    ] {
        app.admin.post("/api/applied-controls/merge/", body).await.is(400).error(name);
    }
    assert_eq!(mark(&app).await, before);
    let kept = json!({ "target": a, "sources": [b], "delete_sources": false });
    app.admin.post("/api/applied-controls/merge/", kept).await.is(200);
    app.admin.get(&format!("/api/applied-controls/{b}/")).await.is(200);
});

both!(async fn a_copy_has_the_values_and_links_of_the_original(app) {
    let (sales, finance) = (app.domain("Sales").await, app.domain("Finance").await);
    let thing = asset(&app, sales, "CRM").await;
    let body = json!({ "name": "Guard", "folder": sales, "status": "active", "assets": [thing], "priority": 2 });
    let original = make(&app, "applied-controls", body).await;
    let url = format!("/api/applied-controls/{original}/duplicate/");
    let copy = app.admin.post(&url, json!({ "name": "Guard 2", "folder": finance })).await.is(200);
    let shown = read(&app, copy.id()).await;
    assert_eq!((&shown["status"], &shown["priority"]), (&json!("active"), &json!(2)));
    assert_eq!(shown["folder"]["id"], json!(finance));
    assert_eq!(targets(&app, "applied-controls", copy.id(), "assets").await, [thing]);
    app.admin.post(&url, json!({ "name": "Guard" })).await.is(400).error("name");
    app.admin.post(&url, json!({})).await.is(400);
});

both!(async fn links_are_counted(app) {
    let domain = app.domain("Sales").await;
    let thing = asset(&app, domain, "CRM").await;
    let body = json!({ "name": "Guard", "folder": domain, "assets": [thing], "control_impact": 5, "effort": "XS" });
    let id = make(&app, "applied-controls", body).await;
    let assessment = make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": domain })).await;
    make(&app, "findings", json!({ "name": "Hole", "findings_assessment": assessment, "applied_controls": [id] })).await;
    let shown = read(&app, id).await;
    assert_eq!(shown["linked_models"], json!(["assets", "findings"]));
    assert_eq!((&shown["findings_count"], &shown["ranking_score"]), (&json!(1), &json!(25)));
    let query = format!("/api/applied-controls/?findings_assessments={assessment}");
    assert_eq!(app.admin.get(&query).await.is(200).ids(), [id]);
    assert_eq!(field(&app, "applied-controls", id, "is_assigned").await, false);
});

both!(async fn controls_are_counted_weighed_and_drawn(app) {
    let (domain, other) = (app.domain("Shop").await, app.domain("Bank").await);
    let made = async |name: &str, more: Json| {
        let mut body = json!({ "name": name, "folder": domain });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        make(&app, "applied-controls", body).await
    };
    let vault = asset(&app, domain, "Vault").await;
    let cost = json!({ "build": { "fixed_cost": 1000, "people_days": 2 }, "run": { "fixed_cost": 100 }, "amortization_period": 2 });
    let first = made("Backups", json!({
        "status": "in_progress", "priority": 1, "category": "technical", "csf_function": "recover", "effort": "S",
        "control_impact": 5, "start_date": "2026-01-01", "eta": "2026-02-01", "progress_field": 50, "cost": cost, "assets": [vault],
    })).await;
    let second = made("Badges", json!({ "status": "active", "category": "physical", "csf_function": "protect", "eta": "2026-01-15" })).await;
    make(&app, "applied-controls", json!({ "name": "Hushed", "folder": other })).await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let get = async |path: &str| analyst.get(&format!("/api/applied-controls/{path}")).await.is(200).body();
    let found = get("analytics/").await;
    assert_eq!((&found["count"], &found["active"], &found["overdue"], &found["progress"]), (&json!(2), &json!(1), &json!(1), &json!(75)));
    let share = |name: &str, key: &str| {
        found[name].as_array().unwrap().iter().find(|one| one["key"] == key).unwrap()["count"].clone()
    };
    assert_eq!((share("by_status", "active"), share("by_effort", "_unset"), share("by_impact", "5")), (json!(1), json!(1), json!(1)));
    // Two days at 500 and 1000 over two years, and 100 a year.
    assert_eq!(found["budget"]["total_annual_cost"], 1100.0);
    let budget = get("budget-overview/?status=in_progress").await;
    assert_eq!((&budget["count"], &budget["by_csf_function"][0]["key"]), (&json!(1), &json!("recover")));
    assert_eq!(budget["eta_buckets"][0]["key"], "overdue");
    let weighed = get("impact_effort/").await;
    assert_eq!((&weighed["controls"][0]["id"], &weighed["controls"][0]["quadrant"]), (&json!(first), &json!("quick_win")));
    assert_eq!(weighed["cells"], json!([{ "impact": 5, "effort": "S", "count": 1 }]));
    let spans = get("get_gantt_data/").await;
    let names: Vec<&Json> = spans["results"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!((names, &spans["results"][0]["is_late"]), (vec![&json!("Backups"), &json!("Badges")], &json!(true)));
    let rings = get("sunburst_data/").await;
    assert_eq!((&rings["results"][0]["key"], &rings["results"][1]["children"][0]["key"]), (&json!("protect"), &json!("technical")));
    let graph = get(&format!("impact_graph/?id={first}")).await;
    assert_eq!(graph["links"], json!([{ "source": first, "target": vault }]));
    assert_eq!((graph["nodes"].as_array().unwrap().len(), &graph["count"]), (2, &json!(1)));
    // What others may not see is in none of these.
    let reader = app.user("reader@example.com", "AUD", other).await;
    for path in ["analytics", "budget-overview", "impact_effort", "impact_graph", "get_gantt_data", "sunburst_data"] {
        let text = reader.get(&format!("/api/applied-controls/{path}/")).await.is(200).text();
        assert!(!text.contains("Backups") && !text.contains(&second.to_string()), "{path}: {text}");
        reader.get(&format!("/api/applied-controls/{path}/?colour=red")).await.is(400);
        app.nobody.get(&format!("/api/applied-controls/{path}/")).await.is(401);
    }
});

both!(async fn controls_follow_their_reference_control(app) {
    let (domain, other) = (app.domain("Shop").await, app.domain("Bank").await);
    let body = json!({ "name": "Backups", "folder": app.root, "ref_id": "B-1", "category": "technical", "description": "Keep **copies**." });
    let reference = make(&app, "reference-controls", body).await;
    let made = async |name: &str, folder: Uuid| {
        make(&app, "applied-controls", json!({ "name": name, "folder": folder, "reference_control": reference, "csf_function": "detect" })).await
    };
    let (ours, second, theirs) = (made("Ours", domain).await, made("Second", domain).await, made("Theirs", other).await);
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let path = format!("/api/reference-controls/{reference}/");
    let list = analyst.get(&format!("{path}syncable-applied-controls/")).await.is(200);
    assert_eq!(list.column("name"), [json!("Ours"), json!("Second")]);
    assert_eq!(list.body()["results"][0]["changes"]["category"], json!({ "before": null, "after": "technical" }));
    let sync = format!("{path}sync-applied-controls/");
    for wrong in [theirs, reference] {
        analyst.post(&sync, json!({ "applied_controls": [wrong] })).await.is(400).error("applied_controls");
    }
    let done = analyst.post(&sync, json!({ "applied_controls": [ours] })).await.is(200);
    assert_eq!(done.ids(), [ours]);
    assert_eq!(field(&app, "applied-controls", ours, "ref_id").await, "B-1");
    assert_eq!(field(&app, "applied-controls", ours, "csf_function").await, "detect", "what it does not say stays");
    assert_eq!(field(&app, "applied-controls", second, "ref_id").await, Json::Null);
    assert_eq!(analyst.post(&sync, json!({})).await.is(200).ids(), [second]);
    assert_eq!(analyst.post(&sync, json!({})).await.is(200).ids(), [] as [Uuid; 0]);
    assert_eq!(field(&app, "applied-controls", theirs, "category").await, Json::Null);
    let reader = app.user("reader@example.com", "AUD", domain).await;
    reader.post(&sync, json!({})).await.is(403);
    app.nobody.post(&sync, json!({})).await.is(401);
});
