//! Word templates for reports. They come from people and go to people who trust them, so they are checked when they are uploaded.

use std::any::Any;
use std::sync::Arc;

use cairn_access::{Scope, Verb};
use cairn_engine::action::{Content, Download, Fate, Files, Form, Note, Part};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, action, query};
use cairn_model::{Describe, File, Markdown, Record, Ref};
use cairn_report::{Language, MAX_TEMPLATE, media};
use cairn_resources::compliance::ReportTemplate;
use cairn_resources::iam::Folder;
use cairn_store::FileStore;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub const ENTRY: Entry = Entry::of::<ReportTemplate>()
    .module(Module::Compliance, "file-pen-line")
    .rank(50)
    .roles("vacd vacd vacd v v - - -")
    .deletable()
    .actions(&[
        action!(
            POST "upload", collection, Add, upload: About, files &UPLOAD => Uploaded,
            "Stores a template. One with the same name in the same domain is replaced."
        )
        .makes(),
        action!(GET "starter", collection, View, starter: Nothing => file &[media::DOCX], "A template to start from, with every mark that reports know."),
        action!(GET "content", item, View, content: Nothing => file &[media::DOCX], "The Word document."),
    ]);

pub const ONLY_WORD: &str = "Only the Word report can be made from a template.";

const FILE: &str = "file";
const DOTX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.template";

const UPLOAD: Form = Form {
    parts: &[Part {
        name: FILE,
        also: None,
        doc: "A Word document (`.docx` or `.dotx`) with marks.",
        required: true,
        most: 1,
        fate: Fate::Read,
        media_types: || vec![media::DOCX, DOTX, "application/octet-stream"],
    }],
    bare: true,
    lenient: false,
    headers: &[],
    prepare: Some(open),
};

/// What a template is called and where it belongs.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Defaults to the name of the file.
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    /// The domain it belongs to. Defaults to the root domain, whose templates are for everyone.
    #[serde(default)]
    pub folder: Option<Uuid>,
}

/// A template that was stored.
#[derive(Debug, Serialize, Describe)]
pub struct Uploaded {
    pub id: Uuid,
    pub name: String,
    /// Whether it replaced one of the same name.
    pub replaced: bool,
}

/// A template that can be filled.
struct Opened {
    name: String,
    bytes: Vec<u8>,
}

/// Reads a template and tries it on an audit with one of everything, which takes as long as it is large.
fn open<'a>(_: &'a mut Cx, files: &'a Files) -> BoxFuture<'a, Result<Arc<dyn Any + Send + Sync>>> {
    Box::pin(async move {
        let path = files.path(FILE)?.to_owned();
        let name = files.taken.first().map(|one| one.file.name.clone()).unwrap_or_default();
        let size = tokio::fs::metadata(&path).await.map_err(|error| Error::internal(error.to_string()))?.len();
        if size > MAX_TEMPLATE as u64 {
            return Err(Error::TooLarge(format!("A template can have up to {} MiB.", MAX_TEMPLATE / 1024 / 1024)));
        }
        let checking = tokio::task::spawn_blocking(move || {
            let bytes = std::fs::read(&path).map_err(|error| Error::internal(error.to_string()))?;
            cairn_report::check_template(&bytes).map_err(|error| Error::field(FILE, error.to_string()))?;
            Ok::<_, Error>(bytes)
        });
        let bytes = checking.await.map_err(|error| Error::internal(error.to_string()))??;
        Ok(Arc::new(Opened { name, bytes }) as Arc<dyn Any + Send + Sync>)
    })
}

async fn upload(cx: &mut Cx, about: About, files: &Files) -> Result<Uploaded> {
    let opened = files.prepared::<Opened>()?;
    let folder = about.folder.unwrap_or_else(|| cx.root_folder());
    let templates = cx.resource::<ReportTemplate>();
    let folders = cx.resource::<Folder>();
    let scope = cx.scope(folders);
    if query::find(cx, folders, &scope, folder).await?.is_none() {
        return Err(Error::field("folder", "There is no domain with this id."));
    }
    cx.require(templates, Verb::Add, folder)?;
    let stem = opened.name.rsplit_once('.').map_or(opened.name.as_str(), |(stem, _)| stem);
    let name = about.name.as_deref().unwrap_or(stem).trim();
    let name: String = name.chars().take(200).collect();
    if name.is_empty() {
        return Err(Error::field("name", "This field is required."));
    }
    let store = cx.engine.files.clone();
    let file = keep(&store, &opened).await?;
    // Locked first: two uploads of the same name replace one another instead of colliding.
    query::find_for_update(cx, folders, &Scope::system(), folder).await?;
    let known: Vec<ReportTemplate> = cx
        .list_all(|select| {
            select.equals("folder", folder).equals("name", name.clone());
        })
        .await?;
    let description = about.description.filter(|text| !text.trim().is_empty()).map(Markdown);
    let Some(old) = known.first() else {
        let id = cx.new_id();
        cx.create(ReportTemplate { id, folder: Ref::new(folder), name: name.clone(), description, file }).await?;
        return Ok(Uploaded { id: id.uuid(), name, replaced: false });
    };
    cx.require(templates, Verb::Change, folder)?;
    cx.modify::<ReportTemplate>(old.id.uuid(), |template| {
        template.file = file;
        template.description = description.or(template.description.take());
        Ok(())
    })
    .await?;
    Ok(Uploaded { id: old.id.uuid(), name, replaced: true })
}

async fn keep(store: &FileStore, opened: &Opened) -> Result<File> {
    let mut writer = store.begin().await?;
    writer.write(&opened.bytes).await?;
    let kept = writer.finish().await?;
    Ok(File { name: opened.name.clone(), media_type: media::DOCX.to_owned(), size: kept.size, sha256: kept.sha256 })
}

async fn starter(cx: &mut Cx, _: Nothing) -> Result<Download> {
    let language = cx.language().map_or_else(Language::default, |language| Language::of_tag(language.tag()));
    let bytes = cairn_report::starter_template(language).map_err(|error| Error::internal(error.to_string()))?;
    let note = Note::downloaded(ReportTemplate::PATH, Uuid::nil(), "starter", cx.root_folder());
    Ok(Download::new("template.docx", media::DOCX, Content::Bytes(bytes), Note { id: None, ..note }))
}

async fn content(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let template: ReportTemplate = cx.get(id).await?;
    let note = Note::downloaded(ReportTemplate::PATH, id, &template.name, template.folder.uuid());
    let file = cx.engine.files.open_read(&template.file.sha256).await?;
    let mut download = Download::new(&format!("{}.docx", template.name), media::DOCX, Content::File(file), note);
    download.size = Some(template.file.size);
    Ok(download)
}

/// A template that the caller may see.
pub async fn find(cx: &mut Cx, id: Uuid) -> Result<ReportTemplate> {
    let found = cx
        .list::<ReportTemplate>(|select| {
            select.equals("id", id);
        })
        .await?
        .pop();
    found.ok_or_else(|| Error::field("template", "There is no such template."))
}

/// Its bytes.
pub async fn bytes(cx: &mut Cx, id: Uuid) -> Result<Vec<u8>> {
    let template = find(cx, id).await?;
    let (store, sha256) = (cx.engine.files.clone(), template.file.sha256);
    let reading = tokio::task::spawn_blocking(move || {
        use std::io::Read;
        let mut bytes = Vec::new();
        let mut file = store.open_blocking(&sha256)?;
        file.read_to_end(&mut bytes).map_err(|error| Error::internal(format!("read the file {sha256}: {error}")))?;
        Ok::<_, Error>(bytes)
    });
    reading.await.map_err(|error| Error::internal(error.to_string()))?
}
