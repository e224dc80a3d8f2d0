//! What happens to audits at night.

use super::*;

both!(async fn an_audit_follows_its_controls_if_it_asks_for_it(app) {
    let domain = app.domain("Sales").await;
    let wanted = audit(&app, domain, json!({ "auto_sync": true })).await;
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let more = |name: &str, auto_sync: bool| {
        json!({ "name": name, "folder": domain, "framework": framework, "auto_sync": auto_sync })
    };
    let unasked = make(&app, "compliance-assessments", more("Not asked", false)).await;
    let locked = make(&app, "compliance-assessments", more("Locked", true)).await;
    let control = make(&app, "applied-controls", json!({ "name": "MFA", "folder": domain, "status": "active" })).await;
    let mut first = Vec::new();
    for id in [wanted, unasked, locked] {
        let row = rows(&app, id).await[1];
        app.admin.patch(&format!("/api/requirement-assessments/{row}/"), json!({ "applied_controls": [control] })).await.is(200);
        first.push(row);
    }
    app.admin.patch(&format!("/api/compliance-assessments/{locked}/"), json!({ "is_locked": true })).await.is(200);
    app.jobs.run_due().await.expect("prepared");
    app.clock.advance_seconds(86_400);
    app.jobs.run_due().await.expect("runs");
    let results = async || {
        let mut all = Vec::new();
        for row in &first {
            all.push(field(&app, "requirement-assessments", *row, "result").await);
        }
        all
    };
    assert_eq!(results().await, [json!("compliant"), json!("not_assessed"), json!("not_assessed")]);
    let done = app.admin.get("/api/jobs/?kind=sync-audits&state=done").await.is(200).column("result");
    assert_eq!(done[0], json!({ "audits": 1, "requirements": 1 }));
});
