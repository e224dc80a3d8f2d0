use super::TimeRange;
use crate::catalogue::FilteringLabel;
use crate::iam::Folder;
use cairn_model::{Describe, Id, Json, Many, Markdown, Record, Ref, Translations};
use serde::{Deserialize, Serialize};

/// What applies to all widgets of a dashboard.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct DashboardDefinition {
    /// The time range of every widget, in place of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_range: Option<TimeRange>,
}

/// A page of charts for the people of a domain.
#[derive(Debug, Clone, Record)]
#[resource(path = "metrology/dashboards", event = "dashboard", order = "name", unique = "folder,name")]
pub struct Dashboard {
    pub id: Id<Dashboard>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    #[field(default = "{}")]
    pub dashboard_definition: Json<DashboardDefinition>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(read_only, default = false)]
    pub builtin: bool,
    #[field(default = false)]
    pub is_published: bool,
    pub translations: Option<Translations>,
}
