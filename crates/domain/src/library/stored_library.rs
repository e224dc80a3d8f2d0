//! Libraries that are kept. They come by upload, or from the folder that the operator named.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use cairn_engine::action::{Fate, Files, Form, Part};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_library::{Library, Problem};
use cairn_model::Describe;
use cairn_resources::library::{LoadedLibrary, StoredLibrary};
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use super::store::{self, Kept};
use super::tree::{self, Tree};
use super::{file, listing, load};

pub const ENTRY: Entry = Entry::of::<StoredLibrary>()
    .real_only()
    .module(Module::Compliance, "library")
    .rank(40)
    .roles("vacd v v v v - - -")
    .rules::<StoredLibraryRules>()
    .deletable()
    .by_urn()
    .computed(&[
        computed!(is_update: bool, "Whether it is newer than the loaded version.", sql listing::is_update),
        computed!(locales: Vec<String>, "The languages of its texts.", locales),
        computed!(loaded_library: Option<Uuid>, "The loaded library, if a version of it is loaded.", loaded_library),
    ])
    .filters(&[listing::OBJECT_TYPE, listing::IS_CUSTOM, listing::IS_PRESET])
    .actions(&[
        action!(
            POST "upload", collection, Add, upload: Nothing, files &UPLOAD => Uploaded,
            "Keeps a library file: YAML, or a workbook with a framework."
        )
        .makes(),
        action!(POST "import", item, Add, import: Nothing => Loaded, "Loads it, and the libraries it builds on first."),
        action!(POST "unload", item, Delete, unload: Nothing => Unloaded, "Removes what was loaded from it, unless it is in use."),
        action!(GET "locale", collection, View, listing::stored_locales: Nothing => BTreeMap<String, String>, "The languages of libraries in the store."),
        action!(GET "provider", collection, View, listing::stored_providers: Nothing => BTreeMap<String, String>, "The providers of libraries in the store."),
        action!(GET "object_type", collection, View, listing::object_types: Nothing => Vec<&'static str>, "The kinds of objects that libraries can contain."),
        action!(GET "content", item, View, content: Nothing => Json, "The objects in it, as the file has them."),
        action!(GET "tree", item, View, tree: Nothing => Tree, "The requirements of its frameworks as a tree: by their ids if they are loaded, otherwise by their URNs."),
    ]);

pub struct StoredLibraryRules;

impl Rules for StoredLibraryRules {
    type Record = StoredLibrary;

    async fn before_delete(_: &mut Cx, old: &StoredLibrary) -> Result<()> {
        if old.is_loaded {
            return Err(Error::Conflict(format!("“{}” is loaded. Unload it first.", old.name)));
        }
        Ok(())
    }
}

const FILE: &str = "file";
/// As large as a library file may be.
const MOST_BYTES: u64 = cairn_library::MAX_BYTES as u64;

pub(super) const UPLOAD: Form = Form {
    parts: &[Part {
        name: FILE,
        also: None,
        doc: "A library as YAML, or a workbook (XLSX) with a framework.",
        required: true,
        most: 1,
        fate: Fate::Read,
        media_types: || {
            vec![
                "application/yaml",
                "application/x-yaml",
                "text/yaml",
                "text/plain",
                "application/octet-stream",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            ]
        },
    }],
    bare: true,
    lenient: false,
    headers: &[],
    prepare: Some(open),
};

/// A file that was read, for the transaction to keep.
pub(super) struct Opened {
    pub library: Library,
    name: String,
    bytes: Vec<u8>,
}

/// Reads and checks a file, which takes as long as it is large.
fn open<'a>(_: &'a mut Cx, files: &'a Files) -> BoxFuture<'a, Result<Arc<dyn Any + Send + Sync>>> {
    Box::pin(async move {
        let path = files.path(FILE)?.to_owned();
        let name = files.taken.first().map(|one| one.file.name.clone()).unwrap_or_default();
        let size = tokio::fs::metadata(&path).await.map_err(|error| Error::internal(error.to_string()))?.len();
        if size > MOST_BYTES {
            return Err(Error::TooLarge(format!("A library file can have up to {} MB.", MOST_BYTES / 1_000_000)));
        }
        let bytes = tokio::fs::read(&path).await.map_err(|error| Error::internal(error.to_string()))?;
        let (library, bytes) = file::read_sent(bytes).await?;
        Ok(Arc::new(Opened { library, name, bytes }) as Arc<dyn Any + Send + Sync>)
    })
}

/// A library that was kept.
#[derive(Debug, Serialize, Describe)]
pub struct Uploaded {
    pub id: Uuid,
    pub urn: String,
    pub name: String,
    pub locale: String,
    pub version: i64,
    /// `new`, `new_version`, `refreshed` or `known`.
    pub outcome: &'static str,
    /// Oddities in the file that do no harm.
    pub notes: Vec<String>,
}

async fn upload(cx: &mut Cx, _: Nothing, files: &Files) -> Result<Uploaded> {
    let opened = files.prepared::<Opened>()?;
    let library = &opened.library;
    let kept = cx.engine.files.clone();
    let file = file::keep(&kept, &opened.name, &opened.bytes).await?;
    let (id, outcome) = store::keep(cx, library, file, false).await?;
    Ok(Uploaded {
        id,
        urn: library.urn.to_string(),
        name: library.name.clone(),
        locale: library.locale.clone(),
        version: library.version,
        outcome: match outcome {
            Kept::New => "new",
            Kept::NewVersion => "new_version",
            Kept::Refreshed => "refreshed",
            Kept::Known => "known",
        },
        notes: library.notes.iter().map(Problem::to_string).collect(),
    })
}

/// What was loaded.
#[derive(Debug, Serialize, Describe)]
pub struct Loaded {
    pub status: &'static str,
    /// The loaded library.
    pub id: Uuid,
    /// All libraries that were loaded, in their order.
    pub libraries: Vec<load::LoadedOne>,
}

async fn import(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Loaded> {
    let stored: StoredLibrary = cx.get(id).await?;
    let libraries = load::load(cx, stored).await?;
    let id = libraries.last().map(|one| one.id).unwrap_or_default();
    Ok(Loaded { status: "success", id, libraries })
}

/// What was unloaded.
#[derive(Debug, Serialize, Describe)]
pub struct Unloaded {
    pub status: &'static str,
    pub id: Uuid,
}

async fn unload(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Unloaded> {
    let stored: StoredLibrary = cx.get(id).await?;
    let loaded = load::loaded(cx, &stored.urn, &stored.locale).await?;
    let loaded = loaded.ok_or_else(|| Error::Conflict(format!("“{}” is not loaded.", stored.name)))?;
    load::unload(cx, &loaded).await?;
    Ok(Unloaded { status: "success", id: loaded.id.uuid() })
}

async fn content(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Json> {
    let stored: StoredLibrary = cx.get(id).await?;
    let library = file::read_kept(cx, &stored.file).await?;
    serde_json::to_value(&library.objects).map_err(|error| Error::internal(error.to_string()))
}

async fn tree(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Tree> {
    let stored: StoredLibrary = cx.get(id).await?;
    let library = file::read_kept(cx, &stored.file).await?;
    if library.objects.frameworks.is_empty() {
        return Err(Error::NotFound("This library contains no framework.".to_owned()));
    }
    tree::of_file(cx, &library).await
}

async fn locales(_: &mut Cx, rows: &[StoredLibrary]) -> Result<Vec<Vec<String>>> {
    Ok(rows.iter().map(|row| listing::locales(&row.locale, row.translations.as_ref())).collect())
}

async fn loaded_library(cx: &mut Cx, rows: &[StoredLibrary]) -> Result<Vec<Option<Uuid>>> {
    let urns = cairn_model::Value::Texts(rows.iter().map(|row| row.urn.clone()).collect());
    let loaded: Vec<LoadedLibrary> = cx
        .list(|select| {
            select.any_of("urn", urns);
        })
        .await?;
    let of = |row: &StoredLibrary| loaded.iter().find(|one| one.urn == row.urn && one.locale == row.locale);
    Ok(rows.iter().map(|row| of(row).map(|one| one.id.uuid())).collect())
}
