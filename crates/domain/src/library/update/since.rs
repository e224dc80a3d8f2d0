//! What updates have changed in a framework since an audit of it was created.

use cairn_engine::{Cx, Result};
use cairn_library::{Entry, ScoreRange, compare};
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::library::{Framework, LoadedLibrary};

use super::super::{file, library_version};
use super::difference;
pub use super::difference::{Changed, Lists};

#[derive(Debug, Default)]
pub struct Since {
    /// The version of the library when the audit was created, and the one in use.
    pub old_version: i64,
    pub new_version: i64,
    /// The scale before and after, where it is another one.
    pub scale: Option<(ScoreRange, ScoreRange)>,
    pub lists: Lists,
}

pub async fn since(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<Since> {
    let Some(framework) = cx.find::<Framework>(audit.framework.uuid()).await? else { return Ok(Since::default()) };
    let library = framework.library.uuid();
    let Some(loaded) = cx.find::<LoadedLibrary>(library).await? else { return Ok(Since::default()) };
    let Some(version) = library_version::at_creation(cx, library, audit.id.uuid()).await? else {
        return Ok(Since { old_version: loaded.version, new_version: loaded.version, ..Since::default() });
    };
    let old = file::read_kept(cx, &version.file).await?;
    let new = file::read_kept(cx, &loaded.file).await?;
    let changes = compare(&old, &new);
    let mut since = Since { old_version: old.version, new_version: new.version, ..Since::default() };
    if let Some(change) = changes.frameworks.changed.iter().find(|one| *one.urn == *framework.urn) {
        since.scale = change.score_range.map(|range| (range.old, range.new));
        since.lists = difference::of(change);
    } else if changes.frameworks.removed.iter().any(|one| one.urn == framework.urn) {
        let nodes = old.objects.frameworks.iter().filter(|one| *one.urn == *framework.urn);
        since.lists.removed = nodes
            .flat_map(|one| &one.requirement_nodes)
            .map(|node| Changed {
                entry: Entry {
                    urn: node.urn.to_string(),
                    within: None,
                    ref_id: node.ref_id.clone(),
                    name: node.name.clone(),
                },
                fields: Vec::new(),
            })
            .collect();
    }
    Ok(since)
}
