use super::{Folder, User, UserGroup};
use cairn_model::{Id, Many, Record, Ref};

/// A group of the identity provider. Its members are members of the groups that it is mapped to.
#[derive(Debug, Clone, Record)]
#[resource(path = "idp-groups", event = "idpgroup", order = "name", unique = "name")]
pub struct IdpGroup {
    pub id: Id<IdpGroup>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    /// The name of the group at the provider.
    #[field(search, max = 512)]
    pub name: String,
    /// The id of the group at the provider.
    #[field(read_only, search, max = 300)]
    pub external_id: Option<String>,
    /// The groups whose roles its members have.
    pub user_groups: Many<UserGroup>,
    /// Its members, as the provider says.
    #[field(read_only)]
    pub users: Many<User>,
    /// Whether the provider maintains it by SCIM.
    #[field(read_only, default = false)]
    pub is_scim_managed: bool,
    #[field(default = false)]
    pub is_published: bool,
}
