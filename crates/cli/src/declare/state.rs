//! What is known of the objects behind the files of a directory, for each instance it was applied to.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::failure::{Failure, Result};

/// It belongs to the files and is kept next to them.
pub const FILE: &str = ".cairn-state.json";
const VERSION: u32 = 1;

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct State {
    version: u32,
    /// By the address of the instance.
    instances: BTreeMap<String, Known>,
}

/// What is known of one instance, by key: the file name without its extension.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub struct Known {
    pub objects: BTreeMap<String, Seen>,
}

/// An object as it was last seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    pub resource: String,
    pub id: Uuid,
    /// When the object was last changed, at that time.
    pub updated_at: String,
    /// The content of the file, at that time.
    pub sha256: String,
    /// The object's name, at that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

impl State {
    /// Reads the state of a directory; a directory that was never exported has none.
    pub fn read(directory: &Path) -> Result<Self> {
        let path = directory.join(FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Failure::other(format!("cannot read {}: {error}", path.display()))),
        };
        let state: Self = serde_json::from_str(&text)
            .map_err(|error| Failure::other(format!("{} is damaged: {error}", path.display())))?;
        if state.version > VERSION {
            return Err(Failure::other(format!("{} was written by a newer version of this program", path.display())));
        }
        Ok(state)
    }

    pub fn of(&self, instance: &str) -> Known {
        self.instances.get(instance).cloned().unwrap_or_default()
    }

    /// Whether any instance has ever been told about an object.
    pub fn knows(&self, key: &str) -> bool {
        self.instances.values().any(|known| known.objects.contains_key(key))
    }

    /// Saves what is now known of an instance.
    pub fn write(mut self, directory: &Path, instance: &str, known: Known) -> Result {
        self.version = VERSION;
        self.instances.insert(instance.to_owned(), known);
        let path = directory.join(FILE);
        let text = serde_json::to_string_pretty(&self).unwrap_or_default() + "\n";
        std::fs::write(&path, text).map_err(|error| Failure::other(format!("cannot write {}: {error}", path.display())))
    }
}

pub fn sha256(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}
