use crate::catalogue::FilteringLabel;
use cairn_model::{Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// What the folder is used for.
    pub enum FolderKind {
        Global = "GL",
        Domain = "DO",
        /// Keeps the objects of a third party apart.
        Enclave = "EN",
        Personal = "PE",
    }
}

/// A domain: part of the organisation that owns objects and determines who can see them.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "folders",
    own_id,
    unique = "parent_folder,name",
    mine = "folder",
    display = "{t}.name",
    carries = "metrics"
)]
pub struct Folder {
    pub id: Id<Folder>,
    /// Must be unique within the parent domain.
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(read_only, default = "DO")]
    pub content_type: FolderKind,
    /// The parent domain. Defaults to the root domain.
    #[field(on_delete = "cascade")]
    pub parent_folder: Option<Ref<Folder>>,
    #[field(default = false)]
    pub is_published: bool,
    /// Created by Cairn; cannot be deleted.
    #[field(read_only, default = false)]
    pub builtin: bool,
    /// Creates a user group in the domain for each role.
    #[field(default = false)]
    pub create_iam_groups: bool,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
}
