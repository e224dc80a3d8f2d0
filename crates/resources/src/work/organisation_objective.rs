use super::{AppliedControl, Asset, OrganisationIssue, TaskTemplate};
use crate::iam::{Actor, Folder};
use crate::metrology::MetricInstance;
use cairn_model::{Date, Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// Where it stands.
    pub enum ObjectiveStatus {
        Draft = "draft",
        InProgress = "in_progress",
        Achieved = "achieved",
        Degraded = "degraded",
        Deprecated = "deprecated",
    }
}

choice! {
    /// Whether it will be reached in time.
    pub enum ObjectiveHealth {
        Undefined = "--",
        OnTrack = "on_track",
        AtRisk = "at_risk",
        OffTrack = "off_track",
    }
}

/// What the organisation wants to achieve.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "organisation-objectives",
    event = "organisationobjective",
    unique = "folder,name",
    mine = "assigned_to"
)]
pub struct OrganisationObjective {
    pub id: Id<OrganisationObjective>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(max = 100, blank, default = "")]
    pub ref_id: String,
    #[field(default = "draft")]
    pub status: ObjectiveStatus,
    #[field(default = "--")]
    pub health: ObjectiveHealth,
    #[field(default = true)]
    pub is_active: bool,
    pub start_date: Option<Date>,
    /// When it should be achieved.
    pub eta: Option<Date>,
    pub due_date: Option<Date>,
    /// When it ended. Filled in when it is achieved.
    pub closing_date: Option<Date>,
    pub observation: Option<Markdown>,
    /// The people or teams accountable for it.
    pub assigned_to: Many<Actor>,
    /// The issues that it responds to.
    pub issues: Many<OrganisationIssue>,
    pub assets: Many<Asset>,
    #[field(reverse = "objectives")]
    pub applied_controls: Many<AppliedControl>,
    /// The tasks that lead to it.
    #[field(reverse = "objectives")]
    pub tasks: Many<TaskTemplate>,
    /// The metrics that show how far it is.
    #[field(reverse = "organisation_objectives")]
    pub metrics: Many<MetricInstance>,
    #[field(default = false)]
    pub is_published: bool,
}
