//! Audits as they were.

use cairn_engine::clock::Clock;

use super::*;

both!(async fn an_audit_can_be_viewed_as_it_was(app) {
    let domain = app.domain("Sales").await;
    let id = audit(&app, domain, json!({})).await;
    let row = rows(&app, id).await[1];
    let control = make(&app, "applied-controls", json!({ "name": "MFA", "folder": domain, "status": "active" })).await;
    let body = json!({ "result": "compliant", "applied_controls": [control] });
    app.admin.patch(&format!("/api/requirement-assessments/{row}/"), body).await.is(200);
    app.clock.advance_seconds(1);
    let supported = app.clock.now();
    app.clock.advance_seconds(1);
    app.admin.patch(&format!("/api/applied-controls/{control}/"), json!({ "status": "on_hold" })).await.is(200);
    app.clock.advance_seconds(1);
    let unsupported = app.clock.now();
    app.clock.advance_seconds(1);
    app.admin.patch(&format!("/api/applied-controls/{control}/"), json!({ "status": "active" })).await.is(200);
    for (then, stale) in [(supported, 0), (unsupported, 1)] {
        let read = async |path: &str| {
            app.admin.get(&format!("/api/compliance-assessments/{id}/{path}/?as_of={then}")).await.is(200).body()
        };
        assert_eq!(read("stale").await["count"], stale, "at {then}");
        let tree = read("tree").await;
        let heading = tree.as_object().unwrap().values().next().unwrap();
        let leaf = heading["children"].as_object().unwrap().values().next().unwrap();
        assert_eq!((&leaf["stale"], &leaf["result"]), (&json!(stale == 1), &json!("compliant")));
        for path in ["section_compliance", "donut_data", "global_score"] {
            read(path).await;
        }
        let report = format!("/api/compliance-assessments/{id}/compliance_assessment_csv/?as_of={then}");
        assert!(app.admin.get(&report).await.is(200).text().contains("Second factor everywhere"));
    }
});

both!(async fn what_was_assigned_to_someone_is_not_theirs_in_the_past(app) {
    let domain = app.domain("Sales").await;
    let id = audit(&app, domain, json!({})).await;
    let own = rows(&app, id).await[1];
    let (person, actor) = respondent(&app, domain).await;
    let body = json!({ "compliance_assessment": id, "actor": [actor], "requirement_assessments": [own] });
    let assignment = make(&app, "requirement-assignments", body).await;
    app.clock.advance_seconds(1);
    let then = app.clock.now();
    app.clock.advance_seconds(1);
    person.get(&format!("/api/requirement-assessments/{own}/")).await.is(200);
    app.admin.delete(&format!("/api/requirement-assignments/{assignment}/")).await.is(204);
    person.get(&format!("/api/requirement-assessments/{own}/")).await.is(404);
    person.get(&format!("/api/requirement-assessments/{own}/?as_of={then}")).await.is(404);
    assert_eq!(person.get(&format!("/api/requirement-assessments/?as_of={then}")).await.is(200).ids().len(), 0);
});
