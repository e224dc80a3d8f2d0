//! What names a library: its packager, its reference and its language.

use cairn_engine::{Cx, Error, Result};
use cairn_model::Describe;
use cairn_resources::library::LibraryDraft;
use serde::{Deserialize, Serialize};

use super::super::store;

/// A name for a library.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    pub packager: String,
    pub ref_id: String,
    /// `en` if it is left out.
    #[serde(default)]
    pub locale: Option<String>,
}

/// Whether a name is free.
#[derive(Debug, Serialize, Describe)]
pub struct Identity {
    /// The URN that the library would have.
    pub urn: String,
    /// Whether no other draft and no library in the store has it.
    pub is_free: bool,
}

pub async fn check_identity(cx: &mut Cx, wanted: Wanted) -> Result<Identity> {
    let urn = urn(&wanted.packager, "library", &[&wanted.ref_id])?;
    let locale = wanted.locale.unwrap_or_else(|| "en".to_owned());
    let drafts = cx
        .list_all::<LibraryDraft>(|select| {
            select.equals("urn", urn.as_str()).equals("locale", locale.as_str());
        })
        .await?;
    let is_free = drafts.is_empty() && store::find(cx, &urn, &locale).await?.is_none();
    Ok(Identity { urn, is_free })
}

/// A URN in the name of a packager.
pub fn urn(packager: &str, kind: &str, parts: &[&str]) -> Result<String> {
    let slug = |field: &'static str, text: &str| match slug(text) {
        slug if slug.is_empty() => Err(Error::field(field, "Use at least one letter or digit.")),
        slug => Ok(slug),
    };
    let mut urn = format!("urn:{}:risk:{kind}", slug("packager", packager)?);
    for part in parts {
        urn = format!("{urn}:{}", slug("ref_id", part)?);
    }
    Ok(urn)
}

/// A text as a part of a URN.
pub fn slug(text: &str) -> String {
    let is_fine = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '[' | ']' | '(' | ')');
    let text: String =
        text.trim().to_lowercase().chars().map(|letter| if is_fine(letter) { letter } else { '-' }).collect();
    let parts: Vec<&str> = text.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-")
}
