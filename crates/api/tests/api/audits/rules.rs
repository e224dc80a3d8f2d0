//! Rules of a framework in CEL: outcomes of an audit, and nodes that it leaves out.

use super::*;
use crate::library::send;

const RULED: &str = r##"
urn: urn:acme:risk:library:ruled
locale: en
ref_id: RULED
name: Ruled
version: 1
provider: Acme
packager: acme
objects:
  framework:
    urn: urn:acme:risk:framework:ruled
    ref_id: RULED
    name: Ruled
    min_score: 0
    max_score: 4
    outcomes_definition:
      - { ref_id: ready, expression: "assessment.answered_count == assessment.total_count", label: Ready }
      - { ref_id: second, expression: "requirements['A'].result == 'compliant'", label: A is met, color: "#00ff00" }
      - { ref_id: cloud, expression: "'c:question:1' in answers && answers['c:question:1'].value == 'c:question:1:choice:1'", label: In the cloud }
      - { ref_id: skipped, expression: "requirements['nobody'].score > 0", label: Never }
      - { ref_id: less, expression: "size(hidden_requirements) > 0", label: Not all apply }
    requirement_nodes:
      - { urn: "urn:acme:risk:req_node:ruled:a", assessable: true, depth: 1, ref_id: A, name: First }
      - { urn: "urn:acme:risk:req_node:ruled:b", assessable: false, depth: 1, ref_id: B, name: Cloud, visibility_expression: "requirements['A'].result != 'non_compliant'" }
      - { urn: "urn:acme:risk:req_node:ruled:b1", parent_urn: "urn:acme:risk:req_node:ruled:b", assessable: true, depth: 2, ref_id: B.1, name: Below it }
      - urn: urn:acme:risk:req_node:ruled:c
        assessable: true
        depth: 1
        name: Asked
        questions:
          urn:acme:risk:req_node:ruled:c:question:1:
            type: unique_choice
            text: Where?
            choices:
              - { urn: "urn:acme:risk:req_node:ruled:c:question:1:choice:1", value: Cloud, compute_result: compliant }
              - { urn: "urn:acme:risk:req_node:ruled:c:question:1:choice:2", value: Cellar, compute_result: compliant }
"##;

both!(async fn outcomes_and_what_is_shown_follow_from_the_rules_of_the_framework(app) {
    load(&app, RULED).await;
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let body = json!({ "name": "Yearly", "folder": app.domain("Sales").await, "framework": framework });
    let id = make(&app, "compliance-assessments", body).await;
    let [first, _, below, asked] = rows(&app, id).await[..] else { panic!("four rows") };
    let outcomes = async || field(&app, "compliance-assessments", id, "computed_outcome").await;
    let progress = async || field(&app, "compliance-assessments", id, "progress").await;
    let hidden = async || {
        let tree = app.admin.get(&format!("/api/compliance-assessments/{id}/tree/")).await.is(200).body();
        let nodes: Vec<Json> = tree.as_object().unwrap().values().cloned().collect();
        let below = nodes[1]["children"].as_object().unwrap().values().next().unwrap().clone();
        [&nodes[0], &nodes[1], &below, &nodes[2]].map(|node| node["is_hidden"] == true)
    };
    let set = async |row: Uuid, body: Json| app.admin.patch(&format!("/api/requirement-assessments/{row}/"), body).await.is(200);
    assert_eq!((outcomes().await, hidden().await), (json!({}), [false; 4]));
    set(first, json!({ "result": "compliant", "status": "done" })).await;
    assert_eq!(outcomes().await, json!({ "second": { "label": "A is met", "color": "#00ff00" } }));
    assert_eq!(progress().await, 33);
    // What a rule hides does not count, with everything below it.
    set(first, json!({ "result": "non_compliant" })).await;
    assert_eq!(hidden().await, [false, true, true, false]);
    assert_eq!((outcomes().await, progress().await), (json!({ "less": { "label": "Not all apply" } }), json!(50)));
    let question = app.admin.get("/api/questions/").await.is(200).ids()[0];
    let choices = app.admin.get("/api/question-choices/").await.is(200).ids();
    let body = json!({ "requirement_assessment": asked, "question": question, "selected_choices": [choices[0]] });
    let answer = make(&app, "answers", body).await;
    let keys = async || outcomes().await.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys().await, ["cloud", "less", "ready"]);
    app.admin.delete(&format!("/api/answers/{answer}/")).await.is(204);
    assert_eq!(keys().await, ["less"]);
    // Bulk changes count too.
    let batch = json!({ "action": "change_field", "ids": [first, below], "field": "result", "value": "compliant" });
    app.admin.post("/api/requirement-assessments/batch-action/", batch).await.is(200);
    assert_eq!(keys().await, ["second"]);
});

both!(async fn a_rule_that_cannot_be_read_is_a_problem_of_the_file(app) {
    let broken = RULED.replace("requirements['A'].result == 'compliant'", "requirements['A'.result").replace("requirements['A'].result != 'non_compliant'", "matches(1)");
    let refused = send(&app.admin, "ruled.yaml", broken).await.is(400).text();
    assert!(refused.contains("outcomes_definition") && refused.contains("visibility_expression"), "{refused}");
});
