use serde::{Deserialize, Serialize};

use super::{
    Asset, Evidence, Finding, Incident, OrganisationObjective, Priority, SecurityException, TaskTemplate, Vulnerability,
};
use crate::catalogue::FilteringLabel;
use crate::iam::{Actor, Folder};
use crate::library::ReferenceControl;
use cairn_model::{Date, Describe, Id, Json, Many, Markdown, Record, Ref, choice};

choice! {
    /// Implementation status.
    pub enum Status {
        ToDo = "to_do",
        InProgress = "in_progress",
        OnHold = "on_hold",
        Active = "active",
        Degraded = "degraded",
        Deprecated = "deprecated",
        Undefined = "--",
    }
}

choice! {
    /// The type of control.
    pub enum Category {
        Policy = "policy",
        Process = "process",
        Technical = "technical",
        Physical = "physical",
        Procedure = "procedure",
    }
}

choice! {
    /// The NIST Cybersecurity Framework function it supports.
    pub enum CsfFunction {
        Govern = "govern",
        Identify = "identify",
        Protect = "protect",
        Detect = "detect",
        Respond = "respond",
        Recover = "recover",
    }
}

choice! {
    /// How much work it takes to implement.
    pub enum Effort {
        ExtraSmall = "XS" ("Extra Small"),
        Small = "S",
        Medium = "M",
        Large = "L",
        ExtraLarge = "XL" ("Extra Large"),
    }
}

choice! {
    /// How much it reduces risk.
    pub enum Impact { VeryLow = 1 ("Very Low"), Low = 2, Medium = 3, High = 4, VeryHigh = 5 ("Very High") }
}

/// What a control costs to implement and operate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    #[serde(default = "euro")]
    pub currency: String,
    /// Years over which the implementation cost is spread.
    #[serde(default = "one_year")]
    pub amortization_period: u32,
    #[serde(default)]
    pub build: CostPart,
    #[serde(default)]
    pub run: CostPart,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct CostPart {
    #[serde(default)]
    pub fixed_cost: f64,
    /// Person-days, at the daily rate from the instance settings.
    #[serde(default)]
    pub people_days: f64,
}

fn euro() -> String {
    "€".to_owned()
}

fn one_year() -> u32 {
    1
}

/// A security measure the organisation has implemented or plans to implement.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "applied-controls",
    event = "appliedcontrol",
    unique = "folder,name",
    mine = "owner",
    carries = "attachments"
)]
pub struct AppliedControl {
    pub id: Id<AppliedControl>,
    /// The domain the control belongs to. It determines who can see the control.
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    #[field(default = "--")]
    pub status: Status,
    pub priority: Option<Priority>,
    /// The catalogue entry that it implements.
    #[field(on_delete = "protect")]
    pub reference_control: Option<Ref<ReferenceControl>>,
    pub category: Option<Category>,
    pub csf_function: Option<CsfFunction>,
    pub effort: Option<Effort>,
    pub control_impact: Option<Impact>,
    pub start_date: Option<Date>,
    /// When it should be fully implemented.
    pub eta: Option<Date>,
    /// When it is due for review.
    pub expiry_date: Option<Date>,
    /// Where to find it: a URL, a path or a ticket number.
    #[field(link, max = 2048)]
    pub link: Option<String>,
    /// Completion in percent.
    #[field(min = 0, max = 100, default = 0)]
    pub progress_field: i64,
    pub cost: Option<Json<Cost>>,
    pub observation: Option<Markdown>,
    /// The person or team accountable for it.
    pub owner: Many<Actor>,
    pub assets: Many<Asset>,
    pub evidences: Many<Evidence>,
    #[field(reverse = "applied_controls")]
    pub findings: Many<Finding>,
    #[field(reverse = "applied_controls")]
    pub vulnerabilities: Many<Vulnerability>,
    #[field(reverse = "applied_controls")]
    pub incidents: Many<Incident>,
    /// The tasks that carry it out or check it.
    #[field(reverse = "applied_controls")]
    pub task_templates: Many<TaskTemplate>,
    /// The objectives of the organisation that it serves.
    pub objectives: Many<OrganisationObjective>,
    pub security_exceptions: Many<SecurityException>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(default = true)]
    pub is_published: bool,
}
