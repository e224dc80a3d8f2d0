use std::collections::BTreeMap;

use super::LoadedLibrary;
use crate::iam::Folder;
use cairn_model::{Describe, Id, Json, Markdown, Record, Ref, Translations};
use serde::{Deserialize, Serialize};

/// One step of an axis, or of the risk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
pub struct MatrixLevel {
    /// Its place, from 0.
    pub id: usize,
    #[serde(default)]
    pub abbreviation: Option<String>,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub hexcolor: Option<String>,
    #[serde(default)]
    pub translations: BTreeMap<String, BTreeMap<String, String>>,
}

/// The levels of both axes, and the level of risk for each pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
pub struct MatrixDefinition {
    pub probability: Vec<MatrixLevel>,
    pub impact: Vec<MatrixLevel>,
    pub risk: Vec<MatrixLevel>,
    /// By probability, then by impact: the id of a level of risk.
    pub grid: Vec<Vec<usize>>,
    /// How well the assessors know the subject.
    #[serde(default)]
    pub strength_of_knowledge: Option<serde_json::Value>,
}

/// How probability and impact combine into a risk level.
#[derive(Debug, Clone, Record)]
#[resource(path = "risk-matrices", event = "riskmatrix", order = "name", unique = "urn")]
pub struct RiskMatrix {
    pub id: Id<RiskMatrix>,
    pub folder: Ref<Folder>,
    /// The library it came from; empty for your own.
    #[field(read_only, shows = "name", on_delete = "cascade")]
    pub library: Option<Ref<LoadedLibrary>>,
    #[field(search, max = 1000)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    pub annotation: Option<Markdown>,
    #[field(read_only, max = 255)]
    pub urn: Option<String>,
    #[field(max = 255)]
    pub ref_id: Option<String>,
    #[field(max = 1000)]
    pub provider: Option<String>,
    /// The language of its texts, such as `en`.
    #[field(read_only, max = 100, default = "en")]
    pub locale: String,
    pub json_definition: Json<MatrixDefinition>,
    /// Whether it can be chosen for new risk assessments.
    #[field(default = true)]
    pub is_enabled: bool,
    #[field(default = true)]
    pub is_published: bool,
    pub translations: Option<Translations>,
}
