//! What 22 audits say about other frameworks.

use std::collections::BTreeMap;

use cairn_assess::mapping::{
    Answers, Coverage, Derived, Filled, Mapping, MappingSet, Relationship, SourceRow, derive, merge,
};
use cairn_assess::rows::Scale;
use cairn_assess::words::{ComplianceResult, RowStatus};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::framework::{assert_same, expected};

const FRAMEWORKS: [&str; 4] = ["mp-a", "mp-b", "mp-c", "mp-d"];

/// Source, target, relationship and strength.
type RecordedMapping = (String, String, String, Option<i64>);

#[derive(Deserialize)]
struct Recorded {
    mappings: BTreeMap<String, Vec<RecordedMapping>>,
    cases: Vec<Value>,
}

#[derive(Deserialize)]
struct Case {
    source_framework: String,
    target_framework: String,
    source: BTreeMap<String, Row>,
    before: Option<BTreeMap<String, Row>>,
}

#[derive(Deserialize)]
struct Row {
    result: String,
    status: String,
    is_scored: bool,
    score: Option<i64>,
    documentation_score: Option<i64>,
    observation: Option<String>,
    controls: Vec<String>,
}

fn framework(name: &str) -> usize {
    FRAMEWORKS.iter().position(|framework| *framework == name).unwrap()
}

fn scale(framework: usize) -> Scale {
    if framework == 3 { Scale { min: 1, max: 5 } } else { Scale { min: 0, max: 100 } }
}

/// Requirements are called 1 to 6; node 0 is the section above them.
fn requirement(key: &str) -> usize {
    key.parse().unwrap()
}

fn sets(recorded: &Recorded) -> Vec<MappingSet> {
    let set = |(name, rows): (&String, &Vec<RecordedMapping>)| {
        let (source, target) = name.split_once('>').unwrap();
        let mapping = |(source, target, relationship, _): &RecordedMapping| Mapping {
            source: requirement(source),
            target: requirement(target),
            relationship: Relationship::parse(relationship).unwrap(),
        };
        MappingSet {
            source_framework: framework(&format!("mp-{source}")),
            target_framework: framework(&format!("mp-{target}")),
            mappings: rows.iter().map(mapping).collect(),
        }
    };
    recorded.mappings.iter().map(set).collect()
}

impl Row {
    fn filled(&self) -> Filled {
        Filled {
            result: ComplianceResult::parse(&self.result).unwrap(),
            status: RowStatus::parse(&self.status).unwrap(),
            is_scored: self.is_scored,
            score: self.score,
            documentation_score: self.documentation_score,
        }
    }

    fn source(&self, scale: Scale) -> SourceRow {
        let Filled { result, status, is_scored, score, documentation_score } = self.filled();
        SourceRow { result, status, is_scored, score, documentation_score, scale }
    }
}

const FRESH: Filled = Filled {
    result: ComplianceResult::NotAssessed,
    status: RowStatus::ToDo,
    is_scored: false,
    score: None,
    documentation_score: None,
};

/// The row of the target afterwards, in the form in which it was recorded.
fn row(case: &Case, key: &str, derived: Option<&Derived>) -> Value {
    let before = case.before.as_ref().map(|before| &before[key]);
    let own = before.map_or(FRESH, Row::filled);
    let mut observation: Vec<&str> = before.and_then(|row| row.observation.as_deref()).into_iter().collect();
    let mut controls: Vec<&String> = before.map(|row| row.controls.iter().collect()).unwrap_or_default();
    let mut coverages = Map::new();
    let mut after = own;
    if let Some(derived) = derived {
        let merged = merge(own, derived);
        after = merged.row;
        for source in &derived.sources {
            let row = &case.source[&source.requirement.to_string()];
            controls.extend(&row.controls);
            let full = source.coverage == Coverage::Full;
            if full && merged.takes_observations {
                observation.extend(row.observation.as_deref());
            }
            if !source.hops.is_empty() {
                coverages.insert(source.requirement.to_string(), json!(if full { "full" } else { "partial" }));
            }
        }
    }
    controls.sort();
    controls.dedup();
    json!({
        "result": after.result.as_str(),
        "status": after.status.as_str(),
        "is_scored": after.is_scored,
        "score": after.score,
        "documentation_score": after.documentation_score,
        "observation": (!observation.is_empty()).then(|| observation.join("\n\n---\n")),
        "controls": controls,
        "coverages": coverages,
    })
}

fn answer(sets: &[MappingSet], case: &Case) -> Value {
    let (from, to) = (framework(&case.source_framework), framework(&case.target_framework));
    let mut rows = vec![None; 7];
    for (key, row) in &case.source {
        rows[requirement(key)] = Some(row.source(scale(from)));
    }
    let mut targets = vec![Some(scale(to)); 7];
    targets[0] = None;
    let answers = Answers { source_framework: from, rows: &rows, target_framework: to, targets: &targets };
    let Some(derivation) = derive(sets, answers, 3) else { return json!({ "refused": true }) };
    let path: Vec<&str> = derivation.path.iter().map(|framework| FRAMEWORKS[*framework]).collect();
    let mut answer = Map::from_iter([("path".to_owned(), if from == to { Value::Null } else { json!(path) })]);
    for number in 1..=6 {
        let key = number.to_string();
        let row = row(case, &key, derivation.rows[number].as_ref());
        answer.insert(key, row);
    }
    Value::Object(answer)
}

#[test]
fn answers_are_carried_over_as_recorded() {
    let recorded: Recorded = serde_json::from_str(include_str!("recorded/mapping.json")).unwrap();
    assert_eq!(recorded.cases.len(), 22);
    let sets = sets(&recorded);
    for (number, value) in recorded.cases.iter().enumerate() {
        let case: Case = serde_json::from_value(value.clone()).unwrap();
        let ours = answer(&sets, &case);
        for (key, expected) in expected(value) {
            let ours = ours.get(&key).cloned().unwrap_or_default();
            match (&expected, &ours) {
                (Value::Object(expected), Value::Object(_)) => {
                    for (field, expected) in expected {
                        assert_same(number, &format!("{key}.{field}"), &ours[field], expected);
                    }
                }
                _ => assert_same(number, &key, &ours, &expected),
            }
        }
    }
}
