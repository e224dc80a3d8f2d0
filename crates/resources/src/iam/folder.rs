use crate::catalogue::FilteringLabel;
use cairn_model::{Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// What a folder is for.
    pub enum FolderKind {
        Global = "GL",
        Domain = "DO",
        /// Keeps the objects of a third party apart.
        Enclave = "EN",
        Personal = "PE",
    }
}

/// A domain: a part of the organisation that owns objects and decides who may see them.
#[derive(Debug, Clone, Record)]
#[resource(path = "folders", own_id, unique = "parent_folder,name", mine = "folder", display = "{t}.name")]
pub struct Folder {
    pub id: Id<Folder>,
    /// Unique among the domains under the same parent.
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(read_only, default = "DO")]
    pub content_type: FolderKind,
    /// The domain above; the root when left out.
    #[field(on_delete = "cascade")]
    pub parent_folder: Option<Ref<Folder>>,
    #[field(default = false)]
    pub is_published: bool,
    /// Made by Cairn itself; it cannot be deleted.
    #[field(read_only, default = false)]
    pub builtin: bool,
    /// Whether the domain has a group of users for each role.
    #[field(default = false)]
    pub create_iam_groups: bool,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
}
