//! Tokens at rest: in the system's keyring where there is one, otherwise in a file that only its owner can read.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use cairn_client::Secret;

use crate::failure::{Failure, Result};
use crate::profile::Store;
use crate::{folders, private};

/// Under this name the keyring's own programs show the entries.
const SERVICE: &str = "cairn";

/// Long enough to type the password of a keyring.
const PATIENCE: Duration = Duration::from_secs(45);

/// Stores a token; says where it is now.
pub fn keep(profile: &str, token: &Secret, keyring: bool) -> Result<Store> {
    if keyring && keep_in_keyring(profile, token) {
        // A token of an earlier sign-in may lie in the file.
        change_file(|tokens| tokens.remove(profile).is_some())?;
        return Ok(Store::Keyring);
    }
    change_file(|tokens| {
        tokens.insert(profile.to_owned(), token.reveal().to_owned());
        true
    })?;
    Ok(Store::File)
}

pub fn find(profile: &str, store: Store) -> Result<Option<Secret>> {
    match store {
        Store::Keyring => {
            let profile_name = profile.to_owned();
            let found = apart(move || keyring::Entry::new(SERVICE, &profile_name)?.get_password());
            match found {
                Ok(token) => Ok(Some(Secret::new(token))),
                Err(keyring::Error::NoEntry) => Ok(None),
                Err(error) => Err(Failure::other(format!(
                    "the keyring does not give the token of “{profile}”: {error}; unlock it, or sign in again with \
                     `cairn login --keep-in file`"
                ))),
            }
        }
        Store::File => {
            let text = private::read_private(&file()?)?;
            Ok(parse(text)?.get(profile).map(Secret::new))
        }
    }
}

pub fn forget(profile: &str, store: Store) -> Result {
    if store == Store::Keyring {
        let profile = profile.to_owned();
        // Whether it was there or not: afterwards it is not.
        let _ = apart(move || keyring::Entry::new(SERVICE, &profile)?.delete_credential());
    }
    change_file(|tokens| tokens.remove(profile).is_some())
}

fn keep_in_keyring(profile: &str, token: &Secret) -> bool {
    let (profile, token) = (profile.to_owned(), token.clone());
    apart(move || keyring::Entry::new(SERVICE, &profile)?.set_password(token.reveal())).is_ok()
}

/// The keyring waits for its daemon in a runtime of its own, which must not be inside another. A daemon may in turn wait
/// for someone to unlock it; where nobody does, the command has to go on.
fn apart<T: Send + 'static>(
    work: impl FnOnce() -> std::result::Result<T, keyring::Error> + Send + 'static,
) -> std::result::Result<T, keyring::Error> {
    let (done, result) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(work()));
    result.recv_timeout(PATIENCE).unwrap_or(Err(keyring::Error::NoDefaultStore))
}

pub fn file() -> Result<PathBuf> {
    let folder = folders::config().ok_or_else(|| Failure::other("there is no home folder to keep a token in"))?;
    Ok(folder.join("tokens.toml"))
}

type Tokens = BTreeMap<String, String>;

fn parse(text: Option<String>) -> Result<Tokens> {
    // The parser's message would quote the line, and with it the token.
    let broken = |_| Failure::other("the file with the tokens cannot be understood; sign in again");
    text.map_or_else(|| Ok(Tokens::new()), |text| toml::from_str(&text).map_err(broken))
}

fn change_file(change: impl FnOnce(&mut Tokens) -> bool) -> Result {
    let path = file()?;
    let mut tokens = parse(private::read(&path)?)?;
    if !change(&mut tokens) {
        return Ok(());
    }
    let text = toml::to_string(&tokens).map_err(|error| Failure::other(error.to_string()))?;
    private::write_private(&path, &text)
}
