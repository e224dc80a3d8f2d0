use crate::iam::Folder;
use cairn_model::{Id, Record, Ref};

/// A free-form tag for filtering and finding objects.
#[derive(Debug, Clone, Record)]
#[resource(path = "filtering-labels", order = "label", unique = "folder,label", display = "{t}.label")]
pub struct FilteringLabel {
    pub id: Id<FilteringLabel>,
    pub folder: Ref<Folder>,
    #[field(search, max = 100)]
    pub label: String,
    #[field(default = true)]
    pub is_published: bool,
}
