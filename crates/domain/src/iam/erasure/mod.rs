//! Erasing a person: the account stays, since much refers to it, but nothing says any more whose it was.
//!
//! The request anonymises the account in one transaction: names, address, password and preferences are removed,
//! sessions end, tokens are revoked and notifications deleted. The rest takes longer and is a job: texts that mention the address, queued
//! messages, and what the journal says about the person ([`job`]). `docs/JOURNAL.md` explains how the journal can
//! still be verified.

mod job;
mod outgoing;
mod person;
mod words;

use cairn_access::Verb;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Describe, Json, Record};
use cairn_resources::iam::{Preferences, User};
use serde::Deserialize;
use uuid::Uuid;

pub use self::job::EraseUser;
use self::person::Nobody;
use super::user::belongs_to_service_account;
use super::{auth_token, session};
use crate::platform::notification;

/// Who is to be erased, once more.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Erasure {
    /// The email of the user, to confirm who is meant.
    pub email: String,
}

/// Anonymises an account, and starts the job that does the rest.
pub async fn erase(cx: &mut Cx, id: Uuid, confirmed: Erasure) -> Result<Uuid> {
    let user: User = cx.get_for(id, Verb::Delete).await?;
    if !cx.authority.sees_everything() {
        return Err(Error::Forbidden(
            "Only administrators of the whole instance can erase people, with a token that is not limited to a domain."
                .into(),
        ));
    }
    if user.is_service_account {
        return Err(belongs_to_service_account());
    }
    if cx.authority.caller.user == Some(id) {
        return Err(Error::Conflict("You cannot erase your own account. Ask another administrator.".into()));
    }
    if !confirmed.email.trim().eq_ignore_ascii_case(user.email.trim()) {
        return Err(Error::field("email", "This is not the email of this user. Nothing was erased."));
    }
    begin(cx, id).await
}

/// The same for callers that were checked already, such as the operator.
pub async fn begin(cx: &mut Cx, id: Uuid) -> Result<Uuid> {
    let nobody = Nobody::of(id);
    cx.modify::<User>(id, |user| {
        (user.email, user.first_name, user.last_name) = (nobody.email, nobody.first_name, nobody.last_name);
        (user.observation, user.password) = (None, None);
        user.preferences = Json(Preferences::default());
        user.is_active = false;
        Ok(())
    })
    .await?;
    // Also for an account that was already disabled.
    session::end_all(cx, id, None).await?;
    auth_token::revoke_all(cx, id).await?;
    notification::forget_recipients(cx, vec![id]).await?;
    cairn_jobs::enqueue(cx, &EraseUser { user: id }).await
}

/// The path of users, for those who tell of them.
pub(super) const PATH: &str = User::PATH;
