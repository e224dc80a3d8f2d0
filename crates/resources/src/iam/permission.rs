use super::Folder;
use cairn_model::{Id, Record, Ref};

/// The permission to perform one action on one type of object.
#[derive(Debug, Clone, Record)]
#[resource(path = "permissions", order = "codename", unique = "codename", always_published, read_only)]
pub struct Permission {
    pub id: Id<Permission>,
    pub folder: Ref<Folder>,
    /// Display name, such as "Can view asset".
    #[field(search)]
    pub name: String,
    /// Identifier used by programs, such as `view_asset`.
    #[field(search, max = 100)]
    pub codename: String,
    /// The type of object it applies to, such as `asset`.
    #[field(max = 100)]
    pub model: String,
}
