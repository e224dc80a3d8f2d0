//! A risk assessment as PDF files and a workbook, and what its scenarios are linked with from the other side.

use std::io::{Cursor, Read, Write as _};
use std::process::{Command, Stdio};

use cairn_testkit::{Answer, both};
use serde_json::{Value as Json, json};

use super::{GRID, assessment, definition, scenario, with};
use crate::support::{asset, make};

/// The words of a PDF file; none where `scripts/with-office` does not provide the program.
fn words(file: &Answer) -> Option<String> {
    std::env::var_os("CAIRN_OFFICE")?;
    let mut program = Command::new("pdftotext")
        .args(["-layout", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("pdftotext");
    let (mut stdin, bytes) = (program.stdin.take().expect("its input"), file.bytes.to_vec());
    let writer = std::thread::spawn(move || stdin.write_all(&bytes).expect("a file"));
    let output = program.wait_with_output().expect("an output");
    writer.join().expect("a writer");
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).expect("text"))
}

fn unzipped(file: &Answer) -> String {
    let mut book = zip::ZipArchive::new(Cursor::new(file.bytes.to_vec())).expect("a workbook");
    let mut all = String::new();
    for at in 0..book.len() {
        book.by_index(at).expect("a part").read_to_string(&mut all).expect("text");
    }
    all
}

both!(async fn an_assessment_is_told_as_files_in_english_and_french(app) {
    let (domain, elsewhere) = (app.domain("Sales").await, app.domain("Bank").await);
    let place = assessment(&app, domain, json!({ "risk_tolerance": 0, "status": "in_progress" })).await;
    let cost = json!({ "currency": "€", "amortization_period": 1, "build": { "fixed_cost": 1200, "people_days": 0 }, "run": { "fixed_cost": 0, "people_days": 0 } });
    let fence = make(&app, "applied-controls", json!({ "name": "Fence", "folder": domain, "status": "in_progress", "eta": "2027-03-01", "cost": cost })).await;
    let hidden = make(&app, "applied-controls", json!({ "name": "Hushed camera", "folder": elsewhere })).await;
    let rated = json!({
        "name": "Burglary", "treatment": "mitigate", "current_proba": 2, "current_impact": 2, "residual_proba": 0, "residual_impact": 2,
        "applied_controls": [fence, hidden], "assets": [asset(&app, domain, "Till").await],
    });
    scenario(&app, place, rated).await;
    scenario(&app, place, json!({ "name": "=HYPERLINK(1)" })).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let path = |action: &str| format!("/api/risk-assessments/{place}/{action}/");
    let english = reader.get(&path("risk_assessment_pdf")).await.is(200);
    assert_eq!(english.header("content-type"), Some("application/pdf"));
    assert!(english.bytes.starts_with(b"%PDF-"));
    if let Some(text) = words(&english) {
        for word in ["Risk assessment report", "Above the tolerance", "Current risk", "Residual risk", "R.01 Burglary", "Not rated", "Mitigate", "Till", "Action plan", "Fence", "€1,200", "Total annual cost"] {
            assert!(text.contains(word), "{word} in {text}");
        }
        assert!(!text.contains("Hushed"), "{text}");
        assert!(!text.contains("Inherent risk\n"), "nobody has rated it, so there is no map: {text}");
        let line = |word: &str| text.lines().find(|line| line.trim_start().starts_with(word)).unwrap_or_default().to_owned();
        assert!(line("P2").contains("R2"), "the most probable row: {text}");
    }
    let french = reader.with("Accept-Language", "fr").get(&path("risk_assessment_pdf")).await.is(200);
    if let Some(text) = words(&french) {
        for word in ["Rapport d’évaluation de risques", "Risque résiduel", "Réduire", "Plan d’action", "Mesures prévues", "R2 fr"] {
            assert!(text.contains(word), "{word} in {text}");
        }
    }
    let plan = reader.get(&path("action_plan_pdf")).await.is(200);
    if let Some(text) = words(&plan) {
        assert!(text.contains("Fence") && text.contains("R.01 Burglary") && !text.contains("Hushed"), "{text}");
        assert!(!text.contains("Above the tolerance"), "{text}");
    }
    let book = unzipped(&reader.get(&path("action_plan_excel")).await.is(200));
    assert!(book.contains("Fence") && book.contains("R.01 Burglary") && !book.contains("Hushed") && !book.contains("<f>"));
    let stranger = app.user("stranger@example.com", "AUD", elsewhere).await;
    for action in ["risk_assessment_pdf", "action_plan_pdf", "action_plan_excel"] {
        stranger.get(&path(action)).await.is(404);
        app.nobody.get(&path(action)).await.is(401);
    }
    let empty = assessment(&app, domain, json!({ "name": "Empty" })).await;
    for (action, sentence) in [("risk_assessment_pdf", "There are no scenarios."), ("action_plan_pdf", "No controls are planned.")] {
        let file = app.admin.get(&format!("/api/risk-assessments/{empty}/{action}/")).await.is(200);
        if let Some(text) = words(&file) {
            assert!(text.contains(sentence), "{text}");
        }
    }
});

both!(async fn what_scenarios_are_linked_with_is_found_from_the_other_side(app) {
    let (domain, elsewhere) = (app.domain("Sales").await, app.domain("Bank").await);
    let place = assessment(&app, domain, json!({})).await;
    let control = async |name: &str| make(&app, "applied-controls", json!({ "name": name, "folder": app.root, "is_published": true })).await;
    let (planned, existing) = (control("Fence").await, control("Lock").await);
    let till = asset(&app, domain, "Till").await;
    asset(&app, domain, "Van").await;
    let threat = make(&app, "threats", json!({ "name": "Thief", "folder": domain })).await;
    let body = json!({ "applied_controls": [planned], "existing_applied_controls": [existing], "assets": [till], "threats": [threat] });
    let risk = scenario(&app, place, body.clone()).await;
    for (list, found) in [
        ("applied-controls/?risk_scenarios", planned),
        ("applied-controls/?risk_scenarios_e", existing),
        ("assets/?risk_scenarios", till),
        ("threats/?risk_scenarios", threat),
    ] {
        assert_eq!(app.admin.get(&format!("/api/{list}={risk}")).await.is(200).ids(), [found], "{list}");
        app.admin.get(&format!("/api/{list}=theft")).await.is(400);
    }
    // A published control is seen by all, but not what it is planned for.
    let reader = app.user("reader@example.com", "AUD", elsewhere).await;
    assert!(reader.get("/api/applied-controls/").await.is(200).ids().contains(&planned));
    assert!(reader.get(&format!("/api/applied-controls/?risk_scenarios={risk}")).await.is(200).ids().is_empty());
    let shown = app.admin.get(&format!("/api/risk-assessments/{place}/")).await.is(200).body();
    assert_eq!(shown["risk_scenarios"], json!([{ "id": risk, "str": shown["risk_scenarios"][0]["str"], "name": "Theft", "ref_id": "R.01" }]));
});

both!(async fn the_scales_of_a_scenario_are_those_of_its_matrix(app) {
    let domain = app.domain("Sales").await;
    let risk = scenario(&app, assessment(&app, domain, json!({})).await, json!({})).await;
    let read = async |scale: &str, language: &str| -> Json {
        app.admin.with("Accept-Language", language).get(&format!("/api/risk-scenarios/{risk}/{scale}/")).await.is(200).body()
    };
    assert_eq!(read("probability", "en").await, json!({ "-1": "--", "0": "P0", "1": "P1", "2": "P2" }));
    assert_eq!(read("impact", "fr").await, json!({ "-1": "--", "0": "I0 fr", "1": "I1 fr", "2": "I2 fr" }));
    assert_eq!(read("strength_of_knowledge", "en").await, json!({ "-1": "--", "0": "Low", "1": "Medium", "2": "High" }));
    assert_eq!(read("strength_of_knowledge", "fr").await["0"], "Faible");
    let mut own = definition(&GRID);
    own["strength_of_knowledge"] = json!([{ "id": 0, "name": "Guess" }, { "id": 1, "name": "Fact" }]);
    let matrix = make(&app, "risk-matrices", json!({ "name": "Own", "folder": app.root, "json_definition": own })).await;
    let place = make(&app, "risk-assessments", with(json!({ "name": "Other", "folder": domain }), json!({ "risk_matrix": matrix }))).await;
    let other = scenario(&app, place, json!({})).await;
    let scale = app.admin.get(&format!("/api/risk-scenarios/{other}/strength_of_knowledge/")).await.is(200).body();
    assert_eq!(scale, json!({ "-1": "--", "0": "Guess", "1": "Fact" }));
});
