//! Updates of libraries: looked at, applied without loss, rolled back.

use std::collections::BTreeMap;

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{BASELINE, load, send};

/// A framework of one section, as a library. JSON is YAML.
pub fn library(version: i64, framework: &Json) -> String {
    let library = json!({
        "urn": "urn:acme:risk:library:moving", "locale": "en", "ref_id": "moving", "name": "Moving", "version": version,
        "objects": { "frameworks": [framework] },
    });
    library.to_string()
}

pub fn framework(nodes: &[Json]) -> Json {
    json!({
        "urn": "urn:acme:risk:framework:moving", "ref_id": "moving", "name": "Moving", "min_score": 0, "max_score": 4,
        "requirement_nodes": nodes,
    })
}

pub fn heading(id: &str) -> Json {
    json!({ "urn": format!("urn:acme:risk:req_node:moving:{id}"), "assessable": false, "ref_id": id, "name": id })
}

pub fn requirement(id: &str, within: &str) -> Json {
    json!({
        "urn": format!("urn:acme:risk:req_node:moving:{id}"), "assessable": true, "ref_id": id, "name": format!("Node {id}"),
        "parent_urn": format!("urn:acme:risk:req_node:moving:{within}"),
    })
}

fn first() -> Json {
    framework(&[heading("s"), requirement("a", "s"), requirement("b", "s"), requirement("c", "s")])
}

pub async fn audit(app: &TestApp, folder: Uuid) -> Uuid {
    audit_of(app, "urn:acme:risk:framework:moving", folder, &json!([])).await
}

/// An audit in which everything can be seen.
pub async fn audit_of(app: &TestApp, framework: &str, folder: Uuid, groups: &Json) -> Uuid {
    let framework = app.admin.get(&format!("/api/frameworks/{framework}/")).await.is(200).id();
    let shown = json!({ "auditor": "edit", "respondent": "hidden" });
    let body = json!({
        "name": "Audit", "folder": folder, "framework": framework, "selected_implementation_groups": groups,
        "field_visibility": { "score": shown, "is_scored": shown, "documentation_score": shown },
    });
    app.admin.post("/api/compliance-assessments/", body).await.is(201).id()
}

/// What an audit says of its requirements, by their reference: everything but when it was written.
pub async fn rows(app: &TestApp, audit: Uuid) -> BTreeMap<String, Json> {
    let list = app
        .admin
        .get(&format!("/api/requirement-assessments/?compliance_assessment={audit}&limit=1000"))
        .await
        .is(200)
        .body();
    let rows = list["results"].as_array().unwrap().iter().map(|row| {
        let mut row = row.clone();
        row.as_object_mut().unwrap().remove("updated_at");
        (row["requirement"]["ref_id"].as_str().unwrap().to_owned(), row)
    });
    rows.collect()
}

pub async fn fill(app: &TestApp, audit: Uuid, reference: &str, said: Json) {
    let row = rows(app, audit).await[reference]["id"].as_str().unwrap().to_owned();
    app.admin.patch(&format!("/api/requirement-assessments/{row}/"), said).await.is(200);
}

pub async fn loaded(app: &TestApp) -> (Uuid, Uuid) {
    let (_, loaded) = load(app, &library(1, &first())).await;
    let audit = audit(app, app.domain("Sales").await).await;
    fill(
        app,
        audit,
        "a",
        json!({ "result": "compliant", "status": "done", "is_scored": true, "score": 3, "observation": "obs a" }),
    )
    .await;
    fill(
        app,
        audit,
        "b",
        json!({ "result": "non_compliant", "is_scored": true, "score": 1, "documentation_score": 2 }),
    )
    .await;
    (loaded, audit)
}

both!(async fn what_a_new_version_leaves_out_keeps_its_answers(app) {
    let (loaded, audit) = loaded(&app).await;
    let before = rows(&app, audit).await;
    let base = format!("/api/loaded-libraries/{loaded}/");
    assert!(app.admin.post(&format!("{base}update/"), json!({})).await.is(409).text().contains("no update"));
    assert!(app.admin.get(&format!("{base}update-preview/")).await.is(409).text().contains("no update"));
    app.admin.post(&format!("{base}roll-back/"), json!({})).await.is(409);
    let mut second = framework(&[heading("s"), requirement("c", "s"), requirement("b", "s"), requirement("d", "s")]);
    second["requirement_nodes"][2]["name"] = json!("New words");
    send(&app.admin, "moving.yaml", library(2, &second)).await.is(201);
    let preview = app.admin.get(&format!("{base}update-preview/")).await.is(200).body();
    let framework = &preview["frameworks"][0];
    assert_eq!((&framework["removed"][0]["ref_id"], &framework["removed"][0]["answers"]), (&json!("a"), &json!(1)), "{preview}");
    assert_eq!((&framework["changed"][0]["ref_id"], &framework["changed"][0]["fields"]), (&json!("b"), &json!(["name"])), "{preview}");
    assert_eq!((&framework["added"][0]["ref_id"], &framework["audits"]), (&json!("d"), &json!(1)), "{preview}");
    assert_eq!(rows(&app, audit).await, before, "a look changes nothing");

    let done = app.admin.post(&format!("{base}update/"), json!({})).await.is(200).body();
    assert_eq!((&done["requirements_added"], &done["requirements_retired"], &done["new_version"]), (&json!(1), &json!(1), &json!(2)), "{done}");
    let after = rows(&app, audit).await;
    assert_eq!((&after["a"]["result"], &after["a"]["score"], &after["a"]["observation"]), (&json!("compliant"), &json!(3), &json!("obs a")));
    assert_eq!((&after["b"]["score"], &after["d"]["result"]), (&json!(1), &json!("not_assessed")));
    assert_eq!(after.len(), 5);
    let node = app.admin.get("/api/requirement-nodes/urn:acme:risk:req_node:moving:a/").await.is(200).body();
    assert_ne!(node["retired_at"], Json::Null);
    assert_eq!(app.admin.get(&base).await.is(200).body()["previous_version"], 1);
    // A new audit has what the framework has now.
    let fresh = app.admin.post("/api/compliance-assessments/", json!({ "name": "Fresh", "folder": app.domain("Ops").await, "framework": node["framework"]["id"] })).await.is(201).id();
    assert!(!rows(&app, fresh).await.contains_key("a"));
    app.admin.delete(&format!("/api/compliance-assessments/{fresh}/")).await.is(204);

    let back = app.admin.post(&format!("{base}roll-back/"), json!({})).await.is(200).body();
    assert_eq!((&back["version"], &back["requirements_kept"]), (&json!(1), &json!(0)));
    assert_eq!(rows(&app, audit).await, before);
    app.admin.get("/api/requirement-nodes/urn:acme:risk:req_node:moving:d/").await.is(404);
    assert_eq!(app.admin.get(&base).await.is(200).body()["has_update"], true);
    // And forth again.
    app.admin.post(&format!("{base}update/"), json!({})).await.is(200);
    fill(&app, audit, "d", json!({ "result": "compliant" })).await;
    let back = app.admin.post(&format!("{base}roll-back/"), json!({})).await.is(200).body();
    assert_eq!(back["requirements_kept"], 1, "what was assessed since stays");
    assert_eq!(rows(&app, audit).await["d"]["result"], "compliant");
});

both!(async fn scores_follow_a_new_scale_as_the_administrator_decides(app) {
    let (loaded, audit) = loaded(&app).await;
    let before = rows(&app, audit).await;
    let base = format!("/api/loaded-libraries/{loaded}/");
    let mut second = first();
    second["max_score"] = json!(100);
    send(&app.admin, "moving.yaml", library(2, &second)).await.is(201);
    let refused = app.admin.post(&format!("{base}update/"), json!({})).await.is(409);
    assert!(refused.text().contains("from 0–4 to 0–100") && refused.text().contains("rule_of_three"), "{}", refused.text());
    app.admin.post(&format!("{base}update/"), json!({ "action": "zzz" })).await.is(400);
    let preview = app.admin.get(&format!("{base}update-preview/")).await.is(200).body();
    assert_eq!(preview["frameworks"][0]["score_change"], json!({ "old_min": 0, "old_max": 4, "new_min": 0, "new_max": 100, "audits": 1, "scores": 2 }));
    for (action, a, b) in [("rule_of_three", json!([true, 75, null]), json!([true, 25, 50])), ("clamp", json!([true, 3, null]), json!([true, 1, 2])), ("reset", json!([false, null, null]), json!([false, null, null]))] {
        app.admin.post(&format!("{base}update/"), json!({ "action": action })).await.is(200);
        let after = rows(&app, audit).await;
        let scores = |row: &Json| json!([row["is_scored"], row["score"], row["documentation_score"]]);
        assert_eq!((scores(&after["a"]), scores(&after["b"])), (a, b), "{action}");
        assert_eq!(app.admin.get(&format!("/api/compliance-assessments/{audit}/")).await.is(200).body()["max_score"], 100);
        app.admin.post(&format!("{base}roll-back/"), json!({})).await.is(200);
        assert_eq!(rows(&app, audit).await, before, "{action}");
        assert_eq!(app.admin.get(&format!("/api/compliance-assessments/{audit}/")).await.is(200).body()["max_score"], 4);
    }
});

both!(async fn answers_to_questions_survive(app) {
    let (_, loaded) = load(&app, BASELINE).await;
    let framework = app.admin.get("/api/frameworks/urn:acme:risk:framework:baseline/").await.is(200).id();
    let audit = app.admin.post("/api/compliance-assessments/", json!({ "name": "Audit", "folder": app.domain("Sales").await, "framework": framework })).await.is(201).id();
    let row = rows(&app, audit).await["A.1"]["id"].clone();
    let question = app.admin.get("/api/questions/").await.is(200).ids()[0];
    let choice = app.admin.get("/api/question-choices/?ordering=order").await.is(200).ids()[0];
    let answer = app.admin.post("/api/answers/", json!({ "requirement_assessment": row, "question": question, "selected_choices": [choice] })).await.is(201).id();
    let before = rows(&app, audit).await;
    assert_eq!(before["A.1"]["result"], "compliant");
    // Without the chosen answer, then without the question.
    let start = BASELINE.find("              - { urn: \"urn:acme:risk:req_node:baseline:a.1:question:1:choice:1\"").unwrap();
    let end = start + BASELINE[start..].find('\n').unwrap() + 1;
    let fewer = format!("{}{}", &BASELINE[..start], &BASELINE[end..]).replace("version: 1\n", "version: 2\n");
    let start = BASELINE.find("        questions:\n").unwrap();
    let end = start + BASELINE[start..].find("      - urn: urn:acme:risk:req_node:baseline:a.2").unwrap();
    let none = format!("{}{}", &BASELINE[..start], &BASELINE[end..]).replace("version: 1\n", "version: 3\n");
    for text in [fewer, none] {
        send(&app.admin, "baseline.yaml", text).await.is(201);
        app.admin.post(&format!("/api/loaded-libraries/{loaded}/update/"), json!({})).await.is(200);
        let kept = app.admin.get(&format!("/api/answers/{answer}/")).await.is(200).body();
        assert_eq!(kept["selected_choices"][0]["id"], json!(choice), "{kept}");
        assert_eq!(rows(&app, audit).await["A.1"]["result"], "compliant");
    }
    assert_ne!(app.admin.get(&format!("/api/questions/{question}/")).await.is(200).body()["retired_at"], Json::Null);
    app.admin.post(&format!("/api/loaded-libraries/{loaded}/roll-back/"), json!({})).await.is(200);
    assert_eq!(app.admin.get(&format!("/api/questions/{question}/")).await.is(200).body()["retired_at"], Json::Null);
    assert_eq!(rows(&app, audit).await, before);
});

both!(async fn only_administrators_update_libraries(app) {
    let (loaded, _) = loaded(&app).await;
    send(&app.admin, "moving.yaml", library(2, &first())).await.is(201);
    let base = format!("/api/loaded-libraries/{loaded}/");
    let domain = app.domain("Legal").await;
    for role in ["DMA", "ANA", "AUD"] {
        let client = app.user(&format!("{role}@example.com"), role, domain).await;
        client.get(&format!("{base}update-preview/")).await.is(403);
        client.post(&format!("{base}update/"), json!({})).await.is(403);
        client.post(&format!("{base}roll-back/"), json!({})).await.is(403);
    }
    let stranger = app.user_with(json!({ "email": "nobody@example.com" })).await;
    for path in ["update/", "roll-back/"] {
        stranger.post(&format!("{base}{path}"), json!({})).await.is(404);
    }
    app.nobody.get(&format!("{base}update-preview/")).await.is(401);
    app.nobody.post(&format!("{base}update/"), json!({})).await.is(401);
    app.nobody.post(&format!("{base}roll-back/"), json!({})).await.is(401);
    assert_eq!(app.admin.get(&base).await.is(200).body()["version"], 1);
});

both!(async fn a_locked_audit_stays_as_it_is_until_it_is_unlocked(app) {
    let (_, loaded) = load(&app, &library(1, &first())).await;
    let audit = audit(&app, app.domain("Sales").await).await;
    let path = format!("/api/compliance-assessments/{audit}/");
    app.admin.patch(&path, json!({ "is_locked": true })).await.is(200);
    let before = rows(&app, audit).await;
    let newer = framework(&[heading("s"), requirement("d", "s"), requirement("a", "s"), requirement("c", "s")]);
    send(&app.admin, "library.yaml", library(2, &newer)).await.is(201);
    app.admin.post(&format!("/api/loaded-libraries/{loaded}/update/"), json!({})).await.is(200);
    assert_eq!(rows(&app, audit).await, before);
    app.admin.patch(&path, json!({ "is_locked": false })).await.is(200);
    assert!(rows(&app, audit).await.contains_key("d"));
    app.admin.patch(&path, json!({ "is_locked": true })).await.is(200);
    app.admin.post(&format!("/api/loaded-libraries/{loaded}/roll-back/"), json!({})).await.is(200);
    assert!(rows(&app, audit).await.contains_key("b"), "what was retired is there again");
});
