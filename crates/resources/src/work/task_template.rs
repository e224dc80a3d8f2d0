use super::{AppliedControl, Asset, Evidence, Finding, FindingsAssessment, Incident, OrganisationObjective};
use crate::catalogue::FilteringLabel;
use crate::compliance::ComplianceAssessment;
use crate::iam::{Actor, Folder};
use crate::risk::RiskAssessment;
use cairn_model::{Date, Describe, Id, Json, Many, Markdown, Record, Ref, choice};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

choice! {
    /// How far it is.
    pub enum TaskStatus {
        Pending = "pending",
        InProgress = "in_progress",
        Completed = "completed",
        Cancelled = "cancelled",
    }
}

impl TaskStatus {
    /// The states in which there is something left to do.
    pub const OPEN: &'static [TaskStatus] = &[TaskStatus::Pending, TaskStatus::InProgress];

    pub fn is_open(self) -> bool {
        Self::OPEN.contains(&self)
    }
}

/// How often a task recurs, as it was given. The rules of tasks check what is in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskSchedule(pub Value);

impl Describe for TaskSchedule {
    fn schema() -> Value {
        let whole = |least: i64, most: i64, doc: &str| json!({ "type": "integer", "minimum": least, "maximum": most, "description": doc });
        let list = |least: i64, most: i64, doc: &str| json!({ "type": "array", "items": { "type": "integer", "minimum": least, "maximum": most }, "description": doc });
        json!({
            "type": "object",
            "properties": {
                "frequency": { "type": "string", "enum": ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] },
                "interval": whole(1, 1000, "Every so many days, weeks, months or years. Defaults to 1."),
                "days_of_week": list(1, 7, "1 is Monday. For weekly, monthly and yearly tasks."),
                "weeks_of_month": list(-1, 4, "1 to 4, or -1 for the last. For monthly and yearly tasks."),
                "months_of_year": list(1, 12, "For yearly tasks."),
                "end_date": { "type": ["string", "null"], "format": "date", "description": "The last day." },
                "occurrences": { "type": ["integer", "null"], "minimum": 1, "maximum": 10_000, "description": "How many times." },
                "exceptions": {
                    "type": ["array", "null"],
                    "items": { "type": "string", "format": "date" },
                    "description": "Days that are left out.",
                },
                "overdue_behavior": {
                    "type": "string",
                    "enum": ["NO_IMPACT", "DELAY_NEXT"],
                    "description": "Whether an overdue occurrence moves those after it. Defaults to NO_IMPACT.",
                },
            },
            "required": ["frequency"],
        })
    }
}

/// Something that has to be done, once or again and again.
#[derive(Debug, Clone, Record)]
#[resource(path = "task-templates", event = "tasktemplate", mine = "assigned_to", carries = "attachments")]
pub struct TaskTemplate {
    pub id: Id<TaskTemplate>,
    pub folder: Ref<Folder>,
    #[field(search, max = 200)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    /// The day on which it is due or, if it recurs, from which on it does.
    pub task_date: Option<Date>,
    #[field(default = false)]
    pub is_recurrent: bool,
    /// How often it recurs.
    pub schedule: Option<Json<TaskSchedule>>,
    /// Whether new occurrences are planned.
    #[field(default = true)]
    pub enabled: bool,
    /// How far it is, unless it recurs: then each occurrence has its own status.
    pub status: Option<TaskStatus>,
    /// What was noticed while doing it, unless it recurs.
    pub observation: Option<Markdown>,
    /// Where to find more: a URL, a path or a ticket number.
    #[field(link, max = 2048)]
    pub link: Option<String>,
    /// The people or teams who do it.
    pub assigned_to: Many<Actor>,
    /// The evidence it is expected to produce.
    #[field(shows = "folder")]
    pub evidences: Many<Evidence>,
    #[field(shows = "folder")]
    pub assets: Many<Asset>,
    #[field(shows = "folder")]
    pub applied_controls: Many<AppliedControl>,
    #[field(shows = "folder")]
    pub compliance_assessments: Many<ComplianceAssessment>,
    #[field(shows = "folder")]
    pub risk_assessments: Many<RiskAssessment>,
    #[field(shows = "folder")]
    pub findings_assessment: Many<FindingsAssessment>,
    pub findings: Many<Finding>,
    pub objectives: Many<OrganisationObjective>,
    pub incidents: Many<Incident>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(default = false)]
    pub is_published: bool,
}
