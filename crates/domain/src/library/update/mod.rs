//! Updates of loaded libraries without loss: looked at first ([`preview`]), applied in one transaction, rolled back.
//!
//! An update never deletes what people wrote. Requirements, questions and choices that the new version leaves out are
//! retired and keep their answers; new requirements get rows in the audits that there are. What the update made and
//! changed in audits is kept with the library ([`record`]), so that rolling back restores every score exactly.

mod audits;
mod content;
mod difference;
pub mod preview;
mod record;
mod roll_back;
pub mod since;

use cairn_engine::{Cx, Error, Result};
use cairn_library::Library;
use cairn_model::{Describe, File};
use cairn_resources::library::{Framework, LoadedLibrary, RequirementNode, ScoreStrategy, StoredLibrary};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::load::Source;
use super::{file, library_version, load, store};
use audits::NewScale;
use record::Done;
pub use roll_back::{RolledBack, roll_back};

/// What to do with scores where a framework changes its scale.
#[derive(Debug, Default, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Needed only if the scale of a framework with audits changes.
    #[serde(default)]
    pub action: Option<ScoreStrategy>,
}

/// What an update did.
#[derive(Debug, Serialize, Describe)]
pub struct Updated {
    pub status: &'static str,
    pub id: Uuid,
    pub old_version: i64,
    pub new_version: i64,
    pub requirements_added: usize,
    /// Requirements that the new version leaves out. They keep their answers.
    pub requirements_retired: usize,
    pub scores_changed: usize,
}

pub async fn update(cx: &mut Cx, id: Uuid, wanted: Wanted) -> Result<Updated> {
    cx.get::<LoadedLibrary>(id).await?;
    // Loads and updates follow each other. What follows sees what the one before has done.
    cx.conn.lock("load libraries").await?;
    let loaded: LoadedLibrary = cx.get(id).await?;
    let (stored, library) = newer(cx, &loaded).await?;
    audits::lock(cx, id).await?;
    let before = state(cx, id).await?;
    refuse_open_scale(cx, &before, &library, wanted.action).await?;
    dependencies_first(cx, &library).await?;

    library_version::keep(cx, &loaded, library.version).await?;
    let mut row = load::row(cx, &library, stored.file.clone(), stored.builtin).await?;
    row.id = loaded.id;
    put_row(cx, row).await?;
    let source = Source { id: loaded.id, folder: cx.root_folder(), library: &library };
    let mut done = Done { made: content::sync(cx, &source).await?, action: wanted.action, ..Done::default() };
    let after = state(cx, id).await?;
    if let Some(action) = wanted.action {
        for (old, new) in pairs(&before, &after).filter(|(old, new)| scale_of(&old.0) != scale_of(&new.0)) {
            let change = NewScale { old: &old.0, new: &new.0, old_nodes: &old.1, new_nodes: &new.1 };
            audits::rescale(cx, &change, action, &mut done).await?;
        }
    }
    for (framework, nodes) in &after {
        let old = before.iter().find(|(old, _)| old.id == framework.id);
        let old = old.map(|(_, nodes)| nodes.as_slice()).unwrap_or_default();
        done.made_rows.extend(audits::align(cx, old, nodes, framework.id.uuid()).await?);
    }
    audits::follow_rules(cx, id).await?;
    let store = cx.engine.files.clone();
    let kept = record::keep(&store, &done).await?;
    remember(cx, &loaded, Some((loaded.version, loaded.file.clone(), kept))).await?;
    Ok(Updated {
        status: "success",
        id,
        old_version: loaded.version,
        new_version: library.version,
        requirements_added: done.made.nodes.len(),
        requirements_retired: retired(&after) - retired(&before).min(retired(&after)),
        scores_changed: done.scores.iter().filter(|one| one.before != one.after).count(),
    })
}

/// The newer version of a loaded library that is kept.
async fn newer(cx: &mut Cx, loaded: &LoadedLibrary) -> Result<(StoredLibrary, Library)> {
    let stored = store::find(cx, &loaded.urn, &loaded.locale).await?.filter(|stored| stored.version > loaded.version);
    let stored =
        stored.ok_or_else(|| Error::Conflict(format!("There is no update of “{}” in the store.", loaded.name)))?;
    let library = file::read_kept(cx, &stored.file).await?;
    Ok((stored, library))
}

type State = Vec<(Framework, Vec<RequirementNode>)>;

/// The frameworks of a library with their requirements.
async fn state(cx: &mut Cx, library: Uuid) -> Result<State> {
    let frameworks: Vec<Framework> = cx
        .list_all(|select| {
            select.equals("library", library);
        })
        .await?;
    let mut all = Vec::with_capacity(frameworks.len());
    for framework in frameworks {
        let nodes = content::nodes_of(cx, framework.id.uuid()).await?;
        all.push((framework, nodes));
    }
    Ok(all)
}

type One = (Framework, Vec<RequirementNode>);

fn pairs<'a>(before: &'a State, after: &'a State) -> impl Iterator<Item = (&'a One, &'a One)> {
    before.iter().filter_map(|old| Some((old, after.iter().find(|new| new.0.id == old.0.id)?)))
}

fn scale_of(framework: &Framework) -> (i64, i64) {
    (framework.min_score, framework.max_score)
}

fn retired(state: &State) -> usize {
    state.iter().flat_map(|(_, nodes)| nodes).filter(|node| node.retired_at.is_some()).count()
}

/// Someone has to decide what becomes of scores on a scale that changes.
async fn refuse_open_scale(
    cx: &mut Cx,
    before: &State,
    library: &Library,
    action: Option<ScoreStrategy>,
) -> Result<()> {
    if action.is_some() {
        return Ok(());
    }
    for (old, _) in before {
        let Some(new) = library.objects.frameworks.iter().find(|new| *new.urn == *old.urn) else { continue };
        let (min, max) = (new.min_score.unwrap_or(0), new.max_score.unwrap_or(100));
        if scale_of(old) == (min, max) {
            continue;
        }
        let all = audits::of_framework(cx, old.id.uuid()).await?;
        let count = all.iter().filter(|audit| audits::follows(audit, old)).count();
        if count > 0 {
            return Err(Error::Conflict(format!(
                "The scale of “{}” changes from {}–{} to {}–{}. Audits that use it: {}. Choose an action for their scores: clamp, reset or rule_of_three.",
                old.name, old.min_score, old.max_score, min, max, count
            )));
        }
    }
    Ok(())
}

/// Loads what the new version builds on and the old one did not.
async fn dependencies_first(cx: &mut Cx, library: &Library) -> Result<()> {
    for urn in &library.dependencies {
        if load::is_loaded(cx, urn).await? {
            continue;
        }
        let Some(needed) = store::find_any(cx, urn, &library.locale).await? else {
            return Err(Error::Conflict(format!(
                "“{}” builds on {urn}, which is not in the store. Upload that library first.",
                library.name
            )));
        };
        load::load(cx, needed).await?;
    }
    Ok(())
}

async fn put_row(cx: &mut Cx, row: LoadedLibrary) -> Result<()> {
    cx.modify::<LoadedLibrary>(row.id.uuid(), |old| {
        *old = LoadedLibrary { folder: old.folder, ..row };
        Ok(())
    })
    .await
    .map(drop)
}

/// Keeps what rolling back needs, or forgets it.
async fn remember(cx: &mut Cx, library: &LoadedLibrary, before: Option<(i64, File, File)>) -> Result<()> {
    cx.modify::<LoadedLibrary>(library.id.uuid(), |row| {
        let (version, file, values) =
            before.map_or((None, None, None), |(version, file, values)| (Some(version), Some(file), Some(values)));
        row.previous_version = version;
        row.previous_file = file;
        row.previous_values = values;
        Ok(())
    })
    .await
    .map(drop)
}
