//! Keeping a library: one row for each library and language, with its newest version.

use std::collections::{BTreeMap, HashMap};

use cairn_engine::{Cx, Error, Result};
use cairn_library::Library;
use cairn_model::{File, Json, Many, Markdown, Ref, Translations, Value};
use cairn_resources::library::{LibraryFilteringLabel, LoadedLibrary, StoredLibrary};
use uuid::Uuid;

/// What became of a library that was to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    New,
    NewVersion,
    /// The same version with another content.
    Refreshed,
    Known,
}

/// Keeps a library unless a newer version is here.
pub async fn keep(cx: &mut Cx, library: &Library, file: File, builtin: bool) -> Result<(Uuid, Kept)> {
    lock(cx, &library.urn, &library.locale).await?;
    let known = find(cx, &library.urn, &library.locale).await?;
    let labels = labels(cx, &library.labels).await?;
    let Some(known) = known else {
        let is_loaded = is_loaded(cx, &library.urn, &library.locale).await?;
        let mut row = row(cx, library, file, builtin);
        row.is_loaded = is_loaded;
        row.filtering_labels = labels;
        let id = row.id.uuid();
        cx.create(row).await?;
        return Ok((id, Kept::New));
    };
    let id = known.id.uuid();
    if known.version > library.version {
        return Err(Error::Conflict(format!(
            "Version {} of “{}” is in the store already. Version {} is older.",
            known.version, known.name, library.version
        )));
    }
    if known.version == library.version && known.hash_checksum == file.sha256 {
        return Ok((id, Kept::Known));
    }
    let kept = if known.version == library.version { Kept::Refreshed } else { Kept::NewVersion };
    let fresh = row(cx, library, file, builtin || known.builtin);
    cx.modify::<StoredLibrary>(id, |old| {
        let (is_loaded, folder) = (old.is_loaded, old.folder);
        let mut all = old.filtering_labels.uuids();
        all.extend(labels.uuids().into_iter().filter(|label| !old.filtering_labels.uuids().contains(label)));
        *old = StoredLibrary { id: old.id, folder, is_loaded, filtering_labels: Many::of(all), ..fresh };
        Ok(())
    })
    .await?;
    Ok((id, kept))
}

/// Makes those who keep the same library wait for each other. Two must not both take it for new, or for the next version.
pub async fn lock(cx: &mut Cx, urn: &str, locale: &str) -> Result<()> {
    Ok(cx.conn.lock(&format!("library {urn} {locale}")).await?)
}

/// The kept library of a URN, in a language.
pub async fn find(cx: &mut Cx, urn: &str, locale: &str) -> Result<Option<StoredLibrary>> {
    let found = cx
        .list_all::<StoredLibrary>(|select| {
            select.equals("urn", urn).equals("locale", locale);
        })
        .await?;
    Ok(found.into_iter().next())
}

/// The kept library of a URN, in the wanted language if there is one.
pub async fn find_any(cx: &mut Cx, urn: &str, locale: &str) -> Result<Option<StoredLibrary>> {
    let mut found = cx
        .list_all::<StoredLibrary>(|select| {
            select.equals("urn", urn);
        })
        .await?;
    found.sort_by_key(|library| (library.locale != locale, library.locale.clone()));
    Ok(found.into_iter().next())
}

async fn is_loaded(cx: &mut Cx, urn: &str, locale: &str) -> Result<bool> {
    let found = cx
        .list_all::<LoadedLibrary>(|select| {
            select.equals("urn", urn).equals("locale", locale);
        })
        .await?;
    Ok(!found.is_empty())
}

fn row(cx: &Cx, library: &Library, file: File, builtin: bool) -> StoredLibrary {
    StoredLibrary {
        id: cx.new_id(),
        folder: Ref::new(cx.root_folder()),
        name: library.name.clone(),
        description: library.description.clone().map(Markdown),
        annotation: library.annotation.clone().map(Markdown),
        urn: library.urn.to_string(),
        ref_id: library.ref_id.clone(),
        locale: library.locale.clone(),
        version: library.version,
        provider: library.provider.clone(),
        packager: library.packager.clone(),
        copyright: library.copyright.clone().map(Markdown),
        publication_date: library.publication_date,
        builtin,
        objects_meta: Json(counts(library)),
        dependencies: Json(library.dependencies.iter().map(ToString::to_string).collect()),
        is_loaded: false,
        hash_checksum: file.sha256.clone(),
        file,
        translations: translations(&library.translations),
        filtering_labels: Many::default(),
    }
}

/// How many objects of each kind a library has.
pub fn counts(library: &Library) -> BTreeMap<String, u64> {
    library.objects_meta().into_iter().map(|(kind, count)| (kind.to_owned(), count as u64)).collect()
}

/// Texts in other languages, where there are any.
pub fn translations(texts: &cairn_library::types::Translations) -> Option<Translations> {
    (!texts.is_empty()).then(|| Translations(texts.clone()))
}

/// The labels of a library, made where they are missing.
async fn labels(cx: &mut Cx, wanted: &[String]) -> Result<Many<LibraryFilteringLabel>> {
    if wanted.is_empty() {
        return Ok(Many::default());
    }
    let values = Value::Texts(wanted.to_vec());
    let known = cx
        .list_all::<LibraryFilteringLabel>(|select| {
            select.any_of("label", values);
        })
        .await?;
    let mut by_name: HashMap<String, Uuid> = known.into_iter().map(|one| (one.label, one.id.uuid())).collect();
    let mut all = Vec::new();
    for label in wanted {
        if !by_name.contains_key(label) {
            let id = cx.new_id::<LibraryFilteringLabel>();
            let folder = Ref::new(cx.root_folder());
            cx.create(LibraryFilteringLabel { id, folder, label: label.clone() }).await?;
            by_name.insert(label.clone(), id.uuid());
        }
        let id = by_name[label];
        if !all.contains(&id) {
            all.push(id);
        }
    }
    Ok(Many::of(all))
}
