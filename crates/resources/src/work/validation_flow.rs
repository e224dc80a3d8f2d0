use super::{AppliedControl, Evidence, FindingsAssessment, SecurityException};
use crate::catalogue::FilteringLabel;
use crate::compliance::ComplianceAssessment;
use crate::iam::{Folder, User};
use crate::risk::RiskAssessment;
use cairn_model::{Date, Describe, Id, Json, Many, Markdown, Record, Ref, Timestamp, choice};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

choice! {
    /// How far a validation is.
    pub enum ValidationStatus {
        Submitted = "submitted",
        Accepted = "accepted",
        Rejected = "rejected",
        Revoked = "revoked",
        Expired = "expired",
        Dropped = "dropped",
        ChangeRequested = "change_requested" ("Changes requested"),
    }
}

/// A step of a validation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
pub struct ValidationEvent {
    /// The status it got, or `approved` for an approval after which others still had to approve.
    pub event_type: String,
    /// Who did it, by id. Null if nobody did, because it expired.
    pub event_actor: Option<Uuid>,
    pub event_notes: Option<String>,
    pub created_at: Timestamp,
}

/// A request to validate something: an audit, a risk assessment, a policy. Assessments are locked while it is accepted.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "validation-flows",
    event = "validationflow",
    unique = "ref_id",
    mine = "through:approver",
    display = "{t}.ref_id"
)]
pub struct ValidationFlow {
    pub id: Id<ValidationFlow>,
    pub folder: Ref<Folder>,
    /// Given when it is created: VAL.000001 and so on.
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    /// What the approvers should know.
    #[field(search)]
    pub request_notes: Option<Markdown>,
    #[field(default = "submitted")]
    pub status: ValidationStatus,
    /// Why the status changes. Required to reject, to request changes and to revoke.
    #[field(input, max = 2000)]
    pub event_notes: Option<String>,
    /// The last day to decide. It expires if nobody does.
    pub validation_deadline: Option<Date>,
    /// Who asked for it.
    #[field(read_only, shows = "email, first_name, last_name")]
    pub requester: Option<Ref<User>>,
    /// Who decides.
    #[field(shows = "email, first_name, last_name")]
    pub approver: Option<Ref<User>>,
    /// Others who can decide too.
    #[field(shows = "email, first_name, last_name")]
    pub more_approvers: Many<User>,
    /// How many of them have to approve.
    #[field(min = 1, max = 50, default = 1)]
    pub quorum: i64,
    /// The steps so far, oldest first.
    #[field(read_only, default = "[]")]
    pub events: Json<Vec<ValidationEvent>>,
    #[field(shows = "status")]
    pub compliance_assessments: Many<ComplianceAssessment>,
    #[field(shows = "status")]
    pub risk_assessments: Many<RiskAssessment>,
    #[field(shows = "status")]
    pub findings_assessments: Many<FindingsAssessment>,
    pub evidences: Many<Evidence>,
    pub security_exceptions: Many<SecurityException>,
    /// Controls of the category policy.
    pub policies: Many<AppliedControl>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(default = false)]
    pub is_published: bool,
}
