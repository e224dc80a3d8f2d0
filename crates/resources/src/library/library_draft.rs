use std::collections::BTreeMap;

use crate::iam::Folder;
use cairn_model::{Date, Id, Json, Markdown, Record, Ref, Timestamp, Translations};

/// A library of your own, before it is published.
#[derive(Debug, Clone, Record)]
#[resource(path = "library-drafts", event = "librarydraft", order = "name", unique = "urn,locale")]
pub struct LibraryDraft {
    pub id: Id<LibraryDraft>,
    pub folder: Ref<Folder>,
    #[field(search, max = 200)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    pub annotation: Option<Markdown>,
    /// Who publishes the library, such as your organisation. It is part of every URN.
    #[field(search, max = 100)]
    pub packager: String,
    /// Identifies the library together with its packager.
    #[field(search, max = 100)]
    pub ref_id: String,
    /// Identifies the published library together with its language.
    #[field(read_only, search, max = 255)]
    pub urn: Option<String>,
    /// The language of its texts, such as `en`.
    #[field(max = 100, default = "en")]
    pub locale: String,
    /// The version that is published next if the store does not have it yet.
    #[field(min = 1, default = 1)]
    pub version: i64,
    #[field(max = 200)]
    pub provider: Option<String>,
    pub copyright: Option<Markdown>,
    pub publication_date: Option<Date>,
    /// URNs of the libraries that are loaded with it.
    #[field(default = "[]")]
    pub dependencies: Json<Vec<String>>,
    /// Labels that the library gets in the store.
    #[field(default = "[]")]
    pub labels: Json<Vec<String>>,
    pub translations: Option<Translations>,
    /// Its objects by kind, in the form of a library file: `frameworks`, `threats`, `reference_controls` and so on.
    #[field(default = "{}")]
    pub content: Json<BTreeMap<String, serde_json::Value>>,
    #[field(read_only)]
    pub first_published_at: Option<Timestamp>,
    #[field(read_only)]
    pub last_published_at: Option<Timestamp>,
    #[field(read_only)]
    pub last_published_version: Option<i64>,
    /// SHA-256 of what was published last, without its version.
    #[field(secret, max = 64)]
    pub published_checksum: Option<String>,
}
