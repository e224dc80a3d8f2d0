//! People, the structure of the organisation, and access.

mod actor;
mod auth_token;
mod folder;
mod idp_group;
mod perimeter;
mod permission;
mod role;
mod role_assignment;
mod service_account;
mod team;
mod user;
mod user_group;
mod workload_identity;

pub use actor::{Actor, ActorType};
pub use auth_token::{AuthToken, CalendarFeed};
pub use folder::{Folder, FolderKind};
pub use idp_group::IdpGroup;
pub use perimeter::{LifecycleStatus, Perimeter};
pub use permission::Permission;
pub use role::Role;
pub use role_assignment::RoleAssignment;
pub use service_account::ServiceAccount;
pub use team::Team;
pub use user::{Preferences, User};
pub use user_group::UserGroup;
pub use workload_identity::WorkloadIdentity;
