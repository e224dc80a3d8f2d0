//! Attachments of objects whose resource supports them. Anyone who may change the object may add and remove its files.

use cairn_access::Verb;
use cairn_engine::action::{Download, Files, Note};
use cairn_engine::query::{self, Lock};
use cairn_engine::{Cx, Entry, Module, Nothing, Resource, Result, action, write};
use cairn_model::{AnyRef, Describe, File, Record, Ref};
use cairn_resources::work::Attachment;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::upload::{SENT_TYPES, actions, safe_name};

pub const ENTRY: Entry =
    Entry::of::<Attachment>().module(Module::Overview, "paperclip").unlisted().roles("vacd vacd vacd v v vacd - vacd").actions(&[
        action!(
            POST "remove", item, Delete, remove: Nothing => Removed, "Deletes the file."
        ),
        action!(POST "upload", collection, Add, upload: About, files &actions::UPLOAD => Attached, "Attaches files to an object."),
        action!(GET "content", item, View, content: Nothing => file SENT_TYPES, "The content of the file."),
    ]);

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The object to attach the files to. Its resource must support attachments.
    pub about: Uuid,
}

/// The accepted files, in order.
#[derive(Serialize, Describe)]
pub struct Attached {
    pub files: Vec<AttachedFile>,
}

/// A file that was accepted.
#[derive(Serialize, Describe)]
pub struct AttachedFile {
    pub id: Uuid,
    /// The object it is attached to.
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

async fn upload(cx: &mut Cx, wanted: About, files: &Files) -> Result<Attached> {
    let mut stored = Attached { files: Vec::new() };
    for file in files.kept() {
        stored.files.push(attach(cx, wanted.about, file.clone()).await?.into());
    }
    Ok(stored)
}

async fn content(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let kept: Attachment = cx.get(id).await?;
    let store = cx.engine.files.clone();
    let note = Note::downloaded(Attachment::PATH, id, &kept.name, kept.folder.uuid());
    actions::send(&store, kept.name, kept.file, note).await
}

/// Attaches a stored file to an object, replacing a file of the same name.
pub async fn attach(cx: &mut Cx, about: Uuid, file: File) -> Result<Attachment> {
    let (resource, folder) = changeable(cx, about).await?;
    // Locked until the end, so that two uploads see each other's file.
    write::visible(cx, resource, about, Lock::Change).await?;
    cx.require(cx.resource::<Attachment>(), Verb::Add, folder)?;
    let name = safe_name(&file.name)?;
    let same: Vec<Attachment> = cx
        .list_all(|select| {
            select.equals("about", about).equals("name", name.as_str());
        })
        .await?;
    for old in same {
        cx.delete::<Attachment>(old.id.uuid()).await?;
    }
    let new = Attachment {
        id: cx.new_id(),
        folder: Ref::new(folder),
        about: AnyRef(about),
        name: name.clone(),
        file: File { name, ..file },
    };
    cx.create(new.clone()).await?;
    Ok(new)
}

/// The resource and the domain of an object that supports attachments and that the caller may change.
pub async fn changeable(cx: &mut Cx, about: Uuid) -> Result<(&'static Resource, Uuid)> {
    let attachments = cx.resource::<Attachment>();
    let kind = &attachments.field(attachments.any[0]).kind;
    let found = query::find_any(cx, kind, [about].into()).await?;
    let Some(found) = found.get(&about) else {
        return Err(write::unknown_reference(cx.registry(), "about", kind, about));
    };
    let resource = cx.registry().get(found.resource);
    let scope = cx.scope(resource);
    let object = query::find(cx, resource, &scope, about).await?;
    let folder = object.map(|object| object.folder()).unwrap_or_default();
    cx.require(resource, Verb::Change, folder)?;
    Ok((resource, folder))
}

#[derive(Debug, Serialize, Describe)]
pub struct Removed {
    /// The name of the deleted file.
    pub name: String,
}

async fn remove(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Removed> {
    let attachment: Attachment = cx.get(id).await?;
    let (resource, _) = changeable(cx, attachment.about.0).await?;
    write::visible(cx, resource, attachment.about.0, Lock::Change).await?;
    cx.delete::<Attachment>(id).await?;
    Ok(Removed { name: attachment.name })
}
