//! Libraries in use.

use cairn_engine::{Cx, Entry, Module, Nothing, Result, action, computed};
use cairn_model::{Describe, Value};
use cairn_resources::library::{LoadedLibrary, StoredLibrary};
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use super::file;
use super::tree::{self, FrameworkTree};

pub const ENTRY: Entry = Entry::of::<LoadedLibrary>()
    .module(Module::Compliance, "book-check")
    .beside("stored-libraries")
    .rank(41)
    .roles("vad v v v v - - -")
    .by_urn()
    .computed(&[computed!(has_update: bool, "Whether a newer version is in the store.", has_update)])
    .actions(&[
        action!(GET "available-updates", collection, View, available_updates: Nothing => Vec<Update>, "Loaded libraries of which a newer version is in the store."),
        action!(GET "content", item, View, content: Nothing => Json, "The objects in it, as the file has them."),
        action!(GET "tree", item, View, tree: Nothing => Vec<FrameworkTree>, "Its frameworks with their requirements as trees."),
    ]);

/// A newer version of a loaded library.
#[derive(Debug, Serialize, Describe)]
pub struct Update {
    /// The loaded library.
    pub id: Uuid,
    pub urn: String,
    pub name: String,
    pub locale: String,
    /// The version in use.
    pub version: i64,
    /// The newer version, and where it is kept.
    pub new_version: i64,
    pub stored_library: Uuid,
}

async fn available_updates(cx: &mut Cx, _: Nothing) -> Result<Vec<Update>> {
    let loaded: Vec<LoadedLibrary> = cx.list(|_| {}).await?;
    let stored = newer(cx, &loaded).await?;
    let pairs = loaded.into_iter().zip(stored).filter_map(|(one, newer)| Some((one, newer?)));
    Ok(pairs
        .map(|(one, newer)| Update {
            id: one.id.uuid(),
            urn: one.urn,
            name: one.name,
            locale: one.locale,
            version: one.version,
            new_version: newer.version,
            stored_library: newer.id.uuid(),
        })
        .collect())
}

/// For each library the newer version that is kept.
async fn newer(cx: &mut Cx, loaded: &[LoadedLibrary]) -> Result<Vec<Option<StoredLibrary>>> {
    let urns = Value::Texts(loaded.iter().map(|one| one.urn.clone()).collect());
    let stored: Vec<StoredLibrary> = cx
        .list_all(|select| {
            select.any_of("urn", urns);
        })
        .await?;
    let newer = |one: &LoadedLibrary| {
        let is_newer =
            |kept: &&StoredLibrary| kept.urn == one.urn && kept.locale == one.locale && kept.version > one.version;
        stored.iter().find(is_newer).cloned()
    };
    Ok(loaded.iter().map(newer).collect())
}

async fn has_update(cx: &mut Cx, rows: &[LoadedLibrary]) -> Result<Vec<bool>> {
    Ok(newer(cx, rows).await?.iter().map(Option::is_some).collect())
}

async fn content(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Json> {
    let loaded: LoadedLibrary = cx.get(id).await?;
    let library = file::read_kept(cx, &loaded.file).await?;
    serde_json::to_value(&library.objects).map_err(|error| cairn_engine::Error::internal(error.to_string()))
}

async fn tree(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Vec<FrameworkTree>> {
    let loaded: LoadedLibrary = cx.get(id).await?;
    let library = file::read_kept(cx, &loaded.file).await?;
    if library.objects.frameworks.is_empty() {
        return Err(cairn_engine::Error::NotFound("This library contains no framework.".to_owned()));
    }
    Ok(tree::trees(&library, cx.language()))
}
