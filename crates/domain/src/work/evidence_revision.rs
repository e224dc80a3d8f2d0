//! Revisions of evidence: numbered states, each with its files or a link.

use std::collections::HashMap;
use std::sync::Arc;

use cairn_access::Scope;
use cairn_engine::computed::{Shared, Structs};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed, query};
use cairn_model::{Describe, Type, Value};
use cairn_resources::work::{Evidence, EvidenceFile, EvidenceRevision};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::approval;
use super::files::{self, Attachment, Attachments, human_size};
use super::sight::visible;
use super::upload::actions::{self, Uploaded};
use super::upload::{self, SENT_TYPES};

pub const ENTRY: Entry = Entry::of::<EvidenceRevision>()
    .module(Module::Controls, "file-clock")
    .beside("evidences")
    .roles("vacd vacd vacd v v vacd vacd -")
    .rules::<EvidenceRevisionRules>()
    .computed(&[
        computed!(str: String, "The name of the evidence and the version.", words),
        computed!(attachment: Option<String>, "The name of the latest file.", attachment),
        computed!(attachments: Vec<Attachment>, "The files, newest first.", attachments),
        computed!(attachment_hash: Option<String>, "The SHA-256 of the latest file.", attachment_hash),
        computed!(size: Option<String>, "The formatted size of the latest file.", size),
    ])
    .actions(&[
        action!(
            POST "delete_attachment", item, Change, delete_attachment: DeleteAttachment => DeletedAttachments,
            "Deletes one or all of its files."
        ),
        action!(
            POST "upload", item, Change, actions::upload_to_revision: Nothing, files &actions::UPLOAD => Uploaded,
            "Adds files."
        ),
        action!(GET "attachment", item, View, actions::newest_of_revision: Nothing => file SENT_TYPES, "The latest file."),
    ]);

pub struct EvidenceRevisionRules;

impl Rules for EvidenceRevisionRules {
    type Record = EvidenceRevision;

    async fn before_write(cx: &mut Cx, old: Option<&EvidenceRevision>, new: &mut EvidenceRevision) -> Result<()> {
        if let Some(old) = old {
            if new.version == 0 {
                new.version = old.version;
            }
            return Ok(());
        }
        // Locked until the end, so that two new revisions cannot get the same number.
        let (evidences, id) = (cx.resource::<Evidence>(), new.evidence.uuid());
        query::find_for_update(cx, evidences, &Scope::system(), id).await?;
        if new.version == 0 {
            new.version = next_version(cx, id).await?;
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&EvidenceRevision>, new: &EvidenceRevision) -> Result<()> {
        if old.is_none() && !cx.is_consequence() {
            cx.touch::<Evidence>(new.evidence.uuid()).await?;
        }
        match old {
            None => approval::revision_added(cx, new).await?,
            Some(old) if old.link != new.link => approval::content_changed(cx, new).await?,
            Some(_) => {}
        }
        Ok(())
    }

    async fn after_delete(cx: &mut Cx, old: &EvidenceRevision) -> Result<()> {
        if cx.is_consequence() {
            return Ok(());
        }
        approval::revision_deleted(cx, old).await?;
        cx.touch::<Evidence>(old.evidence.uuid()).await
    }
}

async fn next_version(cx: &mut Cx, evidence: Uuid) -> Result<i64> {
    let mut sql = Sql::raw("select max(version) from evidence_revisions where evidence = ");
    sql.bind(evidence);
    let rows = cx.conn.query(&sql, &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()).unwrap_or_default() + 1)
}

impl Shared<EvidenceRevision> for Attachments {
    async fn load(cx: &mut Cx, rows: &[EvidenceRevision]) -> Result<Self> {
        files::of_revisions(cx, rows.iter().map(|revision| revision.id.uuid()).collect()).await
    }
}

/// One value per row, made from its files.
async fn from_files<T>(
    cx: &mut Cx,
    rows: &Structs<EvidenceRevision>,
    make: impl Fn(&[Attachment]) -> T,
) -> Result<Vec<T>> {
    let files: Arc<Attachments> = rows.shared(cx).await?;
    Ok(rows.iter().map(|revision| make(files.of(revision.id.uuid()))).collect())
}

async fn attachment(cx: &mut Cx, rows: &Structs<EvidenceRevision>) -> Result<Vec<Option<String>>> {
    from_files(cx, rows, |files| files.first().map(|file| file.name.clone())).await
}

async fn attachments(cx: &mut Cx, rows: &Structs<EvidenceRevision>) -> Result<Vec<Vec<Attachment>>> {
    from_files(cx, rows, <[Attachment]>::to_vec).await
}

async fn attachment_hash(cx: &mut Cx, rows: &Structs<EvidenceRevision>) -> Result<Vec<Option<String>>> {
    from_files(cx, rows, |files| files.first().map(|file| file.sha256.clone())).await
}

async fn size(cx: &mut Cx, rows: &Structs<EvidenceRevision>) -> Result<Vec<Option<String>>> {
    from_files(cx, rows, |files| files.first().map(|file| human_size(file.size))).await
}

/// The evidence is only named to those who may see it.
async fn words(cx: &mut Cx, rows: &[EvidenceRevision]) -> Result<Vec<String>> {
    let mut select = visible(cx, cx.resource::<Evidence>());
    select.any_of("id", Value::Uuids(rows.iter().map(|revision| revision.evidence.uuid()).collect()));
    let found = cx.conn.query(&select.project("t.id, t.name"), &[Type::Uuid, Type::Text]).await?;
    let names: HashMap<Uuid, &str> =
        found.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str()?))).collect();
    let words = rows.iter().map(|revision| match names.get(&revision.evidence.uuid()) {
        Some(name) => format!("{name} v{}", revision.version),
        None => format!("v{}", revision.version),
    });
    Ok(words.collect())
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct DeleteAttachment {
    /// The file to delete. Defaults to all files.
    #[serde(default)]
    pub file: Option<Uuid>,
}

#[derive(Debug, Serialize, Describe)]
pub struct DeletedAttachments {
    /// The names of the deleted files.
    pub deleted: Vec<String>,
}

async fn delete_attachment(cx: &mut Cx, id: Uuid, input: DeleteAttachment) -> Result<DeletedAttachments> {
    let revision: EvidenceRevision = cx.get(id).await?;
    let evidences = cx.resource::<Evidence>();
    query::find_for_update(cx, evidences, &Scope::system(), revision.evidence.uuid()).await?;
    let files: Vec<EvidenceFile> = cx
        .list(|select| {
            select.equals("revision", id).order_by("t.name");
        })
        .await?;
    let chosen: Vec<EvidenceFile> =
        files.into_iter().filter(|file| input.file.is_none_or(|wanted| file.id.uuid() == wanted)).collect();
    if let Some(wanted) = input.file.filter(|_| chosen.is_empty()) {
        return Err(Error::field("file", format!("The revision has no file with the id {wanted}.")));
    }
    let mut deleted = Vec::with_capacity(chosen.len());
    for file in chosen {
        cx.delete::<EvidenceFile>(file.id.uuid()).await?;
        deleted.push(file.name);
    }
    if !deleted.is_empty() {
        upload::touch(cx, id).await?;
    }
    Ok(DeletedAttachments { deleted })
}
