use super::{ComplianceAssessment, RequirementAssessment};
use crate::iam::{Actor, Folder};
use cairn_model::{Describe, Id, Json, Many, Record, Ref, Timestamp, choice};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

choice! {
    /// Where the work on an assignment stands.
    pub enum AssignmentStatus {
        Draft = "draft",
        InProgress = "in_progress",
        Submitted = "submitted",
        ChangesRequested = "changes_requested",
        Closed = "closed",
    }
}

/// A step of an assignment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
pub struct AssignmentEvent {
    /// The status it got.
    pub event_type: String,
    /// Who changed it, by id.
    pub event_actor: Option<Uuid>,
    pub event_notes: Option<String>,
    pub created_at: Timestamp,
}

/// Requirements of an audit that someone has to answer.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "requirement-assignments",
    event = "requirementassignment",
    within = "compliance_assessment",
    published_within,
    mine = "actor",
    display = "(select c.name from compliance_assessments c where c.id = {t}.compliance_assessment)"
)]
pub struct RequirementAssignment {
    pub id: Id<RequirementAssignment>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(immutable)]
    pub compliance_assessment: Ref<ComplianceAssessment>,
    /// Who answers.
    pub actor: Many<Actor>,
    pub requirement_assessments: Many<RequirementAssessment>,
    #[field(read_only, default = "draft")]
    pub status: AssignmentStatus,
    /// What happened so far, oldest first.
    #[field(read_only, default = "[]")]
    pub events: Json<Vec<AssignmentEvent>>,
    #[field(read_only, default = true)]
    pub is_published: bool,
}
