use std::collections::BTreeMap;

use super::LoadedLibrary;
use crate::iam::Folder;
use cairn_model::{Describe, Id, Json, Markdown, Record, Ref, Translations, choice};
use serde::{Deserialize, Serialize};

/// A part of a framework that an audit can choose, such as a maturity level.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
pub struct GroupDefinition {
    pub ref_id: String,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    /// Whether new audits include it.
    #[serde(default)]
    pub default_selected: bool,
    #[serde(default)]
    pub translations: BTreeMap<String, BTreeMap<String, String>>,
}

/// One step of a scale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
pub struct ScoreStep {
    pub score: i64,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    /// What the step means for the documentation score.
    #[serde(default)]
    pub description_doc: Option<String>,
    #[serde(default)]
    pub translations: BTreeMap<String, BTreeMap<String, String>>,
}

/// What scores mean, and how the scores of answers add up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Describe)]
pub struct ScoresDefinition {
    #[serde(default)]
    pub scale: Vec<ScoreStep>,
    /// Other scales, which requirements choose by name.
    #[serde(default)]
    pub alternatives: BTreeMap<String, Vec<ScoreStep>>,
    /// `sum` or `mean`.
    #[serde(default)]
    pub aggregation: Option<String>,
}

choice! {
    /// What someone may do with a field of an audit.
    pub enum FieldAccess { Edit = "edit", Read = "read", Hidden = "hidden" }
}

/// What auditors and respondents may do with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Describe)]
pub struct AccessByRole {
    #[serde(default)]
    pub auditor: Option<FieldAccess>,
    #[serde(default)]
    pub respondent: Option<FieldAccess>,
}

/// By field of a requirement in an audit, such as `score`.
pub type FieldVisibility = BTreeMap<String, AccessByRole>;

/// A standard, law or guide with its requirements.
#[derive(Debug, Clone, Record)]
#[resource(path = "frameworks", event = "framework", order = "name", unique = "urn", always_published, read_only)]
pub struct Framework {
    pub id: Id<Framework>,
    pub folder: Ref<Folder>,
    #[field(shows = "urn, name", on_delete = "cascade")]
    pub library: Ref<LoadedLibrary>,
    #[field(search, max = 1000)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    pub annotation: Option<Markdown>,
    #[field(search, max = 255)]
    pub urn: String,
    #[field(search, max = 255)]
    pub ref_id: Option<String>,
    #[field(max = 1000)]
    pub provider: Option<String>,
    /// The language of its texts, such as `en`.
    #[field(max = 100)]
    pub locale: String,
    #[field(default = 0)]
    pub min_score: i64,
    #[field(default = 100)]
    pub max_score: i64,
    pub scores_definition: Option<Json<ScoresDefinition>>,
    #[field(default = "[]")]
    pub implementation_groups_definition: Json<Vec<GroupDefinition>>,
    /// Outcomes with the expressions that decide whether they apply.
    #[field(default = "[]")]
    pub outcomes_definition: Json<Vec<serde_json::Value>>,
    #[field(default = "{}")]
    pub field_visibility: Json<FieldVisibility>,
    pub translations: Option<Translations>,
}
