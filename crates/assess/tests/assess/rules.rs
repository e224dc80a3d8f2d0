//! Outcomes of 15 audits, what rules may say, and rules that were written to do harm.

use std::collections::BTreeMap;

use cairn_assess::rules::{AnswerFact, Expression, Facts, MAX_LENGTH, RequirementFact, check, outcomes, visibility};
use cairn_assess::words::{ComplianceResult, RowStatus};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::framework::expected;

#[derive(Deserialize)]
struct Recorded {
    max_score: i64,
    rules: Vec<Rule>,
    nodes: Vec<Node>,
    cases: Vec<Value>,
}

#[derive(Deserialize)]
struct Rule {
    key: String,
    expression: String,
}

#[derive(Deserialize)]
struct Node {
    key: String,
    parent: Option<String>,
    assessable: bool,
    visibility_expression: Option<String>,
}

#[derive(Deserialize)]
struct Case {
    requirements: BTreeMap<String, Row>,
    answer_of_c: Option<String>,
}

#[derive(Deserialize)]
struct Row {
    result: String,
    is_scored: bool,
    score: Option<i64>,
    status: String,
}

fn recorded() -> Recorded {
    serde_json::from_str(include_str!("recorded/outcomes.json")).unwrap()
}

/// A fresh audit. Requirement c has a question; the others begin at the minimum.
fn fresh(recorded: &Recorded) -> Vec<RequirementFact<'_>> {
    let position = |key: &String| recorded.nodes.iter().position(|node| node.key == *key);
    recorded
        .nodes
        .iter()
        .map(|Node { key, parent, assessable, .. }| RequirementFact {
            key,
            parent: parent.as_ref().and_then(position),
            assessable: *assessable,
            in_scope: true,
            result: ComplianceResult::NotAssessed,
            status: RowStatus::ToDo,
            is_scored: key != "c",
            score: (key != "c").then_some(0),
            max_score: recorded.max_score,
        })
        .collect()
}

/// Rules run after every change, and see the outcomes of the run before.
fn replay(recorded: &Recorded, case: &Case) -> Vec<String> {
    let rules: Vec<Expression> =
        recorded.rules.iter().map(|rule| Expression::parse(&rule.expression).unwrap()).collect();
    let rules: Vec<&Expression> = rules.iter().collect();
    let mut facts = fresh(recorded);
    let mut known: Vec<&str> = Vec::new();
    let (choice, mut answers) = (json!("c:question:1:choice"), Vec::new());
    let mut steps: Vec<&str> = vec!["a", "b", "d"];
    steps.extend(case.answer_of_c.is_some().then_some("c"));
    for step in steps {
        let node = recorded.nodes.iter().position(|node| node.key == step).unwrap();
        let fact = &mut facts[node];
        if let Some(row) = case.requirements.get(step) {
            fact.result = ComplianceResult::parse(&row.result).unwrap();
            fact.status = RowStatus::parse(&row.status).unwrap();
            fact.is_scored = row.is_scored;
            fact.score = row.score;
        } else {
            let best = case.answer_of_c.as_deref() == Some("1");
            fact.result = if best { ComplianceResult::Compliant } else { ComplianceResult::NonCompliant };
            fact.is_scored = true;
            fact.score = Some(if best { 4 } else { 1 });
            answers.push(AnswerFact { requirement: node, key: "c:question:1", score: fact.score, value: &choice });
        }
        let facts = Facts { requirements: &facts, answers: &answers, computed_outcomes: &known };
        let matched = outcomes(&rules, &facts, &[]).matched;
        known = matched.into_iter().map(|rule| recorded.rules[rule].key.as_str()).collect();
    }
    known.into_iter().map(str::to_owned).collect()
}

#[test]
fn outcomes_are_as_recorded() {
    let recorded = recorded();
    assert_eq!(recorded.cases.len(), 15);
    for (number, value) in recorded.cases.iter().enumerate() {
        let case: Case = serde_json::from_value(value.clone()).unwrap();
        let ours = json!({ "outcomes": replay(&recorded, &case) });
        assert_eq!(Value::Object(expected(value)), ours, "case {number}");
    }
}

#[test]
fn a_rule_hides_a_node_and_one_that_fails_does_not() {
    let recorded = recorded();
    let rules: Vec<Option<Expression>> = recorded
        .nodes
        .iter()
        .map(|node| node.visibility_expression.as_deref().map(|source| Expression::parse(source).unwrap()))
        .collect();
    let rules: Vec<Option<&Expression>> = rules.iter().map(Option::as_ref).collect();
    let mut requirements = fresh(&recorded);
    let hidden = |requirements: &[RequirementFact<'_>]| {
        let visibility = visibility(&rules, &Facts { requirements, answers: &[], computed_outcomes: &[] });
        assert_eq!(visibility.failures.len(), 1, "the rule about a requirement that does not exist fails");
        let keys = requirements.iter().zip(visibility.hidden).filter(|(_, hidden)| *hidden);
        keys.map(|(row, _)| row.key.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(hidden(&requirements), ["b", "e"]);
    requirements[1].result = ComplianceResult::Compliant;
    assert_eq!(hidden(&requirements), ["e"]);
    requirements[1].score = Some(6);
    assert_eq!(hidden(&requirements), Vec::<String>::new());
}

#[test]
fn what_is_below_a_hidden_section_is_hidden_and_leaves_the_facts() {
    let recorded = recorded();
    let mut requirements = fresh(&recorded);
    requirements[4].parent = Some(2);
    requirements[4].score = Some(3);
    let never = Expression::parse("false").unwrap();
    let mut rules = vec![None; requirements.len()];
    rules[2] = Some(&never);
    let facts = Facts { requirements: &requirements, answers: &[], computed_outcomes: &[] };
    let hidden = visibility(&rules, &facts).hidden;
    assert_eq!(hidden, [false, false, true, false, true, false]);
    let holds = |source: &str| {
        let rule = Expression::parse(source).unwrap();
        outcomes(&[&rule], &facts, &hidden).matched == [0]
    };
    assert!(holds("hidden_requirements == ['b', 'd'] && !('d' in requirements) && size(requirements) == 2"));
    assert!(holds("assessment.score_sum == 0 && assessment.total_count == 2 && assessment.score_max == 8"));
}

#[test]
fn what_cannot_be_a_rule_is_refused_with_a_reason() {
    let refused = [
        ("", "The expression is empty."),
        ("a &&", "Line 1, column 5: Syntax error"),
        ("1 +* 2", "Line 1, column 4: unexpected token."),
        ("'a'.matches('(a+)+')", "The function “matches” is not available."),
        ("requirements.map(a, requirements.map(b, requirements.map(c, 1)))", "More than 2 loops are nested."),
        ("Message{field: 1}", "Messages are not available."),
    ];
    for (source, reason) in refused {
        let error = check(source).unwrap_err();
        assert!(error.starts_with(reason), "{source}: {error}");
    }
    assert!(check(&"(".repeat(500)).is_err());
    assert!(check(&format!("{}1{}", "-(".repeat(300), ")".repeat(300))).is_err());
    assert!(check(&format!("1{}", "+1".repeat(900))).unwrap_err().contains("nested too deeply"));
    assert!(check(&format!("[{}1]", "1,".repeat(700))).unwrap_err().contains("more than 600 nodes"));
    assert!(check(&" ".repeat(MAX_LENGTH + 1)).is_err());
    assert!(check(&format!("'{}'", "a".repeat(MAX_LENGTH))).unwrap_err().contains("The limit is 2000"));
}

/// A large audit: 1,200 requirements and 3,000 answers.
pub fn large(run: impl FnOnce(&Facts<'_>)) {
    let keys: Vec<String> = (0..3000).map(|number| format!("requirement.{number}")).collect();
    let requirements: Vec<RequirementFact<'_>> = keys[..1200]
        .iter()
        .map(|key| RequirementFact {
            key,
            parent: None,
            assessable: true,
            in_scope: true,
            result: ComplianceResult::PartiallyCompliant,
            status: RowStatus::InProgress,
            is_scored: true,
            score: Some(2),
            max_score: 4,
        })
        .collect();
    let value = json!("a choice");
    let answers: Vec<AnswerFact<'_>> = keys
        .iter()
        .enumerate()
        .map(|(number, key)| AnswerFact { requirement: number % 1200, key, score: Some(1), value: &value })
        .collect();
    run(&Facts { requirements: &requirements, answers: &answers, computed_outcomes: &[] });
}

#[test]
fn rules_over_a_large_audit_are_affordable() {
    large(|facts| {
        for source in [
            "requirements.all(k, requirements[k].result != 'not_assessed' && requirements[k].score >= 1)",
            "answers.exists(k, answers[k].value == 'no such choice') || size(requirements) == 1200",
            "requirements.filter(k, requirements[k].score < 3).size() == 1200",
            "double(assessment.score_sum) / double(assessment.score_max) == 0.5",
            "['requirement.1', 'requirement.2'].all(a, requirements.exists(b, a == b))",
        ] {
            let rule = Expression::parse(source).unwrap();
            let outcomes = outcomes(&[&rule], facts, &[]);
            assert_eq!(outcomes.matched, [0], "{source}: {:?}", outcomes.failures);
        }
    });
}

#[test]
fn rules_that_would_take_too_long_are_not_tried() {
    let many = format!("({}answers)", "answers.map(k, k) + ".repeat(20).replacen("answers)", "answers.map(k, k))", 1));
    large(|facts| {
        for source in [
            "answers.all(a, answers.all(b, a != b))",
            "requirements.map(a, requirements.map(b, a + b)) == [['']]",
            "requirements.map(a, requirements).size() == 0",
            "requirements.all(k, requirements < answers)",
            "requirements.all(k, string(requirements) == k)",
            "[requirements, requirements].all(r, answers.all(a, r == requirements))",
            &many.replace("+ answers)", "+ answers.map(k, k)).all(x, answers.all(y, x == y))"),
        ] {
            let rule = Expression::parse(source).unwrap_or_else(|error| panic!("{source}: {error}"));
            let outcomes = outcomes(&[&rule], facts, &[]);
            let message = outcomes.failures.first().map_or("", |failure| failure.message.as_str());
            assert!(message.contains("steps on this audit"), "{source}: {message}");
        }
    });
}

#[test]
fn all_rules_together_have_a_limit_too() {
    large(|facts| {
        let rule = Expression::parse("answers.all(k, answers[k].score == 1)").unwrap();
        let outcomes = outcomes(&vec![&rule; 2000], facts, &[]);
        assert!(!outcomes.matched.is_empty() && !outcomes.failures.is_empty());
        assert!(outcomes.failures.iter().all(|failure| failure.message.contains("steps on this audit")));
    });
}
