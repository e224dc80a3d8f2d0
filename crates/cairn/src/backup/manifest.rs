//! Lists what is in a backup, so that everything can be checked before anything is changed.

use cairn_cli::counted;
use serde::{Deserialize, Serialize};

/// The version of the backup format that this program writes and reads.
pub const FORMAT: u32 = 1;
pub const NAME: &str = "manifest.json";

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub format: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// The newest migration of the database.
    pub schema: i64,
    /// Identifies the key that decrypts the secrets, without revealing anything of it.
    pub secret_key: String,
    pub tables: Vec<Table>,
    pub files: Vec<File>,
    /// The keys included in the backup.
    pub keys: Vec<File>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
    pub rows: u64,
    pub size: u64,
    pub sha256: String,
}

/// A member that is a file: an attachment, named by its hash, or a key.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub name: String,
    pub size: u64,
    pub sha256: String,
}

impl Table {
    pub fn member(&self) -> String {
        table_member(&self.name)
    }
}

pub fn table_member(table: &str) -> String {
    format!("tables/{table}.jsonl")
}

pub fn file_member(sha256: &str) -> String {
    format!("files/{sha256}")
}

pub fn key_member(name: &str) -> String {
    format!("keys/{name}")
}

impl Manifest {
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }

    pub fn summary(&self) -> String {
        let bytes: u64 = self.files.iter().map(|file| file.size).sum();
        format!(
            "schema {}, {} in {}, {} of {} KiB",
            self.schema,
            counted(self.rows(), "row"),
            counted(self.tables.len() as u64, "table"),
            counted(self.files.len() as u64, "attachment"),
            bytes.div_ceil(1024)
        )
    }

    /// The names of all members, including this one.
    pub fn members(&self) -> Vec<String> {
        let tables = self.tables.iter().map(Table::member);
        let files = self.files.iter().map(|file| file_member(&file.name));
        let keys = self.keys.iter().map(|file| key_member(&file.name));
        tables.chain(files).chain(keys).chain([NAME.to_owned()]).collect()
    }
}
