//! What one audit takes over from another, through mappings.

use std::collections::BTreeMap;

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::library::load;
use crate::support::{control, evidence, field, make, targets};

const RECORDED: &str = include_str!("../../../assess/tests/assess/recorded/mapping.json");

fn recorded() -> Json {
    serde_json::from_str(RECORDED).expect("the recorded cases")
}

/// A framework of the recorded cases: a section with six requirements.
fn framework(name: &str) -> String {
    let (min, max) = if name == "d" { (1, 5) } else { (0, 100) };
    let node = |number: usize| {
        format!(
            "      - {{ urn: \"urn:map:risk:req_node:mp-{name}:{number}\", parent_urn: \"urn:map:risk:req_node:mp-{name}:s\", \
             assessable: true, depth: 2, ref_id: \"{number}\", name: Requirement {number} }}\n"
        )
    };
    let nodes: String = (1..=6).map(node).collect();
    format!(
        "urn: urn:map:risk:library:mp-{name}\nlocale: en\nref_id: mp-{name}\nname: mp-{name}\nversion: 1\nobjects:\n  framework:\n    \
         urn: urn:map:risk:framework:mp-{name}\n    ref_id: mp-{name}\n    name: mp-{name}\n    min_score: {min}\n    max_score: {max}\n    \
         requirement_nodes:\n      - {{ urn: \"urn:map:risk:req_node:mp-{name}:s\", assessable: false, depth: 1, ref_id: S, name: Section }}\n{nodes}"
    )
}

fn mappings(pair: &str, rows: &Json) -> String {
    let (from, to) = pair.split_once('>').unwrap();
    let row = |row: &Json| {
        format!(
            "        - {{ source_requirement_urn: \"urn:map:risk:req_node:mp-{from}:{}\", target_requirement_urn: \
             \"urn:map:risk:req_node:mp-{to}:{}\", relationship: {} }}\n",
            row[0].as_str().unwrap(),
            row[1].as_str().unwrap(),
            row[2].as_str().unwrap()
        )
    };
    let rows: String = rows.as_array().unwrap().iter().map(row).collect();
    format!(
        "urn: urn:map:risk:library:{from}-to-{to}\nlocale: en\nref_id: {from}-to-{to}\nname: {from} to {to}\nversion: 1\nobjects:\n  \
         requirement_mapping_sets:\n    - urn: urn:map:risk:req_mapping_set:{from}-to-{to}\n      ref_id: {from}-{to}\n      name: {from} to {to}\n      \
         source_framework_urn: urn:map:risk:framework:mp-{from}\n      target_framework_urn: urn:map:risk:framework:mp-{to}\n      \
         requirement_mappings:\n{rows}"
    )
}

/// The frameworks of the recorded cases and the mappings between them. Answers the frameworks by name.
async fn prepare(app: &TestApp) -> BTreeMap<String, Uuid> {
    for name in ["a", "b", "c", "d"] {
        load(app, &framework(name)).await;
    }
    for (pair, rows) in recorded()["mappings"].as_object().unwrap() {
        load(app, &mappings(pair, rows)).await;
    }
    let list = app.admin.get("/api/frameworks/").await.is(200);
    let names = list.column("name");
    names.iter().map(|name| name.as_str().unwrap().to_owned()).zip(list.ids()).collect()
}

/// The rows of an audit, by reference.
async fn rows(app: &TestApp, audit: Uuid) -> BTreeMap<String, Uuid> {
    let list = app.admin.get(&format!("/api/requirement-assessments/?compliance_assessment={audit}")).await.is(200);
    let nodes = list.column("requirement");
    nodes.iter().map(|node| node["ref_id"].as_str().unwrap().to_owned()).zip(list.ids()).collect()
}

async fn audit(app: &TestApp, body: Json) -> (Uuid, BTreeMap<String, Uuid>) {
    let id = make(app, "compliance-assessments", body).await;
    (id, rows(app, id).await)
}

/// Says of each requirement what was recorded.
async fn fill(app: &TestApp, rows: &BTreeMap<String, Uuid>, said: &Json, controls: &BTreeMap<String, Uuid>) {
    for (key, row) in said.as_object().unwrap() {
        let mut body = row.clone();
        let linked: Vec<Uuid> =
            row["controls"].as_array().unwrap().iter().map(|name| controls[name.as_str().unwrap()]).collect();
        body.as_object_mut().unwrap().remove("controls");
        body["applied_controls"] = json!(linked);
        app.admin.patch(&format!("/api/requirement-assessments/{}/", rows[key]), body).await.is(200);
    }
}

both!(async fn answers_are_taken_over_as_recorded(app) {
    let frameworks = prepare(&app).await;
    let domain = app.domain("Mapping").await;
    let recorded = recorded();
    let mut controls: BTreeMap<String, Uuid> = BTreeMap::new();
    for (number, case) in recorded["cases"].as_array().unwrap().iter().enumerate() {
        for row in [&case["source"], &case["before"]].into_iter().filter_map(Json::as_object).flat_map(|rows| rows.values()) {
            for name in row["controls"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()) {
                if !controls.contains_key(name) {
                    controls.insert(name.to_owned(), control(&app, domain, name).await);
                }
            }
        }
        let (from, to) = (case["source_framework"].as_str().unwrap(), case["target_framework"].as_str().unwrap());
        let named = |kind: &str, framework: &str| json!({ "name": format!("{kind} {number}"), "folder": domain, "framework": frameworks[framework] });
        let (source, source_rows) = audit(&app, named("Source", from)).await;
        fill(&app, &source_rows, &case["source"], &controls).await;
        let (target, is_clone) = if case["kind"] == "create" {
            let mut body = named("Target", to);
            body["baseline"] = json!(source);
            (audit(&app, body).await, from == to)
        } else {
            let (target, rows) = audit(&app, named("Target", to)).await;
            fill(&app, &rows, &case["before"], &controls).await;
            let path = format!("/api/compliance-assessments/{target}/");
            let preview = app.admin.get(&format!("{path}map_from_preview/?source_audit_id={source}&overwrite=true")).await.is(200).body();
            let applied = app.admin.post(&format!("{path}map_from/"), json!({ "source_audit_id": source, "overwrite": true })).await.is(200).body();
            assert_eq!(preview["updated_count"], applied["updated_count"], "case {number}");
            let again = app.admin.post(&format!("{path}map_from/"), json!({ "source_audit_id": source, "overwrite": true })).await.is(200).body();
            assert_eq!(again["updated_count"], 0, "case {number}: what was taken over is not taken over again");
            ((target, rows), false)
        };
        let mut expected = case["answer"].as_object().unwrap().clone();
        expected.extend(case["ours"].as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
        let path = expected.get("path").cloned().unwrap_or_default();
        for (key, row) in &target.1 {
            let Some(wanted) = expected.get(key).and_then(Json::as_object) else { continue };
            let read = app.admin.get(&format!("/api/requirement-assessments/{row}/")).await.is(200).body();
            for (name, value) in wanted {
                let ours = match name.as_str() {
                    "controls" => {
                        let mut names: Vec<&str> = read["applied_controls"].as_array().unwrap().iter().map(|one| one["str"].as_str().unwrap()).collect();
                        names.sort_unstable();
                        json!(names)
                    }
                    "coverages" => continue,
                    // A new round of the same framework is a copy, scores and all.
                    "score" | "documentation_score" | "is_scored" if is_clone => continue,
                    name => read[name].clone(),
                };
                assert_eq!(ours, *value, "case {number} ({from} to {to}), requirement {key}: {name}");
            }
            let origin = &read["mapping_inference"];
            if let (Some(path), Some(used)) = (path.as_array(), origin["used_path"].as_array()) {
                let urns: Vec<Json> = path.iter().map(|name| json!(format!("urn:map:risk:framework:{}", name.as_str().unwrap()))).collect();
                assert_eq!(*used, urns, "case {number}");
                let sources = origin["source_requirement_assessments"].as_object().unwrap().values();
                let coverages: serde_json::Map<String, Json> = sources.map(|one| (one["ref_id"].as_str().unwrap().to_owned(), one["coverage"].clone())).collect();
                assert_eq!(json!(coverages), wanted["coverages"], "case {number}, requirement {key}");
            }
        }
    }
});

both!(async fn only_what_is_not_assessed_is_filled_unless_asked(app) {
    let frameworks = prepare(&app).await;
    let domain = app.domain("Mapping").await;
    let body = |name: &str, framework: &str| json!({ "name": name, "folder": domain, "framework": frameworks[framework] });
    let (source, from) = audit(&app, body("Source", "mp-a")).await;
    let proof = evidence(&app, domain, "Proof").await;
    let said = json!({ "result": "compliant", "status": "done", "observation": "Seen.", "evidences": [proof] });
    for key in ["1", "3"] {
        app.admin.patch(&format!("/api/requirement-assessments/{}/", from[key]), said.clone()).await.is(200);
    }
    let (target, rows) = audit(&app, body("Target", "mp-b")).await;
    let own = format!("/api/requirement-assessments/{}/", rows["1"]);
    app.admin.patch(&own, json!({ "result": "non_compliant", "observation": "Mine." })).await.is(200);
    let path = format!("/api/compliance-assessments/{target}/");
    let preview = app.admin.get(&format!("{path}map_from_preview/?source_audit_id={source}")).await.is(200).body();
    let changed: Vec<&Json> = preview["differences"].as_array().unwrap().iter().map(|one| &one["requirement"]["ref_id"]).collect();
    assert_eq!(changed, ["3", "6"], "{preview}");
    let first = &preview["differences"][0];
    assert_eq!((&first["base"]["result"], &first["compare"]["result"]), (&json!("not_assessed"), &json!("compliant")));
    assert_eq!((&first["coverage"], &first["m2m_added"]["evidences"]), (&json!("full"), &json!(1)));
    assert_eq!(preview["projected_results"], json!({ "compliant": 1, "non_compliant": 1, "not_assessed": 3, "partially_compliant": 1 }), "{preview}");
    assert_eq!(field(&app, "requirement-assessments", rows["3"], "result").await, "not_assessed", "a preview changes nothing");
    let applied = app.admin.post(&format!("{path}map_from/"), json!({ "source_audit_id": source })).await.is(200).body();
    assert_eq!(applied, json!({ "updated_count": 2, "source_audit": "Source", "source_framework": "mp-a" }));
    assert_eq!(field(&app, "requirement-assessments", rows["1"], "result").await, "non_compliant");
    assert_eq!(targets(&app, "requirement-assessments", rows["3"], "evidences").await, [proof]);
    let origin = field(&app, "requirement-assessments", rows["3"], "mapping_inference").await;
    assert_eq!((&origin["source_audit"], &origin["reason"]), (&json!(source), &json!("copied")));
    let used = &origin["source_requirement_assessments"][from["3"].to_string()];
    assert_eq!((&used["relationship"], &used["mapping_sets"]), (&json!("superset"), &json!(["urn:map:risk:req_mapping_set:a-to-b"])));
    let all = json!({ "source_audit_id": source, "overwrite": true });
    app.admin.post(&format!("{path}map_from/"), all.clone()).await.is(200);
    let row = app.admin.get(&own).await.is(200).body();
    assert_eq!((&row["result"], &row["observation"]), (&json!("compliant"), &json!("Mine.\n\n---\nSeen.")));
    // What cannot be done says why, and does nothing.
    app.admin.get(&format!("{path}map_from_preview/")).await.is(400).error("source_audit_id");
    let itself = app.admin.post(&format!("{path}map_from/"), json!({ "source_audit_id": target })).await.is(400);
    assert_eq!(itself.error("source_audit_id"), "Choose another audit than this one.");
    app.admin.post(&format!("{path}map_from/"), json!({ "source_audit_id": Uuid::nil() })).await.is(400).error("source_audit_id");
    app.admin.patch(&path, json!({ "is_locked": true })).await.is(200);
    app.admin.post(&format!("{path}map_from/"), all).await.is(409);
});

both!(async fn what_an_audit_can_be_mapped_to_is_listed(app) {
    let frameworks = prepare(&app).await;
    let domain = app.domain("Mapping").await;
    let body = json!({ "name": "Source", "folder": domain, "framework": frameworks["mp-a"] });
    let (source, rows) = audit(&app, body).await;
    app.admin.patch(&format!("/api/requirement-assessments/{}/", rows["1"]), json!({ "result": "compliant" })).await.is(200);
    let path = format!("/api/compliance-assessments/{source}/frameworks/");
    let names = |list: &Json| list.as_array().unwrap().iter().map(|one| one["str"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let list = app.admin.get(&path).await.is(200).body();
    assert_eq!(names(&list)[0], "mp-a", "itself first");
    let third = list.as_array().unwrap().iter().find(|one| one["str"] == "mp-c").unwrap();
    assert_eq!((&third["path"], &third["assessable_requirements_count"]), (&json!(["mp-a", "mp-b", "mp-c"]), &json!(6)));
    assert_eq!(third["results"]["compliant"], 1, "{third}");
    // Fewer steps, fewer frameworks.
    app.admin.patch("/api/settings/general/", json!({ "mapping_max_depth": 2 })).await.is(200);
    let mut near = names(&app.admin.get(&path).await.is(200).body());
    near.sort();
    assert_eq!(near, ["mp-a", "mp-b", "mp-d"]);
    let unmapped = json!({ "name": "New", "folder": domain, "framework": frameworks["mp-c"], "baseline": source });
    let refused = app.admin.post("/api/compliance-assessments/", unmapped).await.is(400);
    assert!(refused.error("baseline").starts_with("No mapping leads"), "{}", refused.text());
    assert_eq!(app.admin.get("/api/compliance-assessments/").await.is(200).ids(), [source], "nothing is left behind");
});

both!(async fn only_what_someone_sees_is_taken_over(app) {
    let frameworks = prepare(&app).await;
    let (ours, theirs) = (app.domain("Ours").await, app.domain("Theirs").await);
    let body = |name: &str, domain: Uuid, framework: &str| json!({ "name": name, "folder": domain, "framework": frameworks[framework] });
    let (hidden, _) = audit(&app, body("Hidden", theirs, "mp-a")).await;
    let (source, from) = audit(&app, body("Source", ours, "mp-a")).await;
    let secret = control(&app, theirs, "Secret").await;
    app.admin.patch(&format!("/api/applied-controls/{secret}/"), json!({ "is_published": false })).await.is(200);
    app.admin.patch(&format!("/api/requirement-assessments/{}/", from["1"]), json!({ "result": "compliant", "applied_controls": [secret] })).await.is(200);
    let (target, rows) = audit(&app, body("Target", ours, "mp-b")).await;
    let path = format!("/api/compliance-assessments/{target}/");
    let analyst = app.user("ana@example.com", "ANA", ours).await;
    analyst.post(&format!("{path}map_from/"), json!({ "source_audit_id": hidden })).await.is(400).error("source_audit_id");
    analyst.get(&format!("{path}map_from_preview/?source_audit_id={hidden}")).await.is(400).error("source_audit_id");
    analyst.post(&format!("{path}map_from/"), json!({ "source_audit_id": source })).await.is(200);
    assert_eq!(field(&app, "requirement-assessments", rows["1"], "result").await, "compliant");
    assert_eq!(targets(&app, "requirement-assessments", rows["1"], "applied_controls").await, Vec::<Uuid>::new());
    let reader = app.user("rea@example.com", "AUD", ours).await;
    reader.get(&format!("{path}map_from_preview/?source_audit_id={source}")).await.is(200);
    reader.post(&format!("{path}map_from/"), json!({ "source_audit_id": source })).await.is(403);
    let stranger = app.user("str@example.com", "ANA", theirs).await;
    stranger.post(&format!("{path}map_from/"), json!({ "source_audit_id": hidden })).await.is(404);
    app.nobody.get(&format!("{path}frameworks/")).await.is(401);
});
