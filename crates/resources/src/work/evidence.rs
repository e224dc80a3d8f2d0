use super::{AppliedControl, Finding, FindingsAssessment, SecurityException};
use crate::catalogue::FilteringLabel;
use crate::iam::{Actor, Folder};
use cairn_model::{Date, Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// Review status.
    pub enum EvidenceStatus {
        Draft = "draft",
        Missing = "missing",
        InReview = "in_review",
        Approved = "approved",
        Rejected = "rejected",
        Expired = "expired",
    }
}

/// Proof that a control works. Its files and links are in its revisions.
#[derive(Debug, Clone, Record)]
#[resource(path = "evidences", unique = "folder,name", mine = "owner")]
pub struct Evidence {
    pub id: Id<Evidence>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(default = "draft")]
    pub status: EvidenceStatus,
    /// When it stops being valid.
    pub expiry_date: Option<Date>,
    /// Where to find it, if it is not a file.
    #[field(url, max = 2048)]
    pub link: Option<String>,
    /// The person or team accountable for it.
    pub owner: Many<Actor>,
    #[field(reverse = "evidences")]
    pub applied_controls: Many<AppliedControl>,
    #[field(reverse = "evidences")]
    pub findings: Many<Finding>,
    #[field(reverse = "evidences")]
    pub findings_assessments: Many<FindingsAssessment>,
    #[field(reverse = "evidences")]
    pub security_exceptions: Many<SecurityException>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(read_only, default = true)]
    pub is_published: bool,
}
