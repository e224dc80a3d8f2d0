//! From a draft to a library: checked, published, exported.

use std::collections::BTreeSet;

use cairn_access::{Scope, Verb};
use cairn_engine::action::{Content, Download, Note};
use cairn_engine::query::Select;
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_library::types::Urn;
use cairn_library::{Library, Problem};
use cairn_model::{Describe, Record, Type, Value};
use cairn_resources::library::{
    Framework, LibraryDraft, LoadedLibrary, MetricDefinition, Question, ReferenceControl, RequirementMappingSet,
    RequirementNode, RiskMatrix, ScoreStrategy, StoredLibrary, Threat,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::super::{file, load, store, update};
use super::document;

/// What is wrong with a draft, and what is odd.
#[derive(Debug, Serialize, Describe)]
pub struct Validity {
    pub is_valid: bool,
    /// What has to be put right before it can be published.
    pub problems: Vec<Finding>,
    /// Oddities that do no harm.
    pub notes: Vec<Finding>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Finding {
    /// Such as `objects.frameworks[0].requirement_nodes[12].parent_urn`.
    pub path: String,
    pub message: String,
}

fn findings(problems: Vec<Problem>) -> Vec<Finding> {
    problems.into_iter().map(|one| Finding { path: one.path, message: one.message }).collect()
}

pub async fn validate(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Validity> {
    let draft: LibraryDraft = cx.get(id).await?;
    Ok(match document::read(&draft).await? {
        Ok(library) => Validity { is_valid: true, problems: Vec::new(), notes: findings(library.notes) },
        Err(problems) => Validity { is_valid: false, problems: findings(problems), notes: Vec::new() },
    })
}

/// What would keep a draft from being loaded.
#[derive(Debug, Serialize, Describe)]
pub struct Conflicts {
    pub results: Vec<Conflict>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Conflict {
    /// Such as `frameworks`, or `dependencies`.
    pub kind: &'static str,
    pub urn: String,
    pub reason: String,
}

pub async fn conflicts(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Conflicts> {
    let draft: LibraryDraft = cx.get(id).await?;
    let library = document::sound(&draft).await?;
    let mut results = Vec::new();
    if let Some(stored) = store::find(cx, &library.urn, &library.locale).await? {
        let reason = if stored.builtin {
            Some(ships_with_cairn(&stored.name))
        } else if draft.last_published_version.is_none_or(|version| version < stored.version) {
            Some(format!("Version {} is in the store already, and not from this draft.", stored.version))
        } else {
            None
        };
        results.extend(reason.map(|reason| Conflict { kind: "libraries", urn: stored.urn, reason }));
    }
    for urn in &library.dependencies {
        let is_known = load::is_loaded(cx, urn).await? || store::find_any(cx, urn, &library.locale).await?.is_some();
        if !is_known {
            let reason = "This library is not in the store. Upload it first.".to_owned();
            results.push(Conflict { kind: "dependencies", urn: urn.to_string(), reason });
        }
    }
    let own = load::loaded(cx, &library.urn, &library.locale).await?.map(|loaded| loaded.id.uuid());
    let objects = &library.objects;
    let nodes = || objects.frameworks.iter().flat_map(|one| &one.requirement_nodes);
    let of_framework = "(select f.library from frameworks f where f.id = t.framework)";
    let of_node = "(select f.library from requirement_nodes n join frameworks f on f.id = n.framework \
                   where n.id = t.requirement_node)";
    let mut taken: Vec<(&'static str, Vec<String>)> = Vec::new();
    let urns = objects.frameworks.iter().map(|one| &one.urn);
    taken.push(("frameworks", elsewhere::<Framework>(cx, urns, "t.library", own).await?));
    let urns = nodes().map(|one| &one.urn);
    taken.push(("requirement_nodes", elsewhere::<RequirementNode>(cx, urns, of_framework, own).await?));
    let urns = nodes().flat_map(|one| &one.questions).map(|one| &one.urn);
    taken.push(("questions", elsewhere::<Question>(cx, urns, of_node, own).await?));
    let urns = objects.threats.iter().map(|one| &one.urn);
    taken.push(("threats", elsewhere::<Threat>(cx, urns, "t.library", own).await?));
    let urns = objects.reference_controls.iter().map(|one| &one.urn);
    taken.push(("reference_controls", elsewhere::<ReferenceControl>(cx, urns, "t.library", own).await?));
    let urns = objects.risk_matrices.iter().map(|one| &one.urn);
    taken.push(("risk_matrices", elsewhere::<RiskMatrix>(cx, urns, "t.library", own).await?));
    let urns = objects.metric_definitions.iter().map(|one| &one.urn);
    taken.push(("metric_definitions", elsewhere::<MetricDefinition>(cx, urns, "t.library", own).await?));
    let urns = objects.requirement_mapping_sets.iter().map(|one| &one.urn);
    let sets = elsewhere::<RequirementMappingSet>(cx, urns, "t.library", own).await?;
    taken.push(("requirement_mapping_sets", sets));
    for (kind, urns) in taken {
        let reason = "Another loaded library has an object with this URN.";
        results.extend(urns.into_iter().map(|urn| Conflict { kind, urn, reason: reason.to_owned() }));
    }
    Ok(Conflicts { results })
}

/// Which of some URNs belong to another library that is loaded.
async fn elsewhere<T: Record>(
    cx: &mut Cx,
    urns: impl Iterator<Item = &Urn>,
    library: &str,
    own: Option<Uuid>,
) -> Result<Vec<String>> {
    let urns: BTreeSet<String> = urns.map(ToString::to_string).collect();
    if urns.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = Select::new(cx, cx.resource::<T>(), &Scope::system());
    select.any_of("urn", Value::Texts(urns.into_iter().collect()));
    let rows = cx.conn.query(&select.project(&format!("t.urn, {library}")), &[Type::Text, Type::Uuid]).await?;
    let others = rows.iter().filter(|row| row[1].as_uuid() != own || own.is_none());
    let mut urns: Vec<String> = others.filter_map(|row| row[0].as_str().map(str::to_owned)).collect();
    urns.sort();
    Ok(urns)
}

/// How to publish a draft.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Publish {
    /// Load the library too, or update it if it is loaded.
    #[serde(default)]
    pub load: bool,
    /// What to do with scores, needed only if the scale of a framework with audits changes.
    #[serde(default)]
    pub action: Option<ScoreStrategy>,
}

/// A library that was published.
#[derive(Debug, Serialize, Describe)]
pub struct Published {
    pub status: &'static str,
    pub stored_library: Uuid,
    pub loaded_library: Option<Uuid>,
    pub urn: String,
    pub version: i64,
    /// Oddities that do no harm.
    pub notes: Vec<String>,
}

pub async fn publish(cx: &mut Cx, id: Uuid, wanted: Publish) -> Result<Published> {
    cx.get::<LibraryDraft>(id).await?;
    let root = cx.root_folder();
    cx.require(cx.resource::<StoredLibrary>(), Verb::Add, root)?;
    if wanted.load {
        cx.require(cx.resource::<LoadedLibrary>(), Verb::Add, root)?;
    }
    // Nobody loads a library or edits the draft meanwhile.
    cx.conn.lock("load libraries").await?;
    let mut draft = cx.modify::<LibraryDraft>(id, |_| Ok(())).await?;
    let checksum = document::checksum(&draft);
    draft.version = next_version(cx, &draft, &checksum).await?;
    let library = document::sound(&draft).await?;
    let (stored, loaded) = keep(cx, &library, &wanted).await?;
    let (now, version) = (cx.now, draft.version);
    cx.modify::<LibraryDraft>(id, |draft| {
        draft.version = version;
        draft.first_published_at = draft.first_published_at.or(Some(now));
        draft.last_published_at = Some(now);
        draft.last_published_version = Some(version);
        draft.published_checksum = Some(checksum);
        Ok(())
    })
    .await?;
    Ok(Published {
        status: "success",
        stored_library: stored,
        loaded_library: loaded,
        urn: library.urn.to_string(),
        version,
        notes: library.notes.iter().map(Problem::to_string).collect(),
    })
}

/// The version of the draft, or the one after what is in the store or loaded.
async fn next_version(cx: &mut Cx, draft: &LibraryDraft, checksum: &str) -> Result<i64> {
    let urn = draft.urn.as_deref().unwrap_or_default();
    store::lock(cx, urn, &draft.locale).await?;
    let stored = store::find(cx, urn, &draft.locale).await?;
    if let Some(stored) = &stored {
        if stored.builtin {
            return Err(Error::Conflict(ships_with_cairn(&stored.name)));
        }
        let is_same = draft.published_checksum.as_deref() == Some(checksum);
        if is_same && draft.last_published_version == Some(stored.version) {
            return Err(Error::Conflict(format!("Nothing has changed since version {}.", stored.version)));
        }
    }
    let loaded = load::loaded(cx, urn, &draft.locale).await?.map(|loaded| loaded.version);
    let Some(known) = stored.map(|stored| stored.version).max(loaded) else { return Ok(draft.version) };
    Ok(draft.version.max(known.saturating_add(1)))
}

fn ships_with_cairn(name: &str) -> String {
    format!("“{name}” ships with Cairn. Choose another packager or reference.")
}

/// Keeps the library in the store and, if that is wanted, makes it the one in use.
async fn keep(cx: &mut Cx, library: &Library, wanted: &Publish) -> Result<(Uuid, Option<Uuid>)> {
    let text = document::text(library)?;
    let files = cx.engine.files.clone();
    let kept = file::keep(&files, &file_name(library), text.as_bytes()).await?;
    let (stored, _) = store::keep(cx, library, kept, false).await?;
    if !wanted.load {
        return Ok((stored, None));
    }
    if let Some(loaded) = load::loaded(cx, &library.urn, &library.locale).await? {
        let id = loaded.id.uuid();
        update::update(cx, id, update::Wanted { action: wanted.action }).await?;
        return Ok((stored, Some(id)));
    }
    let row: StoredLibrary = cx.get(stored).await?;
    let loaded = load::load(cx, row).await?;
    Ok((stored, loaded.last().map(|one| one.id)))
}

fn file_name(library: &Library) -> String {
    format!("{}.yaml", library.ref_id.as_deref().unwrap_or(&library.name))
}

pub async fn export(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let draft: LibraryDraft = cx.get(id).await?;
    let library = document::sound(&draft).await?;
    let text = document::text(&library)?;
    let note = Note::downloaded(LibraryDraft::PATH, id, &draft.name, draft.folder.uuid());
    Ok(Download::new(&file_name(&library), file::MEDIA_TYPE, Content::Bytes(text.into_bytes()), note))
}
