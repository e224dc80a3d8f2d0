use serde::{Deserialize, Serialize};

use super::{Translations, Urn, words};

/// Something the organisation measures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetricDefinition {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    pub category: MetricCategory,
    /// The name of a unit, such as `percentage`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The levels of a qualitative metric.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices_definition: Vec<MetricChoice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub higher_is_better: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_target: Option<f64>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

words! {
    MetricCategory {
        Quantitative = "quantitative",
        Qualitative = "qualitative",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetricChoice {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}
