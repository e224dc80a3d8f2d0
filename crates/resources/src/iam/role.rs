use super::{Folder, Permission};
use cairn_model::{Id, Many, Markdown, Record, Ref};

/// A named set of permissions.
#[derive(Debug, Clone, Record)]
#[resource(path = "roles", order = "name", unique = "folder,name", always_published)]
pub struct Role {
    pub id: Id<Role>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// Stable identifier of a built-in role for programs, such as `BI-RL-ADM`.
    #[field(read_only, max = 100)]
    pub code: Option<String>,
    #[field(read_only, default = false)]
    pub builtin: bool,
    pub permissions: Many<Permission>,
}
