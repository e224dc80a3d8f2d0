use super::{Folder, User};
use cairn_model::{Id, Many, Markdown, Record, Ref};

/// Users who share the same roles.
#[derive(Debug, Clone, Record)]
#[resource(path = "user-groups", order = "name", unique = "folder,name")]
pub struct UserGroup {
    pub id: Id<UserGroup>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// Stable identifier of a built-in group for programs, such as `BI-UG-ADM`.
    #[field(read_only, max = 100)]
    pub code: Option<String>,
    #[field(read_only, default = false)]
    pub builtin: bool,
    #[field(default = false)]
    pub is_published: bool,
    /// The members of the group.
    #[field(reverse = "user_groups")]
    pub users: Many<User>,
}
