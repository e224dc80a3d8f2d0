use super::RequirementAssessment;
use crate::iam::Folder;
use crate::library::{Question, QuestionChoice};
use cairn_model::{Id, Json, Many, Record, Ref};

/// An answer to a question about a requirement in an audit.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "answers",
    event = "answer",
    unique = "requirement_assessment,question",
    within = "requirement_assessment",
    published_within,
    mine = "through:requirement_assessment",
    display = "(select coalesce(q.text, q.ref_id, q.urn) from questions q where q.id = {t}.question)"
)]
pub struct Answer {
    pub id: Id<Answer>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(immutable)]
    pub requirement_assessment: Ref<RequirementAssessment>,
    #[field(immutable, on_delete = "protect", shows = "urn, type")]
    pub question: Ref<Question>,
    /// The answer to a question without choices.
    pub value: Option<Json<serde_json::Value>>,
    #[field(shows = "urn")]
    pub selected_choices: Many<QuestionChoice>,
    #[field(read_only, default = true)]
    pub is_published: bool,
}
