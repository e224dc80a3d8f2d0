use std::collections::BTreeMap;

use super::LibraryFilteringLabel;
use crate::iam::Folder;
use cairn_model::{Date, File, Id, Json, Many, Markdown, Record, Ref, Translations};

/// A library file that is kept ready to be loaded. The newest version of each is kept.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "stored-libraries",
    event = "storedlibrary",
    order = "name",
    unique = "urn,locale",
    always_published,
    read_only
)]
pub struct StoredLibrary {
    pub id: Id<StoredLibrary>,
    pub folder: Ref<Folder>,
    #[field(search, max = 1000)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    pub annotation: Option<Markdown>,
    /// Identifies the library together with its language. Always in lower case.
    #[field(search, max = 255)]
    pub urn: String,
    #[field(search, max = 255)]
    pub ref_id: Option<String>,
    /// The language of its texts, such as `en`.
    #[field(max = 100)]
    pub locale: String,
    pub version: i64,
    #[field(search, max = 1000)]
    pub provider: Option<String>,
    #[field(max = 1000)]
    pub packager: Option<String>,
    pub copyright: Option<Markdown>,
    pub publication_date: Option<Date>,
    /// Ships with Cairn.
    #[field(default = false)]
    pub builtin: bool,
    /// How many objects of each kind it contains.
    #[field(default = "{}")]
    pub objects_meta: Json<BTreeMap<String, u64>>,
    /// URNs of the libraries that are loaded with it.
    #[field(default = "[]")]
    pub dependencies: Json<Vec<String>>,
    /// Whether a version of it is loaded.
    #[field(default = false)]
    pub is_loaded: bool,
    /// SHA-256 of the file.
    #[field(max = 64)]
    pub hash_checksum: String,
    pub file: File,
    pub translations: Option<Translations>,
    pub filtering_labels: Many<LibraryFilteringLabel>,
}
