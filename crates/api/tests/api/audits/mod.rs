//! Audits: made from a framework, worked on, and measured.

mod nightly;
mod past;
mod races;
mod rules;

use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::library::{BASELINE, load};
use crate::support::{field, make};

/// An audit of the baseline, in a domain.
pub async fn audit(app: &TestApp, domain: Uuid, more: Json) -> Uuid {
    load(app, BASELINE).await;
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let mut body = json!({ "name": "Yearly", "folder": domain, "framework": framework });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    make(app, "compliance-assessments", body).await
}

/// The rows of an audit: heading, then A.1 and 1.10.
pub async fn rows(app: &TestApp, audit: Uuid) -> Vec<Uuid> {
    app.admin.get(&format!("/api/requirement-assessments/?compliance_assessment={audit}")).await.is(200).ids()
}

/// Someone who answers what is assigned to them, and their actor.
async fn respondent(app: &TestApp, domain: Uuid) -> (Client, Uuid) {
    let person = app.user("res@example.com", "ADE", domain).await;
    let actor = app.admin.get(&format!("/api/actors/?user={}", person.user)).await.is(200).ids()[0];
    (person, actor)
}

fn scored() -> Json {
    json!({ "field_visibility": { "score": { "auditor": "edit" }, "is_scored": { "auditor": "edit" } } })
}

both!(async fn an_audit_has_a_row_for_every_node_and_measures_what_is_said_of_them(app) {
    let domain = app.domain("Sales").await;
    let id = audit(&app, domain, scored()).await;
    let rows = rows(&app, id).await;
    assert_eq!(rows.len(), 3);
    let path = |row: Uuid| format!("/api/requirement-assessments/{row}/");
    let score = format!("/api/compliance-assessments/{id}/global_score/");
    assert_eq!(app.admin.get(&score).await.is(200).body()["maturity_score"], json!(-1.0), "nothing is scored yet");
    app.admin.patch(&path(rows[1]), json!({ "result": "compliant", "status": "done", "score": 5 })).await.is(200);
    app.admin.patch(&path(rows[2]), json!({ "result": "partially_compliant", "score": 2 })).await.is(200);
    let body = app.admin.get(&score).await.is(200).body();
    assert_eq!((&body["implementation_score"], &body["max_score"]), (&json!(3.5), &json!(5)), "{body}");
    assert_eq!(field(&app, "compliance-assessments", id, "progress").await, 50);
    let donut = app.admin.get(&format!("/api/compliance-assessments/{id}/donut_data/")).await.is(200).body();
    let count = |name: &str| donut["result"]["values"].as_array().unwrap().iter().find(|slice| slice["name"] == name).unwrap()["value"].clone();
    assert_eq!((count("compliant"), count("partially_compliant"), count("not_assessed")), (json!(1), json!(1), json!(0)));
    let tree = app.admin.with("Accept-Language", "fr").get(&format!("/api/compliance-assessments/{id}/tree/")).await.is(200).body();
    let heading = tree.as_object().unwrap().values().next().unwrap();
    assert_eq!((&heading["name"], &heading["assessable"]), (&json!("Accès"), &json!(false)));
    let below: Vec<&Json> = heading["children"].as_object().unwrap().values().collect();
    assert_eq!((&below[0]["ref_id"], &below[0]["score"], &below[1]["ref_id"]), (&json!("A.1"), &json!(5), &json!("1.10")));
    assert_eq!(below[0]["ra_id"], json!(rows[1]));
});

both!(async fn what_does_not_fit_a_requirement_is_refused(app) {
    let id = audit(&app, app.domain("Sales").await, scored()).await;
    let rows = rows(&app, id).await;
    let path = |row: Uuid| format!("/api/requirement-assessments/{row}/");
    let refused = app.admin.patch(&path(rows[1]), json!({ "score": 9 })).await.is(400);
    assert_eq!(refused.error("score"), "The score must be between 1 and 5.");
    app.admin.patch(&path(rows[1]), json!({ "score": 0 })).await.is(400).error("score");
    app.admin.patch(&path(rows[0]), json!({ "result": "compliant" })).await.is(400).error("result");
    app.admin.patch(&path(rows[1]), json!({ "result": "compliant", "extended_result": "major_nonconformity" })).await.is(400).error("extended_result");
    app.admin.patch(&path(rows[1]), json!({ "result": "non_compliant", "extended_result": "major_nonconformity" })).await.is(200);
    app.admin.delete(&path(rows[1])).await.is(405);
    // A locked audit stays as it is.
    let audits = format!("/api/compliance-assessments/{id}/");
    app.admin.patch(&audits, json!({ "is_locked": true })).await.is(200);
    let refused = app.admin.patch(&path(rows[1]), json!({ "result": "compliant", "extended_result": null })).await.is(409);
    assert!(refused.text().contains("locked"), "{}", refused.text());
    app.admin.patch(&audits, json!({ "is_locked": false })).await.is(200);
    app.admin.patch(&audits, json!({ "min_score": 5, "max_score": 5 })).await.is(400).error("max_score");
    app.admin.patch(&audits, json!({ "target_score": 7 })).await.is(400).error("target_score");
    let refused = app.admin.patch(&audits, json!({ "selected_implementation_groups": ["none"] })).await.is(400);
    assert!(refused.error("selected_implementation_groups").contains("core, more"));
});

both!(async fn an_audit_covers_the_groups_it_selects(app) {
    let id = audit(&app, app.domain("Sales").await, json!({ "selected_implementation_groups": ["more"] })).await;
    let rows = rows(&app, id).await;
    let selected = async || app.admin.get(&format!("/api/requirement-assessments/?compliance_assessment={id}")).await.is(200).column("selected");
    assert_eq!(selected().await, [json!(false), json!(false), json!(true)]);
    app.admin.patch(&format!("/api/requirement-assessments/{}/", rows[2]), json!({ "status": "done" })).await.is(200);
    assert_eq!(field(&app, "compliance-assessments", id, "progress").await, 100);
    // What was said stays when the scope changes.
    app.admin.patch(&format!("/api/compliance-assessments/{id}/"), json!({ "selected_implementation_groups": [] })).await.is(200);
    assert_eq!(selected().await, [json!(true), json!(true), json!(true)]);
    assert_eq!(field(&app, "compliance-assessments", id, "progress").await, 50);
});

both!(async fn an_audit_is_for_those_of_its_domain(app) {
    let (sales, ops) = (app.domain("Sales").await, app.domain("Ops").await);
    let id = audit(&app, sales, json!({})).await;
    let row = rows(&app, id).await[1];
    let path = format!("/api/requirement-assessments/{row}/");
    let reader = app.user("rea@example.com", "AUD", sales).await;
    reader.get(&format!("/api/compliance-assessments/{id}/tree/")).await.is(200);
    reader.patch(&path, json!({ "result": "compliant" })).await.is(403);
    let analyst = app.user("ana@example.com", "ANA", sales).await;
    analyst.patch(&path, json!({ "result": "compliant" })).await.is(200);
    let stranger = app.user("str@example.com", "ANA", ops).await;
    for below in ["", "tree/", "global_score/", "donut_data/"] {
        stranger.get(&format!("/api/compliance-assessments/{id}/{below}")).await.is(404);
    }
    stranger.patch(&path, json!({ "result": "compliant" })).await.is(404);
    assert_eq!(stranger.get("/api/requirement-assessments/").await.is(200).ids().len(), 0);
    app.nobody.get(&format!("/api/compliance-assessments/{id}/tree/")).await.is(401);
});

both!(async fn an_audit_keeps_its_framework_and_goes_with_its_rows(app) {
    let id = audit(&app, app.domain("Sales").await, json!({})).await;
    let stored = app.admin.get("/api/stored-libraries/").await.is(200).ids()[0];
    let unload = format!("/api/stored-libraries/{stored}/unload/");
    app.admin.post(&unload, json!({})).await.is(409);
    app.admin.delete(&format!("/api/compliance-assessments/{id}/")).await.is(204);
    assert_eq!(app.admin.get("/api/requirement-assessments/").await.is(200).ids().len(), 0);
    app.admin.post(&unload, json!({})).await.is(200);
});

both!(async fn answers_decide_the_result_and_the_score_of_their_requirement(app) {
    let id = audit(&app, app.domain("Sales").await, scored()).await;
    let row = rows(&app, id).await[1];
    let question = app.admin.get("/api/questions/").await.is(200).ids()[0];
    let choices = app.admin.get(&format!("/api/question-choices/?question={question}")).await.is(200).ids();
    let body = |choices: &[Uuid]| json!({ "requirement_assessment": row, "question": question, "selected_choices": choices });
    app.admin.post("/api/answers/", body(&choices)).await.is(400).error("selected_choices");
    let with_value = json!({ "requirement_assessment": row, "question": question, "value": "Yes" });
    app.admin.post("/api/answers/", with_value).await.is(400).error("value");
    let answer = app.admin.post("/api/answers/", body(&choices[..1])).await.is(201).id();
    let state = async || {
        let row = app.admin.get(&format!("/api/requirement-assessments/{row}/")).await.is(200).body();
        (row["result"].clone(), row["score"].clone())
    };
    assert_eq!(state().await, (json!("compliant"), json!(5)));
    app.admin.patch(&format!("/api/answers/{answer}/"), json!({ "selected_choices": &choices[1..] })).await.is(200);
    assert_eq!(state().await, (json!("non_compliant"), json!(1)));
    app.admin.delete(&format!("/api/answers/{answer}/")).await.is(204);
    assert_eq!(state().await, (json!("not_assessed"), json!(null)), "a question is open again");
    // The other requirement has no such question.
    let other = rows(&app, id).await[2];
    let body = json!({ "requirement_assessment": other, "question": question, "selected_choices": [] });
    app.admin.post("/api/answers/", body).await.is(400).error("question");
});

both!(async fn an_audit_can_start_from_an_earlier_one_and_be_compared_with_it(app) {
    let domain = app.domain("Sales").await;
    let first = audit(&app, domain, scored()).await;
    let [_, one, two] = rows(&app, first).await[..] else { panic!("three rows") };
    let path = |row: Uuid| format!("/api/requirement-assessments/{row}/");
    app.admin.patch(&path(one), json!({ "result": "compliant", "score": 4, "observation": "Seen." })).await.is(200);
    app.admin.patch(&path(two), json!({ "result": "non_compliant" })).await.is(200);
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let body = json!({ "name": "Next", "folder": domain, "framework": framework, "baseline": first });
    let second = make(&app, "compliance-assessments", body).await;
    let copied = app.admin.get(&path(rows(&app, second).await[1])).await.is(200).body();
    assert_eq!((&copied["result"], &copied["score"], &copied["observation"]), (&json!("compliant"), &json!(4), &json!("Seen.")));
    app.admin.patch(&path(rows(&app, second).await[2]), json!({ "result": "partially_compliant" })).await.is(200);
    let base = format!("/api/compliance-assessments/{second}/");
    let others = app.admin.get(&format!("{base}comparable_audits/")).await.is(200).body();
    assert_eq!(others["results"][0]["id"], json!(first));
    let compared = app.admin.get(&format!("{base}compare/?compare_id={first}")).await.is(200).body();
    assert_eq!((&compared["improved"], &compared["worsened"]), (&json!(1), &json!(0)));
    assert_eq!(compared["differences"].as_array().unwrap().len(), 1);
    assert_eq!(compared["differences"][0]["requirement"]["ref_id"], json!("1.10"));
    app.admin.get(&format!("{base}compare/")).await.is(400);
    let stranger = app.user("str@example.com", "ANA", app.domain("Ops").await).await;
    let own = make(&app, "compliance-assessments", json!({ "name": "Own", "folder": app.domain("Labs").await, "framework": framework })).await;
    stranger.get(&format!("/api/compliance-assessments/{own}/compare/?compare_id={first}")).await.is(404);
    let elsewhere = json!({ "name": "Copy", "folder": domain, "framework": framework, "baseline": Uuid::nil() });
    app.admin.post("/api/compliance-assessments/", elsewhere).await.is(400).error("baseline");
});

both!(async fn sections_and_groups_have_their_own_numbers(app) {
    let id = audit(&app, app.domain("Sales").await, scored()).await;
    let rows = rows(&app, id).await;
    app.admin.patch(&format!("/api/requirement-assessments/{}/", rows[1]), json!({ "result": "compliant", "score": 3 })).await.is(200);
    let base = format!("/api/compliance-assessments/{id}/");
    let sections = app.admin.get(&format!("{base}section_compliance/")).await.is(200).body();
    let only = &sections["sections"][0];
    assert_eq!((&only["total_assessable"], &only["results"]["compliant"], &only["maturity_score"]), (&json!(2), &json!(1), &json!(3.0)));
    let groups = app.admin.get(&format!("{base}implementation_groups_breakdown/")).await.is(200).body();
    let missing: Vec<&Json> = groups["groups"].as_array().unwrap().iter().map(|group| &group["missing"]).collect();
    assert_eq!(missing, [&json!(1), &json!(1)], "{groups}");
});

both!(async fn what_an_audit_claims_goes_stale_with_its_controls_and_evidence(app) {
    let domain = app.domain("Sales").await;
    let id = audit(&app, domain, json!({})).await;
    let row = rows(&app, id).await[1];
    let control = make(&app, "applied-controls", json!({ "name": "MFA", "folder": domain, "status": "active" })).await;
    let evidence = make(&app, "evidences", json!({ "name": "Export", "folder": domain, "status": "approved", "expiry_date": "2099-01-01" })).await;
    let body = json!({ "result": "compliant", "applied_controls": [control], "evidences": [evidence] });
    app.admin.patch(&format!("/api/requirement-assessments/{row}/"), body).await.is(200);
    // The list and the numbers of the domain say the same as the audit.
    let stale = async || {
        let found = app.admin.get(&format!("/api/compliance-assessments/{id}/stale/")).await.is(200).body();
        let listed = app.admin.get("/api/requirement-assessments/?stale=true").await.is(200).ids();
        let told: Vec<Json> = found["results"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
        assert_eq!(told, listed.iter().map(|id| json!(id)).collect::<Vec<_>>());
        assert_eq!(app.admin.get("/api/requirement-assessments/?stale=false").await.is(200).ids().len(), 3 - listed.len());
        let posture = app.admin.get("/api/folders/posture/").await.is(200).body();
        let number = posture["measures"].as_array().unwrap().iter().find(|one| one["name"] == "requirements_stale").unwrap();
        assert_eq!(number["value"], found["count"]);
        found
    };
    assert_eq!(stale().await["count"], 0);
    app.admin.patch(&format!("/api/applied-controls/{control}/"), json!({ "status": "on_hold" })).await.is(200);
    let found = stale().await;
    assert_eq!((&found["count"], &found["results"][0]["reasons"][0]["reason"]), (&json!(1), &json!("control_inactive")));
    app.admin.patch(&format!("/api/applied-controls/{control}/"), json!({ "status": "active" })).await.is(200);
    app.admin.patch(&format!("/api/evidences/{evidence}/"), json!({ "expiry_date": "2020-01-01" })).await.is(200);
    let found = stale().await;
    assert_eq!(found["results"][0]["reasons"][0]["reason"], "evidence_expired", "{found}");
    // Another valid one is enough, also through a control; one that is no longer approved is not.
    let newer = make(&app, "evidences", json!({ "name": "Newer", "folder": domain, "status": "approved" })).await;
    app.admin.patch(&format!("/api/applied-controls/{control}/"), json!({ "evidences": [newer] })).await.is(200);
    assert_eq!(stale().await["count"], 0);
    app.admin.patch(&format!("/api/evidences/{newer}/"), json!({ "status": "rejected" })).await.is(200);
    assert_eq!(stale().await["results"][0]["reasons"].as_array().map(Vec::len), Some(2));
    let tree = app.admin.get(&format!("/api/compliance-assessments/{id}/tree/")).await.is(200).body();
    let heading = tree.as_object().unwrap().values().next().unwrap();
    let leaf = heading["children"].as_object().unwrap().values().next().unwrap();
    assert_eq!((&leaf["stale"], &leaf["controls"], &leaf["evidences"], &leaf["has_questions"]), (&json!(true), &json!(1), &json!(1), &json!(true)));
});

both!(async fn results_can_follow_from_the_controls(app) {
    let domain = app.domain("Sales").await;
    let id = audit(&app, domain, json!({})).await;
    let row = rows(&app, id).await[1];
    let [on, off] = ["active", "to_do"].map(|status| json!({ "name": status, "folder": domain, "status": status }));
    let (on, off) = (make(&app, "applied-controls", on).await, make(&app, "applied-controls", off).await);
    let path = format!("/api/requirement-assessments/{row}/");
    app.admin.patch(&path, json!({ "applied_controls": [on, off] })).await.is(200);
    let sync = format!("/api/compliance-assessments/{id}/syncToActions/");
    let told = app.admin.post(&sync, json!({})).await.is(200).body();
    assert_eq!(told["changes"][row.to_string()]["changes"][0]["new"], "partially_compliant");
    assert_eq!(field(&app, "requirement-assessments", row, "result").await, "not_assessed", "a dry run changes nothing");
    app.admin.post(&sync, json!({ "dry_run": false })).await.is(200);
    assert_eq!(field(&app, "requirement-assessments", row, "result").await, "partially_compliant");
    let reader = app.user("rea@example.com", "AUD", domain).await;
    reader.post(&sync, json!({})).await.is(403);
});

/// A second framework, and a mapping to it.
const OTHER: &str = r#"
urn: urn:acme:risk:library:other
locale: en
ref_id: OTHER
name: Other
version: 1
provider: Acme
packager: acme
objects:
  framework:
    urn: urn:acme:risk:framework:other
    ref_id: OTHER
    name: Other
    min_score: 0
    max_score: 100
    requirement_nodes:
      - { urn: "urn:acme:risk:req_node:other:1", assessable: true, depth: 1, ref_id: O.1, name: All of it }
      - { urn: "urn:acme:risk:req_node:other:2", assessable: true, depth: 1, ref_id: O.2, name: More than it }
      - { urn: "urn:acme:risk:req_node:other:3", assessable: true, depth: 1, ref_id: O.3, name: Something else }
  requirement_mapping_sets:
    - urn: urn:acme:risk:req_mapping_set:to-other
      ref_id: TO-OTHER
      name: To other
      source_framework_urn: urn:acme:risk:framework:baseline
      target_framework_urn: urn:acme:risk:framework:other
      requirement_mappings:
        - { source_requirement_urn: "urn:acme:risk:req_node:baseline:a.1", target_requirement_urn: "urn:acme:risk:req_node:other:1", relationship: equal }
        - { source_requirement_urn: "urn:acme:risk:req_node:baseline:a.1", target_requirement_urn: "urn:acme:risk:req_node:other:2", relationship: subset }
"#;

both!(async fn an_audit_says_something_about_another_framework(app) {
    let id = audit(&app, app.domain("Sales").await, scored()).await;
    load(&app, OTHER).await;
    let row = rows(&app, id).await[1];
    app.admin.patch(&format!("/api/requirement-assessments/{row}/"), json!({ "result": "compliant", "score": 5 })).await.is(200);
    let other = app.admin.get("/api/frameworks/?urn=urn:acme:risk:framework:other").await.is(200).ids()[0];
    let path = format!("/api/compliance-assessments/{id}/derived/?framework={other}");
    let found = app.admin.get(&path).await.is(200).body();
    let lines = found["requirements"].as_array().unwrap();
    let said = |at: usize| (lines[at]["result"].clone(), lines[at]["reason"].clone(), lines[at]["score"].clone());
    assert_eq!(said(0), (json!("compliant"), json!("copied"), json!(100)), "{found}");
    assert_eq!(said(1), (json!("partially_compliant"), json!("partly_covered"), json!(null)));
    assert_eq!(said(2), (json!(null), json!(null), json!(null)));
    assert_eq!((&found["not_covered"], &found["results"]["compliant"]), (&json!(1), &json!(1)));
    let source = &lines[1]["sources"][0];
    assert_eq!((&source["requirement_assessment"], &source["relationship"], &source["decides"]), (&json!(row), &json!("subset"), &json!(true)));
    // It follows the audit at once.
    app.admin.patch(&format!("/api/requirement-assessments/{row}/"), json!({ "result": "non_compliant" })).await.is(200);
    assert_eq!(app.admin.get(&path).await.is(200).body()["requirements"][0]["result"], "non_compliant");
    app.admin.get(&format!("/api/compliance-assessments/{id}/derived/?framework={}", Uuid::nil())).await.is(400).error("framework");
});

both!(async fn an_audit_is_reported_in_files(app) {
    let domain = app.domain("Sales").await;
    let id = audit(&app, domain, scored()).await;
    let row = rows(&app, id).await[1];
    let control = make(&app, "applied-controls", json!({ "name": "=MFA", "folder": domain, "status": "active" })).await;
    let body = json!({ "result": "compliant", "score": 4, "applied_controls": [control], "observation": "Seen in March." });
    app.admin.patch(&format!("/api/requirement-assessments/{row}/"), body).await.is(200);
    let base = format!("/api/compliance-assessments/{id}/");
    let csv = app.admin.get(&format!("{base}compliance_assessment_csv/")).await.is(200).text();
    assert!(csv.contains("Second factor everywhere") && csv.contains("Seen in March.") && csv.contains(";4;"), "{csv}");
    let plan = app.admin.get(&format!("{base}action_plan_csv/")).await.is(200).text();
    assert!(plan.contains("MFA") && !plan.contains(",=MFA"), "a formula stays text: {plan}");
    for (path, kind) in [("xlsx", "spreadsheetml"), ("word_report", "wordprocessingml"), ("pdf_report", "pdf"), ("soa", "wordprocessingml")] {
        let file = app.admin.get(&format!("{base}{path}/")).await.is(200);
        assert!(file.header("content-type").unwrap().contains(kind), "{path}");
    }
    let job = app.admin.post(&format!("{base}prepare-report/"), json!({ "kind": "word" })).await.is(202).id();
    app.jobs.run_due().await.expect("runs");
    app.admin.get(&format!("/api/jobs/{job}/download/")).await.is(200);
    let stranger = app.user("str@example.com", "ANA", app.domain("Ops").await).await;
    stranger.get(&format!("{base}word_report/")).await.is(404);
    stranger.post(&format!("{base}prepare-report/"), json!({ "kind": "word" })).await.is(404);
});

both!(async fn a_respondent_sees_and_answers_only_what_is_assigned(app) {
    let domain = app.domain("Sales").await;
    let id = audit(&app, domain, json!({ "field_visibility": { "score": { "respondent": "read" } } })).await;
    let [heading, own, other] = rows(&app, id).await[..] else { panic!("three rows") };
    let (person, actor) = respondent(&app, domain).await;
    let comment = |row: Uuid, body: &str| make(&app, "comments", json!({ "requirement_assessment": row, "body": body }));
    let (secret, shared) = (comment(other, "Not for them").await, comment(own, "For them").await);
    for path in ["compliance-assessments", "requirement-assessments", "requirement-nodes", "questions", "question-choices"] {
        assert_eq!(person.get(&format!("/api/{path}/")).await.is(200).ids().len(), 0, "{path} before");
    }
    let body = json!({ "compliance_assessment": id, "actor": [actor], "requirement_assessments": [own] });
    let assignment = make(&app, "requirement-assignments", body.clone()).await;
    app.admin.post("/api/requirement-assignments/", body).await.is(400).error("requirement_assessments");
    // What is theirs, and nothing else.
    for (path, count) in [("compliance-assessments", 1), ("requirement-assessments", 1), ("requirement-nodes", 1), ("questions", 1), ("question-choices", 2)] {
        assert_eq!(person.get(&format!("/api/{path}/")).await.is(200).ids().len(), count, "{path}");
    }
    for row in [heading, other] {
        person.get(&format!("/api/requirement-assessments/{row}/")).await.is(404);
        person.patch(&format!("/api/requirement-assessments/{row}/"), json!({ "result": "compliant" })).await.is(404);
    }
    // A comment is as hidden as what it is on.
    assert_eq!(person.get("/api/comments/").await.is(200).ids(), [shared]);
    person.get(&format!("/api/comments/{secret}/")).await.is(404);
    person.delete(&format!("/api/comments/{secret}/")).await.is(404);
    person.post("/api/comments/", json!({ "requirement_assessment": other, "body": "Hello?" })).await.is(400);
    let base = format!("/api/compliance-assessments/{id}/");
    for path in ["tree/", "section_compliance/", "donut_data/", "compliance_assessment_csv/", "stale/"] {
        let text = person.get(&format!("{base}{path}")).await.is(200).text();
        assert!(!text.contains("Passwords") && !text.contains(&other.to_string()), "{path}: {text}");
    }
    let count = |body: &Json| body["result"]["values"].as_array().unwrap().iter().filter_map(|slice| slice["value"].as_i64()).sum::<i64>();
    assert_eq!(count(&person.get(&format!("{base}donut_data/")).await.is(200).body()), 1);
    assert_eq!(person.get("/api/search/?q=Passwords").await.is(200).body()["count"], 0);
    assert_eq!(person.get("/api/search/?q=them").await.is(200).body()["count"], 1, "one of the two comments");
    // They answer while it is open.
    let path = format!("/api/requirement-assessments/{own}/");
    let status = format!("/api/requirement-assignments/{assignment}/set_status/");
    person.patch(&path, json!({ "result": "compliant" })).await.is(403);
    person.post(&status, json!({ "status": "in_progress" })).await.is(403);
    app.admin.post(&status, json!({ "status": "closed" })).await.is(400).error("status");
    app.admin.post(&status, json!({ "status": "in_progress" })).await.is(200);
    person.post(&status, json!({ "status": "submitted" })).await.is(400).error("status");
    person.patch(&path, json!({ "score": 3 })).await.is(400).error("score");
    let question = person.get("/api/questions/").await.is(200).ids()[0];
    let choice = person.get("/api/question-choices/").await.is(200).ids()[0];
    let body = json!({ "requirement_assessment": own, "question": question, "selected_choices": [choice] });
    person.post("/api/answers/", body).await.is(201);
    person.patch(&path, json!({ "observation": "All of them." })).await.is(200);
    app.admin.post(&status, json!({ "status": "submitted" })).await.is(403);
    person.post(&status, json!({ "status": "submitted" })).await.is(200);
    person.patch(&path, json!({ "observation": "More." })).await.is(403);
    app.admin.post(&status, json!({ "status": "changes_requested" })).await.is(400).error("observation");
    app.admin.post(&status, json!({ "status": "changes_requested", "observation": "Which ones?" })).await.is(200);
    person.patch(&path, json!({ "observation": "More." })).await.is(200);
    person.post(&status, json!({ "status": "submitted" })).await.is(200);
    app.admin.post(&status, json!({ "status": "closed" })).await.is(200);
    let events = app.admin.get(&format!("/api/requirement-assignments/{assignment}/")).await.is(200).body()["events"].clone();
    assert_eq!(events.as_array().unwrap().len(), 5);
    assert_eq!(events[2]["event_notes"], "Which ones?");
});

both!(async fn what_an_audit_hides_from_respondents_stays_hidden(app) {
    let domain = app.domain("Sales").await;
    let hidden = json!({ "respondent": "hidden" });
    let id = audit(&app, domain, json!({ "field_visibility": { "result": hidden, "observation": hidden, "evidences": hidden } })).await;
    let own = rows(&app, id).await[1];
    let (person, actor) = respondent(&app, domain).await;
    let body = json!({ "compliance_assessment": id, "actor": [actor], "requirement_assessments": [own] });
    let assignment = make(&app, "requirement-assignments", body).await;
    app.admin.post(&format!("/api/requirement-assignments/{assignment}/set_status/"), json!({ "status": "in_progress" })).await.is(200);
    let path = format!("/api/requirement-assessments/{own}/");
    let evidence = make(&app, "evidences", json!({ "name": "Report of the breach", "folder": domain })).await;
    let said = json!({ "result": "non_compliant", "observation": "A careless supplier", "evidences": [evidence], "status": "in_progress" });
    app.admin.patch(&path, said).await.is(200);
    let auditor = app.user("aud@example.com", "AUD", domain).await;
    assert_eq!(auditor.get(&path).await.is(200).body()["observation"], "A careless supplier");
    let texts = [
        person.get(&path).await.is(200).text(),
        person.get("/api/requirement-assessments/").await.is(200).text(),
        person.patch(&path, json!({ "status": "in_review" })).await.is(200).text(),
        person.get(&format!("/api/compliance-assessments/{id}/tree/")).await.is(200).text(),
        person.get(&format!("/api/compliance-assessments/{id}/compliance_assessment_csv/")).await.is(200).text(),
        person.get(&format!("{path}history/")).await.text(),
        person.get("/api/log-entries/").await.text(),
        person.get("/api/search/?q=careless").await.is(200).text(),
    ];
    for (at, text) in texts.iter().enumerate() {
        assert!(!text.contains("careless supplier") && !text.contains("non_compliant") && !text.contains(&evidence.to_string()), "{at}: {text}");
    }
    assert!(texts[0].contains("in_progress") && texts[3].contains("in_review"), "the rest is there");
    for query in ["result=non_compliant", "search=careless", "ordering=-result"] {
        person.get(&format!("/api/requirement-assessments/?{query}")).await.is(400);
        auditor.get(&format!("/api/requirement-assessments/?{query}")).await.is(200);
    }
    person.get("/api/requirement-assessments/groups/?by=result").await.is(400).error("by");
    person.patch(&path, json!({ "result": "compliant" })).await.is(400).error("result");
    // What they write does not lose what they do not see.
    assert_eq!(field(&app, "requirement-assessments", own, "observation").await, "A careless supplier");
    assert_eq!(field(&app, "requirement-assessments", own, "result").await, "non_compliant");
});
