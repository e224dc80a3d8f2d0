//! The keys of an instance, which aren't part of its database.

use std::path::PathBuf;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::config::Config;
use crate::instance;

/// The names of the files that hold keys.
pub const NAMES: [&str; 2] = ["secret.key", "journal.key"];

/// Where the keys are, in words for people.
pub fn places(config: &Config) -> String {
    let settings = [config.secret_key.is_some(), config.journal_key.is_some()];
    let variables = ["CAIRN_SECRET_KEY", "CAIRN_JOURNAL_KEY"];
    let place = |at: usize| {
        if settings[at] { variables[at].to_owned() } else { config.data.join(NAMES[at]).display().to_string() }
    };
    format!("{} and {}", place(0), place(1))
}

/// The content of each key file in use; a key in the settings replaces its file.
pub fn contents(config: &Config) -> Result<Vec<(&'static str, String)>> {
    let mut all = Vec::new();
    let set = [config.secret_key.is_some(), config.journal_key.is_some()];
    for (name, _) in NAMES.into_iter().zip(set).filter(|(_, set)| !set) {
        let path = config.data.join(name);
        if path.exists() {
            let content = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            all.push((name, content));
        }
    }
    Ok(all)
}

/// A fingerprint that tells one encryption key from another and doesn't reveal its 32 random bytes.
pub fn fingerprint(key: &str) -> String {
    hex::encode(Sha256::digest(format!("cairn secret key {}", key.trim())))
}

/// The fingerprint of this instance's key, if it has one already.
pub fn own_fingerprint(config: &Config) -> Result<Option<String>> {
    if let Some(key) = &config.secret_key {
        return Ok(Some(fingerprint(key)));
    }
    Ok(contents(config)?.into_iter().find(|(name, _)| *name == NAMES[0]).map(|(_, key)| fingerprint(&key)))
}

/// Writes a key if there is none yet.
pub fn put(config: &Config, name: &str, content: &str) -> Result<PathBuf> {
    let path = config.data.join(name);
    if !path.exists() {
        instance::make_key(&path, content).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(path)
}
