use super::Folder;
use cairn_model::{Id, Record, Ref};

/// The right to do one thing with one kind of object.
#[derive(Debug, Clone, Record)]
#[resource(path = "permissions", order = "codename", unique = "codename", always_published, read_only)]
pub struct Permission {
    pub id: Id<Permission>,
    pub folder: Ref<Folder>,
    /// The words for people: "Can view asset".
    #[field(search)]
    pub name: String,
    /// The name that programs use, such as `view_asset`.
    #[field(search, max = 100)]
    pub codename: String,
    /// The kind of object it is about, such as `asset`.
    #[field(max = 100)]
    pub model: String,
}
