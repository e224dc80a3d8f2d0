use super::LoadedLibrary;
use crate::iam::Folder;
use cairn_model::{File, Id, Record, Ref};

/// A version of a loaded library that another one has replaced: by an update, or by rolling one back.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "library-versions",
    event = "libraryversion",
    order = "-created_at",
    within = "library",
    always_published,
    read_only,
    display = "(select l.name from loaded_libraries l where l.id = {t}.library) || ' ' || {t}.version"
)]
pub struct LibraryVersion {
    pub id: Id<LibraryVersion>,
    pub folder: Ref<Folder>,
    #[field(shows = "urn, name")]
    pub library: Ref<LoadedLibrary>,
    pub version: i64,
    /// The version that replaced it.
    pub replaced_by: i64,
    /// The file of this version.
    pub file: File,
}
