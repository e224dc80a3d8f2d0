//! Changes of what an object is linked to.

use cairn_testkit::both;

use super::*;
use crate::support::{control, evidence};

both!(async fn changes_of_linked_objects_are_noticed(app) {
    let domain = app.domain("Sales").await;
    let (id, proof) = (control(&app, domain, "Backups").await, evidence(&app, domain, "Report").await);
    let rule = rule(&app, domain, "!object.evidences.exists(e, e.status == \"approved\")", json!({})).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, rule).await, ["Backups"]);
    // A link to something that does not help, which then does.
    change(&app, "applied-controls", id, json!({ "evidences": [proof] })).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, rule).await, ["Backups"]);
    change(&app, "evidences", proof, json!({ "status": "approved" })).await;
    settle(&app).await;
    assert!(open(&app.admin, rule).await.is_empty());
    // A link that goes, from either side, and one that comes from the other side.
    change(&app, "applied-controls", id, json!({ "evidences": [] })).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, rule).await, ["Backups"]);
    change(&app, "evidences", proof, json!({ "applied_controls": [id] })).await;
    settle(&app).await;
    assert!(open(&app.admin, rule).await.is_empty());
    // What was linked is deleted.
    app.admin.delete(&format!("/api/evidences/{proof}/")).await.is(204);
    settle(&app).await;
    assert_eq!(open(&app.admin, rule).await, ["Backups"]);
});

both!(async fn links_that_others_own_are_noticed(app) {
    let domain = app.domain("Sales").await;
    let id = control(&app, domain, "Backups").await;
    let review = make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": domain })).await;
    let finding = json!({ "name": "Hole", "findings_assessment": review, "severity": 4, "applied_controls": [id] });
    let finding = make(&app, "findings", finding).await;
    let rule = rule(&app, domain, "object.findings.exists(f, f.severity >= 3)", json!({})).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, rule).await, ["Backups"]);
    change(&app, "findings", finding, json!({ "applied_controls": [] })).await;
    settle(&app).await;
    assert!(open(&app.admin, rule).await.is_empty());
    change(&app, "findings", finding, json!({ "applied_controls": [id] })).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, rule).await, ["Backups"]);
    change(&app, "findings", finding, json!({ "severity": 1 })).await;
    settle(&app).await;
    assert!(open(&app.admin, rule).await.is_empty());
    change(&app, "findings", finding, json!({ "severity": 4 })).await;
    app.admin.delete(&format!("/api/findings/{finding}/")).await.is(204);
    settle(&app).await;
    assert!(open(&app.admin, rule).await.is_empty());
});

both!(async fn references_are_followed(app) {
    let domain = app.domain("Sales").await;
    let review = make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": domain })).await;
    make(&app, "findings", json!({ "name": "Hole", "findings_assessment": review, "severity": 4 })).await;
    let expression = "object.findings_assessment.status == \"done\" && object.asset == null";
    let rule = rule_on(&app, "findings", domain, expression, json!({})).await;
    settle(&app).await;
    assert!(open(&app.admin, rule).await.is_empty());
    change(&app, "findings-assessments", review, json!({ "status": "done" })).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, rule).await, ["Hole"]);
});

both!(async fn what_the_creator_may_not_see_does_not_count(app) {
    let (ours, theirs) = (app.domain("Ours").await, app.domain("Theirs").await);
    let analyst = app.user("analyst@example.com", "ANA", ours).await;
    let (id, proof) = (control(&app, ours, "Backups").await, evidence(&app, theirs, "Report").await);
    change(&app, "evidences", proof, json!({ "status": "approved" })).await;
    change(&app, "applied-controls", id, json!({ "evidences": [proof] })).await;
    control(&app, theirs, "Far").await;
    let body = json!({
        "name": "Proof", "folder": ours, "resource": "applied-controls",
        "expression": "!object.evidences.exists(e, e.status == \"approved\")",
    });
    let rule = analyst.post(RULES, body).await.is(201).id();
    settle(&app).await;
    // Evidence out of sight is no evidence, and objects out of sight are not looked at.
    assert_eq!(open(&app.admin, rule).await, ["Backups"]);
    // Whoever saves the expression lends the rule their rights.
    change(&app, "rules", rule, json!({ "expression": "!object.evidences.exists(e, e.status == \"approved\") && true" })).await;
    settle(&app).await;
    assert!(open(&app.admin, rule).await.is_empty());
});
