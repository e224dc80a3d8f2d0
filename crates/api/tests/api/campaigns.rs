//! Campaigns: one audit for each perimeter and framework, and how far they are together.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::library::{BASELINE, load};
use crate::support::{field, make};

async fn framework(app: &TestApp, word: &str) -> Uuid {
    load(app, &BASELINE.replace("urn:acme", &format!("urn:{word}"))).await;
    app.admin.get(&format!("/api/frameworks/?urn=urn:{word}:risk:framework:baseline")).await.is(200).ids()[0]
}

async fn perimeter(app: &TestApp, domain: Uuid, name: &str) -> Uuid {
    make(app, "perimeters", json!({ "name": name, "folder": domain })).await
}

fn body(domain: Uuid, frameworks: &[Uuid], perimeters: &[Uuid]) -> Json {
    json!({ "name": "Yearly", "folder": domain, "frameworks": frameworks, "perimeters": perimeters, "due_date": "2026-12-31" })
}

both!(async fn a_campaign_has_an_audit_for_each_perimeter_and_framework(app) {
    let (domain, below) = (app.domain("Group").await, app.domain("Sales").await);
    let frameworks = [framework(&app, "one").await, framework(&app, "two").await];
    let perimeters = [perimeter(&app, domain, "Shop").await, perimeter(&app, below, "Web").await];
    let id = make(&app, "campaigns", body(domain, &frameworks[..1], &perimeters)).await;
    let audits = async || app.admin.get(&format!("/api/compliance-assessments/?campaign={id}&ordering=name")).await.is(200);
    let list = audits().await;
    assert_eq!(list.column("name"), [json!("Yearly - Shop - Acme baseline"), json!("Yearly - Web - Acme baseline")]);
    assert_eq!(list.column("due_date"), [json!("2026-12-31"), json!("2026-12-31")]);
    assert_eq!(list.body()["results"][1]["folder"]["id"], json!(below), "an audit is where its perimeter is");
    let read = app.admin.get(&format!("/api/campaigns/{id}/")).await.is(200).body();
    assert_eq!(read["compliance_assessments"].as_array().unwrap().len(), 2);
    // What is added later gets its audits; what is removed keeps them.
    let path = format!("/api/campaigns/{id}/");
    app.admin.patch(&path, json!({ "perimeters": &perimeters[..1] })).await.is(200);
    assert_eq!(audits().await.ids().len(), 2);
    app.admin.patch(&path, json!({ "frameworks": frameworks, "perimeters": perimeters })).await.is(200);
    let names = audits().await.column("name");
    assert_eq!((names.len(), &names[1]), (4, &json!("Yearly - Shop - Acme baseline (2)")));
    // How far it is.
    let first = list.ids()[0];
    let rows = app.admin.get(&format!("/api/requirement-assessments/?compliance_assessment={first}")).await.is(200).ids();
    for row in &rows[1..] {
        app.admin.patch(&format!("/api/requirement-assessments/{row}/"), json!({ "status": "done" })).await.is(200);
    }
    let metrics = app.admin.get(&format!("{path}metrics/")).await.is(200).body();
    assert_eq!((&metrics["avg_progress"], &metrics["audits_count"]), (&json!(25), &json!(4)), "{metrics}");
    assert_eq!(metrics["per_status"], json!({ "planned": 4 }));
    assert!(metrics["days_remaining"].is_i64());
    // Without it, the audits stay.
    app.admin.delete(&path).await.is(204);
    assert_eq!(field(&app, "compliance-assessments", first, "campaign").await, json!(null));
});

both!(async fn campaigns_that_make_no_sense_are_refused(app) {
    let domain = app.domain("Group").await;
    let (framework, perimeter) = (framework(&app, "one").await, perimeter(&app, domain, "Shop").await);
    let with = |more: Json| {
        let mut all = body(domain, &[framework], &[perimeter]);
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    for (more, field) in [
        (json!({ "frameworks": [] }), "frameworks"),
        (json!({ "perimeters": [] }), "perimeters"),
        (json!({ "start_date": "2027-01-01" }), "due_date"),
        (json!({ "start_date": "2026-06-01", "eta": "2026-01-01" }), "eta"),
        (json!({ "selected_implementation_groups": ["none"] }), "selected_implementation_groups"),
        (json!({ "status": "planned" }), "status"),
    ] {
        app.admin.post("/api/campaigns/", with(more)).await.is(400).error(field);
    }
    assert_eq!(app.admin.get("/api/compliance-assessments/").await.is(200).ids().len(), 0);
    let id = make(&app, "campaigns", with(json!({ "selected_implementation_groups": ["more"] }))).await;
    let audits = app.admin.get(&format!("/api/compliance-assessments/?campaign={id}")).await.is(200);
    assert_eq!(audits.column("selected_implementation_groups"), [json!(["more"])]);
});

both!(async fn a_campaign_reaches_only_where_its_author_may_create_audits(app) {
    let (ours, theirs) = (app.domain("Ours").await, app.domain("Theirs").await);
    let framework = framework(&app, "one").await;
    let (own, other) = (perimeter(&app, ours, "Own").await, perimeter(&app, theirs, "Other").await);
    app.admin.patch(&format!("/api/perimeters/{other}/"), json!({ "is_published": true })).await.is(200);
    let analyst = app.user("ana@example.com", "ANA", ours).await;
    assert!(matches!(analyst.post("/api/campaigns/", body(ours, &[framework], &[own, other])).await.status.as_u16(), 400 | 403));
    assert_eq!(app.admin.get("/api/compliance-assessments/").await.is(200).ids().len(), 0, "nothing is left behind");
    let id = analyst.post("/api/campaigns/", body(ours, &[framework], &[own])).await.is(201).id();
    // A campaign across domains counts what the reader sees.
    let wide = make(&app, "campaigns", json!({ "name": "Wide", "folder": ours, "frameworks": [framework], "perimeters": [own, other] })).await;
    let metrics = analyst.get(&format!("/api/campaigns/{wide}/metrics/")).await.is(200).body();
    assert_eq!((&metrics["audits_count"], &metrics["days_remaining"]), (&json!(1), &json!(null)));
    let reader = app.user("rea@example.com", "AUD", ours).await;
    reader.get(&format!("/api/campaigns/{id}/metrics/")).await.is(200);
    reader.patch(&format!("/api/campaigns/{id}/"), json!({ "name": "Mine" })).await.is(403);
    let stranger = app.user("str@example.com", "ANA", theirs).await;
    stranger.get(&format!("/api/campaigns/{id}/metrics/")).await.is(404);
    app.nobody.get(&format!("/api/campaigns/{id}/metrics/")).await.is(401);
});

both!(async fn overdue_audits_of_a_campaign_are_locked_at_night(app) {
    let domain = app.domain("Group").await;
    let (framework, perimeter) = (framework(&app, "one").await, perimeter(&app, domain, "Shop").await);
    let mut late = body(domain, &[framework], &[perimeter]);
    late["due_date"] = json!("2026-01-31");
    let id = make(&app, "campaigns", late).await;
    let alone = json!({ "name": "Alone", "folder": domain, "framework": framework, "due_date": "2026-01-31" });
    let alone = make(&app, "compliance-assessments", alone).await;
    let overdue = app.admin.get(&format!("/api/compliance-assessments/?campaign={id}")).await.is(200).ids()[0];
    app.jobs.run_due().await.expect("prepared");
    app.clock.advance_seconds(86_400);
    app.jobs.run_due().await.expect("runs");
    assert_eq!(field(&app, "compliance-assessments", overdue, "is_locked").await, true);
    assert_eq!(field(&app, "compliance-assessments", overdue, "status").await, "in_review");
    assert_eq!(field(&app, "compliance-assessments", alone, "is_locked").await, false, "it belongs to no campaign");
});
