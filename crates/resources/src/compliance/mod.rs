//! Audits: frameworks, assessed requirement by requirement.

mod answer;
mod campaign;
mod compliance_assessment;
mod report_template;
mod requirement_assessment;
mod requirement_assignment;

pub use answer::Answer;
pub use campaign::{Campaign, CampaignStatus};
pub use compliance_assessment::{ComplianceAssessment, ScoreMethod};
pub use report_template::ReportTemplate;
pub use requirement_assessment::{
    ComplianceResult, ExtendedResult, RequirementAssessment, RequirementStatus, RespondentAlignment,
};
pub use requirement_assignment::{AssignmentEvent, AssignmentStatus, RequirementAssignment};
