//! Working through an audit: requirement by requirement, with the controls that it suggests and what they cost.

use std::sync::Arc;

use cairn_engine::Caller;
use cairn_engine::action::{Asked, Files};
use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::library::{BASELINE, load};
use crate::support::{actor_of, control, evidence, make, targets};

const QUESTION: &str = "urn:acme:risk:req_node:baseline:a.1:question:1";

/// An audit of the baseline, with its rows: heading, A.1, 1.10.
async fn audit(app: &TestApp, domain: Uuid, more: Json) -> (Uuid, Vec<Uuid>) {
    if app.admin.get("/api/frameworks/").await.is(200).ids().is_empty() {
        load(app, BASELINE).await;
    }
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let mut body = json!({ "name": "Yearly", "folder": domain, "framework": framework });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let id = make(app, "compliance-assessments", body).await;
    let rows = app.admin.get(&format!("/api/requirement-assessments/?compliance_assessment={id}")).await.is(200).ids();
    (id, rows)
}

fn column(list: &Json, name: &str) -> Vec<Json> {
    list.as_array().unwrap().iter().map(|one| one[name].clone()).collect()
}

/// Gives rows to someone who then sees and answers only those.
async fn assign(app: &TestApp, audit: Uuid, person: &Client, rows: &[Uuid]) -> Uuid {
    let actor = actor_of(app, person.user).await;
    let body = json!({ "compliance_assessment": audit, "actor": [actor], "requirement_assessments": rows });
    make(app, "requirement-assignments", body).await
}

both!(async fn requirements_are_listed_with_what_a_page_needs(app) {
    let domain = app.domain("Sales").await;
    let (id, rows) = audit(&app, domain, json!({})).await;
    let question = app.admin.get("/api/questions/").await.is(200).ids()[0];
    let choice = app.admin.get("/api/question-choices/").await.is(200).ids()[0];
    let body = json!({ "requirement_assessment": rows[1], "question": question, "selected_choices": [choice] });
    let answer = make(&app, "answers", body).await;
    let proof = evidence(&app, domain, "Accounts").await;
    app.admin.patch(&format!("/api/requirement-assessments/{}/", rows[1]), json!({ "observation": "Seen.", "evidences": [proof] })).await.is(200);
    let path = format!("/api/compliance-assessments/{id}/requirements_list/");
    let list = app.admin.get(&path).await.is(200).body();
    assert_eq!(column(&list["requirements"], "ref_id"), [json!("A"), json!("A.1"), json!("1.10")]);
    assert_eq!(column(&list["requirement_assessments"], "id"), rows.iter().map(|row| json!(row)).collect::<Vec<_>>());
    let row = &list["requirement_assessments"][1];
    assert_eq!((&row["result"], &row["observation"]), (&json!("compliant"), &json!("Seen.")));
    assert_eq!(row["answers"], json!({ QUESTION: format!("{QUESTION}:choice:1") }));
    assert_eq!(row["answer_ids"], json!({ QUESTION: answer }));
    assert_eq!(row["evidences"][0]["id"], json!(proof));
    assert_eq!((&row["effective_min_score"], &row["effective_max_score"]), (&json!(1), &json!(5)));
    let requirement = &row["requirement"];
    assert_eq!(requirement["typical_evidence"], "A list of accounts.");
    assert_eq!(requirement["parent_requirement"]["ref_id"], "A");
    assert_eq!(requirement["reference_controls"][0]["str"], "Second factor");
    let asked = &requirement["questions"][QUESTION];
    assert_eq!((&asked["type"], asked["choices"].as_array().unwrap().len()), (&json!("unique_choice"), 2));
    assert_eq!(asked["choices"][1]["value"], "No");
    assert_eq!(row.get("score"), None, "this audit has no scores");
    let french = app.admin.with("Accept-Language", "fr").get(&path).await.is(200).body();
    assert_eq!(french["requirements"][0]["name"], "Accès");
    let only = app.admin.get(&format!("{path}?assessable=true")).await.is(200).body();
    assert_eq!(column(&only["requirement_assessments"], "id"), [json!(rows[1]), json!(rows[2])]);
    assert_eq!(only["requirements"].as_array().unwrap().len(), 3);
    app.admin.get(&format!("{path}?assessable=perhaps")).await.is(400).error("assessable");
    app.admin.get(&format!("{path}?color=red")).await.is(400).error("color");
});

/// How many queries it takes to list the requirements of an audit.
async fn cost(app: &TestApp, audit: Uuid) -> u64 {
    let mut cx = app.engine.read(Arc::new(Caller::system())).await.expect("a context");
    let resource = cx.registry().get("compliance-assessments");
    let action = resource.actions().find(|action| action.name == "requirements_list").expect("the action");
    let (files, before) = (Files::default(), cx.conn.queries());
    let asked = Asked { resource, id: Some(audit), files: &files };
    (action.run)(&mut cx, asked, json!({})).await.map(drop).expect("a list");
    cx.conn.queries() - before
}

both!(async fn a_long_list_costs_as_many_queries_as_a_short_one(app) {
    let domain = app.domain("Sales").await;
    let (short, _) = audit(&app, domain, json!({})).await;
    let node = |number: usize| {
        let urn = format!("urn:acme:risk:req_node:baseline:b.{number}");
        let question = format!("{{ \"{urn}:question:1\": {{ type: text, text: How }} }}");
        format!("      - {{ urn: \"{urn}\", assessable: true, depth: 1, ref_id: B.{number}, name: More, questions: {question} }}\n")
    };
    let more: String = (0..60).map(node).collect();
    let text = BASELINE.replace("  requirement_mapping_sets:", &format!("{more}  requirement_mapping_sets:"));
    load(&app, &text.replace("urn:acme", "urn:long")).await;
    let frameworks = app.admin.get("/api/frameworks/?urn=urn:long:risk:framework:baseline").await.is(200).ids();
    let body = json!({ "name": "Long", "folder": domain, "framework": frameworks[0] });
    let long = make(&app, "compliance-assessments", body).await;
    let list = app.admin.get(&format!("/api/compliance-assessments/{long}/requirements_list/")).await.is(200).body();
    assert_eq!(list["requirement_assessments"].as_array().unwrap().len(), 63);
    assert_eq!(cost(&app, long).await, cost(&app, short).await);
});

both!(async fn a_respondent_is_listed_their_requirements_only(app) {
    let domain = app.domain("Sales").await;
    let hidden = json!({ "field_visibility": { "observation": { "respondent": "hidden" } } });
    let (id, rows) = audit(&app, domain, hidden).await;
    app.admin.patch(&format!("/api/requirement-assessments/{}/", rows[1]), json!({ "observation": "For auditors" })).await.is(200);
    let person = app.user("res@example.com", "ADE", domain).await;
    let assignment = assign(&app, id, &person, &rows[1..2]).await;
    for path in [format!("/api/compliance-assessments/{id}/requirements_list/"), format!("/api/requirement-assignments/{assignment}/requirements_list/")] {
        let answer = person.get(&path).await.is(200);
        let list = answer.body();
        assert_eq!(column(&list["requirements"], "ref_id"), [json!("A.1")], "{path}");
        assert_eq!(column(&list["requirement_assessments"], "id"), [json!(rows[1])], "{path}");
        let row = &list["requirement_assessments"][0];
        assert_eq!(row["requirement"]["parent_requirement"], json!(null), "headings are not theirs");
        assert_eq!((row.get("observation"), &row["requirement"]["questions"][QUESTION]["text"]), (None, &json!("Is it on?")));
        for other in [rows[0], rows[2]] {
            assert!(!answer.text().contains(&other.to_string()), "{path}");
        }
    }
    // Whoever manages the audit sees the headings too, and what is hidden from respondents.
    let list = app.admin.get(&format!("/api/requirement-assignments/{assignment}/requirements_list/")).await.is(200).body();
    assert_eq!(column(&list["requirements"], "ref_id"), [json!("A"), json!("A.1")]);
    assert_eq!(list["requirement_assessments"][0]["observation"], "For auditors");
    let stranger = app.user("str@example.com", "ANA", app.domain("Ops").await).await;
    stranger.get(&format!("/api/compliance-assessments/{id}/requirements_list/")).await.is(404);
    stranger.get(&format!("/api/requirement-assignments/{assignment}/requirements_list/")).await.is(404);
});

both!(async fn answers_that_are_hidden_from_respondents_are_hidden_everywhere(app) {
    let domain = app.domain("Sales").await;
    let person = app.user("res@example.com", "ADE", domain).await;
    for (access, is_shown) in [("hidden", false), ("read", true)] {
        let more = json!({ "name": access, "field_visibility": { "answers": { "respondent": access } } });
        let (id, rows) = audit(&app, domain, more).await;
        let question = app.admin.get("/api/questions/").await.is(200).ids()[0];
        let choice = app.admin.get("/api/question-choices/").await.is(200).ids()[0];
        let body = json!({ "requirement_assessment": rows[1], "question": question, "selected_choices": [choice] });
        let answer = make(&app, "answers", body).await;
        assign(&app, id, &person, &rows[1..2]).await;
        let own = person.get(&format!("/api/answers/{answer}/")).await.is(200);
        assert_eq!(own.text().contains(&choice.to_string()), is_shown, "{access}: {}", own.text());
        let list = person.get(&format!("/api/answers/?requirement_assessment={}", rows[1])).await.is(200);
        assert_eq!(list.text().contains(&choice.to_string()), is_shown, "{access}: {}", list.text());
        person.get(&format!("/api/answers/?selected_choices={choice}")).await.is(400);
        person.patch(&format!("/api/answers/{answer}/"), json!({ "selected_choices": [] })).await.is(403);
        let seen = app.admin.get(&format!("/api/answers/{answer}/")).await.is(200);
        assert!(seen.text().contains(&choice.to_string()), "{access}");
    }
});

both!(async fn a_copy_carries_nothing_that_is_hidden_from_whoever_makes_it(app) {
    let (domain, other) = (app.domain("Sales").await, app.domain("Own").await);
    let person = app.user("res@example.com", "ADE", domain).await;
    let group = app.admin.get(&format!("/api/user-groups/?folder={other}&code=BI-UG-ANA")).await.is(200).ids()[0];
    let members = json!({ "users": [person.user] });
    app.admin.post(&format!("/api/user-groups/{group}/add-members/"), members).await.is(200);
    for (access, is_shown) in [("hidden", false), ("read", true)] {
        let (answers, observation) = (json!({ "respondent": access }), json!({ "respondent": access }));
        let more = json!({ "name": access, "field_visibility": { "answers": answers, "observation": observation } });
        let (id, rows) = audit(&app, domain, more).await;
        let question = app.admin.get("/api/questions/").await.is(200).ids()[0];
        let choice = app.admin.get("/api/question-choices/").await.is(200).ids()[0];
        let body = json!({ "requirement_assessment": rows[1], "question": question, "selected_choices": [choice] });
        make(&app, "answers", body).await;
        let row = format!("/api/requirement-assessments/{}/", rows[1]);
        app.admin.patch(&row, json!({ "observation": "Seen." })).await.is(200);
        assign(&app, id, &person, &rows[1..2]).await;
        let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
        let body = json!({ "name": format!("Copy {access}"), "folder": other, "framework": framework, "baseline": id });
        let copy = person.post("/api/compliance-assessments/", body).await.is(201).id();
        let copied = format!("/api/requirement-assessments/?compliance_assessment={copy}");
        let text = app.admin.get(&copied).await.is(200).text();
        assert_eq!(text.contains("Seen."), is_shown, "{access}: {text}");
        let answers = app.admin.get(&format!("/api/answers/?folder={other}")).await;
        assert_eq!(answers.is(200).ids().len(), usize::from(is_shown), "{access}");
    }
});

both!(async fn suggested_controls_are_created_once_and_linked(app) {
    let domain = app.domain("Sales").await;
    let (id, rows) = audit(&app, domain, json!({})).await;
    let path = format!("/api/compliance-assessments/{id}/suggestions/applied-controls/");
    // The name is taken by something else.
    control(&app, domain, "second FACTOR").await;
    let controls = async || app.admin.get("/api/applied-controls/?reference_control__isnull=false").await.is(200).ids();
    let preview = app.admin.post(&format!("{path}?dry_run=true"), json!({})).await.is(200).body();
    assert_eq!((&preview[0]["suggestion_status"], &preview[0]["id"]), (&json!("create"), &json!(null)));
    assert_eq!(preview[0]["requirement_assessments"], json!([{ "id": rows[1], "str": "A.1" }]));
    assert_eq!(controls().await.len(), 0, "a preview changes nothing");
    let both = app.admin.post(&format!("{path}?dry_run=true"), json!({ "dry_run": false })).await.is(400);
    assert_eq!(both.error("dry_run"), "Set this either in the URL or in the body.");
    app.admin.post(&format!("{path}?dry=true"), json!({})).await.is(400).error("dry");
    let made = app.admin.post(&path, json!({})).await.is(200).body();
    let [control] = controls().await[..] else { panic!("one control") };
    assert_eq!((&made[0]["suggestion_status"], &made[0]["id"]), (&json!("create"), &json!(control)));
    assert_eq!(targets(&app, "requirement-assessments", rows[1], "applied_controls").await, [control]);
    let read = app.admin.get(&format!("/api/applied-controls/{control}/object/")).await.is(200).body();
    assert_eq!((&read["name"], &read["ref_id"], &read["category"]), (&json!("Second factor (C1)"), &json!("C1"), &json!("technical")));
    let again = app.admin.post(&path, json!({})).await.is(200).body();
    assert_eq!((&again[0]["suggestion_status"], &again[0]["requirement_assessments"]), (&json!("linked"), &json!([])));
    // Another audit of the domain takes the control that is there, also for one requirement alone.
    let (_, others) = audit(&app, domain, json!({ "name": "Another" })).await;
    let of_row = |row: Uuid| format!("/api/requirement-assessments/{row}/suggestions/applied-controls/");
    assert_eq!(app.admin.post(&of_row(others[2]), json!({})).await.is(200).body(), json!([]), "it suggests nothing");
    let linked = app.admin.post(&of_row(others[1]), json!({})).await.is(200).body();
    assert_eq!((&linked[0]["suggestion_status"], &linked[0]["id"]), (&json!("link"), &json!(control)));
    assert_eq!(controls().await.len(), 1);
    // A locked audit stays as it is, and no control is left behind.
    let elsewhere = app.domain("Ops").await;
    let (locked, _) = audit(&app, elsewhere, json!({ "is_locked": true })).await;
    app.admin.post(&format!("/api/compliance-assessments/{locked}/suggestions/applied-controls/"), json!({})).await.is(409);
    assert_eq!(controls().await.len(), 1);
});

both!(async fn an_audit_can_start_with_the_suggested_controls(app) {
    let domain = app.domain("Sales").await;
    let (_, rows) = audit(&app, domain, json!({ "create_applied_controls_from_suggestions": true })).await;
    let controls = app.admin.get("/api/applied-controls/?reference_control__isnull=false").await.is(200).ids();
    assert_eq!((controls.len(), targets(&app, "requirement-assessments", rows[1], "applied_controls").await), (1, controls.clone()));
    // The second one takes the control that is there.
    let more = json!({ "name": "Another", "create_applied_controls_from_suggestions": true });
    let (id, others) = audit(&app, domain, more).await;
    assert_eq!(targets(&app, "requirement-assessments", others[1], "applied_controls").await, controls);
    let read = app.admin.get(&format!("/api/compliance-assessments/{id}/object/")).await.is(200).body();
    assert_eq!(read.get("create_applied_controls_from_suggestions"), None, "a wish is not kept");
    let later = json!({ "create_applied_controls_from_suggestions": true });
    let later = app.admin.patch(&format!("/api/compliance-assessments/{id}/"), later).await;
    later.is(400).error("create_applied_controls_from_suggestions");
});

both!(async fn suggestions_need_the_permission_to_add_controls(app) {
    let domain = app.domain("Sales").await;
    let (id, rows) = audit(&app, domain, json!({})).await;
    let path = format!("/api/compliance-assessments/{id}/suggestions/applied-controls/");
    let of_row = format!("/api/requirement-assessments/{}/suggestions/applied-controls/", rows[1]);
    let reader = app.user("rea@example.com", "AUD", domain).await;
    for path in [&path, &of_row] {
        reader.post(path, json!({})).await.is(403);
        app.nobody.post(path, json!({})).await.is(401);
    }
    // A third party who answers may not add controls; an auditee may, while the assignment is open.
    let outside = app.user("out@example.com", "TPR", domain).await;
    let assignment = assign(&app, id, &outside, &rows[1..2]).await;
    app.admin.post(&format!("/api/requirement-assignments/{assignment}/set_status/"), json!({ "status": "in_progress" })).await.is(200);
    outside.post(&of_row, json!({})).await.is(403);
    app.admin.delete(&format!("/api/requirement-assignments/{assignment}/")).await.is(204);
    let auditee = app.user("ade@example.com", "ADE", domain).await;
    auditee.post(&of_row, json!({})).await.is(404);
    let assignment = assign(&app, id, &auditee, &rows[1..2]).await;
    auditee.post(&of_row, json!({})).await.is(403);
    assert_eq!(app.admin.get("/api/applied-controls/").await.is(200).ids().len(), 0);
    app.admin.post(&format!("/api/requirement-assignments/{assignment}/set_status/"), json!({ "status": "in_progress" })).await.is(200);
    auditee.post(&of_row, json!({})).await.is(200);
    auditee.post(&path, json!({})).await.is(403);
    assert_eq!(app.admin.get("/api/applied-controls/").await.is(200).ids().len(), 1);
});

both!(async fn the_action_plan_lists_the_controls_of_an_audit(app) {
    let domain = app.domain("Sales").await;
    let (id, rows) = audit(&app, domain, json!({})).await;
    let [one, two, unlinked] = [control(&app, domain, "Backups").await, control(&app, domain, "Alerts").await, control(&app, domain, "Fences").await];
    app.admin.patch(&format!("/api/requirement-assessments/{}/", rows[1]), json!({ "applied_controls": [one, two], "result": "compliant" })).await.is(200);
    app.admin.patch(&format!("/api/requirement-assessments/{}/", rows[2]), json!({ "applied_controls": [one] })).await.is(200);
    // Active once, and no longer.
    app.admin.patch(&format!("/api/applied-controls/{two}/"), json!({ "status": "active" })).await.is(200);
    app.admin.patch(&format!("/api/applied-controls/{two}/"), json!({ "status": "degraded", "priority": 1 })).await.is(200);
    let path = format!("/api/compliance-assessments/{id}/action-plan/");
    let plan = app.admin.get(&format!("{path}?ordering=name")).await.is(200).body();
    assert_eq!(column(&plan["results"], "id"), [json!(two), json!(one)]);
    assert_eq!(column(&plan["results"], "stale"), [json!(true), json!(false)]);
    assert_eq!(plan["results"][0]["stale_reasons"][0]["reason"], "control_inactive");
    assert_eq!(column(&plan["results"][1]["requirement_assessments"], "str"), [json!("A.1"), json!("1.10")]);
    assert_eq!(plan["results"][1]["annual_cost"], "0.00", "computed fields of the list are there");
    let page = app.admin.get(&format!("{path}?ordering=name&limit=1&status__in=degraded,--")).await.is(200).body();
    assert_eq!((&page["count"], page["results"].as_array().unwrap().len()), (&json!(2), 1));
    let next = page["next"].as_str().unwrap();
    assert_eq!(app.admin.get(next).await.is(200).ids(), [one]);
    assert_eq!(app.admin.get(&format!("{path}?priority=1")).await.is(200).ids(), [two]);
    app.admin.get(&format!("{path}?color=red")).await.is(400).error("color");
    app.admin.get(&format!("{path}?limit=0")).await.is(400).error("limit");
    // What is out of scope is in no plan.
    app.admin.patch(&format!("/api/compliance-assessments/{id}/"), json!({ "selected_implementation_groups": ["more"] })).await.is(200);
    assert_eq!(app.admin.get(&path).await.is(200).ids(), [one]);
    assert!(!app.admin.get(&path).await.is(200).text().contains(&unlinked.to_string()));
    // A respondent sees the controls of their own requirements, as far as they may see controls at all.
    let outside = app.user("out@example.com", "TPR", domain).await;
    assign(&app, id, &outside, &rows[2..]).await;
    assert_eq!(outside.get(&path).await.is(200).body()["count"], 0);
    let budget = outside.get(&format!("{path}budget-overview/")).await.is(200).body();
    assert_eq!((&budget["count"], &budget["top_folders"]), (&json!(0), &json!([])));
});

both!(async fn the_budget_adds_up_one_currency(app) {
    let domain = app.domain("Sales").await;
    let (id, rows) = audit(&app, domain, json!({})).await;
    let owner = actor_of(&app, app.admin.user).await;
    let mut controls = Vec::new();
    for (name, cost, more) in [
        ("Backups", json!({ "currency": "€", "build": { "fixed_cost": 1000, "people_days": 1 } }), json!({ "priority": 1, "owner": [owner], "eta": "2020-01-01" })),
        ("Alerts", json!({ "currency": "€", "run": { "fixed_cost": 250.5 } }), json!({ "status": "active", "eta": "2020-01-01" })),
        ("Fences", json!({ "currency": "$", "run": { "fixed_cost": 70 } }), json!({ "category": "physical" })),
        ("Free", json!(null), json!({})),
    ] {
        let mut body = json!({ "name": name, "folder": domain, "cost": cost });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        controls.push(make(&app, "applied-controls", body).await);
    }
    app.admin.patch(&format!("/api/requirement-assessments/{}/", rows[1]), json!({ "applied_controls": controls })).await.is(200);
    let path = format!("/api/compliance-assessments/{id}/action-plan/budget-overview/");
    let budget = app.admin.get(&path).await.is(200).body();
    assert_eq!((&budget["count"], &budget["count_with_cost"], &budget["currency"]), (&json!(4), &json!(3), &json!("€")));
    assert_eq!((&budget["total_annual_cost"], &budget["total_annual_cost_display"]), (&json!(1750.5), &json!("1,750.50 €")));
    assert_eq!(budget["by_status"][0], json!({ "key": "active", "status": "Active", "count": 1, "total": 250.5, "total_display": "250.50 €" }));
    assert_eq!((&budget["by_status"][1]["key"], &budget["by_status"][1]["total"]), (&json!("--"), &json!(1500.0)));
    assert_eq!(column(&budget["by_priority"], "key"), [json!("1"), json!("_unset")]);
    let buckets: Vec<(Json, Json)> = column(&budget["eta_buckets"], "key").into_iter().zip(column(&budget["eta_buckets"], "count")).collect();
    let expected = [("overdue", 1), ("due_30d", 0), ("due_90d", 0), ("later", 0), ("no_eta", 2), ("done", 1)];
    assert_eq!(buckets, expected.map(|(key, count)| (json!(key), json!(count))));
    assert_eq!(budget["other_currencies"], json!([{ "currency": "$", "count": 1, "total": 70.0, "total_display": "70.00 $" }]));
    assert_eq!((&budget["top_owners"][0]["key"], &budget["top_owners"][0]["total"]), (&json!(owner), &json!(1500.0)));
    assert_eq!((&budget["top_folders"][0]["label"], &budget["top_folders"][0]["count"]), (&json!("Sales"), &json!(4)));
    assert_eq!(budget["cost_breakdown"]["build"], json!({ "fixed_cost": 1000.0, "fixed_cost_display": "1,000.00 €", "people_days": 1.0 }));
    let part = app.admin.get(&format!("{path}?priority=1")).await.is(200).body();
    assert_eq!((&part["count"], &part["total_annual_cost"]), (&json!(1), &json!(1500.0)));
    app.admin.get(&format!("{path}?color=red")).await.is(400).error("color");
    let wrong = json!({ "name": "Wrong", "folder": domain, "cost": { "build": { "fixed_cost": "abc" } } });
    app.admin.post("/api/applied-controls/", wrong).await.is(400);
});

both!(async fn audits_and_requirements_are_counted_and_listed_by_what_is_open(app) {
    let domain = app.domain("Sales").await;
    let (id, rows) = audit(&app, domain, json!({ "status": "in_progress" })).await;
    let row = |at: usize| format!("/api/requirement-assessments/{}/", rows[at]);
    let proof = evidence(&app, domain, "Proof").await;
    let one = make(&app, "applied-controls", json!({ "name": "Backups", "folder": domain, "status": "active", "evidences": [proof] })).await;
    app.admin.patch(&row(1), json!({ "status": "done", "due_date": "2020-01-01", "applied_controls": [one] })).await.is(200);
    app.admin.patch(&row(2), json!({ "eta": "2020-01-01", "evidences": [proof] })).await.is(200);
    let count = |chart: &Json, label: &str| {
        let at = chart["results"]["labels"].as_array().unwrap().iter().position(|one| one == label).expect("a label");
        chart["results"]["values"][at]["value"].clone()
    };
    let audits = app.admin.get("/api/compliance-assessments/per_status/").await.is(200).body();
    assert_eq!((count(&audits, "In progress"), count(&audits, "undefined")), (json!(1), json!(0)));
    let requirements = app.admin.get("/api/requirement-assessments/per_status/").await.is(200).body();
    assert_eq!((count(&requirements, "Done"), count(&requirements, "To do")), (json!(1), json!(1)), "headings do not count");
    let due = app.admin.get("/api/requirement-assessments/todo/").await.is(200).body();
    assert_eq!(column(&due["results"], "id"), [json!(rows[2])], "what is done is not due");
    let served = app.admin.get(&format!("/api/requirement-assessments/?applied_controls={one}")).await.is(200).ids();
    assert_eq!(served, [rows[1]]);
    let base = format!("/api/compliance-assessments/{id}/");
    let controls = app.admin.get(&format!("{base}controls_coverage/")).await.is(200).body();
    assert_eq!((&controls["with_controls"], &controls["coverage_percent"]), (&json!(1), &json!(50.0)));
    assert_eq!(controls["requirements_by_control_count"], json!({ "0": 1, "1": 1 }));
    let found = app.admin.get(&format!("{base}evidence_coverage/")).await.is(200).body();
    assert_eq!((&found["direct_only"], &found["indirect_only"], &found["both"]), (&json!(1), &json!(1), &json!(0)));
    // A respondent counts what is theirs.
    let person = app.user("res@example.com", "ADE", domain).await;
    assign(&app, id, &person, &rows[1..2]).await;
    let own = person.get("/api/requirement-assessments/per_status/").await.is(200).body();
    assert_eq!((count(&own, "Done"), count(&own, "To do")), (json!(1), json!(0)));
    assert_eq!(person.get("/api/requirement-assessments/todo/").await.is(200).body()["results"], json!([]));
});
