//! The system keyring, for builds that support one. Errors are plain words, because nothing depends on their kind.

#[cfg(feature = "keyring")]
pub use system::{find, forget, keep};
#[cfg(not(feature = "keyring"))]
pub use without::{find, forget, keep};

#[cfg(feature = "keyring")]
mod system {
    use std::time::Duration;

    use keyring::{Entry, Error};

    /// The name under which the keyring's own programs list the entries.
    const SERVICE: &str = "cairn";

    /// Long enough to type a keyring password.
    const PATIENCE: Duration = Duration::from_secs(45);

    pub fn keep(profile: &str, token: &str) -> Result<(), String> {
        let token = token.to_owned();
        apart(profile, move |entry| entry.set_password(&token)).map_err(|error| error.to_string())
    }

    pub fn find(profile: &str) -> Result<Option<String>, String> {
        match apart(profile, keyring::Entry::get_password) {
            Ok(token) => Ok(Some(token)),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Succeeds whether or not there was an entry: afterwards there is none.
    pub fn forget(profile: &str) {
        let _ = apart(profile, keyring::Entry::delete_credential);
    }

    /// The keyring waits for its daemon in its own runtime, which must not be nested in another. The daemon in turn may
    /// wait for someone to unlock it; if nobody does, the command has to go on.
    fn apart<T: Send + 'static>(
        profile: &str,
        work: impl FnOnce(&Entry) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (done, result) = std::sync::mpsc::channel();
        let profile = profile.to_owned();
        std::thread::spawn(move || done.send(Entry::new(SERVICE, &profile).and_then(|entry| work(&entry))));
        result.recv_timeout(PATIENCE).unwrap_or(Err(Error::NoDefaultStore))
    }
}

#[cfg(not(feature = "keyring"))]
mod without {
    const NONE: &str = "this build of Cairn uses none";

    pub fn keep(_: &str, _: &str) -> Result<(), String> {
        Err(NONE.to_owned())
    }

    pub fn find(_: &str) -> Result<Option<String>, String> {
        Err(NONE.to_owned())
    }

    pub fn forget(_: &str) {}
}
