use crate::iam::Folder;
use cairn_model::{Id, Record, Ref};

/// A list with its filters, order and columns, shared under a name. Whoever has access to its domain sees it above the list.
#[derive(Debug, Clone, Record)]
#[resource(path = "saved-views", event = "savedview", order = "name", unique = "folder,resource,name")]
pub struct SavedView {
    pub id: Id<SavedView>,
    /// The domain the view belongs to. It determines who can see it.
    pub folder: Ref<Folder>,
    #[field(search, max = 100)]
    pub name: String,
    /// The path of the resource it lists, such as `applied-controls`.
    #[field(max = 100)]
    pub resource: String,
    /// The query string of the list, such as `status=active&ordering=-eta&columns=name,eta`.
    #[field(max = 4000, blank, default = "")]
    pub query: String,
    /// Whether people in subdomains see it too.
    #[field(default = true)]
    pub is_published: bool,
}
