//! People, the structure of the organisation, and access.

pub mod actor;
pub mod assignments;
pub mod auth_token;
pub mod current_user;
pub mod erasure;
pub mod expiry;
pub mod folder;
pub mod groups;
pub mod idp_group;
pub mod insight;
pub mod own_sessions;
pub mod password;
pub mod password_link;
pub mod perimeter;
pub mod permission;
pub mod posture;
pub mod role;
pub mod role_assignment;
pub mod scim;
pub mod service_account;
pub mod session;
pub mod team;
pub mod user;
pub mod user_group;
pub mod workload_identity;

use cairn_engine::{Cx, Error, Origin, Result};

/// Refuses a change after which nobody could administer the instance any more.
pub(crate) fn keep_an_administrator(cx: &Cx) -> Result<()> {
    let setting_up = cx.authority.caller.origin == Origin::System;
    if setting_up || cx.authority.snapshot.administrators().next().is_some() {
        return Ok(());
    }
    Err(Error::Conflict(
        "This would leave the instance without an active administrator. Make someone else an administrator first."
            .into(),
    ))
}
