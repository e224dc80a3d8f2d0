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
mod security_exception;
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
pub use security_exception::{ExceptionStatus, SecurityException};
pub use vulnerability::{Vulnerability, VulnerabilityStatus};

use cairn_model::choice;

choice! {
    /// Urgency, P1 being the highest.
    pub enum Priority { P1 = 1, P2 = 2, P3 = 3, P4 = 4 }
}
