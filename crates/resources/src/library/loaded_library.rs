use std::collections::BTreeMap;

use crate::iam::Folder;
use cairn_model::{Date, File, Id, Json, Many, Markdown, Record, Ref, Translations};

/// A library whose content is in use: its frameworks, controls, threats and matrices can be chosen.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "loaded-libraries",
    event = "loadedlibrary",
    order = "name",
    unique = "urn,locale",
    always_published,
    read_only
)]
pub struct LoadedLibrary {
    pub id: Id<LoadedLibrary>,
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
    /// The libraries it builds on.
    #[field(shows = "urn, name")]
    pub dependencies: Many<LoadedLibrary>,
    /// The file it was loaded from.
    pub file: File,
    /// The version before the last update, which can be rolled back.
    pub previous_version: Option<i64>,
    /// The file of that version.
    pub previous_file: Option<File>,
    /// What the update changed in audits.
    pub previous_values: Option<File>,
    pub translations: Option<Translations>,
}
