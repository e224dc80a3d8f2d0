use super::RiskAssessment;
use crate::catalogue::{FilteringLabel, Terminology};
use crate::iam::{Actor, Folder};
use crate::library::Threat;
use crate::work::{AppliedControl, Asset, Incident, SecurityException, Vulnerability};
use cairn_model::{Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// What is done about a risk.
    pub enum Treatment {
        Open = "open",
        Mitigate = "mitigate",
        Accept = "accept",
        Avoid = "avoid",
        Transfer = "transfer",
        Cancelled = "cancelled",
    }
}

/// Something that could go wrong, rated without controls, with existing controls and with planned ones.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "risk-scenarios",
    event = "riskscenario",
    order = "ref_id,created_at",
    mine = "owner",
    within = "risk_assessment",
    published_within
)]
pub struct RiskScenario {
    pub id: Id<RiskScenario>,
    /// The domain of its risk assessment.
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(immutable, shows = "name, is_locked")]
    pub risk_assessment: Ref<RiskAssessment>,
    /// If left empty, the next of R.01, R.02 and so on.
    #[field(search, max = 100, blank, default = "")]
    pub ref_id: String,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// Where the risk comes from.
    #[field(on_delete = "protect")]
    pub risk_origin: Option<Ref<Terminology>>,
    pub threats: Many<Threat>,
    pub assets: Many<Asset>,
    /// The weaknesses that make it possible.
    pub vulnerabilities: Many<Vulnerability>,
    /// The incidents in which it materialised.
    pub incidents: Many<Incident>,
    /// Other scenarios that can lead to this one.
    #[field(shows = "ref_id, name")]
    pub antecedent_scenarios: Many<RiskScenario>,
    /// What it affects, such as confidentiality or reputation.
    pub qualifications: Many<Terminology>,
    /// The probability without any control, as a place on the matrix from 0. -1 if it is not rated.
    #[field(min = -1, default = -1)]
    pub inherent_proba: i64,
    /// The impact without any control, as a place on the matrix from 0. -1 if it is not rated.
    #[field(min = -1, default = -1)]
    pub inherent_impact: i64,
    /// The level of risk that the matrix gives.
    #[field(read_only, default = -1)]
    pub inherent_level: i64,
    /// The existing controls in words.
    pub existing_controls: Option<Markdown>,
    pub existing_applied_controls: Many<AppliedControl>,
    /// The probability with the existing controls. -1 if it is not rated.
    #[field(min = -1, default = -1)]
    pub current_proba: i64,
    /// The impact with the existing controls. -1 if it is not rated.
    #[field(min = -1, default = -1)]
    pub current_impact: i64,
    /// The level of risk that the matrix gives.
    #[field(read_only, default = -1)]
    pub current_level: i64,
    /// The planned controls.
    pub applied_controls: Many<AppliedControl>,
    /// The probability once the planned controls are active. -1 if it is not rated.
    #[field(min = -1, default = -1)]
    pub residual_proba: i64,
    /// The impact once the planned controls are active. -1 if it is not rated.
    #[field(min = -1, default = -1)]
    pub residual_impact: i64,
    /// The level of risk that the matrix gives.
    #[field(read_only, default = -1)]
    pub residual_level: i64,
    #[field(default = "open")]
    pub treatment: Treatment,
    /// What was chosen before the risk was accepted. It comes back when the last acceptance ends.
    #[field(read_only)]
    pub treatment_before_acceptance: Option<Treatment>,
    /// How well the subject is known: 0 is low, 2 is high, -1 is not rated. A matrix can have its own levels.
    #[field(min = -1, default = -1)]
    pub strength_of_knowledge: i64,
    pub security_exceptions: Many<SecurityException>,
    #[field(max = 2000)]
    pub justification: Option<String>,
    /// The person or team accountable for it.
    pub owner: Many<Actor>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(read_only, default = false)]
    pub is_published: bool,
}
