//! Scores, progress and counts of 50 audits.

use std::collections::BTreeMap;

use cairn_assess::counts::Counts;
use cairn_assess::groups;
use cairn_assess::progress::{answers_progress, progress};
use cairn_assess::rows::{Audit, Row, Scale};
use cairn_assess::scoring::scores;
use cairn_assess::words::{ComplianceResult, RowStatus};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::framework::{Framework, assert_same, expected, method, shown};

#[derive(Deserialize)]
struct Recorded {
    frameworks: BTreeMap<String, Framework>,
    cases: Vec<Value>,
}

#[derive(Deserialize)]
struct Case {
    framework: String,
    audit: Settings,
    requirements: BTreeMap<String, Given>,
}

#[derive(Deserialize)]
struct Settings {
    method: String,
    anchor_na_to_target: bool,
    target_score: Option<f64>,
    min_score: i64,
    max_score: i64,
    groups: Vec<String>,
    hidden: Vec<String>,
}

#[derive(Deserialize)]
struct Given {
    result: String,
    is_scored: bool,
    score: Option<i64>,
    documentation_score: Option<i64>,
    status: String,
}

impl Settings {
    fn audit(&self) -> Audit {
        let shows = |field: &str| !self.hidden.iter().any(|hidden| hidden == field);
        Audit {
            scale: Scale { min: self.min_score, max: self.max_score },
            method: method(&self.method),
            target: self.target_score,
            anchors_not_applicable: self.anchor_na_to_target,
            shows_status: shows("status"),
            shows_result: shows("result"),
            shows_score: shows("score"),
            shows_documentation: shows("documentation_score"),
        }
    }
}

fn rows(framework: &Framework, case: &Case) -> Vec<Row> {
    let selected = framework.groups(&case.audit.groups);
    let mut rows = framework.rows();
    for (index, row) in rows.iter_mut().enumerate() {
        row.in_scope = groups::in_scope(&framework.node_groups(index), &selected);
    }
    for (key, given) in &case.requirements {
        let row = &mut rows[framework.index(key)];
        row.result = ComplianceResult::parse(&given.result).unwrap();
        row.status = RowStatus::parse(&given.status).unwrap();
        row.is_scored = given.is_scored;
        row.score = given.score;
        row.documentation_score = given.documentation_score;
    }
    rows
}

#[test]
fn audits_are_scored_as_recorded() {
    let recorded: Recorded = serde_json::from_str(include_str!("recorded/scoring.json")).unwrap();
    assert_eq!(recorded.cases.len(), 50);
    for (number, value) in recorded.cases.iter().enumerate() {
        let case: Case = serde_json::from_value(value.clone()).unwrap();
        let framework = &recorded.frameworks[&case.framework];
        let audit = case.audit.audit();
        let rows = rows(framework, &case);
        let scores = scores(&audit, &framework.tree(), &rows);
        let counts = Counts::of(&rows);
        let mut extended = vec![counts.without_extended_result];
        extended.extend(counts.extended_results);
        let ours = json!({
            "implementation_score": shown(scores.implementation.score, audit.shows_score),
            "documentation_score": shown(scores.documentation.score, audit.shows_documentation),
            "maturity_score": shown(scores.maturity, true),
            "total_max_score": scores.implementation.maximum,
            "progress": progress(&audit, &rows),
            "answers_progress": answers_progress(&rows),
            "results": counts.results,
            "statuses": counts.statuses,
            "extended_results": extended,
        });
        for (key, expected) in expected(value) {
            assert_same(number, &key, &ours[&key], &expected);
        }
    }
}
