//! The folders that the command line stores its files in.

use std::path::PathBuf;

/// For profiles, and for tokens if there is no keyring.
pub fn config() -> Option<PathBuf> {
    if cfg!(windows) {
        return variable("APPDATA").map(|folder| folder.join("cairn"));
    }
    let folder = variable("XDG_CONFIG_HOME").or_else(|| home().map(|home| home.join(".config")))?;
    Some(folder.join("cairn"))
}

/// For what can be fetched again.
pub fn cache() -> Option<PathBuf> {
    if cfg!(windows) {
        return variable("LOCALAPPDATA").map(|folder| folder.join("cairn").join("cache"));
    }
    let folder = variable("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(".cache")))?;
    Some(folder.join("cairn"))
}

fn home() -> Option<PathBuf> {
    variable("HOME")
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}
