use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Translations, Urn, words};

/// What an audit asks about a requirement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub urn: Urn,
    #[serde(rename = "type")]
    pub kind: QuestionType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depends_on: Option<DependsOn>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

words! {
    QuestionType {
        Text = "text",
        Number = "number",
        Boolean = "boolean",
        UniqueChoice = "unique_choice",
        MultipleChoice = "multiple_choice",
        Date = "date",
    }
}

impl QuestionType {
    pub const fn has_choices(self) -> bool {
        matches!(self, Self::UniqueChoice | Self::MultipleChoice)
    }
}

/// A question is asked only when another one was answered in a certain way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DependsOn {
    pub question: Urn,
    /// URNs of choices, or plain answers where the other question has no choices.
    #[serde(default)]
    pub answers: Vec<String>,
    pub condition: Condition,
}

words! {
    /// Whether one of the answers is enough.
    Condition {
        Any = "any",
        All = "all",
    }
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add_score: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compute_result: Option<ComputeResult>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// The `ref_id`s of the implementation groups that this answer selects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub select_implementation_groups: Vec<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

words! {
    /// The result that an answer leads to.
    ComputeResult {
        Compliant = "compliant",
        PartiallyCompliant = "partially_compliant",
        NonCompliant = "non_compliant",
        NotApplicable = "not_applicable",
    }
}
