//! The data that rules see.

use cairn_expression::Variables;
use cairn_expression::value::{self, Value, list, map, text};
use serde_json::Value as Json;

use crate::words::{ComplianceResult, RowStatus};

/// A node of the framework with its state in the audit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequirementFact<'a> {
    /// The name that rules use.
    pub key: &'a str,
    pub parent: Option<usize>,
    pub assessable: bool,
    pub in_scope: bool,
    pub result: ComplianceResult,
    pub status: RowStatus,
    pub is_scored: bool,
    pub score: Option<i64>,
    pub max_score: i64,
}

/// An answer to a visible question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerFact<'a> {
    /// The requirement, as an index.
    pub requirement: usize,
    /// The name of the question that rules use.
    pub key: &'a str,
    /// The sum of the scores of the selected choices.
    pub score: Option<i64>,
    /// The answer as the API has it: a text, a number, a choice, a list of choices.
    pub value: &'a Json,
}

#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// By node of the framework.
    pub requirements: &'a [RequirementFact<'a>],
    pub answers: &'a [AnswerFact<'a>],
    /// The outcomes of the previous evaluation.
    pub computed_outcomes: &'a [&'a str],
}

impl Facts<'_> {
    /// Rules see requirements that are assessable, in scope and not hidden, and their answers.
    pub(super) fn known(&self, hidden: &[bool]) -> Variables {
        let is_hidden = |node: usize| hidden.get(node).copied().unwrap_or(false);
        let counts = |node: usize| {
            self.requirements.get(node).is_some_and(|row| row.assessable && row.in_scope) && !is_hidden(node)
        };
        let rows = || self.requirements.iter().enumerate().filter(|(node, _)| counts(*node)).map(|(_, row)| row);
        let judged = rows().filter(|row| row.result != ComplianceResult::NotAssessed).count();
        let scored = rows().filter(|row| row.is_scored && row.result != ComplianceResult::NotApplicable);
        let score_sum = scored.filter_map(|row| row.score).fold(0_i64, i64::saturating_add);
        let score_max = rows().fold(0_i64, |sum, row| sum.saturating_add(row.max_score));
        let assessment = map([
            ("score_sum", Value::Int(score_sum)),
            ("score_max", Value::Int(score_max)),
            ("answered_count", Value::Int(judged as i64)),
            ("total_count", Value::Int(rows().count() as i64)),
        ]);
        let requirements = map(rows().map(|row| (row.key, requirement(row))));
        let answers =
            map(self.answers.iter().filter(|answer| counts(answer.requirement)).map(|one| (one.key, answer(one))));
        let hidden_requirements = list(
            self.requirements.iter().enumerate().filter(|(node, _)| is_hidden(*node)).map(|(_, row)| text(row.key)),
        );
        let computed_outcomes = list(self.computed_outcomes.iter().map(|key| text(key)));
        let mut known = Variables::default();
        known.add("assessment", assessment);
        known.add("requirements", requirements);
        known.add("answers", answers);
        known.add("hidden_requirements", hidden_requirements);
        known.add("computed_outcomes", computed_outcomes);
        known
    }
}

fn requirement(row: &RequirementFact<'_>) -> Value {
    map([
        ("score", row.score.map_or(Value::Null, Value::Int)),
        ("max_score", Value::Int(row.max_score)),
        ("result", text(row.result.as_str())),
        ("status", text(row.status.as_str())),
        ("is_scored", Value::Bool(row.is_scored)),
    ])
}

fn answer(answer: &AnswerFact<'_>) -> Value {
    map([("score", answer.score.map_or(Value::Null, Value::Int)), ("value", json(answer.value))])
}

/// Answers are flat. Anything nested deeper than a list is left out.
fn json(value: &Json) -> Value {
    match value {
        Json::Array(items) => list(items.iter().map(plain)),
        other => plain(other),
    }
}

fn plain(value: &Json) -> Value {
    match value {
        Json::Array(_) | Json::Object(_) => Value::Null,
        flat => value::json(flat),
    }
}
