//! Uploading and downloading evidence files, as actions: to a piece of evidence or a revision, or as one new record
//! per file.

use cairn_engine::action::{Content, Download, Fate, Files, Form, Note, Part, Refused};
use cairn_engine::order::{Deed, Order};
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_model::{Describe, File, Record};
use cairn_resources::work::{Evidence, EvidenceFile, EvidenceRevision};
use cairn_store::FileStore;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::{attach, download_headers, taken_types};

/// How many files a request may contain.
const MOST: usize = 20;

const PART: Part = Part {
    name: "file",
    also: Some("attachment"),
    doc: "A file. Replaces any file with the same name.",
    required: true,
    most: MOST,
    fate: Fate::Kept,
    media_types: taken_types,
};

/// Files for one evidence.
pub const UPLOAD: Form = Form { parts: &[PART], bare: true, lenient: false, headers: &[], prepare: None };

/// Files that each become a piece of evidence.
pub const BATCH: Form = Form {
    parts: &[Part { doc: "A file to create a piece of evidence from.", ..PART }],
    bare: false,
    lenient: true,
    headers: &[],
    prepare: None,
};

/// Files that come with the fields of a new evidence.
pub const ATTACHMENTS: Form = Form {
    parts: &[Part { name: "attachment", also: Some("file"), doc: "A file to put on it.", required: false, ..PART }],
    bare: false,
    lenient: false,
    headers: &[],
    prepare: None,
};

/// The accepted files, in order.
#[derive(Serialize, Describe)]
pub struct Uploaded {
    pub files: Vec<Stored>,
}

/// A file that was accepted.
#[derive(Serialize, Describe)]
pub struct Stored {
    pub id: Uuid,
    pub revision: Uuid,
    pub name: String,
    pub size: u64,
    pub media_type: String,
    pub sha256: String,
}

impl From<EvidenceFile> for Stored {
    fn from(kept: EvidenceFile) -> Self {
        let File { size, media_type, sha256, .. } = kept.file;
        Self { id: kept.id.uuid(), revision: kept.revision.uuid(), name: kept.name, size, media_type, sha256 }
    }
}

pub async fn upload(cx: &mut Cx, id: Uuid, _: Nothing, files: &Files) -> Result<Uploaded> {
    put(cx, id, None, files).await
}

pub async fn upload_to_revision(cx: &mut Cx, id: Uuid, _: Nothing, files: &Files) -> Result<Uploaded> {
    let revision: EvidenceRevision = cx.get(id).await?;
    put(cx, revision.evidence.uuid(), Some(id), files).await
}

async fn put(cx: &mut Cx, evidence: Uuid, revision: Option<Uuid>, files: &Files) -> Result<Uploaded> {
    let mut stored = Uploaded { files: Vec::new() };
    for file in files.kept() {
        stored.files.push(attach(cx, revision, evidence, file.clone()).await?.into());
    }
    Ok(stored)
}

/// The fields that all of the new evidence has.
#[derive(Debug, Deserialize)]
pub struct Common(Map<String, Json>);

impl Describe for Common {
    fn schema() -> Json {
        let mut properties = Map::new();
        let shared =
            Evidence::def().fields.iter().filter(|field| !field.read_only && !["id", "name"].contains(&field.name));
        for field in shared {
            let mut schema = field.kind.behaviour().schema();
            if field.nullable && schema["type"].is_string() {
                schema["type"] = json!([schema["type"], "null"]);
            }
            properties.insert(field.name.to_owned(), schema);
        }
        json!({ "type": "object", "properties": properties, "additionalProperties": false })
    }
}

/// The evidence created from the files, in order, and the files that were rejected.
#[derive(Serialize, Describe)]
pub struct Made {
    pub count: usize,
    pub results: Vec<MadeOfFile>,
    /// The files that were rejected. All others were accepted.
    pub failed: Vec<Refused>,
}

/// A piece of evidence created from a file.
#[derive(Serialize, Describe)]
pub struct MadeOfFile {
    pub id: Uuid,
    pub name: String,
    pub file: Stored,
}

/// Creates a piece of evidence from each file, named after it. What fails is rolled back and reported; the rest is
/// kept.
pub async fn batch_upload(cx: &mut Cx, common: Common, files: &Files) -> Result<Made> {
    let (mut results, mut failed) = (Vec::new(), files.refused.clone());
    let mut first = None;
    for file in files.kept() {
        let mark = cx.mark().await?;
        match make(cx, &common.0, file).await {
            Ok(made) => {
                cx.keep().await?;
                results.push(made);
            }
            Err(error) if error.is_final() => return Err(error),
            Err(error) => {
                cx.undo(mark).await?;
                failed.push(Refused { name: file.name.clone(), error: error.to_string() });
                first = first.or(Some(error.about(&file.name)));
            }
        }
    }
    // A request without any result is refused.
    match first {
        Some(error) if results.is_empty() => Err(error),
        _ => Ok(Made { count: results.len(), results, failed }),
    }
}

async fn make(cx: &mut Cx, common: &Map<String, Json>, file: &File) -> Result<MadeOfFile> {
    let mut body = common.clone();
    body.insert("name".to_owned(), file.name.clone().into());
    let resource = cx.resource::<Evidence>();
    let order = Order { resource, deed: Deed::Create, body: body.into(), if_match: None, files: Files::default() };
    let id = order.run_for_id(cx).await?.0;
    let stored = attach(cx, None, id, file.clone()).await?;
    Ok(MadeOfFile { id, name: file.name.clone(), file: stored.into() })
}

/// The newest file of the newest revision of an evidence.
pub async fn newest(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let evidence: Evidence = cx.get(id).await?;
    let revisions: Vec<EvidenceRevision> = cx
        .list(|select| {
            select.equals("evidence", evidence.id).order_by("t.version desc").limit(1, 0);
        })
        .await?;
    let revision = revisions.first().ok_or_else(none)?.id.uuid();
    newest_of_revision(cx, revision, Nothing {}).await
}

/// The newest file of a revision.
pub async fn newest_of_revision(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    cx.get::<EvidenceRevision>(id).await?;
    let files: Vec<EvidenceFile> = cx
        .list(|select| {
            select.equals("revision", id).order_by("t.created_at desc").order_by("t.id desc").limit(1, 0);
        })
        .await?;
    let store = cx.engine.files.clone();
    send_kept(&store, files.into_iter().next().ok_or_else(none)?).await
}

pub async fn content(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let file: EvidenceFile = cx.get(id).await?;
    let store = cx.engine.files.clone();
    send_kept(&store, file).await
}

fn none() -> Error {
    Error::NotFound("There is no file.".into())
}

async fn send_kept(store: &FileStore, kept: EvidenceFile) -> Result<Download> {
    let note = Note::downloaded(EvidenceFile::PATH, kept.id.uuid(), &kept.name, kept.folder.uuid());
    send(store, kept.name, kept.file, note).await
}

/// A stored file for download, as safely as its type requires.
pub async fn send(store: &FileStore, name: String, file: File, note: Note) -> Result<Download> {
    let content = store.open_read(&file.sha256).await?;
    let (media_type, inline) = download_headers(&file.media_type);
    let detail = json!({ "name": name, "sha256": file.sha256 });
    let sent = Download::new(&name, media_type, Content::File(content), Note { detail, ..note });
    // Its name was checked on upload, and never changes.
    Ok(Download { name, size: Some(file.size), inline, etag: Some(file.sha256), ..sent })
}
