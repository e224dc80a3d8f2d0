//! Exporting and importing a domain, as actions.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use cairn_engine::action::{self, Content, Download, Fate, Files, Form, Note, Part};
use cairn_engine::registry::FOLDERS;
use cairn_engine::{Cx, Error, Result};
use cairn_extract::Document;
use cairn_model::{Describe, LogKind};
use cairn_store::FileStore;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::pack::packed;
use super::{Contents, Import, Limits, Package};

/// The header by which clients of this kind of platform name the new domain.
const NAME_HEADER: &str = "X-CISOAssistantDomainName";
/// The most bytes of a domain's document, unpacked.
const MOST_DATA: u64 = 128 * 1024 * 1024;
/// How many times its size a file may unpack to.
const UNPACKED: u64 = 4;

const FILE: &str = "file";

/// The format of an exported domain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    #[default]
    Zip,
    Json,
}

impl Describe for Shape {
    fn schema() -> Json {
        json!({ "type": "string", "enum": ["zip", "json"], "default": "zip" })
    }
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// `zip`, or `json` for the document alone.
    #[serde(default)]
    pub format: Shape,
}

/// Everything in a domain that the caller may see.
pub async fn export(cx: &mut Cx, id: Uuid, wanted: Wanted) -> Result<Download> {
    let document = cairn_extract::extract(cx, id).await?;
    let name = domain_name(&document);
    let note = note(&document, id);
    if wanted.format == Shape::Json {
        let content = Content::Bytes(action::output(document)?.to_string().into_bytes());
        return Ok(Download::new(&format!("{name}.json"), "application/json", content, note));
    }
    let engine = cx.engine.clone();
    let making = Box::pin(async move { Ok(tokio::fs::File::from_std(packed(&engine, document).await?)) });
    Ok(Download::new(&format!("{name}.zip"), "application/zip", Content::Making(making), note))
}

pub(super) fn domain_name(document: &Document) -> String {
    document.domain.fields.get("name").and_then(Json::as_str).unwrap_or("domain").to_owned()
}

/// The journal entry: bulk exports are recorded.
pub(super) fn note(document: &Document, id: Uuid) -> Note {
    Note {
        kind: LogKind::Exported,
        resource: FOLDERS,
        id: Some(id),
        name: domain_name(document),
        folder: Some(id),
        detail: json!({ "objects": document.objects.len() + 1 }),
    }
}

/// An exported domain to import.
pub const PACKAGE: Form = Form {
    parts: &[Part {
        name: FILE,
        also: None,
        doc: "The ZIP file of an exported domain.",
        required: true,
        most: 1,
        fate: Fate::Read,
        media_types: || vec!["application/zip"],
    }],
    bare: true,
    lenient: false,
    headers: &[
        (NAME_HEADER, "name"),
        ("create_missing_asset_classes", "create_missing_asset_classes"),
        ("load_missing_libraries", "load_missing_libraries"),
    ],
    prepare: Some(open),
};

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Incoming {
    /// The name of the new domain. Defaults to its original name.
    #[serde(default)]
    pub name: Option<String>,
    /// The parent domain. Defaults to the root domain.
    #[serde(default)]
    pub parent_folder: Option<Uuid>,
    /// Creates asset classes that are missing.
    #[serde(default)]
    pub create_missing_asset_classes: bool,
    /// Loads the stored libraries with the frameworks, matrices, threats and reference controls that it needs.
    #[serde(default)]
    pub load_missing_libraries: bool,
}

/// A domain created from a file.
#[derive(Debug, Serialize, Describe)]
pub struct Imported {
    pub id: Uuid,
    pub name: String,
    /// Number of objects created, including the domain.
    pub created: usize,
}

/// A file that was checked, for the transaction to write.
struct Opened {
    document: Document,
    contents: Arc<Mutex<Contents>>,
}

fn limits(files: &Files) -> Limits {
    let total = files.limits.domain.saturating_mul(UNPACKED);
    Limits { data: MOST_DATA.min(total), attachment: files.limits.attachment, total }
}

/// Unpacks and checks a file, which takes time in proportion to its size.
fn open<'a>(cx: &'a mut Cx, files: &'a Files) -> BoxFuture<'a, Result<Arc<dyn Any + Send + Sync>>> {
    Box::pin(async move {
        let (path, registry, limits) = (files.path(FILE)?.to_owned(), cx.registry(), limits(files));
        let opened = tokio::task::spawn_blocking(move || Package::open(&path, registry, limits)).await;
        let Package { document, contents } = opened.map_err(|error| Error::internal(error.to_string()))??;
        Ok(Arc::new(Opened { document, contents: Arc::new(Mutex::new(contents)) }) as Arc<dyn Any + Send + Sync>)
    })
}

/// Creates a new domain from an exported one.
pub async fn import(cx: &mut Cx, wanted: Incoming, files: &Files) -> Result<Imported> {
    let opened = files.prepared::<Opened>()?;
    let contained = opened.contents.lock().unwrap_or_else(PoisonError::into_inner).files.clone();
    let wanted = Import {
        name: wanted.name.filter(|name| !name.trim().is_empty()),
        parent: wanted.parent_folder,
        create_missing_asset_classes: wanted.create_missing_asset_classes,
        load_missing_libraries: wanted.load_missing_libraries,
    };
    let (id, outcome) = super::import(cx, opened.document.clone(), contained, &wanted).await?;
    let kept = cx.engine.files.clone();
    store(&kept, &opened.contents, limits(files)).await?;
    let name = cx.tree().get(id).map(|node| node.name.clone()).unwrap_or_default();
    Ok(Imported { id, name, created: outcome.created })
}

/// Puts the files into the store, once it is certain that they are needed.
async fn store(kept: &FileStore, contents: &Arc<Mutex<Contents>>, limits: Limits) -> Result<()> {
    let hashes = contents.lock().unwrap_or_else(PoisonError::into_inner).hashes();
    for sha256 in hashes {
        let contents = contents.clone();
        let reading = tokio::task::spawn_blocking(move || {
            contents.lock().unwrap_or_else(PoisonError::into_inner).read(&sha256, limits)
        });
        let bytes = reading.await.map_err(|error| Error::internal(error.to_string()))??;
        let mut writer = kept.begin().await?;
        writer.write(&bytes).await?;
        writer.finish().await?;
    }
    Ok(())
}
