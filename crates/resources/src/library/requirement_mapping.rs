use super::RequirementMappingSet;
use crate::iam::Folder;
use cairn_model::{Id, Markdown, Record, Ref, choice};

choice! {
    /// What the source requirement is to the target.
    pub enum Relationship {
        Equal = "equal",
        Subset = "subset",
        Superset = "superset",
        Intersect = "intersect" ("Overlaps"),
        NotRelated = "not_related",
    }
}

/// How one requirement relates to another.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "requirement-mappings",
    event = "requirementmapping",
    order = "order",
    within = "mapping_set",
    always_published,
    read_only,
    display = "{t}.source_requirement_urn || ' → ' || {t}.target_requirement_urn"
)]
pub struct RequirementMapping {
    pub id: Id<RequirementMapping>,
    pub folder: Ref<Folder>,
    pub mapping_set: Ref<RequirementMappingSet>,
    /// Its place in the set.
    pub order: i64,
    #[field(max = 255)]
    pub source_requirement_urn: String,
    #[field(max = 255)]
    pub target_requirement_urn: String,
    pub relationship: Relationship,
    #[field(max = 255)]
    pub rationale: Option<String>,
    /// How strong the relation is, as the author of the mapping sees it.
    pub strength_of_relationship: Option<i64>,
    pub annotation: Option<Markdown>,
}
