//! Libraries in use.

use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, action, computed};
use cairn_model::{Describe, Value};
use cairn_resources::library::{Framework, LoadedLibrary, StoredLibrary};
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use super::tree::{self, Tree};
use super::{file, listing, update};

pub const ENTRY: Entry = Entry::of::<LoadedLibrary>()
    .real_only()
    .module(Module::Compliance, "book-check")
    .beside("stored-libraries")
    .rank(41)
    .roles("vad v v v v - - -")
    .by_urn()
    .computed(&[
        computed!(has_update: bool, "Whether a newer version is in the store.", sql listing::has_update),
        computed!(locales: Vec<String>, "The languages of its texts.", locales),
    ])
    .filters(&[listing::OBJECT_TYPE, listing::IS_CUSTOM, listing::IS_PRESET])
    .actions(&[
        action!(GET "available-updates", collection, View, available_updates: Nothing => Vec<Update>, "Loaded libraries of which a newer version is in the store."),
        action!(GET "update-preview", item, Add, update::preview::preview: Nothing => update::preview::Preview, "What an update would change: requirements added, changed, removed and moved, with the number of audits in which each was assessed."),
        action!(POST "update", item, Add, update::update: update::Wanted => update::Updated, "Updates it to the version in the store. No answer is lost."),
        action!(POST "roll-back", item, Add, update::roll_back: Nothing => update::RolledBack, "Goes back to the version before the last update, and restores every score."),
        action!(GET "content", item, View, content: Nothing => Json, "The objects in it, as the file has them."),
        action!(GET "tree", item, View, tree: Nothing => Tree, "The requirements of its frameworks as a tree, by their ids."),
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

async fn locales(_: &mut Cx, rows: &[LoadedLibrary]) -> Result<Vec<Vec<String>>> {
    Ok(rows.iter().map(|row| listing::locales(&row.locale, row.translations.as_ref())).collect())
}

async fn content(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Json> {
    let loaded: LoadedLibrary = cx.get(id).await?;
    let library = file::read_kept(cx, &loaded.file).await?;
    serde_json::to_value(&library.objects).map_err(|error| Error::internal(error.to_string()))
}

async fn tree(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Tree> {
    cx.get::<LoadedLibrary>(id).await?;
    let frameworks: Vec<Framework> = cx
        .list(|select| {
            select.equals("library", id);
        })
        .await?;
    if frameworks.is_empty() {
        return Err(Error::NotFound("This library contains no framework.".to_owned()));
    }
    tree::of_frameworks(cx, frameworks.iter().map(|framework| framework.id.uuid()).collect()).await
}
