//! X-rays: every check of risks and audits finds exactly what it says, and its fix ends it.

use std::sync::Arc;

use cairn_engine::Caller;
use cairn_engine::action::{Asked, Files, On, Reply};
use cairn_engine::clock::Clock as _;
use cairn_engine::watch::Fix;
use cairn_model::FieldDef;
use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::library::{BASELINE, load};
use crate::risk::{assessment, scenario, with};
use crate::support::{actor_of, asset, evidence, make};

const PAST: &str = "2000-01-01";
const FUTURE: &str = "2099-01-01";

/// What the objects under test refer to. Nothing is wrong with it.
struct Ground {
    actor: Uuid,
    asset: Uuid,
    threat: Uuid,
    evidence: Uuid,
    planned: Uuid,
    active: Uuid,
}

impl Ground {
    async fn lay(app: &TestApp) -> Self {
        let domain = app.domain("Ground").await;
        let (actor, evidence) = (actor_of(app, app.admin.user).await, evidence(app, domain, "Minutes").await);
        let mut ground = Self {
            actor,
            evidence,
            asset: asset(app, domain, "Till").await,
            threat: make(app, "threats", json!({ "name": "Thief", "folder": domain })).await,
            planned: Uuid::nil(),
            active: Uuid::nil(),
        };
        ground.planned = make(app, "applied-controls", with(ground.control(domain, "Fence"), json!({}))).await;
        let active = with(ground.control(domain, "Lock"), json!({ "status": "active" }));
        ground.active = make(app, "applied-controls", active).await;
        ground
    }

    fn control(&self, domain: Uuid, name: &str) -> Json {
        json!({
            "name": name, "folder": domain, "status": "in_progress", "owner": [self.actor], "eta": FUTURE, "effort": "S",
            "cost": { "currency": "€", "amortization_period": 1, "build": { "fixed_cost": 1, "people_days": 0 }, "run": { "fixed_cost": 0, "people_days": 0 } },
            "link": "https://tickets.example.com/1", "evidences": [self.evidence],
        })
    }

    fn scenario(&self) -> Json {
        json!({
            "treatment": "mitigate", "owner": [self.actor], "assets": [self.asset], "threats": [self.threat],
            "inherent_proba": 2, "inherent_impact": 2, "existing_applied_controls": [self.active],
            "current_proba": 1, "current_impact": 1, "applied_controls": [self.planned],
            "residual_proba": 0, "residual_impact": 0, "justification": "Insured",
        })
    }

    fn assessment(&self, name: &str) -> Json {
        json!({
            "name": name, "status": "in_progress", "authors": [self.actor], "reviewers": [self.actor],
            "due_date": FUTURE, "risk_tolerance": 0,
        })
    }
}

/// What a check finds there; none if it finds nothing.
async fn find(client: &Client, place: &str, resource: &str, check: &str) -> Option<Json> {
    let body = client.get(&format!("/api/{place}/quality_check/")).await.is(200).body();
    let all = body["checks"].as_array().expect("checks");
    all.iter().find(|found| found["resource"] == resource && found["name"] == check).cloned()
}

fn ids(found: &Json) -> Vec<Uuid> {
    let objects = found["objects"].as_array().expect("objects").iter();
    objects.map(|object| object["id"].as_str().expect("an id").parse().expect("an id")).collect()
}

/// One object is found, also by the list that the check names, and no longer once its fix was applied. `filled_in` is
/// what a person would fill in.
async fn judge(app: &TestApp, place: &str, resource: &str, check: &str, wrong: Uuid, filled_in: Json) {
    let found = find(&app.admin, place, resource, check).await;
    let found = found.unwrap_or_else(|| panic!("{resource}.{check} finds nothing"));
    assert_eq!((ids(&found), &found["count"]), (vec![wrong], &json!(1)), "{resource}.{check}");
    let query = found["query"].as_object().expect("a query").iter();
    let query: Vec<String> = query.map(|(name, value)| format!("{name}={}", value.as_str().expect("a text"))).collect();
    let query = query.join("&");
    let listed = app.admin.get(&format!("/api/{resource}/?{query}")).await.is(200);
    assert_eq!(listed.ids(), [wrong], "{resource}.{check}: {query}");
    let (fix, url) = (&found["fix"], format!("/api/{resource}/{wrong}/"));
    match fix["kind"].as_str().expect("a kind") {
        "set" => app.admin.patch(&url, fix["fields"].clone()).await.is(200),
        "edit" => app.admin.patch(&url, json!({ fix["field"].as_str().expect("a field"): filled_in })).await.is(200),
        "action" => {
            let action = fix["action"].as_str().expect("an action");
            app.admin.post(&format!("{url}{action}/"), fix["body"].clone()).await.is(200)
        }
        kind => panic!("{kind}"),
    };
    assert!(find(&app.admin, place, resource, check).await.is_none(), "{resource}.{check} after {fix}");
}

both!(async fn each_check_of_a_scenario_finds_what_it_says_until_it_is_fixed(app) {
    let ground = Ground::lay(&app).await;
    let (actor, planned) = (json!([ground.actor]), json!([ground.planned]));
    let cases = [
        ("without_current_probability", json!({ "current_proba": -1 }), json!(1)),
        ("without_current_impact", json!({ "current_impact": -1 }), json!(1)),
        ("without_residual_probability", json!({ "residual_proba": -1 }), json!(0)),
        ("without_residual_impact", json!({ "residual_impact": -1 }), json!(0)),
        ("current_above_inherent", json!({ "inherent_proba": 0, "inherent_impact": 0 }), json!(null)),
        ("residual_above_current", json!({ "residual_proba": 2, "residual_impact": 2 }), json!(null)),
        ("lowered_without_existing_controls", json!({ "existing_applied_controls": [] }), json!([ground.active])),
        ("lowered_without_planned_controls", json!({ "applied_controls": [], "treatment": "transfer" }), planned.clone()),
        ("mitigated_without_controls", json!({ "applied_controls": [] }), planned),
        ("intolerable_and_open", json!({ "treatment": "open" }), json!("mitigate")),
        ("accepted_without_acceptance", json!({ "treatment": "accept" }), json!(null)),
        ("transferred_without_reason", json!({ "treatment": "transfer", "justification": null }), json!("The insurer")),
        ("dropped_without_reason", json!({ "treatment": "avoid", "justification": null }), json!("Shop closed")),
        ("planned_controls_are_active", json!({ "applied_controls": [ground.active] }), json!(null)),
        ("nobody_answers", json!({ "owner": [] }), actor),
        ("without_assets", json!({ "assets": [] }), json!([ground.asset])),
        ("without_threats", json!({ "threats": [] }), json!([ground.threat])),
    ];
    let domain = app.domain("Sales").await;
    for (check, wrong, filled_in) in cases {
        let place = assessment(&app, domain, ground.assessment(check)).await;
        scenario(&app, place, ground.scenario()).await;
        let wrong = scenario(&app, place, with(ground.scenario(), wrong)).await;
        judge(&app, &format!("risk-assessments/{place}"), "risk-scenarios", check, wrong, filled_in).await;
    }
    let place = assessment(&app, domain, ground.assessment("Antecedents")).await;
    let dropped = scenario(&app, place, with(ground.scenario(), json!({ "treatment": "cancelled" }))).await;
    let sound = scenario(&app, place, ground.scenario()).await;
    scenario(&app, place, with(ground.scenario(), json!({ "antecedent_scenarios": [sound] }))).await;
    let wrong = scenario(&app, place, with(ground.scenario(), json!({ "antecedent_scenarios": [sound, dropped] }))).await;
    let place = format!("risk-assessments/{place}");
    judge(&app, &place, "risk-scenarios", "antecedent_is_cancelled", wrong, json!([sound])).await;
});

both!(async fn each_check_of_an_acceptance_finds_what_it_says_until_it_is_fixed(app) {
    let ground = Ground::lay(&app).await;
    let domain = app.domain("Sales").await;
    let place = assessment(&app, domain, ground.assessment("Yearly")).await;
    let within = format!("risk-assessments/{place}");
    let accept = async |name: &str, more: Json| {
        let risk = scenario(&app, place, ground.scenario()).await;
        let body = json!({
            "name": name, "folder": domain, "risk_scenarios": [risk], "approver": app.admin.user,
            "expiry_date": FUTURE, "justification": "Cheaper",
        });
        (make(&app, "risk-acceptances", with(body, more)).await, risk)
    };
    let act = async |id: Uuid, action: &str| {
        app.admin.post(&format!("/api/risk-acceptances/{id}/{action}/"), json!({})).await.is(200);
    };
    accept("Sound", json!({})).await;
    for (check, wrong, filled_in) in [
        ("nobody_decides", json!({ "approver": null }), json!(app.admin.user)),
        ("draft_without_end", json!({ "expiry_date": null }), json!(FUTURE)),
        ("draft_past_its_end", json!({ "expiry_date": PAST }), json!(FUTURE)),
        ("draft_without_reason", json!({ "justification": null }), json!("Cheaper")),
    ] {
        let (wrong, _) = accept(check, wrong).await;
        judge(&app, &within, "risk-acceptances", check, wrong, filled_in).await;
    }
    let (endless, _) = accept("Endless", json!({ "expiry_date": null })).await;
    act(endless, "accept").await;
    judge(&app, &within, "risk-acceptances", "accepted_without_end", endless, json!(null)).await;

    let (_, risk) = accept("Elsewhere", json!({})).await;
    let (sound, other) = accept("Holds", json!({})).await;
    act(sound, "accept").await;
    app.admin.patch(&format!("/api/risk-scenarios/{other}/"), json!({ "treatment": "mitigate" })).await.is(200);
    assert_ne!(risk, other);
    judge(&app, &within, "risk-scenarios", "accepted_but_treated_otherwise", other, json!(null)).await;

    let soon = &app.clock.now().to_string()[..10];
    let (waiting, _) = accept("Waiting", json!({ "expiry_date": soon, "submit": true })).await;
    let (expiring, held) = accept("Expiring", json!({ "expiry_date": soon })).await;
    act(expiring, "accept").await;
    app.clock.advance_seconds(3 * 86_400);
    judge(&app, &within, "risk-acceptances", "submitted_past_its_end", waiting, json!(null)).await;
    // Nobody has run the job that puts the treatment back.
    let found = find(&app.admin, &within, "risk-scenarios", "accepted_without_acceptance").await.expect("a finding");
    assert_eq!(ids(&found), [held]);
    judge(&app, &within, "risk-acceptances", "expired", expiring, json!(null)).await;
});

both!(async fn each_check_of_a_risk_assessment_finds_what_it_says_until_it_is_fixed(app) {
    let ground = Ground::lay(&app).await;
    let actor = json!([ground.actor]);
    for (check, wrong, treatment, filled_in) in [
        ("nobody_works_on_it", json!({ "authors": [] }), Some("mitigate"), actor.clone()),
        ("nobody_reviews_it", json!({ "status": "in_review", "reviewers": [] }), Some("mitigate"), actor),
        ("done_without_scenarios", json!({ "status": "done" }), None, json!(null)),
        ("done_with_open_scenarios", json!({ "status": "done" }), Some("open"), json!(null)),
        ("reviewed_without_scenarios", json!({ "status": "in_review" }), None, json!(null)),
        ("overdue", json!({ "due_date": PAST }), Some("mitigate"), json!(FUTURE)),
        ("without_due_date", json!({ "due_date": null }), Some("mitigate"), json!(FUTURE)),
        ("without_tolerance", json!({ "risk_tolerance": -1 }), Some("mitigate"), json!(1)),
    ] {
        let domain = app.domain(check).await;
        let sound = assessment(&app, domain, ground.assessment("Sound")).await;
        scenario(&app, sound, ground.scenario()).await;
        let wrong = assessment(&app, domain, with(ground.assessment(check), wrong)).await;
        if let Some(treatment) = treatment {
            scenario(&app, wrong, with(ground.scenario(), json!({ "treatment": treatment }))).await;
        }
        judge(&app, &format!("folders/{domain}"), "risk-assessments", check, wrong, filled_in).await;
    }
});

both!(async fn each_check_of_a_control_finds_what_it_says_until_it_is_fixed(app) {
    let ground = Ground::lay(&app).await;
    let cost = ground.control(Uuid::nil(), "")["cost"].clone();
    for (check, wrong, filled_in) in [
        ("nobody_answers", json!({ "owner": [] }), json!([ground.actor])),
        ("active_without_evidence", json!({ "status": "active", "evidences": [] }), json!([ground.evidence])),
        ("active_past_its_end", json!({ "status": "active", "expiry_date": PAST }), json!(FUTURE)),
        ("overdue", json!({ "eta": PAST }), json!(FUTURE)),
        ("started_without_date", json!({ "eta": null }), json!(FUTURE)),
        ("planned_without_date", json!({ "status": "to_do", "eta": null }), json!(FUTURE)),
        ("without_effort", json!({ "effort": null }), json!("M")),
        ("without_cost", json!({ "cost": null }), cost),
        ("without_link", json!({ "link": null }), json!("https://tickets.example.com/2")),
    ] {
        let domain = app.domain(check).await;
        make(&app, "applied-controls", ground.control(domain, "Sound")).await;
        let wrong = make(&app, "applied-controls", with(ground.control(domain, "Wrong"), wrong)).await;
        judge(&app, &format!("folders/{domain}"), "applied-controls", check, wrong, filled_in).await;
    }
    // The planned controls of an assessment are found with it, the others are not.
    let domain = app.domain("Sales").await;
    let place = assessment(&app, domain, ground.assessment("Yearly")).await;
    let wrong = make(&app, "applied-controls", with(ground.control(domain, "Late"), json!({ "eta": PAST }))).await;
    make(&app, "applied-controls", with(ground.control(domain, "Also late"), json!({ "eta": PAST }))).await;
    scenario(&app, place, with(ground.scenario(), json!({ "applied_controls": [wrong] }))).await;
    judge(&app, &format!("risk-assessments/{place}"), "applied-controls", "overdue", wrong, json!(FUTURE)).await;
});

async fn audit(app: &TestApp, domain: Uuid, body: Json) -> Uuid {
    if app.admin.get("/api/frameworks/").await.is(200).ids().is_empty() {
        load(app, BASELINE).await;
    }
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let shown = json!({ "score": { "auditor": "edit" }, "is_scored": { "auditor": "edit" } });
    let whole = json!({ "folder": domain, "framework": framework, "field_visibility": shown });
    make(app, "compliance-assessments", with(whole, body)).await
}

both!(async fn each_check_of_an_audit_finds_what_it_says_until_it_is_fixed(app) {
    let ground = Ground::lay(&app).await;
    let actor = json!([ground.actor]);
    let sound = |name: &str| {
        json!({ "name": name, "status": "in_progress", "authors": [ground.actor], "reviewers": [ground.actor], "due_date": FUTURE })
    };
    for (check, wrong, filled_in) in [
        ("nobody_works_on_it", json!({ "authors": [] }), actor.clone()),
        ("nobody_reviews_it", json!({ "status": "in_review", "reviewers": [] }), actor),
        ("overdue", json!({ "due_date": PAST }), json!(FUTURE)),
        ("without_due_date", json!({ "due_date": null }), json!(FUTURE)),
    ] {
        let domain = app.domain(check).await;
        audit(&app, domain, sound("Sound")).await;
        let wrong = audit(&app, domain, with(sound("Wrong"), wrong)).await;
        judge(&app, &format!("folders/{domain}"), "compliance-assessments", check, wrong, filled_in).await;
    }
});

both!(async fn each_check_of_a_requirement_finds_what_it_says_until_it_is_fixed(app) {
    let ground = Ground::lay(&app).await;
    let domain = app.domain("Sales").await;
    let lapsed = json!({ "name": "Old", "folder": domain, "status": "approved", "expiry_date": PAST });
    let lapsed = make(&app, "evidences", lapsed).await;
    let sound = json!({
        "result": "compliant", "status": "done", "evidences": [ground.evidence], "observation": "Seen",
        "is_scored": true, "score": 3,
    });
    let cases = [
        ("stale", json!({ "evidences": [lapsed] }), json!(null)),
        ("unassessed_in_done_audit", json!({ "result": "not_assessed", "status": "to_do" }), json!("compliant")),
        ("done_but_not_assessed", json!({ "result": "not_assessed" }), json!("compliant")),
        ("not_applicable_with_score", json!({ "result": "not_applicable" }), json!(null)),
        ("compliant_without_proof", json!({ "evidences": [] }), json!([ground.evidence])),
        ("not_met_and_nothing_planned", json!({ "result": "non_compliant" }), json!([ground.planned])),
        ("not_applicable_without_reason", json!({ "result": "not_applicable", "observation": null }), json!("No shop")),
        ("scored_without_score", json!({ "score": null }), json!(3)),
        ("overdue", json!({ "status": "in_progress", "due_date": PAST }), json!(FUTURE)),
        ("not_met_without_comment", json!({ "result": "partially_compliant", "observation": null }), json!("No log")),
    ];
    for (check, wrong, filled_in) in cases {
        let status = if check == "unassessed_in_done_audit" { "done" } else { "in_progress" };
        let id = audit(&app, domain, json!({ "name": check, "status": status })).await;
        let rows = app.admin.get(&format!("/api/requirement-assessments/?compliance_assessment={id}")).await.is(200).ids();
        let path = |row: Uuid| format!("/api/requirement-assessments/{row}/");
        app.admin.patch(&path(rows[2]), sound.clone()).await.is(200);
        app.admin.patch(&path(rows[1]), with(sound.clone(), wrong)).await.is(200);
        judge(&app, &format!("compliance-assessments/{id}"), "requirement-assessments", check, rows[1], filled_in).await;
        if check == "stale" {
            // The row no longer claims anything, but the evidence is still wrong.
            let place = format!("compliance-assessments/{id}");
            let found = find(&app.admin, &place, "evidences", "approved_past_its_end").await.expect("a finding");
            assert_eq!(ids(&found), [lapsed]);
            judge(&app, &place, "evidences", "approved_past_its_end", lapsed, json!(null)).await;
            app.admin.patch(&format!("/api/evidences/{lapsed}/"), json!({ "status": "approved" })).await.is(200);
        }
    }
});

both!(async fn the_worst_comes_first_and_everything_adds_up(app) {
    let domain = app.domain("Sales").await;
    let place = assessment(&app, domain, json!({ "status": "in_progress" })).await;
    for _ in 0..23 {
        scenario(&app, place, json!({})).await;
    }
    let body = app.admin.get(&format!("/api/risk-assessments/{place}/quality_check/")).await.is(200).body();
    let checks = body["checks"].as_array().unwrap();
    let order: Vec<&str> = checks.iter().map(|found| found["severity"].as_str().unwrap()).collect();
    let mut sorted = order.clone();
    sorted.sort_by_key(|severity| ["error", "warning", "info"].iter().position(|known| known == severity));
    assert_eq!(order, sorted);
    let sum = |severity: Option<&str>| -> i64 {
        let of_it = checks.iter().filter(|found| severity.is_none_or(|severity| found["severity"] == severity));
        of_it.map(|found| found["count"].as_i64().unwrap()).sum()
    };
    let totals = [None, Some("error"), Some("warning"), Some("info")].map(sum);
    assert_eq!(json!(totals), json!([body["count"], body["errors"], body["warnings"], body["infos"]]));
    let unrated = checks.iter().find(|found| found["name"] == "without_current_impact").unwrap();
    assert_eq!((&unrated["count"], ids(unrated).len()), (&json!(23), 20), "the rest is in the list");
    assert!(checks.iter().all(|found| found["count"] != 0));
    let french = app.admin.with("Accept-Language", "fr").get(&format!("/api/risk-assessments/{place}/quality_check/")).await.is(200);
    let french = french.body();
    let unrated = french["checks"].as_array().unwrap().iter().find(|found| found["name"] == "without_current_impact").unwrap();
    assert_eq!((&unrated["message"], &unrated["fix"]["label"]), (&json!("L’impact actuel n’est pas coté."), &json!("Coter l’impact actuel")));
    assert_eq!(unrated["objects"][0]["str"], checks[0]["objects"][0]["str"], "what people wrote stays");
    app.admin.patch("/api/settings/feature-flags/", json!({ "xrays": false })).await.is(200);
    app.admin.get(&format!("/api/risk-assessments/{place}/quality_check/")).await.is(409);
    app.admin.get("/api/folders/quality_check/").await.is(409);
});

both!(async fn nobody_learns_of_what_they_may_not_see(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    let (reader, stranger) = (app.user("reader@example.com", "AUD", sales).await, app.user("other@example.com", "AUD", legal).await);
    let ours = assessment(&app, sales, json!({ "status": "in_progress" })).await;
    let theirs = assessment(&app, legal, json!({ "status": "in_progress", "name": "Secret" })).await;
    let (risk, secret) = (scenario(&app, ours, json!({})).await, scenario(&app, theirs, json!({})).await);
    for (client, own, other, own_place, other_place) in
        [(&reader, risk, secret, ours, theirs), (&stranger, secret, risk, theirs, ours)]
    {
        client.get(&format!("/api/risk-assessments/{other_place}/quality_check/")).await.is(404);
        let within = find(client, &format!("risk-assessments/{own_place}"), "risk-scenarios", "without_current_impact").await;
        let everywhere = find(client, "folders", "risk-scenarios", "without_current_impact").await;
        let all = find(client, "risk-assessments", "risk-scenarios", "without_current_impact").await;
        for found in [within, everywhere, all] {
            assert_eq!(ids(&found.expect("a finding")), [own]);
        }
        for place in ["folders", "risk-assessments", "compliance-assessments"] {
            let text = client.get(&format!("/api/{place}/quality_check/")).await.is(200).text();
            assert!(!text.contains(&other.to_string()) && !text.contains(&other_place.to_string()), "{place}");
        }
    }
    reader.get(&format!("/api/folders/{legal}/quality_check/")).await.is(404);
    let found = find(&app.admin, "folders", "risk-scenarios", "without_current_impact").await.expect("a finding");
    assert_eq!(found["count"], 2);
    // A control that someone may not see counts as missing, as it is missing in the list that they see.
    let hidden = make(&app, "applied-controls", json!({ "name": "Vault", "folder": legal })).await;
    app.admin.patch(&format!("/api/risk-scenarios/{risk}/"), json!({ "treatment": "mitigate", "applied_controls": [hidden] })).await.is(200);
    assert!(find(&app.admin, "folders", "risk-scenarios", "mitigated_without_controls").await.is_none());
    assert!(find(&reader, "folders", "risk-scenarios", "mitigated_without_controls").await.is_some());
});

both!(async fn someone_who_answers_an_audit_is_told_nothing_of_the_rest(app) {
    let domain = app.domain("Sales").await;
    let person = app.user("res@example.com", "ADE", domain).await;
    let actor = actor_of(&app, person.user).await;
    let (asked, other) = (
        audit(&app, domain, json!({ "name": "Asked", "status": "in_progress" })).await,
        audit(&app, domain, json!({ "name": "Other", "status": "in_progress" })).await,
    );
    let rows = app.admin.get(&format!("/api/requirement-assessments/?compliance_assessment={asked}")).await.is(200).ids();
    for row in &rows[1..] {
        app.admin.patch(&format!("/api/requirement-assessments/{row}/"), json!({ "result": "non_compliant" })).await.is(200);
    }
    let assignment = json!({ "compliance_assessment": asked, "actor": [actor], "requirement_assessments": [rows[1]] });
    make(&app, "requirement-assignments", assignment).await;
    person.get(&format!("/api/compliance-assessments/{other}/quality_check/")).await.is(404);
    let body = person.get(&format!("/api/compliance-assessments/{asked}/quality_check/")).await.is(200).body();
    let resources: Vec<&Json> = body["checks"].as_array().unwrap().iter().map(|found| &found["resource"]).collect();
    assert!(resources.iter().all(|resource| *resource == "compliance-assessments"), "{body}");
    for place in ["folders", "compliance-assessments"] {
        let path = format!("/api/{place}/quality_check/");
        let text = person.get(&path).await.is(200).text();
        assert!(!text.contains(&other.to_string()) && !text.contains(&rows[2].to_string()), "{text}");
        let text = app.admin.get(&path).await.is(200).text();
        assert!(text.contains(&other.to_string()) && text.contains(&rows[2].to_string()), "{text}");
    }
});

both!(async fn a_past_instant_is_checked_as_it_was(app) {
    let domain = app.domain("Sales").await;
    let place = assessment(&app, domain, json!({})).await;
    let risk = scenario(&app, place, json!({})).await;
    let then = app.clock.now().to_string();
    app.clock.advance_seconds(60);
    app.admin.patch(&format!("/api/risk-scenarios/{risk}/"), json!({ "current_impact": 1 })).await.is(200);
    let url = format!("/api/risk-assessments/{place}/quality_check/?as_of={then}");
    let past = app.admin.get(&url).await.is(200).text();
    assert!(past.contains("without_current_impact"), "{past}");
    assert!(find(&app.admin, &format!("risk-assessments/{place}"), "risk-scenarios", "without_current_impact").await.is_none());
});

both!(async fn many_objects_cost_as_many_queries_as_one(app) {
    let domain = app.domain("Sales").await;
    let place = assessment(&app, domain, json!({ "status": "in_progress" })).await;
    let cost = async || {
        let caller = Caller { user: Some(app.admin.user), ..Caller::system() };
        let mut cx = app.engine.read(Arc::new(caller)).await.expect("a connection");
        let resource = cx.registry().get("folders");
        let action = resource.actions().find(|action| action.name == "quality_check" && action.on == On::Item);
        let (action, files, before) = (action.expect("the action"), Files::default(), cx.conn.queries());
        let asked = Asked { resource, id: Some(domain), files: &files };
        let reply = (action.run)(&mut cx, asked, json!({})).await.expect("an answer");
        let Reply::Text(text) = reply else { panic!("a text") };
        (serde_json::from_slice::<Json>(&text).expect("JSON")["count"].as_i64().expect("a count"), cx.conn.queries() - before)
    };
    scenario(&app, place, json!({})).await;
    let (few, cheap) = cost().await;
    for _ in 0..30 {
        scenario(&app, place, json!({})).await;
    }
    let (many, dear) = cost().await;
    assert!(many > few * 5, "{few} {many}");
    assert_eq!(cheap, dear);
});

#[test]
fn every_fix_can_be_applied_and_is_said_in_french() {
    let french: std::collections::BTreeMap<String, String> =
        serde_json::from_str(include_str!("../../src/language/fr.json")).unwrap();
    let mut risk = 0;
    let mut audit = 0;
    for resource in cairn_domain::registry().routed() {
        for check in resource.entry.checks {
            let place = format!("{}.{}", resource.path, check.name);
            let field = |name: &str| -> &FieldDef {
                let field = resource.def.field(name).unwrap_or_else(|| panic!("{place}: there is no {name}"));
                assert!(!field.read_only && !field.immutable, "{place}: nobody can change {name}");
                field
            };
            for text in [check.doc, check.fix.label()] {
                assert!(french.contains_key(text), "{place}: {text}");
            }
            match check.fix {
                Fix::Edit { field: name, .. } => drop(field(name)),
                Fix::Set { fields, .. } => {
                    for (name, to) in fields {
                        let (field, value) = (field(name), json!(to));
                        let fits = value.is_null() && field.nullable || field.kind.behaviour().parse(&value).is_ok();
                        assert!(fits, "{place}: {name} cannot be {value}");
                    }
                }
                Fix::Run { action, .. } => {
                    let found = resource.actions().find(|one| one.name == action && one.on == On::Item);
                    assert!(found.is_some(), "{place}: there is no {action}");
                }
            }
            match resource.path {
                "risk-assessments" | "risk-scenarios" | "risk-acceptances" => risk += 1,
                "compliance-assessments" | "requirement-assessments" => audit += 1,
                _ => {}
            }
        }
    }
    assert!(risk >= 19 && audit >= 6, "{risk} {audit}");
}
