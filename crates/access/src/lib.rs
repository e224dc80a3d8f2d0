//! Who may do what where.
//!
//! Nothing here does I/O. The engine loads [`Facts`] (the domain tree, roles, assignments,
//! people) from the database and builds a [`Snapshot`]; every decision is a look-up in it. What a
//! caller may see is a [`Scope`]: a set of folders that goes into the SQL, never a list of
//! objects. A query cannot be built without a scope, and only this crate makes one.

mod facts;
mod permission;
mod rights;
mod scope;
mod snapshot;
mod tree;

pub use facts::{AssignmentFact, Facts, FolderFact, RoleFact, SessionFacts, TeamFact, UserFact};
pub use permission::{Permission, PermissionSet, Permissions, Verb};
pub use rights::{Behalf, Limits, Rights};
pub use scope::{Assigned, Scope};
pub use snapshot::{ADMINISTRATOR, Grant, Snapshot};
pub use tree::{FolderNode, Tree};
