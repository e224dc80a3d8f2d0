use serde::{Deserialize, Serialize};

use super::{Translations, Urn, words};

/// How the requirements of one framework answer to those of another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MappingSet {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub source_framework_urn: Urn,
    pub target_framework_urn: Urn,
    pub requirement_mappings: Vec<RequirementMapping>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequirementMapping {
    pub source_requirement_urn: Urn,
    pub target_requirement_urn: Urn,
    pub relationship: Relationship,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength_of_relationship: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
}

words! {
    /// What the source is to the target.
    Relationship {
        Equal = "equal",
        Subset = "subset",
        Superset = "superset",
        Intersect = "intersect",
        NotRelated = "not_related",
    }
}
