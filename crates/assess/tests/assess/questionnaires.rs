//! What 56 sets of answers make of audits.

use std::collections::BTreeMap;

use cairn_assess::groups;
use cairn_assess::progress::{answers_progress, progress};
use cairn_assess::questionnaire::{Aggregation, Decided, evaluate};
use cairn_assess::rows::Audit;
use cairn_assess::scoring::scores;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::framework::{Framework, assert_same, expected, method, shown};

#[derive(Deserialize)]
struct Recorded {
    frameworks: BTreeMap<String, Framework>,
    cases: Vec<Value>,
}

#[derive(Deserialize)]
struct Case {
    framework: String,
    method: String,
    groups: Vec<String>,
    hides_status: bool,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    requirement: String,
    answers: BTreeMap<String, Value>,
}

fn answer(framework: &Framework, case: &Case) -> Value {
    let audit = Audit {
        scale: framework.scale(),
        method: method(&case.method),
        target: None,
        anchors_not_applicable: false,
        shows_status: !case.hides_status,
        shows_result: true,
        shows_score: true,
        shows_documentation: true,
    };
    let aggregation = Aggregation::of(framework.aggregation.as_deref(), audit.method);
    let mut given = vec![Vec::new(); framework.nodes.len()];
    for step in &case.steps {
        let node = framework.index(&step.requirement);
        framework.take(node, &mut given[node], &step.answers);
    }
    let mut rows = framework.rows();
    let mut switched_on = Vec::new();
    for (node, row) in rows.iter_mut().enumerate() {
        let scale = row.scale(audit.scale);
        let Some(evaluation) = evaluate(&framework.questions(node), &given[node], aggregation, scale) else {
            // An audit that shows scores begins with the minimum where there are no questions.
            row.is_scored = row.assessable;
            row.score = row.assessable.then_some(scale.min);
            continue;
        };
        row.questions = Some(evaluation.counts);
        if let Decided::ByAnswers(result) = evaluation.result {
            row.result = result;
        }
        if let Decided::ByAnswers(score) = evaluation.score {
            row.score = score;
            row.is_scored = score.is_some();
        }
        switched_on.extend(evaluation.groups);
    }
    let selected = groups::after_answers(&framework.defined_groups(), &framework.groups(&case.groups), &switched_on);
    for (node, row) in rows.iter_mut().enumerate() {
        row.in_scope = groups::in_scope(&framework.node_groups(node), &selected);
    }
    let scores = scores(&audit, &framework.tree(), &rows);
    let assessable = || framework.nodes.iter().zip(&rows).filter(|(_, row)| row.assessable);
    let requirements: Map<String, Value> = assessable()
        .map(|(node, row)| (node.key.clone(), json!([row.result.as_str(), row.score, row.is_scored])))
        .collect();
    let counts: Map<String, Value> = assessable()
        .filter_map(|(node, row)| Some((node.key.clone(), row.questions?)))
        .map(|(key, counts)| (key, json!([counts.visible, counts.answered])))
        .collect();
    json!({
        "requirements": requirements,
        "groups": framework.group_names(&selected),
        "question_counts": counts,
        "answers_progress": answers_progress(&rows),
        "progress": progress(&audit, &rows),
        "implementation_score": shown(scores.implementation.score, true),
        "documentation_score": shown(scores.documentation.score, true),
        "maturity_score": shown(scores.maturity, true),
        "total_max_score": scores.implementation.maximum,
    })
}

#[test]
fn answers_count_as_recorded() {
    let recorded: Recorded = serde_json::from_str(include_str!("recorded/questionnaires.json")).unwrap();
    assert_eq!(recorded.cases.len(), 56);
    for (number, value) in recorded.cases.iter().enumerate() {
        let case: Case = serde_json::from_value(value.clone()).unwrap();
        let ours = answer(&recorded.frameworks[&case.framework], &case);
        for (key, expected) in expected(value) {
            assert_same(number, &key, &ours[&key], &expected);
        }
    }
}
