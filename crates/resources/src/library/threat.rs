use super::LoadedLibrary;
use crate::catalogue::FilteringLabel;
use crate::iam::Folder;
use cairn_model::{Id, Many, Markdown, Record, Ref, Translations};

/// A potential cause of harm, such as ransomware or a power failure.
#[derive(Debug, Clone, Record)]
#[resource(path = "threats", event = "threat", order = "name", unique = "urn")]
pub struct Threat {
    pub id: Id<Threat>,
    pub folder: Ref<Folder>,
    /// The library it came from; empty for your own.
    #[field(read_only, shows = "name", on_delete = "cascade")]
    pub library: Option<Ref<LoadedLibrary>>,
    #[field(search, max = 1000)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 255)]
    pub ref_id: Option<String>,
    #[field(read_only, max = 255)]
    pub urn: Option<String>,
    #[field(search, max = 1000)]
    pub provider: Option<String>,
    pub annotation: Option<Markdown>,
    /// The language of its texts, such as `en`.
    #[field(read_only, max = 100, default = "en")]
    pub locale: String,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(default = true)]
    pub is_published: bool,
    pub translations: Option<Translations>,
}
