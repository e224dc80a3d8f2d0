//! Who can see an object, what a person can do, and why: now, or at the instant being viewed.
//!
//! The answers are those of the access control itself. Whether someone sees an object is found out with the condition
//! that their own request would use ([`Cx::sight`]); the reasons are what the snapshot of roles and domains has for them.

mod abilities;
mod names;
mod viewers;

use cairn_access::Verb;
use cairn_engine::{Cx, Result};
use cairn_model::Describe;
use cairn_resources::iam::{RoleAssignment, User};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use abilities::{Abilities, what_can_they_do};
pub use viewers::WHO_CAN_SEE;

/// Which part of a long answer.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Paging {
    /// How many results, at most 1,000. Defaults to 100.
    #[serde(default)]
    pub limit: Option<u32>,
    /// How many results to skip.
    #[serde(default)]
    pub offset: Option<u32>,
}

impl Paging {
    fn of<T>(&self, all: Vec<T>) -> Vec<T> {
        let (limit, offset) = (self.limit.unwrap_or(100).min(1000), self.offset.unwrap_or_default());
        all.into_iter().skip(offset as usize).take(limit as usize).collect()
    }
}

/// Something with a name.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Named {
    pub id: Uuid,
    pub str: String,
}

/// Who gives and takes access to a domain may know who has it: those who may see users and role assignments there.
fn require(cx: &Cx, folder: Uuid) -> Result<()> {
    cx.require(cx.resource::<RoleAssignment>(), Verb::View, folder)?;
    let users = cx.resource::<User>();
    if cx.authority.may_view(users) { Ok(()) } else { cx.require(users, Verb::View, cx.root_folder()) }
}
