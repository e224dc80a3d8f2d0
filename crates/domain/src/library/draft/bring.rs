//! Drafts from what there is: a loaded library, or a file.

use cairn_access::Verb;
use cairn_engine::action::{Files, Form};
use cairn_engine::{Cx, Nothing, Result};
use cairn_library::Problem;
use cairn_model::Describe;
use cairn_resources::library::{LibraryDraft, LoadedLibrary};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::super::stored_library::{Opened, UPLOAD};
use super::super::{file, store};
use super::identity::{slug, urn};
use super::{document, edit};

pub const FILE: Form = UPLOAD;

/// The library to make a draft of.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Adopt {
    /// The id of a loaded library.
    pub library: Uuid,
    /// The domain of the draft. The root domain if it is left out.
    #[serde(default)]
    pub folder: Option<Uuid>,
    /// With another packager or reference it becomes a library of its own, whose objects have URNs of their own.
    #[serde(default)]
    pub packager: Option<String>,
    #[serde(default)]
    pub ref_id: Option<String>,
    #[serde(default)]
    pub name: Option<String>,
}

/// A draft that was created.
#[derive(Debug, Serialize, Describe)]
pub struct Brought {
    pub id: Uuid,
    pub urn: String,
    pub name: String,
    pub version: i64,
    /// Oddities in the file that do no harm.
    pub notes: Vec<String>,
}

pub async fn adopt(cx: &mut Cx, wanted: Adopt) -> Result<Brought> {
    let folder = place(cx, wanted.folder)?;
    let loaded: LoadedLibrary = cx.get(wanted.library).await?;
    let library = file::read_kept(cx, &loaded.file).await?;
    let mut draft = document::draft(cx, &library, folder)?;
    let (packager, ref_id) = (draft.packager.clone(), draft.ref_id.clone());
    draft.packager = wanted.packager.unwrap_or(draft.packager);
    draft.ref_id = wanted.ref_id.unwrap_or(draft.ref_id);
    if (&draft.packager, &draft.ref_id) == (&packager, &ref_id) {
        // It is the next version of what it was made from, once it differs.
        draft.published_checksum = Some(document::checksum(&draft));
        draft.last_published_version = store::find(cx, &loaded.urn, &loaded.locale).await?.map(|kept| kept.version);
    } else {
        draft.urn = Some(urn(&draft.packager, "library", &[&draft.ref_id])?);
        draft.version = 1;
        document::rename(&mut draft.content.0, &slug(&draft.packager), &slug(&draft.ref_id));
    }
    draft.name = wanted.name.unwrap_or(draft.name);
    create(cx, draft, Vec::new()).await
}

/// Where the draft is created.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Into {
    /// The domain of the draft. The root domain if it is left out.
    #[serde(default)]
    pub folder: Option<Uuid>,
}

pub async fn import_yaml(cx: &mut Cx, wanted: Into, files: &Files) -> Result<Brought> {
    let folder = place(cx, wanted.folder)?;
    let opened = files.prepared::<Opened>()?;
    let draft = document::draft(cx, &opened.library, folder)?;
    let notes = opened.library.notes.iter().map(Problem::to_string).collect();
    create(cx, draft, notes).await
}

/// The domain in which the caller wants a draft, and may create one.
fn place(cx: &Cx, folder: Option<Uuid>) -> Result<Uuid> {
    let folder = folder.unwrap_or_else(|| cx.root_folder());
    cx.require(cx.resource::<LibraryDraft>(), Verb::Add, folder)?;
    Ok(folder)
}

async fn create(cx: &mut Cx, draft: LibraryDraft, notes: Vec<String>) -> Result<Brought> {
    let brought = Brought {
        id: draft.id.uuid(),
        urn: draft.urn.clone().unwrap_or_default(),
        name: draft.name.clone(),
        version: draft.version,
        notes,
    };
    cx.create(draft).await?;
    Ok(brought)
}

/// Objects that were taken into a draft.
#[derive(Debug, Serialize, Describe)]
pub struct Taken {
    pub id: Uuid,
    pub created: usize,
    pub updated: usize,
    /// Oddities in the file that do no harm.
    pub notes: Vec<String>,
}

pub async fn import_objects(cx: &mut Cx, id: Uuid, _: Nothing, files: &Files) -> Result<Taken> {
    let opened = files.prepared::<Opened>()?;
    let objects = document::content(&opened.library)?;
    let notes = opened.library.notes.iter().map(Problem::to_string).collect();
    let mut taken = Taken { id, created: 0, updated: 0, notes };
    cx.modify::<LibraryDraft>(id, |draft| {
        for (kind, objects) in objects {
            let objects = match objects {
                Value::Array(objects) if kind != "workflows" => objects,
                // These have no URN by which they could be told apart.
                objects => {
                    taken.updated += 1;
                    draft.content.0.insert(kind, objects);
                    continue;
                }
            };
            let list = edit::list(&mut draft.content.0, &kind)?;
            for object in objects {
                if edit::put(list, object, None)? {
                    taken.created += 1;
                } else {
                    taken.updated += 1;
                }
            }
        }
        Ok(())
    })
    .await?;
    Ok(taken)
}
