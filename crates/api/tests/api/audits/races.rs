//! Changes of one audit at the same moment. Whatever the rules look at, or decide about, is locked first.

use cairn_engine::write;

use super::*;
use crate::lost_updates::{begin, begin_create, meanwhile};

both!(async fn a_requirement_gets_into_one_assignment_only(app) {
    let domain = app.domain("Sales").await;
    let id = audit(&app, domain, json!({})).await;
    let own = rows(&app, id).await[1];
    let (_, actor) = respondent(&app, domain).await;
    let body = json!({ "compliance_assessment": id, "actor": [actor], "requirement_assessments": [own] });
    let held = begin_create(&app, "requirement-assignments", body.clone()).await;
    let path = "/api/requirement-assignments/";
    meanwhile(&app, held, &app.admin, http::Method::POST, path, body).await.is(400).error("requirement_assessments");
});

both!(async fn nothing_is_submitted_that_is_taken_back_meanwhile(app) {
    let domain = app.domain("Sales").await;
    let id = audit(&app, domain, json!({})).await;
    let own = rows(&app, id).await[1];
    let (person, actor) = respondent(&app, domain).await;
    let body = json!({ "compliance_assessment": id, "actor": [actor], "requirement_assessments": [own] });
    let assignment = make(&app, "requirement-assignments", body).await;
    let status = format!("/api/requirement-assignments/{assignment}/set_status/");
    app.admin.post(&status, json!({ "status": "in_progress" })).await.is(200);
    person.patch(&format!("/api/requirement-assessments/{own}/"), json!({ "result": "compliant" })).await.is(200);
    let held = begin(&app, "requirement-assessments", own, json!({ "result": "not_assessed" })).await;
    let body = json!({ "status": "submitted" });
    meanwhile(&app, held, &person, http::Method::POST, &status, body).await.is(400).error("status");
});

both!(async fn results_follow_from_the_controls_that_are_linked_in_the_end(app) {
    let domain = app.domain("Sales").await;
    let id = audit(&app, domain, json!({})).await;
    let row = rows(&app, id).await[1];
    let control = make(&app, "applied-controls", json!({ "name": "MFA", "folder": domain, "status": "active" })).await;
    app.admin.patch(&format!("/api/requirement-assessments/{row}/"), json!({ "applied_controls": [control] })).await.is(200);
    let held = begin(&app, "requirement-assessments", row, json!({ "applied_controls": [] })).await;
    let path = format!("/api/compliance-assessments/{id}/syncToActions/");
    let body = json!({ "dry_run": false });
    meanwhile(&app, held, &app.admin, http::Method::POST, &path, body).await.is(200);
    assert_eq!(field(&app, "requirement-assessments", row, "result").await, "not_assessed");
});

both!(async fn a_row_does_not_change_once_its_audit_is_locked(app) {
    let id = audit(&app, app.domain("Sales").await, json!({})).await;
    let row = rows(&app, id).await[1];
    let held = begin(&app, "compliance-assessments", id, json!({ "is_locked": true })).await;
    let (path, body) = (format!("/api/requirement-assessments/{row}/"), json!({ "result": "compliant" }));
    meanwhile(&app, held, &app.admin, http::Method::PATCH, &path, body).await.is(409);
});

both!(async fn answers_and_results_at_the_same_time_all_succeed(app) {
    let id = audit(&app, app.domain("Sales").await, json!({})).await;
    let [_, asked, other] = rows(&app, id).await[..] else { panic!("three rows") };
    let question = app.admin.get("/api/questions/").await.is(200).ids()[0];
    let choices = app.admin.get("/api/question-choices/").await.is(200).ids();
    let body = json!({ "requirement_assessment": asked, "question": question, "selected_choices": [choices[0]] });
    let answer = make(&app, "answers", body).await;
    let mut cx = begin(&app, "answers", answer, json!({ "selected_choices": [choices[1]] })).await;
    // In the same transaction, in the order that every writer keeps.
    let resource = cx.registry().get("requirement-assessments");
    write::update(&mut cx, resource, other, &json!({ "observation": "Later" }), write::Mode::Patch, None).await.expect("a change");
    let (path, body) = (format!("/api/requirement-assessments/{asked}/"), json!({ "observation": "Seen" }));
    meanwhile(&app, cx, &app.admin, http::Method::PATCH, &path, body).await.is(200);
    assert_eq!(field(&app, "requirement-assessments", asked, "observation").await, "Seen");
    let writes = (0..8).map(|turn| {
        let (client, choice) = (app.admin.clone(), choices[turn % 2]);
        tokio::spawn(async move {
            if turn % 2 == 0 {
                let path = format!("/api/answers/{answer}/");
                client.patch(&path, json!({ "selected_choices": [choice] })).await.is(200);
            } else {
                let path = format!("/api/requirement-assessments/{other}/");
                client.patch(&path, json!({ "observation": format!("{turn}") })).await.is(200);
            }
        })
    });
    for write in writes.collect::<Vec<_>>() {
        write.await.expect("all succeed");
    }
    assert_eq!(field(&app, "requirement-assessments", asked, "result").await, "compliant");
});
