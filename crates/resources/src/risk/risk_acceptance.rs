use super::RiskScenario;
use crate::iam::{Folder, User};
use cairn_model::{Date, Id, Many, Markdown, Record, Ref, Timestamp, choice};

choice! {
    /// Where an acceptance stands.
    pub enum AcceptanceState {
        Created = "created" ("Draft"),
        Submitted = "submitted",
        Accepted = "accepted",
        Rejected = "rejected",
        Revoked = "revoked",
    }
}

/// A decision to accept risks, made by an approver.
#[derive(Debug, Clone, Record)]
#[resource(path = "risk-acceptances", event = "riskacceptance", unique = "folder,name", mine = "through:approver")]
pub struct RiskAcceptance {
    pub id: Id<RiskAcceptance>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// The risks that are accepted.
    #[field(shows = "ref_id, name")]
    pub risk_scenarios: Many<RiskScenario>,
    /// Who decides. They need the permission to approve risk acceptances in this domain and in those of the scenarios.
    pub approver: Option<Ref<User>>,
    /// The last day on which it applies. Empty if it has no end.
    pub expiry_date: Option<Date>,
    #[field(search, max = 500)]
    pub justification: Option<String>,
    #[field(read_only, default = "created")]
    pub state: AcceptanceState,
    #[field(read_only)]
    pub accepted_at: Option<Timestamp>,
    #[field(read_only)]
    pub rejected_at: Option<Timestamp>,
    #[field(read_only)]
    pub revoked_at: Option<Timestamp>,
    /// When its expiry was applied to its risks.
    #[field(read_only)]
    pub expired_at: Option<Timestamp>,
    /// Submits it to the approver right away.
    #[field(input, default = false)]
    pub submit: bool,
    #[field(default = false)]
    pub is_published: bool,
}
