//! Files of any object that carries them: in by multipart or as a raw body, out with safe headers. They are doubted like
//! files of evidence, by the same code.

use std::sync::Arc;

use cairn_domain::work::attachment;
use cairn_engine::{Error, action};
use cairn_model::{Describe, File, Record};
use cairn_resources::work::Attachment;
use http::StatusCode;
use serde::Serialize;
use uuid::Uuid;

use crate::again::again;
use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{commit, earlier};
use crate::evidence::{Sent, fingerprint, send, take_files};
use crate::idempotency::{Answer, Key};
use crate::past;
use crate::resources::{Result, finish};

/// The files that were taken, in their order.
#[derive(Serialize, Describe)]
pub struct Attached {
    pub files: Vec<AttachedFile>,
}

/// A file that was taken.
#[derive(Serialize, Describe)]
pub struct AttachedFile {
    pub id: Uuid,
    /// What it belongs to.
    pub about: Uuid,
    pub name: String,
    pub size: u64,
    pub media_type: String,
    pub sha256: String,
}

impl From<Attachment> for AttachedFile {
    fn from(kept: Attachment) -> Self {
        let File { size, media_type, sha256, .. } = kept.file;
        Self { id: kept.id.uuid(), about: kept.about.0, name: kept.name, size, media_type, sha256 }
    }
}

/// Puts files on an object.
pub async fn upload(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let about = body::query(&request.parts).get("about").map(str::to_owned);
    let about = about.ok_or_else(|| Error::field("about", "Say what the files belong to: give its id."))?;
    let about =
        Uuid::try_parse(&about).map_err(|_| Error::field("about", format!("“{about}” is not a valid UUID.")))?;
    // Who may not change it need not send a file.
    let mut cx = app.engine.read(caller.clone()).await?;
    attachment::changeable(&mut cx, about).await?;
    drop(cx);
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let files = take_files(&app, request).await?;
    if files.is_empty() {
        return Err(Error::field("file", "Send at least one file.").into());
    }
    let key = key.map(|key| Key::new(key, &path, format!("{about} {}", fingerprint(&files)).as_bytes()));
    finish(async move {
        let attach = || async {
            let mut cx = app.engine.write(caller.clone()).await?;
            if let Some(answer) = earlier(&mut cx, key.as_ref()).await? {
                return Ok(answer.into_response());
            }
            let mut stored = Attached { files: Vec::new() };
            for file in &files {
                stored.files.push(attachment::attach(&mut cx, about, file.clone()).await?.into());
            }
            let answer = Answer::new(StatusCode::OK, action::output(stored)?.to_string().into_bytes());
            Ok(commit(cx, key.as_ref(), answer).await?.into_response())
        };
        again(attach).await
    })
    .await
}

pub async fn download(app: Arc<App>, id: String, request: Call) -> Result {
    let (mut cx, _) = past::begin(&app, &request.parts).await?;
    let kept: Attachment = cx.get(body::id(&id)?).await?;
    drop(cx);
    let (id, folder) = (kept.id.uuid(), kept.folder.uuid());
    send(app, Sent { resource: Attachment::PATH, id, folder, name: kept.name, file: kept.file }, request).await
}
