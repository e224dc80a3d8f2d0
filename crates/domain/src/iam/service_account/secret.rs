//! Secrets of service accounts: shown once, stored as a hash, rotated with an overlap.

use cairn_access::Verb;
use cairn_auth::token;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Describe, Timestamp};
use cairn_resources::iam::ServiceAccount;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{covers, too_strong};

/// Long enough to reach every place where a secret is stored.
const MAX_HOURS: u32 = 30 * 24;
const DEFAULT_HOURS: u32 = 24;

/// Gives the account a new secret, which is shown in this response only.
pub(super) fn replace(cx: &mut Cx, account: &mut ServiceAccount) {
    let (shown, digest) = token::generate_client_secret();
    account.secret_preview = Some(token::preview(&shown));
    account.secret_digest = Some(digest);
    cx.revealed.insert("client_secret".into(), json!(shown));
}

/// How to rotate the secret.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Rotation {
    /// How many hours the previous secret works beside the new one, at most 720. Defaults to 24. With 0, the previous
    /// secret and the access tokens that it gave end immediately: use this if it has leaked.
    #[serde(default)]
    pub overlap_hours: Option<u32>,
}

/// A secret, shown only once.
#[derive(Serialize, Describe)]
pub struct NewSecret {
    pub client_id: String,
    /// Only in the first response. It is stored as a hash, and repeating the request does not show it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
    /// Until when the previous secret works.
    pub previous_secret_expires_at: Option<Timestamp>,
}

pub(super) async fn rotate_secret(cx: &mut Cx, id: Uuid, rotation: Rotation) -> Result<NewSecret> {
    let hours = rotation.overlap_hours.unwrap_or(DEFAULT_HOURS);
    if hours > MAX_HOURS {
        return Err(Error::field("overlap_hours", format!("Must be from 0 to {MAX_HOURS}.")));
    }
    cx.lock_access("access").await?;
    let account: ServiceAccount = cx.get_for(id, Verb::Change).await?;
    // Whoever has the secret can act as the account.
    if !covers(cx, &account) {
        return Err(too_strong());
    }
    let mut next = account.clone();
    replace(cx, &mut next);
    let overlaps = hours > 0 && account.secret_digest.is_some();
    let end = overlaps.then(|| cx.now.plus_seconds(i64::from(hours) * 3600));
    let change = |account: &mut ServiceAccount| {
        account.previous_secret_digest = account.secret_digest.take().filter(|_| overlaps);
        account.previous_secret_expires_at = end;
        (account.secret_digest, account.secret_preview) = (next.secret_digest, next.secret_preview);
        Ok(())
    };
    cx.modify_for(id, Verb::Change, change).await?;
    Ok(NewSecret { client_id: account.client_id, client_secret: None, previous_secret_expires_at: end })
}
