use super::LoadedLibrary;
use crate::iam::Folder;
use cairn_model::{Id, Markdown, Record, Ref, Translations};

/// How the requirements of one framework relate to those of another.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "requirement-mapping-sets",
    event = "requirementmappingset",
    order = "name",
    unique = "urn",
    always_published,
    read_only
)]
pub struct RequirementMappingSet {
    pub id: Id<RequirementMappingSet>,
    pub folder: Ref<Folder>,
    #[field(shows = "name", on_delete = "cascade")]
    pub library: Ref<LoadedLibrary>,
    #[field(search, max = 1000)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    pub annotation: Option<Markdown>,
    #[field(max = 255)]
    pub urn: String,
    #[field(max = 255)]
    pub ref_id: Option<String>,
    #[field(search, max = 1000)]
    pub provider: Option<String>,
    /// The language of its texts, such as `en`.
    #[field(max = 100)]
    pub locale: String,
    /// Need not be loaded.
    #[field(max = 255)]
    pub source_framework_urn: String,
    /// Need not be loaded.
    #[field(max = 255)]
    pub target_framework_urn: String,
    pub translations: Option<Translations>,
}
