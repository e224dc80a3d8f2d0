//! People, the structure of the organisation, and access.

mod actor;
mod auth_token;
mod folder;
mod perimeter;
mod permission;
mod role;
mod role_assignment;
mod team;
mod user;
mod user_group;

pub use actor::{Actor, ActorType};
pub use auth_token::{AuthToken, CalendarFeed};
pub use folder::{Folder, FolderKind};
pub use perimeter::{LifecycleStatus, Perimeter};
pub use permission::Permission;
pub use role::Role;
pub use role_assignment::RoleAssignment;
pub use team::Team;
pub use user::{Preferences, User};
pub use user_group::UserGroup;
