use super::{AppliedControl, Asset, Evidence, Severity, Vulnerability};
use crate::compliance::RequirementAssessment;
use crate::iam::{Actor, Folder, User};
use crate::risk::RiskScenario;
use cairn_model::{Date, Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// Where it stands.
    pub enum ExceptionStatus {
        Draft = "draft",
        InReview = "in_review",
        Approved = "approved",
        Rejected = "rejected",
        Resolved = "resolved",
        Expired = "expired",
        Deprecated = "deprecated",
    }
}

/// Permission to deviate from a rule for a limited time.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "security-exceptions",
    event = "securityexception",
    unique = "folder,name",
    mine = "owners",
    carries = "attachments"
)]
pub struct SecurityException {
    pub id: Id<SecurityException>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    #[field(default = -1)]
    pub severity: Severity,
    #[field(default = "draft")]
    pub status: ExceptionStatus,
    /// The last day on which it applies.
    pub expiration_date: Option<Date>,
    /// The people or teams accountable for it.
    pub owners: Many<Actor>,
    /// The only person who can approve or reject it.
    #[field(shows = "email, first_name, last_name")]
    pub approver: Option<Ref<User>>,
    /// Where to read more.
    #[field(url, max = 2048)]
    pub link: Option<String>,
    pub observation: Option<Markdown>,
    #[field(reverse = "security_exceptions")]
    pub assets: Many<Asset>,
    #[field(reverse = "security_exceptions")]
    pub applied_controls: Many<AppliedControl>,
    #[field(reverse = "security_exceptions")]
    pub vulnerabilities: Many<Vulnerability>,
    #[field(reverse = "security_exceptions")]
    pub requirement_assessments: Many<RequirementAssessment>,
    #[field(reverse = "security_exceptions")]
    pub risk_scenarios: Many<RiskScenario>,
    pub evidences: Many<Evidence>,
    #[field(default = true)]
    pub is_published: bool,
}
