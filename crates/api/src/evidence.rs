//! Files of evidence: in by multipart or as a raw body, out with safe headers.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, Multipart};
use axum::response::Response;
use cairn_access::Verb;
use cairn_domain::work::upload;
use cairn_engine::journal::{self, About};
use cairn_engine::query::refuse_parameters;
use cairn_engine::{Caller, Error};
use cairn_model::resource::platform::LogKind;
use cairn_model::resource::work::{Evidence, EvidenceFile, EvidenceRevision};
use cairn_model::{File, Record};
use cairn_store::FileWriter;
use futures_util::StreamExt;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::past;
use crate::problem::{Problem, ProblemType};
use crate::resources::{Result, finish, json_value};

/// How much of a file is looked at to tell what it is.
const HEAD: usize = 8192;

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
    let kind =
        request.parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let files = if kind.to_ascii_lowercase().starts_with("multipart/form-data") {
        receive_multipart(&app, request).await?
    } else {
        vec![receive_raw(&app, request).await?]
    };
    if files.is_empty() {
        return Err(Error::field("file", "Send at least one file.").into());
    }
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        let mut stored = Vec::new();
        for file in files {
            let kept: EvidenceFile = upload::attach(&mut cx, revision, evidence, file).await?;
            stored.push(json!({
                "id": kept.id, "revision": kept.revision, "name": kept.name, "size": kept.file.size,
                "media_type": kept.file.media_type, "sha256": kept.file.sha256,
            }));
        }
        cx.commit().await?;
        json_value(StatusCode::OK, &json!({ "files": stored }))
    })
    .await
}

async fn receive_multipart(app: &App, request: Call) -> Result<Vec<File>> {
    let broken = |error: &dyn std::fmt::Display| {
        Problem::from(Error::field("detail", format!("The form could not be read: {error}.")))
    };
    let mut form = Multipart::from_request(request.into(), &()).await.map_err(|error| broken(&error))?;
    let mut files = Vec::new();
    while let Some(mut part) = form.next_field().await.map_err(|error| broken(&error))? {
        let Some(name) = part.file_name().map(str::to_owned) else { continue };
        let mut incoming = Incoming::begin(app, &name).await?;
        while let Some(chunk) = part.chunk().await.map_err(|error| broken(&error))? {
            incoming.take(&chunk).await?;
        }
        files.push(incoming.finish().await?);
        if files.len() > 20 {
            return Err(Error::field("file", "At most 20 files at once.").into());
        }
    }
    Ok(files)
}

async fn receive_raw(app: &App, request: Call) -> Result<File> {
    let name = disposition_name(&request.parts.headers).ok_or_else(|| {
        Error::field("file", "The name is missing. Send “Content-Disposition: attachment; filename=…” or a form.")
    })?;
    let mut incoming = Incoming::begin(app, &name).await?;
    let mut stream = request.body.into_data_stream();
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Problem::new(ProblemType::Invalid, "The file did not arrive whole."))?;
        incoming.take(&chunk).await?;
    }
    incoming.finish().await
}

/// A file on its way to the store. It is kept only after its name and content were looked at.
struct Incoming {
    name: String,
    head: Vec<u8>,
    writer: FileWriter,
    limit: u64,
}

impl Incoming {
    async fn begin(app: &App, name: &str) -> Result<Self> {
        let name = upload::safe_name(name)?;
        let writer = app.engine.files.begin().await?;
        Ok(Self { name, head: Vec::new(), writer, limit: app.config.limits.attachment })
    }

    async fn take(&mut self, chunk: &[u8]) -> Result<()> {
        if self.writer.size() + chunk.len() as u64 > self.limit {
            let most = self.limit / 1024 / 1024;
            return Err(Problem::new(ProblemType::TooLarge, format!("A file may have at most {most} MiB.")));
        }
        let missing = HEAD.saturating_sub(self.head.len()).min(chunk.len());
        self.head.extend_from_slice(&chunk[..missing]);
        Ok(self.writer.write(chunk).await?)
    }

    async fn finish(mut self) -> Result<File> {
        if self.writer.size() == 0 {
            return Err(Error::field("file", format!("“{}” is empty.", self.name)).into());
        }
        let media_type = upload::media_type(&self.name, &self.head)?.to_owned();
        let (path, name) = (self.writer.unfinished_path().await?.to_owned(), self.name.clone());
        let looked = tokio::task::spawn_blocking(move || upload::check_archive(&path, &name)).await;
        looked.map_err(|error| Error::internal(error.to_string()))??;
        let stored = self.writer.finish().await?;
        Ok(File { name: self.name, media_type, size: stored.size, sha256: stored.sha256 })
    }
}

/// The file name of a `Content-Disposition` header, also in its extended form (RFC 6266).
fn disposition_name(headers: &HeaderMap) -> Option<String> {
    let value = String::from_utf8_lossy(headers.get(header::CONTENT_DISPOSITION)?.as_bytes()).into_owned();
    let parameters = parameters(&value);
    let find = |wanted: &str| parameters.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    if let Some(text) = find("filename*") {
        let encoded = text.splitn(3, '\'').nth(2)?;
        return percent_decode_str(encoded).decode_utf8().ok().map(std::borrow::Cow::into_owned);
    }
    find("filename").map(str::to_owned)
}

/// The parameters of a header after its first word, names in lower case. A quoted value may have
/// any letter in it, a backslash takes the next one as it is.
fn parameters(header: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut rest = header.split_once(';').map_or("", |(_, rest)| rest);
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let (value, end) = match after.strip_prefix('"') {
            Some(quoted) => unquoted(quoted),
            None => after
                .split_once(';')
                .map_or((after.trim_end().to_owned(), ""), |(value, end)| (value.trim_end().to_owned(), end)),
        };
        all.push((name.trim_matches([' ', '\t', ';']).to_ascii_lowercase(), value));
        rest = end;
    }
    all
}

/// The text up to the closing quote, and what follows it.
fn unquoted(quoted: &str) -> (String, &str) {
    let mut text = String::new();
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (text, &quoted[at + 1..]),
            '\\' => text.extend(letters.next().map(|(_, letter)| letter)),
            _ => text.push(letter),
        }
    }
    (text, "")
}

/// Gives the newest file of an evidence's newest revision.
pub async fn download_newest(app: Arc<App>, id: String, request: Call) -> Result {
    let (mut cx, params) = past::begin(&app, &request.parts).await?;
    refuse_parameters(&params.0, &["as_of"])?;
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
    let (mut cx, params) = past::begin(&app, &request.parts).await?;
    refuse_parameters(&params.0, &["as_of"])?;
    cx.get::<EvidenceRevision>(revision).await?;
    drop(cx);
    send_newest_of(app, revision, request).await
}

async fn send_newest_of(app: Arc<App>, revision: Uuid, request: Call) -> Result {
    let (mut cx, params) = past::begin(&app, &request.parts).await?;
    refuse_parameters(&params.0, &["as_of"])?;
    let files: Vec<EvidenceFile> = cx
        .list(|select| {
            select.equals("revision", revision).order_by("t.created_at desc").order_by("t.id desc").limit(1, 0);
        })
        .await?;
    drop(cx);
    let file = files.into_iter().next().ok_or_else(no_file)?;
    send(app, file, request).await
}

pub async fn download(app: Arc<App>, id: String, request: Call) -> Result {
    let (mut cx, params) = past::begin(&app, &request.parts).await?;
    refuse_parameters(&params.0, &["as_of"])?;
    let file: EvidenceFile = cx.get(body::id(&id)?).await?;
    drop(cx);
    send(app, file, request).await
}

fn no_file() -> Problem {
    Problem::new(ProblemType::NotFound, "There is no file here.")
}

/// Streams a file. Nothing that a browser could run is ever shown inside a page of ours.
async fn send(app: Arc<App>, file: EvidenceFile, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let mut cx = app.engine.write(caller).await?;
    let seen = json!({ "name": file.name, "sha256": file.file.sha256 });
    let about = About::object(EvidenceFile::PATH, file.id.uuid(), &file.name).within(file.folder.uuid());
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

#[cfg(test)]
mod tests {
    use super::*;

    fn name(header: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_bytes(header.as_bytes()).unwrap());
        disposition_name(&headers)
    }

    #[test]
    fn names_are_read_in_all_their_spellings() {
        for (header, expected) in [
            ("attachment; filename=note.txt", "note.txt"),
            ("attachment;filename = \"a;b=c.txt\" ; size=3", "a;b=c.txt"),
            ("attachment; size=3; FileName=\"say \\\"hi\\\".txt\"", "say \"hi\".txt"),
            ("attachment; filename=\"x.txt\"; filename*=UTF-8''caf%C3%A9.txt", "café.txt"),
            ("form-data; name=file; filename=é.txt", "é.txt"),
        ] {
            assert_eq!(name(header).as_deref(), Some(expected), "{header}");
        }
        for nameless in ["attachment", "attachment; filename", "attachment; filename*=x", "inline; name=a"] {
            assert_eq!(name(nameless), None, "{nameless}");
        }
    }
}
