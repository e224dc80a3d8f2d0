//! The token of the identity provider: one for the instance, shown once, stored as a hash.

use cairn_auth::token;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Describe, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::platform::settings::{self, Group};

/// What is known of the token.
#[derive(Debug, Clone, Default, Serialize, Deserialize, Describe)]
#[serde(default, deny_unknown_fields)]
pub struct Scim {
    /// How the token begins and ends; empty if there is none.
    pub token_preview: String,
    /// When it was created.
    pub token_created_at: Option<Timestamp>,
}

impl Group for Scim {
    const NAME: &'static str = "scim";
}

/// The SCIM token of the instance. `token` is only present in the response that creates it.
#[derive(Debug, Serialize, Describe)]
pub struct ScimToken {
    /// Whether there is a token, so that an identity provider can connect.
    pub exists: bool,
    pub preview: Option<String>,
    pub created_at: Option<Timestamp>,
    /// Where the identity provider connects, below the address of the instance.
    pub path: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Only who may do everything may let a provider do so.
fn require(cx: &Cx) -> Result<()> {
    if cx.authority.sees_everything() && !cx.authority.caller.limits.is_limited() {
        return Ok(());
    }
    Err(Error::Forbidden("Only administrators of the whole instance can manage the SCIM token.".into()))
}

pub async fn read(cx: &mut Cx) -> Result<ScimToken> {
    require(cx)?;
    shown(cx).await
}

async fn shown(cx: &mut Cx) -> Result<ScimToken> {
    let known: Scim = settings::get(cx).await?;
    let exists = settings::sealed::<Scim>(cx).await?.is_some();
    Ok(ScimToken {
        exists,
        preview: Some(known.token_preview).filter(|_| exists),
        created_at: known.token_created_at.filter(|_| exists),
        path: "/api/scim/v2",
        token: None,
    })
}

/// Creates the token, or replaces it: the previous one stops working immediately.
pub async fn create(cx: &mut Cx) -> Result<ScimToken> {
    require(cx)?;
    let (shown_once, digest) = token::generate_scim_token();
    let known = json!({ "token_preview": token::preview(&shown_once), "token_created_at": cx.now });
    settings::set::<Scim>(cx, &known).await?;
    settings::seal::<Scim>(cx, Some(digest)).await?;
    let mut info = shown(cx).await?;
    info.token = Some(shown_once);
    Ok(info)
}

/// Revokes the token: the provider can do nothing any more.
pub async fn revoke(cx: &mut Cx) -> Result<()> {
    require(cx)?;
    if settings::sealed::<Scim>(cx).await?.is_none() {
        return Err(Error::NotFound("There is no SCIM token.".into()));
    }
    settings::set::<Scim>(cx, &json!({ "token_preview": "", "token_created_at": null })).await?;
    settings::seal::<Scim>(cx, None).await
}

/// Whether a token is that of the provider.
pub async fn verify(cx: &mut Cx, shown: &str) -> Result<bool> {
    let stored = settings::sealed::<Scim>(cx).await?;
    Ok(stored.is_some_and(|stored| token::same(&stored, &token::digest(shown))))
}
