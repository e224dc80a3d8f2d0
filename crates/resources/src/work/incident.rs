use super::{AppliedControl, Asset, TaskTemplate};
use crate::catalogue::{FilteringLabel, Terminology};
use crate::iam::{Actor, Folder};
use crate::library::Threat;
use crate::risk::RiskScenario;
use cairn_model::{Id, Many, Markdown, Record, Ref, Timestamp, choice};

choice! {
    /// How far its handling is.
    pub enum IncidentStatus {
        New = "new",
        Ongoing = "ongoing",
        Resolved = "resolved",
        Closed = "closed",
        Dismissed = "dismissed",
    }
}

choice! {
    /// How bad it is, 1 being the worst.
    pub enum IncidentSeverity {
        Critical = 1,
        Major = 2,
        Moderate = 3,
        Minor = 4,
        Low = 5,
        Unknown = 6 ("unknown"),
    }
}

choice! {
    /// Who noticed it.
    pub enum Detection {
        Internal = "internally_detected" ("Internal"),
        External = "externally_detected" ("External"),
    }
}

/// An unplanned event that needs a response.
#[derive(Debug, Clone, Record)]
#[resource(path = "incidents", mine = "owners", carries = "attachments")]
pub struct Incident {
    pub id: Id<Incident>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100, blank, default = "")]
    pub ref_id: String,
    /// A change is added to its timeline.
    #[field(default = "new")]
    pub status: IncidentStatus,
    /// A change is added to its timeline.
    #[field(default = 3)]
    pub severity: IncidentSeverity,
    #[field(default = "internally_detected")]
    pub detection: Option<Detection>,
    pub occurred_at: Option<Timestamp>,
    pub reported_at: Option<Timestamp>,
    /// Filled in when it is resolved.
    pub resolved_at: Option<Timestamp>,
    /// How it was resolved.
    pub resolution: Option<Markdown>,
    /// Whether the business continuity plan was activated.
    pub is_bcp_activated: Option<bool>,
    /// Where to find it: a URL, a path or a ticket number.
    #[field(link, max = 2048)]
    pub link: Option<String>,
    /// The people or teams accountable for it.
    pub owners: Many<Actor>,
    /// The assets it affects.
    pub assets: Many<Asset>,
    pub threats: Many<Threat>,
    /// What it is about, in the words of the terminology.
    pub qualifications: Many<Terminology>,
    /// The controls that failed, or that respond to it.
    pub applied_controls: Many<AppliedControl>,
    #[field(reverse = "incidents")]
    pub risk_scenarios: Many<RiskScenario>,
    #[field(reverse = "incidents")]
    pub task_templates: Many<TaskTemplate>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(default = true)]
    pub is_published: bool,
}

impl Incident {
    /// The states in which there is something left to do.
    pub const OPEN: &'static [IncidentStatus] = &[IncidentStatus::New, IncidentStatus::Ongoing];
}
