use crate::iam::Folder;
use cairn_model::{Id, Markdown, Record, Ref, Translations};

/// A scale for marking how sensitive things are, such as the Traffic Light Protocol.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "object-classifications",
    event = "objectclassification",
    order = "name",
    unique = "name",
    always_published
)]
pub struct ObjectClassification {
    pub id: Id<ObjectClassification>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100, blank, default = "")]
    pub ref_id: String,
    #[field(read_only, default = false)]
    pub builtin: bool,
    /// Whether it can be chosen.
    #[field(default = true)]
    pub is_visible: bool,
    pub translations: Option<Translations>,
}
