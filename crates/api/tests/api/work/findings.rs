//! Findings and the assessments that they come from.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{control, field, make, mark, targets};

async fn assessment(app: &TestApp, domain: Uuid) -> Uuid {
    make(app, "findings-assessments", json!({ "name": "Pentest", "folder": domain, "category": "pentest" })).await
}

async fn finding(app: &TestApp, assessment: Uuid, more: Json) -> Uuid {
    let mut body = json!({ "name": "Hole", "findings_assessment": assessment });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    make(app, "findings", body).await
}

both!(async fn a_finding_is_where_its_assessment_is(app) {
    let (sales, finance) = (app.domain("Sales").await, app.domain("Finance").await);
    let audit = assessment(&app, sales).await;
    let hole = finding(&app, audit, json!({})).await;
    assert_eq!(field(&app, "findings", hole, "folder").await["id"], json!(sales));
    app.admin.patch(&format!("/api/findings/{hole}/"), json!({ "folder": finance })).await.is(400).error("folder");
    app.admin.patch(&format!("/api/findings-assessments/{audit}/"), json!({ "folder": finance })).await.is(200);
    assert_eq!(field(&app, "findings", hole, "folder").await["id"], json!(finance));
    let other = make(&app, "findings-assessments", json!({ "name": "Audit", "folder": sales })).await;
    app.admin.patch(&format!("/api/findings/{hole}/"), json!({ "findings_assessment": other })).await.is(200);
    assert_eq!(field(&app, "findings", hole, "folder").await["id"], json!(sales));
});

both!(async fn a_locked_assessment_and_its_findings_stay_as_they_are(app) {
    let domain = app.domain("Sales").await;
    let audit = assessment(&app, domain).await;
    let guard = control(&app, domain, "Guard").await;
    let hole = finding(&app, audit, json!({ "applied_controls": [guard] })).await;
    let url = format!("/api/findings-assessments/{audit}/");
    app.admin.patch(&url, json!({ "is_locked": true })).await.is(200);
    let before = mark(&app).await;
    app.admin.patch(&url, json!({ "name": "Other" })).await.is(409);
    app.admin.delete(&url).await.is(409);
    app.admin.patch(&format!("/api/findings/{hole}/"), json!({ "name": "Other" })).await.is(409);
    app.admin.delete(&format!("/api/findings/{hole}/")).await.is(409);
    app.admin.post("/api/findings/", json!({ "name": "New", "findings_assessment": audit })).await.is(409);
    app.admin.patch(&format!("/api/applied-controls/{guard}/"), json!({ "findings": [] })).await.is(409);
    let open = make(&app, "findings-assessments", json!({ "name": "Open", "folder": domain })).await;
    let stray = finding(&app, open, json!({})).await;
    let moving = json!({ "findings_assessment": audit });
    app.admin.patch(&format!("/api/findings/{stray}/"), moving).await.is(409);
    assert_eq!(mark(&app).await, before + 2, "nothing but the two that were made");
    app.admin.delete(&format!("/api/applied-controls/{guard}/")).await.is(204);
    assert!(targets(&app, "findings", hole, "applied_controls").await.is_empty(), "a lock keeps nothing else alive");
    app.admin.patch(&url, json!({ "is_locked": false, "name": "Other" })).await.is(200);
    app.admin.delete(&url).await.is(204);
});

both!(async fn progress_and_metrics_count_what_is_settled(app) {
    let domain = app.domain("Sales").await;
    let audit = assessment(&app, domain).await;
    for (severity, status) in [(4, "identified"), (3, "closed"), (3, "mitigated"), (-1, "--")] {
        finding(&app, audit, json!({ "severity": severity, "status": status })).await;
    }
    assert_eq!(field(&app, "findings-assessments", audit, "findings_count").await, 4);
    assert_eq!(field(&app, "findings-assessments", audit, "treatment_progress").await, 50);
    let metrics = app.admin.get(&format!("/api/findings-assessments/{audit}/metrics/")).await.is(200).body();
    let raw = &metrics["raw_metrics"];
    assert_eq!((&raw["total_count"], &raw["unresolved_important_count"]), (&json!(4), &json!(1)));
    assert_eq!((&raw["severity_distribution"]["high"], &raw["status_distribution"]["closed"]), (&json!(2), &json!(1)));
    let flows = app.admin.get("/api/findings/sankey_data/").await.is(200).body();
    assert_eq!(flows["links"].as_array().unwrap().len(), 4);
    let few = app.admin.get("/api/findings/sankey_data/?severity=3").await.is(200).body();
    assert_eq!(few["links"].as_array().unwrap().len(), 2);
});

both!(async fn an_assessment_is_told_as_text_and_as_files(app) {
    let (domain, elsewhere) = (app.domain("Sales").await, app.domain("Bank").await);
    let audit = assessment(&app, domain).await;
    let hidden = crate::support::asset(&app, elsewhere, "Hushed vault").await;
    let more = json!({ "severity": 4, "status": "closed", "ref_id": "F-1", "description": "It is **open**.", "asset": hidden });
    finding(&app, audit, more).await;
    make(&app, "findings", json!({ "name": "=HYPERLINK(1)", "findings_assessment": audit, "severity": 2 })).await;
    let path = format!("/api/findings-assessments/{audit}/");
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let text = reader.get(&format!("{path}md/")).await.is(200).body()["markdown"].as_str().unwrap().to_owned();
    for words in ["# Pentest", "- **Category**: Pentest", "- **Settled**: 1 (50 %)", "### F-1 Hole", "It is **open**.", "| Critical | 1 |"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert!(!text.contains("Hushed"), "{text}");
    let french = reader.with("Accept-Language", "fr").get(&format!("{path}md/")).await.is(200).text();
    assert!(french.contains("- **Réglés**: 1 (50 %)"), "{french}");
    let pdf = reader.get(&format!("{path}pdf/")).await.is(200);
    assert!(pdf.bytes.starts_with(b"%PDF-"));
    let xlsx = reader.get(&format!("{path}xlsx/")).await.is(200);
    let mut book = zip::ZipArchive::new(std::io::Cursor::new(xlsx.bytes.to_vec())).expect("a workbook");
    let mut all = String::new();
    for at in 0..book.len() {
        std::io::Read::read_to_string(&mut book.by_index(at).expect("a part"), &mut all).expect("text");
    }
    assert!(all.contains("=HYPERLINK(1)") && !all.contains("<f>"), "text stays text");
    assert!(!all.contains("Hushed"));
    let stranger = app.user("stranger@example.com", "AUD", elsewhere).await;
    for tail in ["md", "pdf", "xlsx"] {
        stranger.get(&format!("{path}{tail}/")).await.is(404);
        app.nobody.get(&format!("{path}{tail}/")).await.is(401);
    }
});

both!(async fn severities_are_numbers_in_both_directions(app) {
    let domain = app.domain("Sales").await;
    let audit = assessment(&app, domain).await;
    let hole = finding(&app, audit, json!({ "severity": 4 })).await;
    assert_eq!(field(&app, "findings", hole, "severity").await, 4);
    finding(&app, audit, json!({ "severity": 1 })).await;
    assert_eq!(app.admin.get("/api/findings/?severity__gte=3").await.is(200).ids(), [hole]);
    assert_eq!(app.admin.get("/api/findings/severity/").await.is(200).body()["-1"], "undefined");
    app.admin.patch(&format!("/api/findings/{hole}/"), json!({ "severity": 5 })).await.is(400).error("severity");
});

both!(async fn an_assessment_has_a_name_and_version_of_its_own(app) {
    let domain = app.domain("Sales").await;
    assessment(&app, domain).await;
    let body = json!({ "name": "Pentest", "folder": domain });
    app.admin.post("/api/findings-assessments/", body).await.is(400).error("version");
    make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": domain, "version": "2.0" })).await;
    let perimeter = make(&app, "perimeters", json!({ "name": "Shop", "folder": domain })).await;
    let body = json!({ "name": "Audit", "folder": domain, "perimeter": perimeter });
    let audit = make(&app, "findings-assessments", body).await;
    let hole = finding(&app, audit, json!({})).await;
    let place = json!({ "id": domain, "str": "Sales" });
    let expected = json!({ "id": perimeter, "str": "Shop", "name": "Shop", "folder": place });
    assert_eq!(field(&app, "findings", hole, "perimeter").await, expected);
});
