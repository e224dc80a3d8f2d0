use super::{AppliedControl, Asset, Evidence, FindingsAssessment, Priority, Vulnerability};
use crate::catalogue::FilteringLabel;
use crate::iam::{Actor, Folder};
use crate::library::{ReferenceControl, Threat};
use cairn_model::{Date, Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// How severe it is.
    pub enum Severity {
        Undefined = -1 ("undefined"),
        Info = 0 ("info"),
        Low = 1 ("low"),
        Medium = 2 ("medium"),
        High = 3 ("high"),
        Critical = 4 ("critical"),
    }
}

choice! {
    /// Remediation status.
    pub enum FindingStatus {
        Undefined = "--",
        Identified = "identified",
        Confirmed = "confirmed",
        Dismissed = "dismissed",
        Assigned = "assigned",
        InProgress = "in_progress",
        Mitigated = "mitigated",
        Resolved = "resolved",
        Closed = "closed",
        Deprecated = "deprecated",
    }
}

/// A weakness or observation to follow up on.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "findings",
    order = "ref_id,created_at",
    mine = "owner",
    within = "findings_assessment",
    carries = "attachments"
)]
pub struct Finding {
    pub id: Id<Finding>,
    /// The domain of its findings assessment.
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(shows = "name, is_locked")]
    pub findings_assessment: Ref<FindingsAssessment>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100, blank, default = "")]
    pub ref_id: String,
    #[field(default = -1)]
    pub severity: Severity,
    #[field(default = "--")]
    pub status: FindingStatus,
    pub priority: Option<Priority>,
    pub eta: Option<Date>,
    pub due_date: Option<Date>,
    pub asset: Option<Ref<Asset>>,
    pub observation: Option<Markdown>,
    /// The person or team accountable for it.
    pub owner: Many<Actor>,
    /// The controls that address it.
    pub applied_controls: Many<AppliedControl>,
    pub evidences: Many<Evidence>,
    /// The vulnerabilities behind it.
    pub vulnerabilities: Many<Vulnerability>,
    /// The threats it makes more likely.
    pub threats: Many<Threat>,
    /// Catalogue entries that would address it.
    pub reference_controls: Many<ReferenceControl>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(default = false)]
    pub is_published: bool,
}

impl Finding {
    /// The states in which nothing is left to do.
    pub const SETTLED: &'static [FindingStatus] = &[
        FindingStatus::Dismissed,
        FindingStatus::Mitigated,
        FindingStatus::Resolved,
        FindingStatus::Closed,
        FindingStatus::Deprecated,
    ];
}
