use crate::catalogue::FilteringLabel;
use crate::iam::{Actor, Folder};
use crate::library::MetricDefinition;
use crate::work::{Evidence, OrganisationObjective};
use cairn_model::{Decimal, Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// Whether values are collected.
    pub enum MetricStatus {
        Draft = "draft",
        Active = "active",
        /// No value arrived in time.
        Stale = "stale",
        Deprecated = "deprecated",
    }
}

choice! {
    /// How often a value is collected.
    pub enum CollectionFrequency {
        Realtime = "realtime" ("Real-time (continuous)"),
        Hourly = "hourly",
        Daily = "daily",
        Weekly = "weekly",
        Monthly = "monthly",
        Quarterly = "quarterly",
        Yearly = "yearly",
    }
}

/// A metric that a domain collects: its definition applied to a place, with a target and someone accountable.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "metrology/metric-instances",
    event = "metricinstance",
    order = "name",
    unique = "folder,name",
    mine = "owner"
)]
pub struct MetricInstance {
    pub id: Id<MetricInstance>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    #[field(shows = "name, ref_id, category, unit, choices_definition, higher_is_better", on_delete = "protect")]
    pub metric_definition: Ref<MetricDefinition>,
    /// Becomes stale if no value arrives in time, and active again with the next one.
    #[field(default = "draft")]
    pub status: MetricStatus,
    /// The value to reach. Defaults to the target of the definition.
    pub target_value: Option<Decimal>,
    pub collection_frequency: Option<CollectionFrequency>,
    /// Where the values come from.
    #[field(on_delete = "set_null")]
    pub evidences: Option<Ref<Evidence>>,
    /// The people or teams accountable for it.
    pub owner: Many<Actor>,
    /// The objectives that it measures.
    pub organisation_objectives: Many<OrganisationObjective>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(default = false)]
    pub is_published: bool,
}
