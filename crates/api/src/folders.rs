//! A whole domain as a file, out and in.

use std::collections::BTreeSet;
use std::io::{Seek, SeekFrom};
use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use cairn_domain::transfer::{self, Contents, Import, Limits, Package};
use cairn_engine::query::ListParams;
use cairn_engine::{Error, action, filter};
use cairn_extract::Document;
use cairn_model::Describe;
use cairn_store::FileWriter;
use http::request::Parts;
use http::{HeaderValue, StatusCode, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{commit, earlier};
use crate::idempotency::{Answer, Key};
use crate::incoming::Incoming;
use crate::resources::{Result, finish, header_value, json_value};

/// The header by which clients of this kind of platform name the new domain.
pub const NAME_HEADER: &str = "X-CISOAssistantDomainName";
const NAME: &str = "name";
const PARENT: &str = "parent_folder";
const CLASSES: &str = "create_missing_asset_classes";
const LIBRARIES: &str = "load_missing_libraries";

/// The document of a domain, unpacked.
const MOST_DATA: u64 = 128 * 1024 * 1024;
/// How much more a file may hold than it is large.
const UNPACKED: u64 = 4;

/// Everything in a domain that the caller may see.
pub async fn export(app: Arc<App>, id: String, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let params = body::query(&request.parts);
    let as_zip = match params.get("format") {
        None | Some("zip") => true,
        Some("json") => false,
        Some(other) => return Err(Error::field("format", format!("“zip” or “json”, not “{other}”.")).into()),
    };
    let mut cx = app.engine.read(caller.clone()).await?;
    let document = cairn_extract::extract(&mut cx, body::id(&id)?).await?;
    drop(cx);
    // What leaves in bulk is remembered.
    let mut cx = app.engine.write(caller).await?;
    cairn_extract::note(&mut cx, &document).await?;
    cx.commit().await?;
    if as_zip { packed(app, document).await } else { json_value(StatusCode::OK, &action::output(document)?) }
}

async fn packed(app: Arc<App>, document: Document) -> Result {
    let name = document.domain.fields.get(NAME).and_then(Json::as_str).unwrap_or("domain").to_owned();
    let contents: BTreeSet<String> = document.files(app.engine.registry).map(|(_, file)| file.sha256).collect();
    let document = document.timeless();
    let packed = tokio::task::spawn_blocking(move || {
        let failed = |error: std::io::Error| Error::internal(format!("cannot pack a domain: {error}"));
        let open = |sha256: &str| Ok(app.engine.files.open_blocking(sha256)?);
        let mut file = transfer::pack(&document, contents, open, tempfile::tempfile().map_err(failed)?)?;
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        Ok::<_, Error>((file, size))
    });
    let (file, size) = packed.await.map_err(|error| Error::internal(error.to_string()))??;
    let stream = tokio_util::io::ReaderStream::with_capacity(tokio::fs::File::from_std(file), 64 * 1024);
    let mut response = Response::new(Body::from_stream(stream));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    let encoded = utf8_percent_encode(&name, NON_ALPHANUMERIC);
    let disposition = format!("attachment; filename=\"domain.zip\"; filename*=UTF-8''{encoded}.zip");
    headers.insert(header::CONTENT_DISPOSITION, header_value(&disposition));
    Ok(response)
}

/// A domain that was made from a file.
#[derive(Debug, Serialize, Deserialize, Describe)]
pub struct Imported {
    pub id: Uuid,
    pub name: String,
    /// How many objects were made, the domain included.
    pub created: usize,
}

/// Makes a new domain from an exported one.
pub async fn import(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let wanted = wanted(&request.parts)?;
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    // Who may not make a domain there need not send one.
    let cx = app.engine.read(caller.clone()).await?;
    let folders = cx.registry().get("folders");
    cx.require(folders, cairn_access::Verb::Add, wanted.parent.unwrap_or_else(|| cx.root_folder()))?;
    drop(cx);
    let limits = Limits {
        data: MOST_DATA.min(app.config.limits.domain.saturating_mul(UNPACKED)),
        attachment: app.config.limits.attachment,
        total: app.config.limits.domain.saturating_mul(UNPACKED),
    };
    let (mut incoming, digest) = receive(&app, request).await?;
    let key = key.map(|key| Key::new(key, &path, format!("{wanted:?} {digest}").as_bytes()));
    let path = incoming.unfinished_path().await?.to_owned();
    let registry = app.engine.registry;
    let opened = tokio::task::spawn_blocking(move || Package::open(&path, registry, limits)).await;
    let Package { document, contents } = opened.map_err(|error| Error::internal(error.to_string()))??;
    finish(async move {
        // Kept until the end: the contents are read from it once more.
        let _incoming = incoming;
        let mut cx = app.engine.write_long(caller).await?;
        if let Some(answer) = earlier(&mut cx, key.as_ref()).await? {
            return imported(answer);
        }
        let (id, outcome) = transfer::import(&mut cx, document, contents.files.clone(), &wanted).await?;
        store(&app, contents, limits).await?;
        let name = cx.tree().get(id).map(|node| node.name.clone()).unwrap_or_default();
        let body = action::output(Imported { id, name, created: outcome.created })?;
        let answer = Answer::new(StatusCode::CREATED, body.to_string().into_bytes());
        imported(commit(cx, key.as_ref(), answer).await?)
    })
    .await
}

/// The answer to an import. All of it follows from the body, so that a replay has it too.
fn imported(answer: Answer) -> Result {
    let body: Imported = serde_json::from_slice(&answer.body).map_err(|error| Error::internal(error.to_string()))?;
    let mut response = answer.into_response();
    response.headers_mut().insert(header::LOCATION, header_value(&format!("/api/folders/{}/", body.id)));
    Ok(response)
}

/// Puts the contents into the store, once it is sure that they belong somewhere.
async fn store(app: &App, mut contents: Contents, limits: Limits) -> Result<()> {
    for sha256 in contents.hashes() {
        let (back, bytes) = tokio::task::spawn_blocking(move || {
            let bytes = contents.read(&sha256, limits);
            (contents, bytes)
        })
        .await
        .map_err(|error| Error::internal(error.to_string()))?;
        contents = back;
        let mut writer = app.engine.files.begin().await?;
        writer.write(&bytes?).await?;
        writer.finish().await?;
    }
    Ok(())
}

/// What the sender says of the new domain: in parameters; the flags also in headers of the same names.
fn wanted(parts: &Parts) -> Result<Import> {
    let params: ListParams = body::query(parts);
    let said = |name: &str| -> Option<String> {
        let header = || parts.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        params.get(name).map(str::to_owned).or_else(header)
    };
    let flag = |name: &str| -> Result<bool> {
        let Some(text) = said(name) else { return Ok(false) };
        Ok(filter::boolean(&text).map_err(|message| Error::field(name, message))?)
    };
    let header = parts.headers.get(NAME_HEADER).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let name = params.get(NAME).map(str::to_owned).or(header).filter(|name| !name.trim().is_empty());
    let parent = params
        .get(PARENT)
        .map(|text| text.parse::<Uuid>().map_err(|_| Error::field(PARENT, format!("“{text}” is not a valid UUID."))));
    // No object of this version comes from a library, so there is none to load; clients may ask for it all the same.
    flag(LIBRARIES)?;
    Ok(Import { name, parent: parent.transpose()?, create_missing_asset_classes: flag(CLASSES)? })
}

/// Takes the file: the body itself, or the first file of a form. Gives the hash of its content with it.
async fn receive(app: &App, request: Call) -> Result<(FileWriter, String)> {
    let mut hash = Sha256::new();
    let mut writer = app.engine.files.begin().await?;
    let mut incoming = Incoming::of(request, app.config.limits.domain).await?;
    while let Some(mut part) = incoming.next().await? {
        if part.is_file {
            while let Some(chunk) = part.chunk().await? {
                hash.update(&chunk);
                writer.write(&chunk).await?;
            }
            break;
        }
    }
    if writer.size() == 0 {
        return Err(Error::field("file", "Send the ZIP of an exported domain, as the body or in a form.").into());
    }
    Ok((writer, hex::encode(hash.finalize())))
}
