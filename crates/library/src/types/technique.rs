use serde::{Deserialize, Serialize};

use super::{Translations, Urn};

/// A catalogue of what attackers do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TtpCatalog {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grouping_definition: Vec<Group>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

/// A group of techniques in one dimension, such as a platform.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    pub ref_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

/// What an attacker wants to reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tactic {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalog_urn: Option<Urn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

/// How an attacker reaches it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Technique {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalog_urn: Option<Urn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_urn: Option<Urn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tactics: Vec<Urn>,
    /// The `ref_id`s of the catalogue's groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reference_controls: Vec<Urn>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_deprecated: bool,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}
