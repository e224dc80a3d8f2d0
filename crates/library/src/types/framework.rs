use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Question, ScoresDefinition, Translations, Urn, words};

/// A standard, law or guide, with its requirements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Framework {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_score: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_score: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores_definition: Option<ScoresDefinition>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub implementation_groups_definition: Vec<ImplementationGroup>,
    /// Outcomes with their CEL expressions, each a map, kept as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes_definition: Vec<Value>,
    /// By field: what auditors and respondents may do with it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub field_visibility: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    /// In the order of the file; [`Framework::places`] makes the tree of them.
    pub requirement_nodes: Vec<RequirementNode>,
}

/// A part of a framework that an audit may choose, such as a maturity level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImplementationGroup {
    pub ref_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_selected: Option<bool>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

/// A requirement, or a heading over requirements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequirementNode {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_urn: Option<Urn>,
    pub assessable: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical_evidence: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub implementation_groups: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reference_controls: Vec<Urn>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<Urn>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub importance: Option<Importance>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_mode: Option<DisplayMode>,
    /// A CEL expression, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visibility_expression: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_score: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_score: Option<i64>,
    /// The name of one of the framework's alternative scales.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores_definition_ref: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_score: Option<f64>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

words! {
    /// How much a requirement matters.
    Importance {
        Mandatory = "mandatory",
        Recommended = "recommended",
        NiceToHave = "nice_to_have",
        Undefined = "undefined",
    }
}

words! {
    /// How a node is shown to whoever answers.
    DisplayMode {
        Default = "default",
        /// A page of its own, with nothing to answer.
        Splash = "splash",
    }
}
