//! Audits: frameworks, assessed requirement by requirement.

mod answer;
mod compliance_assessment;
mod requirement_assessment;
mod requirement_assignment;

pub use answer::Answer;
pub use compliance_assessment::{ComplianceAssessment, ScoreMethod};
pub use requirement_assessment::{
    ComplianceResult, ExtendedResult, RequirementAssessment, RequirementStatus, RespondentAlignment,
};
pub use requirement_assignment::{AssignmentEvent, AssignmentStatus, RequirementAssignment};
