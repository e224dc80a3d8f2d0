//! What the organisation has, does, shows and finds.

mod applied_control;
mod asset;
mod attachment;
mod comment;
mod evidence;
mod evidence_file;
mod evidence_revision;
mod finding;
mod findings_assessment;
mod incident;
mod organisation_issue;
mod organisation_objective;
mod security_exception;
mod task_node;
mod task_template;
mod timeline_entry;
mod validation_flow;
mod vulnerability;

pub use applied_control::{AppliedControl, Category, Cost, CostPart, CsfFunction, Effort, Impact, Status};
pub use asset::{
    Asset, AssetType, CriticalityAssessment, DiscontinuingImpact, Objective, ObjectiveSet, RecoveryObjective,
    RecoveryObjectives, RecoverySet, SecurityObjectives,
};
pub use attachment::Attachment;
pub use comment::Comment;
pub use evidence::{Evidence, EvidenceStatus};
pub use evidence_file::EvidenceFile;
pub use evidence_revision::EvidenceRevision;
pub use finding::{Finding, FindingStatus, Severity};
pub use findings_assessment::{AssessmentStatus, FindingsAssessment, FindingsCategory};
pub use incident::{Detection, Incident, IncidentSeverity, IncidentStatus};
pub use organisation_issue::{IssueCategory, IssueOrigin, IssueStatus, OrganisationIssue};
pub use organisation_objective::{ObjectiveHealth, ObjectiveStatus, OrganisationObjective};
pub use security_exception::{ExceptionStatus, SecurityException};
pub use task_node::TaskNode;
pub use task_template::{TaskSchedule, TaskStatus, TaskTemplate};
pub use timeline_entry::{EntryType, TimelineEntry};
pub use validation_flow::{ValidationEvent, ValidationFlow, ValidationStatus};
pub use vulnerability::{Vulnerability, VulnerabilityStatus};

use cairn_model::choice;

choice! {
    /// Urgency, P1 being the highest.
    pub enum Priority { P1 = 1, P2 = 2, P3 = 3, P4 = 4 }
}
