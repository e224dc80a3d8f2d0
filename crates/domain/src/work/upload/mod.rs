//! What may be uploaded, how it is served again, and where it is stored.
//!
//! Uploads come from anyone who may change a piece of evidence, and are opened by everyone who may read it. So the
//! name, the type and the content are all checked before a file is kept, and nothing that a browser could run is ever
//! shown inline.

pub mod actions;
mod archive;
mod content;
mod name;

use cairn_access::{Scope, Verb};
use cairn_engine::{Cx, Error, Result, query};
use cairn_model::{File, Ref};
use cairn_resources::work::{Evidence, EvidenceFile, EvidenceRevision};
use uuid::Uuid;

pub use self::archive::{check_archive, check_archive_bytes};
pub use self::content::{HEAD, SENT_TYPES, download_headers, media_type, taken_types};
pub use self::name::safe_name;

/// Attaches a stored file to a revision of a piece of evidence: the given one, or the latest. It replaces a file of
/// the same name.
pub async fn attach(cx: &mut Cx, revision: Option<Uuid>, evidence: Uuid, file: File) -> Result<EvidenceFile> {
    let evidence: Evidence = cx.get_for(evidence, Verb::Change).await?;
    // Locked until the end, so that two uploads see each other's revision and file.
    let evidences = cx.resource::<Evidence>();
    query::find_for_update(cx, evidences, &Scope::system(), evidence.id.uuid()).await?;
    let revision = match revision {
        Some(id) => given_revision(cx, &evidence, id).await?,
        None => newest_revision(cx, &evidence).await?,
    };
    let name = safe_name(&file.name)?;
    let same: Vec<EvidenceFile> = cx
        .list_all(|select| {
            select.equals("revision", revision.id).equals("name", name.as_str());
        })
        .await?;
    for old in same {
        cx.delete::<EvidenceFile>(old.id.uuid()).await?;
    }
    let new = EvidenceFile {
        id: cx.new_id(),
        folder: revision.folder,
        revision: Ref::new(revision.id.uuid()),
        name: name.clone(),
        file: File { name, ..file },
    };
    cx.create(new.clone()).await?;
    touch(cx, revision.id.uuid()).await?;
    Ok(new)
}

/// A revision whose files change has changed, and so has its evidence.
pub async fn touch(cx: &mut Cx, revision: Uuid) -> Result<()> {
    let revisions = cx.resource::<EvidenceRevision>();
    if let Some(found) = query::find(cx, revisions, &Scope::system(), revision).await? {
        super::approval::content_changed(cx, &found.decode()?).await?;
        cx.touch::<EvidenceRevision>(revision).await?;
        cx.touch::<Evidence>(found.get("evidence").as_uuid().unwrap_or_default()).await?;
    }
    Ok(())
}

async fn given_revision(cx: &mut Cx, evidence: &Evidence, id: Uuid) -> Result<EvidenceRevision> {
    let revision: EvidenceRevision = cx.get(id).await?;
    if revision.evidence.uuid() != evidence.id.uuid() {
        return Err(Error::field("revision", "This revision belongs to a different piece of evidence."));
    }
    Ok(revision)
}

async fn newest_revision(cx: &mut Cx, evidence: &Evidence) -> Result<EvidenceRevision> {
    if let Some(revision) = newest(cx, evidence).await? {
        return Ok(revision);
    }
    let first = super::evidence::first_revision(cx, evidence);
    cx.create(first).await?;
    newest(cx, evidence).await?.ok_or_else(|| Error::internal("a revision that was just made is not there"))
}

/// The newest revision of an evidence.
pub(super) async fn newest(cx: &mut Cx, evidence: &Evidence) -> Result<Option<EvidenceRevision>> {
    let found: Vec<EvidenceRevision> = cx
        .list_all(|select| {
            select.equals("evidence", evidence.id).order_by("t.version desc").limit(1, 0);
        })
        .await?;
    Ok(found.into_iter().next())
}
