//! Files of evidence: in by multipart or as a raw body, out with safe headers.

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use cairn_access::Verb;
use cairn_domain::work::upload;
use cairn_engine::journal::{self, About};
use cairn_engine::{Caller, Error, action};
use cairn_model::LogKind;
use cairn_model::{Describe, File, Record};
use cairn_resources::work::{Evidence, EvidenceFile, EvidenceRevision};
use http::{HeaderValue, StatusCode, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use crate::again::again;
use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{commit, earlier};
use crate::idempotency::{Answer, Key};
use crate::incoming::{Incoming, Part};
use crate::past;
use crate::problem::{Problem, ProblemType};
use crate::resources::{Result, finish};

/// How much of a file is looked at to tell what it is.
const HEAD: usize = 8192;
/// How many files one request may bring.
pub const MOST: usize = 20;

/// The files that were taken, in their order.
#[derive(Serialize, Describe)]
pub struct Uploaded {
    pub files: Vec<Stored>,
}

/// A file that was taken.
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

/// Puts files on the newest revision of an evidence.
pub async fn upload(app: Arc<App>, id: String, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let evidence = body::id(&id)?;
    let mut cx = app.engine.read(caller.clone()).await?;
    cx.get_for::<Evidence>(evidence, Verb::Change).await?;
    drop(cx);
    receive(app, caller, evidence, None, request).await
}

/// Puts files on one revision.
pub async fn upload_to_revision(app: Arc<App>, id: String, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let id = body::id(&id)?;
    let mut cx = app.engine.read(caller.clone()).await?;
    let revision: EvidenceRevision = cx.get_for(id, Verb::Change).await?;
    drop(cx);
    receive(app, caller, revision.evidence.uuid(), Some(id), request).await
}

async fn receive(app: Arc<App>, caller: Arc<Caller>, evidence: Uuid, revision: Option<Uuid>, request: Call) -> Result {
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let files = take_files(&app, request).await?;
    if files.is_empty() {
        return Err(Error::field("file", "Send at least one file.").into());
    }
    let key = key.map(|key| Key::new(key, &path, fingerprint(&files).as_bytes()));
    finish(async move {
        let attach = || async {
            let mut cx = app.engine.write(caller.clone()).await?;
            if let Some(answer) = earlier(&mut cx, key.as_ref()).await? {
                return Ok(answer.into_response());
            }
            let mut stored = Uploaded { files: Vec::new() };
            for file in &files {
                stored.files.push(upload::attach(&mut cx, revision, evidence, file.clone()).await?.into());
            }
            let answer = Answer::new(StatusCode::OK, action::output(stored)?.to_string().into_bytes());
            Ok(commit(cx, key.as_ref(), answer).await?.into_response())
        };
        again(attach).await
    })
    .await
}

/// What tells these files from others, however they were sent.
pub fn fingerprint(files: &[File]) -> String {
    files.iter().flat_map(|file| [&*file.sha256, " ", &*file.name, "\n"]).collect()
}

pub async fn take_files(app: &App, request: Call) -> Result<Vec<File>> {
    let mut incoming = Incoming::of(request, app.config.limits.attachment).await?;
    let mut files = Vec::new();
    while let Some(mut part) = incoming.next().await? {
        if !part.is_file {
            continue;
        }
        files.push(take_one_more(app, &mut part, files.len()).await?);
    }
    Ok(files)
}

/// Takes a file after so many others of the same request.
pub async fn take_one_more(app: &App, part: &mut Part<'_>, taken: usize) -> Result<File> {
    if taken == MOST {
        return Err(Error::field("file", format!("At most {MOST} files at once.")).into());
    }
    take_file(app, part).await
}

/// Takes a file to the store. It is kept only after its name and content were looked at.
async fn take_file(app: &App, file: &mut Part<'_>) -> Result<File> {
    let name = file.name.take().ok_or_else(|| {
        Error::field("file", "The name is missing. Send “Content-Disposition: attachment; filename=…” or a form.")
    })?;
    let name = upload::safe_name(&name)?;
    let mut writer = app.engine.files.begin().await?;
    let mut head = Vec::new();
    while let Some(chunk) = file.chunk().await? {
        let missing = HEAD.saturating_sub(head.len()).min(chunk.len());
        head.extend_from_slice(&chunk[..missing]);
        writer.write(&chunk).await?;
    }
    if writer.size() == 0 {
        return Err(Error::field("file", format!("“{name}” is empty.")).into());
    }
    let media_type = upload::media_type(&name, &head)?.to_owned();
    let (path, looked_at) = (writer.unfinished_path().await?.to_owned(), name.clone());
    let looked = tokio::task::spawn_blocking(move || upload::check_archive(&path, &looked_at)).await;
    looked.map_err(|error| Error::internal(error.to_string()))??;
    let stored = writer.finish().await?;
    Ok(File { name, media_type, size: stored.size, sha256: stored.sha256 })
}

/// Gives the newest file of an evidence's newest revision.
pub async fn download_newest(app: Arc<App>, id: String, request: Call) -> Result {
    let (mut cx, _) = past::begin(&app, &request.parts).await?;
    let evidence: Evidence = cx.get(body::id(&id)?).await?;
    let revisions: Vec<EvidenceRevision> = cx
        .list(|select| {
            select.equals("evidence", evidence.id).order_by("t.version desc").limit(1, 0);
        })
        .await?;
    let revision = revisions.first().ok_or_else(no_file)?.id.uuid();
    drop(cx);
    send_newest_of(app, revision, request).await
}

pub async fn download_of_revision(app: Arc<App>, id: String, request: Call) -> Result {
    let revision = body::id(&id)?;
    let (mut cx, _) = past::begin(&app, &request.parts).await?;
    cx.get::<EvidenceRevision>(revision).await?;
    drop(cx);
    send_newest_of(app, revision, request).await
}

async fn send_newest_of(app: Arc<App>, revision: Uuid, request: Call) -> Result {
    let (mut cx, _) = past::begin(&app, &request.parts).await?;
    let files: Vec<EvidenceFile> = cx
        .list(|select| {
            select.equals("revision", revision).order_by("t.created_at desc").order_by("t.id desc").limit(1, 0);
        })
        .await?;
    drop(cx);
    let file = files.into_iter().next().ok_or_else(no_file)?;
    send(app, file.into(), request).await
}

pub async fn download(app: Arc<App>, id: String, request: Call) -> Result {
    let (mut cx, _) = past::begin(&app, &request.parts).await?;
    let file: EvidenceFile = cx.get(body::id(&id)?).await?;
    drop(cx);
    send(app, file.into(), request).await
}

fn no_file() -> Problem {
    Problem::new(ProblemType::NotFound, "There is no file here.")
}

/// A file to be sent, and the object that it is the content of.
pub struct Sent {
    pub resource: &'static str,
    pub id: Uuid,
    pub folder: Uuid,
    pub name: String,
    pub file: File,
}

impl From<EvidenceFile> for Sent {
    fn from(kept: EvidenceFile) -> Self {
        let (id, folder) = (kept.id.uuid(), kept.folder.uuid());
        Self { resource: EvidenceFile::PATH, id, folder, name: kept.name, file: kept.file }
    }
}

/// Streams a file. Nothing that a browser could run is ever shown inside a page of ours.
pub async fn send(app: Arc<App>, file: Sent, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let mut cx = app.engine.write(caller).await?;
    let seen = json!({ "name": file.name, "sha256": file.file.sha256 });
    let about = About::object(file.resource, file.id, &file.name).within(file.folder);
    journal::note(&mut cx, LogKind::Downloaded, Some(about), seen).await?;
    cx.commit().await?;

    let content = app.engine.files.open_read(&file.file.sha256).await?;
    let (kind, inline) = upload::download_headers(&file.file.media_type);
    let mut response =
        Response::new(Body::from_stream(tokio_util::io::ReaderStream::with_capacity(content, 64 * 1024)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(file.file.size));
    headers.insert(
        "content-security-policy",
        HeaderValue::from_static("sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'"),
    );
    let plain: String = file
        .name
        .chars()
        .map(|c| if c.is_ascii_graphic() && c != '"' && c != '\\' || c == ' ' { c } else { '_' })
        .collect();
    let encoded = utf8_percent_encode(&file.name, NON_ALPHANUMERIC);
    let way = if inline { "inline" } else { "attachment" };
    if let Ok(value) = HeaderValue::from_str(&format!("{way}; filename=\"{plain}\"; filename*=UTF-8''{encoded}")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    if let Ok(value) = HeaderValue::from_str(&format!("\"{}\"", file.file.sha256)) {
        headers.insert(header::ETAG, value);
    }
    Ok(response)
}
