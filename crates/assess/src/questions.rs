//! The questions of a requirement, as a framework defines them.

use crate::answers::Answer;
use crate::words::ComplianceResult;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    Text,
    Number,
    Boolean,
    Date,
    UniqueChoice,
    MultipleChoice,
}

impl QuestionKind {
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "text" => Self::Text,
            "number" => Self::Number,
            "boolean" => Self::Boolean,
            "date" => Self::Date,
            "unique_choice" => Self::UniqueChoice,
            "multiple_choice" => Self::MultipleChoice,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub kind: QuestionKind,
    pub weight: Option<i64>,
    pub depends_on: Option<DependsOn>,
    /// Empty for the kinds that have none.
    pub choices: Vec<Choice>,
}

impl Question {
    pub const fn new(kind: QuestionKind) -> Self {
        Self { kind, weight: None, depends_on: None, choices: Vec::new() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The identifier used in answers. Case-insensitive.
    pub key: String,
    pub add_score: Option<i64>,
    pub result: Option<ComplianceResult>,
    /// The implementation groups that it switches on.
    pub groups: Vec<usize>,
}

/// A condition: the question is shown only after certain answers to another one.
#[derive(Clone, Debug, PartialEq)]
pub struct DependsOn {
    /// The other question, as an index into the same slice. None if the file names a question that does not exist.
    pub question: Option<usize>,
    /// The expected answers. If the list is empty, any answer will do.
    pub answers: Vec<Answer>,
    pub condition: Condition,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    Any,
    All,
}

impl DependsOn {
    /// Whether an answer to the other question meets the condition.
    pub fn is_met_by(&self, given: &Answer) -> bool {
        if self.answers.is_empty() {
            return true;
        }
        let has = |wanted: &Answer| match (given, wanted) {
            (Answer::Choices(given), Answer::Choices(wanted)) => wanted.iter().all(|choice| given.contains(choice)),
            (given, wanted) => given == wanted,
        };
        match self.condition {
            Condition::Any => self.answers.iter().any(has),
            Condition::All => self.answers.iter().all(has),
        }
    }
}

/// A mistake in a library: a question that can never be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DependencyProblem {
    #[error("Question {0} depends on a question that does not exist.")]
    Unknown(usize),
    #[error("Question {0} depends on itself, directly or through others, so it is never shown.")]
    Circle(usize),
}

/// Finds the questions that can never be shown. Questions are numbered from 0.
pub fn dependency_problems(questions: &[Question]) -> Vec<DependencyProblem> {
    let depends_on = |question: usize| questions[question].depends_on.as_ref();
    (0..questions.len())
        .filter_map(|start| {
            let mut question = start;
            for _ in 0..questions.len() {
                question = match depends_on(question)?.question {
                    Some(next) if next < questions.len() => next,
                    _ => return (question == start).then_some(DependencyProblem::Unknown(start)),
                };
                if question == start {
                    return Some(DependencyProblem::Circle(start));
                }
            }
            None
        })
        .collect()
}
