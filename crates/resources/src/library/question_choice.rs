use super::Question;
use crate::iam::Folder;
use cairn_model::{Id, Json, Markdown, Record, Ref, Timestamp, Translations};

/// An answer that can be chosen.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "question-choices",
    event = "questionchoice",
    order = "order",
    unique = "question,urn",
    within = "question",
    always_published,
    read_only,
    mine = "through:question",
    display = "coalesce({t}.value, {t}.ref_id, {t}.urn)"
)]
pub struct QuestionChoice {
    pub id: Id<QuestionChoice>,
    pub folder: Ref<Folder>,
    pub question: Ref<Question>,
    #[field(max = 255)]
    pub urn: String,
    #[field(max = 255)]
    pub ref_id: Option<String>,
    pub value: Option<Markdown>,
    pub description: Option<Markdown>,
    pub annotation: Option<Markdown>,
    /// Added to the score of the requirement, times the weight of the question.
    pub add_score: Option<i64>,
    /// The result it leads to, such as `compliant`.
    #[field(max = 100)]
    pub compute_result: Option<String>,
    #[field(max = 50)]
    pub color: Option<String>,
    /// The implementation groups it selects, by reference.
    #[field(default = "[]")]
    pub select_implementation_groups: Json<Vec<String>>,
    #[field(default = 0)]
    pub order: i64,
    /// When a newer version of the library left it out.
    pub retired_at: Option<Timestamp>,
    pub translations: Option<Translations>,
}
