//! Stores tokens: in the system keyring if there is one, otherwise in a file that only its owner can read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cairn_client::Secret;

use crate::failure::{Failure, Result};
use crate::profile::Store;
use crate::{folders, keyring, private};

/// Stores a token in the requested place, or in the one available; returns where it is.
pub fn keep(profile: &str, token: &Secret, wanted: Option<Store>) -> Result<Store> {
    if wanted != Some(Store::File) {
        match keyring::keep(profile, token.reveal()) {
            Ok(()) => {
                // The file may still hold a token from an earlier sign-in.
                change_file(|tokens| tokens.remove(profile).is_some())?;
                return Ok(Store::Keyring);
            }
            Err(reason) if wanted == Some(Store::Keyring) => {
                return Err(Failure::other(format!(
                    "no keyring is available ({reason}); omit --keep-in, or use --keep-in file"
                )));
            }
            Err(_) => {}
        }
    }
    change_file(|tokens| {
        tokens.insert(profile.to_owned(), token.reveal().to_owned());
        true
    })?;
    Ok(Store::File)
}

/// Checks that the token file can be read, before there is a token to lose.
pub fn check() -> Result {
    change_file(|_| false)
}

pub fn find(profile: &str, store: Store) -> Result<Option<Secret>> {
    match store {
        Store::Keyring => {
            let found = keyring::find(profile).map_err(|reason| {
                Failure::other(format!(
                    "the keyring did not return the token of “{profile}”: {reason}; unlock it, or sign in again with \
                     `cairn login --keep-in file`"
                ))
            })?;
            Ok(found.map(Secret::new))
        }
        Store::File => {
            let path = file()?;
            Ok(parse(&path, private::read_private(&path)?)?.get(profile).map(Secret::new))
        }
    }
}

pub fn forget(profile: &str, store: Store) -> Result {
    if store == Store::Keyring {
        keyring::forget(profile);
    }
    change_file(|tokens| tokens.remove(profile).is_some())
}

pub fn file() -> Result<PathBuf> {
    let folder = folders::config().ok_or_else(|| Failure::other("no home directory found to store the token in"))?;
    Ok(folder.join("tokens.toml"))
}

type Tokens = BTreeMap<String, String>;

fn parse(path: &Path, text: Option<String>) -> Result<Tokens> {
    let Some(text) = text else { return Ok(Tokens::new()) };
    toml::from_str(&text).map_err(|error| {
        // The parser's message could quote the line and so the token: only the line number is shown.
        let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let place = line.map_or_else(|| "it".to_owned(), |line| format!("line {line}"));
        Failure::other(format!(
            "{} is not valid: {place} is not of the form NAME = \"TOKEN\"; fix it, or delete the file and sign \
             in again with `cairn login`",
            path.display()
        ))
    })
}

fn change_file(change: impl FnOnce(&mut Tokens) -> bool) -> Result {
    let path = file()?;
    let mut tokens = parse(&path, private::read(&path)?)?;
    if !change(&mut tokens) {
        return Ok(());
    }
    let text = toml::to_string(&tokens).map_err(|error| Failure::other(error.to_string()))?;
    private::write_private(&path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_file_is_named_with_its_line_and_without_its_tokens() {
        let path = Path::new("/home/ada/.config/cairn/tokens.toml");
        for broken in [
            "lab = \"cairn_pat_1\"\nwork = cairn_pat_2\n",
            "lab = \"cairn_pat_1\"\nwork = \"cairn_pat_2\n",
            "lab = \"cairn_pat_1\"\nlab = \"cairn_pat_2\"\n",
            "lab = \"cairn_pat_1\"\nwork = [\"cairn_pat_2\"]\n",
        ] {
            let failure = parse(path, Some(broken.to_owned())).expect_err("it is broken").message;
            assert!(
                failure.starts_with("/home/ada/.config/cairn/tokens.toml") && failure.contains("line 2"),
                "{failure}"
            );
            assert!(failure.contains("delete the file") && failure.contains("`cairn login`"), "{failure}");
            assert!(!failure.contains("cairn_pat"), "{failure}");
        }
        assert_eq!(parse(path, Some("lab = \"t\"\n".into())).expect("tokens")["lab"], "t");
    }
}
