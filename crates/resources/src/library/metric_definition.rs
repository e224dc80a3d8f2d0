use std::collections::BTreeMap;

use super::LoadedLibrary;
use crate::catalogue::FilteringLabel;
use crate::iam::Folder;
use cairn_model::{Decimal, Describe, Id, Json, Many, Markdown, Record, Ref, Translations, choice};
use serde::{Deserialize, Serialize};

choice! {
    /// Whether a metric is a number or one of some levels.
    pub enum MetricCategory {
        Quantitative = "quantitative" ("Quantitative (number)"),
        Qualitative = "qualitative" ("Qualitative (level)"),
    }
}

/// A level of a qualitative metric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
pub struct MetricLevel {
    #[serde(default)]
    pub ref_id: Option<String>,
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub translations: BTreeMap<String, BTreeMap<String, String>>,
}

/// Something the organisation measures.
#[derive(Debug, Clone, Record)]
#[resource(path = "metrology/metric-definitions", event = "metricdefinition", order = "name", unique = "urn")]
pub struct MetricDefinition {
    pub id: Id<MetricDefinition>,
    pub folder: Ref<Folder>,
    /// The library it came from; empty for your own.
    #[field(read_only, shows = "name", on_delete = "cascade")]
    pub library: Option<Ref<LoadedLibrary>>,
    #[field(search, max = 1000)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 255)]
    pub ref_id: Option<String>,
    #[field(read_only, max = 255)]
    pub urn: Option<String>,
    #[field(search, max = 1000)]
    pub provider: Option<String>,
    pub annotation: Option<Markdown>,
    /// The language of its texts, such as `en`.
    #[field(read_only, max = 100, default = "en")]
    pub locale: String,
    #[field(default = "quantitative")]
    pub category: MetricCategory,
    /// What a number counts, such as `percentage` or `hours`.
    #[field(max = 100)]
    pub unit: Option<String>,
    /// The levels of a qualitative metric, from the lowest.
    #[field(default = "[]")]
    pub choices_definition: Json<Vec<MetricLevel>>,
    #[field(default = true)]
    pub higher_is_better: bool,
    pub default_target: Option<Decimal>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(default = true)]
    pub is_published: bool,
    pub translations: Option<Translations>,
}
