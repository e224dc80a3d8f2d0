use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Framework, MappingSet, MetricDefinition, ReferenceControl, RiskMatrix, Tactic, Technique, Threat, Translations,
    TtpCatalog, Urn,
};
use crate::Problem;

/// One file of catalogue content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Library {
    pub urn: Urn,
    /// The language of the base texts.
    pub locale: String,
    /// Not needed to keep a library, but to load it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    pub version: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packager: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publication_date: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copyright: Option<String>,
    /// Libraries that are loaded before this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependencies: Vec<Urn>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub objects: Objects,
    /// What was odd about the file, and harmless. They belong to a reading, not to the content.
    #[serde(skip)]
    pub notes: Vec<Problem>,
}

impl Library {
    /// How many objects of each kind there are, by the name of their list in [`Objects`]. What is not there is left out.
    pub fn objects_meta(&self) -> BTreeMap<&'static str, usize> {
        let objects = &self.objects;
        let counts = [
            ("ttp_catalogs", objects.ttp_catalogs.len()),
            ("tactics", objects.tactics.len()),
            ("techniques", objects.techniques.len()),
            ("threats", objects.threats.len()),
            ("reference_controls", objects.reference_controls.len()),
            ("metric_definitions", objects.metric_definitions.len()),
            ("risk_matrices", objects.risk_matrices.len()),
            ("frameworks", objects.frameworks.len()),
            ("requirement_mapping_sets", objects.requirement_mapping_sets.len()),
            ("preset", usize::from(objects.preset.is_some())),
            ("workflows", objects.workflows.len()),
        ];
        counts.into_iter().filter(|(_, count)| *count > 0).collect()
    }
}

/// What a library contains, in the order in which it is loaded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Objects {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ttp_catalogs: Vec<TtpCatalog>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tactics: Vec<Tactic>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<Technique>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<Threat>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reference_controls: Vec<ReferenceControl>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metric_definitions: Vec<MetricDefinition>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risk_matrices: Vec<RiskMatrix>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frameworks: Vec<Framework>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requirement_mapping_sets: Vec<MappingSet>,
    /// A guided start: a map, kept as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Value>,
    /// Workflows, each a map, kept as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub workflows: Vec<Value>,
}
