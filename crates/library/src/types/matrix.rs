use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Translations, Urn};

/// How probability and impact combine into a risk level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RiskMatrix {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub probability: Vec<Level>,
    pub impact: Vec<Level>,
    pub risk: Vec<Level>,
    /// By probability, then by impact: the id of a level of risk.
    pub grid: Vec<Vec<usize>>,
    /// How well the assessors know what they judge; kept as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength_of_knowledge: Option<Value>,
}

/// One step of an axis, or of the risk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Level {
    /// Its place on its axis, from 0.
    pub id: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abbreviation: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hexcolor: Option<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}
