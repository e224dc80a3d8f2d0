//! Loading: what a library contains becomes rows that people choose from, with the libraries it builds on before it, in
//! one transaction.

pub(super) mod catalogue;
pub(super) mod framework;
pub(super) mod mapping;

use std::collections::{BTreeMap, HashMap, HashSet};

use cairn_engine::{Cx, Error, Result, cascade};
use cairn_library::Library;
use cairn_library::types::Urn;
use cairn_model::{Describe, File, Id, Json, Many, Markdown, Record, Ref, Value};
use cairn_resources::library::{
    Framework, LibraryVersion, LoadedLibrary, MetricDefinition, Question, QuestionChoice, ReferenceControl,
    RequirementMapping, RequirementMappingSet, RequirementNode, RiskMatrix, StoredLibrary, Threat,
};
use serde::Serialize;
use uuid::Uuid;

use super::file;
use super::store::{self, counts, translations};

/// The resources whose rows come from libraries.
const CONTENT: &[&str] = &[
    Framework::PATH,
    RequirementNode::PATH,
    Question::PATH,
    QuestionChoice::PATH,
    ReferenceControl::PATH,
    Threat::PATH,
    RiskMatrix::PATH,
    MetricDefinition::PATH,
    RequirementMappingSet::PATH,
    RequirementMapping::PATH,
    LibraryVersion::PATH,
];

/// A library that was loaded.
#[derive(Debug, Serialize, Describe)]
pub struct LoadedOne {
    pub id: Uuid,
    pub urn: String,
    pub name: String,
    pub version: i64,
    /// How many objects of each kind came from it.
    pub objects: BTreeMap<String, u64>,
}

/// A library that is being loaded: what its rows have in common.
pub(super) struct Source<'a> {
    pub id: Id<LoadedLibrary>,
    pub folder: Uuid,
    pub library: &'a Library,
}

/// Loads a kept library after those it builds on. Answers all that were loaded, in their order.
pub async fn load(cx: &mut Cx, wanted: StoredLibrary) -> Result<Vec<LoadedOne>> {
    // Loads follow each other: two that share a dependency would both load it.
    cx.conn.lock("load libraries").await?;
    if loaded(cx, &wanted.urn, &wanted.locale).await?.is_some() {
        return Err(Error::Conflict(format!("“{}” is loaded already.", wanted.name)));
    }
    let mut done = Vec::new();
    for stored in in_order(cx, wanted).await? {
        let library = file::read_kept(cx, &stored.file).await?;
        done.push(load_one(cx, &library, stored.file.clone(), stored.builtin).await?);
        cx.modify::<StoredLibrary>(stored.id.uuid(), |stored| {
            stored.is_loaded = true;
            Ok(())
        })
        .await?;
    }
    Ok(done)
}

/// The library and what it builds on that is not loaded yet; what others build on comes first.
pub(super) async fn in_order(cx: &mut Cx, wanted: StoredLibrary) -> Result<Vec<StoredLibrary>> {
    let mut seen: HashSet<String> = HashSet::from([wanted.urn.clone()]);
    let (mut ordered, mut open) = (Vec::new(), vec![(wanted, false)]);
    while let Some((library, is_ready)) = open.pop() {
        if is_ready {
            ordered.push(library);
            continue;
        }
        let (name, locale, needs) = (library.name.clone(), library.locale.clone(), library.dependencies.0.clone());
        open.push((library, true));
        for urn in needs {
            let urn = urn.to_lowercase();
            // One that needs itself in the end has been met already.
            if !seen.insert(urn.clone()) || is_loaded(cx, &urn).await? {
                continue;
            }
            let Some(needed) = store::find_any(cx, &urn, &locale).await? else {
                return Err(Error::Conflict(format!(
                    "“{name}” builds on {urn}, which is not in the store. Upload that library first."
                )));
            };
            open.push((needed, false));
        }
    }
    Ok(ordered)
}

/// The loaded library of a URN in a language.
pub async fn loaded(cx: &mut Cx, urn: &str, locale: &str) -> Result<Option<LoadedLibrary>> {
    let found = cx
        .list_all::<LoadedLibrary>(|select| {
            select.equals("urn", urn).equals("locale", locale);
        })
        .await?;
    Ok(found.into_iter().next())
}

pub(super) async fn is_loaded(cx: &mut Cx, urn: &str) -> Result<bool> {
    let found = cx
        .list_all::<LoadedLibrary>(|select| {
            select.equals("urn", urn);
        })
        .await?;
    Ok(!found.is_empty())
}

/// Makes rows of a library's content.
async fn load_one(cx: &mut Cx, library: &Library, file: File, builtin: bool) -> Result<LoadedOne> {
    if library.ref_id.is_none() {
        return Err(Error::field(
            "ref_id",
            format!("“{}” has no ref_id, without which it cannot be loaded.", library.name),
        ));
    }
    let row = row(cx, library, file, builtin).await?;
    let source = Source { id: row.id, folder: cx.root_folder(), library };
    cx.create(row).await?;
    catalogue::threats(cx, &source).await?;
    catalogue::reference_controls(cx, &source).await?;
    catalogue::metric_definitions(cx, &source).await?;
    catalogue::risk_matrices(cx, &source).await?;
    framework::frameworks(cx, &source).await?;
    mapping::mapping_sets(cx, &source).await?;
    Ok(LoadedOne {
        id: source.id.uuid(),
        urn: library.urn.to_string(),
        name: library.name.clone(),
        version: library.version,
        objects: counts(library),
    })
}

pub(super) async fn row(cx: &mut Cx, library: &Library, file: File, builtin: bool) -> Result<LoadedLibrary> {
    let needs = Value::Texts(library.dependencies.iter().map(ToString::to_string).collect());
    let dependencies = cx
        .list_all::<LoadedLibrary>(|select| {
            select.any_of("urn", needs);
        })
        .await?;
    Ok(LoadedLibrary {
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
        dependencies: Many::of(dependencies.iter().map(|one| one.id.uuid())),
        file,
        previous_version: None,
        previous_file: None,
        previous_values: None,
        translations: translations(&library.translations),
    })
}

/// The ids of rows by their URN: of those that any library brought.
pub(super) async fn by_urn<T: Record>(cx: &mut Cx, urns: impl Iterator<Item = &Urn>) -> Result<HashMap<String, Uuid>> {
    let wanted: HashSet<&str> = urns.map(|urn| &**urn).collect();
    if wanted.is_empty() {
        return Ok(HashMap::new());
    }
    let resource = cx.resource::<T>();
    let mut select = cairn_engine::query::Select::new(cx, resource, &cairn_access::Scope::system());
    select.any_of("urn", Value::Texts(wanted.into_iter().map(str::to_owned).collect()));
    let sql = select.project("t.urn, t.id");
    let rows = cx.conn.query(&sql, &[cairn_model::Type::Text, cairn_model::Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| Some((row[0].as_str()?.to_owned(), row[1].as_uuid()?))).collect())
}

/// Refuses objects that another library has brought already, such as the same framework in another language.
pub(super) async fn refuse_known<T: Record>(cx: &mut Cx, urns: impl Iterator<Item = &Urn>) -> Result<()> {
    match by_urn::<T>(cx, urns).await?.into_keys().min() {
        Some(urn) => Err(Error::Conflict(format!("{urn} is loaded already, from another library."))),
        None => Ok(()),
    }
}

/// What uses an object of a library, beside the rest of that library.
pub(super) fn users(info: &cascade::CascadeInfo) -> impl Iterator<Item = &cascade::Grouped> {
    // Its own content is protected from people, and goes with it.
    let blocked = info.blocked.grouped_objects.iter().filter(|group| !CONTENT.contains(&group.model));
    info.affected.grouped_objects.iter().filter(|group| !CONTENT.contains(&group.model)).chain(blocked)
}

/// Removes what was loaded from a library, unless someone uses it.
pub async fn unload(cx: &mut Cx, library: &LoadedLibrary) -> Result<()> {
    let resource = cx.resource::<LoadedLibrary>();
    let info = cascade::info(cx, resource, library.id.uuid()).await?;
    if let Some(users) = users(&info).next() {
        let first = users.objects.first().map(|one| format!(", for example “{}”", one.name)).unwrap_or_default();
        return Err(Error::Conflict(format!("“{}” is in use{first}. Remove the links to it first.", library.name)));
    }
    if let Some(stored) = store::find(cx, &library.urn, &library.locale).await? {
        cx.modify::<StoredLibrary>(stored.id.uuid(), |stored| {
            stored.is_loaded = false;
            Ok(())
        })
        .await?;
    }
    cx.delete::<LoadedLibrary>(library.id.uuid()).await
}
