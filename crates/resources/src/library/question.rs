use super::RequirementNode;
use crate::iam::Folder;
use cairn_model::{Describe, Id, Json, Markdown, Record, Ref, Timestamp, Translations, choice};
use serde::{Deserialize, Serialize};

choice! {
    /// What kind of answer is expected.
    pub enum QuestionType {
        Text = "text",
        Number = "number",
        Boolean = "boolean",
        UniqueChoice = "unique_choice" ("Single choice"),
        MultipleChoice = "multiple_choice",
        Date = "date",
    }
}

/// A question is asked only when another one was answered in a certain way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
pub struct DependsOn {
    /// URN of the other question.
    pub question: String,
    /// URNs of choices, or plain answers where the other question has no choices.
    pub answers: Vec<String>,
    /// `any` or `all`.
    pub condition: String,
}

/// A question about a requirement.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "questions",
    event = "question",
    order = "order",
    unique = "urn",
    within = "requirement_node",
    always_published,
    read_only,
    mine = "through:requirement_node",
    display = "coalesce({t}.text, {t}.ref_id, {t}.urn)"
)]
pub struct Question {
    pub id: Id<Question>,
    pub folder: Ref<Folder>,
    pub requirement_node: Ref<RequirementNode>,
    #[field(max = 255)]
    pub urn: String,
    #[field(max = 255)]
    pub ref_id: Option<String>,
    #[field(search)]
    pub text: Option<Markdown>,
    pub annotation: Option<Markdown>,
    #[field(default = "text")]
    pub r#type: QuestionType,
    pub config: Option<Json<serde_json::Value>>,
    pub depends_on: Option<Json<DependsOn>>,
    #[field(default = 0)]
    pub order: i64,
    #[field(default = 1)]
    pub weight: i64,
    /// When a newer version of the library left it out. It keeps its answers, and is no longer asked.
    pub retired_at: Option<Timestamp>,
    pub translations: Option<Translations>,
}
