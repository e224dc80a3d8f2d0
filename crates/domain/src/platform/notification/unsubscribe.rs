//! Turning mail off with the link in it, without signing in.
//!
//! The link says, encrypted and authenticated, whose mail of which kinds it turns off. It can do nothing else, so it does
//! not end: an old mail must still be a way to stop new ones.

use std::collections::BTreeSet;

use cairn_engine::{Cx, Error, Result};
use cairn_notify::Kind;
use cairn_resources::iam::User;
use uuid::Uuid;

use crate::platform::instance::Instance;

const PURPOSE: &str = "unsubscribe";

/// What a link ends with.
pub(super) fn token(cx: &Cx, person: Uuid, kinds: &BTreeSet<Kind>) -> Result<String> {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.key()).collect();
    let sealed = Instance::of(cx)?.sealer.seal(&format!("{PURPOSE}:{person}:{}", kinds.join(",")));
    Ok(sealed.replace('+', "-").replace('/', "_").replace('=', "~"))
}

/// Whose mail a link turns off, and of which kinds.
fn read(cx: &Cx, token: &str) -> Result<(Uuid, Vec<Kind>)> {
    let sealed = token.replace('-', "+").replace('_', "/").replace('~', "=");
    let unknown = || Error::NotFound("This link is not valid. Copy all of it from the email.".into());
    let text = Instance::of(cx)?.sealer.open(&sealed).map_err(|_| unknown())?;
    let mut parts = text.split(':');
    if parts.next() != Some(PURPOSE) {
        return Err(unknown());
    }
    let person = parts.next().and_then(|id| id.parse().ok()).ok_or_else(unknown)?;
    let kinds = parts.next().unwrap_or_default().split(',').filter_map(Kind::of).collect();
    Ok((person, kinds))
}

/// Whether a link is one of ours.
pub fn check(cx: &Cx, token: &str) -> Result<()> {
    read(cx, token).map(drop)
}

/// Does what a link says.
pub async fn unsubscribe(cx: &mut Cx, token: &str) -> Result<()> {
    let (person, kinds) = read(cx, token)?;
    let mute = |user: &mut User| {
        for kind in &kinds {
            user.preferences.0.notifications.mute(*kind);
        }
        Ok(())
    };
    match cx.modify(person, mute).await {
        Ok(_) => Ok(()),
        // Nobody is left to get mail.
        Err(Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error),
    }
}
