use super::{Folder, Role, User, UserGroup};
use cairn_model::{Id, Many, Markdown, Record, Ref};

/// Assigns a role in one or more domains to a user or a group.
#[derive(Debug, Clone, Record)]
#[resource(path = "role-assignments", order = "-builtin,created_at")]
pub struct RoleAssignment {
    pub id: Id<RoleAssignment>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(on_delete = "cascade")]
    pub user: Option<Ref<User>>,
    #[field(on_delete = "cascade")]
    pub user_group: Option<Ref<UserGroup>>,
    #[field(on_delete = "protect")]
    pub role: Ref<Role>,
    /// The domains the role applies to.
    pub perimeter_folders: Many<Folder>,
    /// Whether the role also applies to subdomains.
    #[field(default = false)]
    pub is_recursive: bool,
    #[field(read_only, default = false)]
    pub builtin: bool,
    #[field(default = false)]
    pub is_published: bool,
}
