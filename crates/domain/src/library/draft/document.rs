//! A draft as the document of a library file, and a library as a draft.

use std::collections::{BTreeMap, BTreeSet};

use cairn_engine::{Cx, Error, Result};
use cairn_library::{Library, Problem};
use cairn_model::{Json, Markdown, Ref};
use cairn_resources::library::LibraryDraft;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::super::file;
use super::super::store::translations;

/// What the file would say. What is empty is left out, as files do.
pub fn of(draft: &LibraryDraft) -> Value {
    let document = json!({
        "urn": draft.urn,
        "locale": draft.locale,
        "ref_id": draft.ref_id,
        "name": draft.name,
        "description": draft.description.as_ref().map(|text| &text.0),
        "annotation": draft.annotation.as_ref().map(|text| &text.0),
        "version": draft.version,
        "provider": draft.provider,
        "packager": draft.packager,
        "publication_date": draft.publication_date.map(|day| day.to_string()),
        "copyright": draft.copyright.as_ref().map(|text| &text.0),
        "dependencies": draft.dependencies.0,
        "labels": draft.labels.0,
        "translations": draft.translations.as_ref().map(|texts| &texts.0),
        "objects": draft.content.0,
    });
    let Value::Object(mut document) = document else { return Value::Null };
    let is_empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    document.retain(|_, value| !is_empty(value));
    Value::Object(document)
}

/// Tells whether a draft was changed, whatever its version.
pub fn checksum(draft: &LibraryDraft) -> String {
    let mut document = of(draft);
    if let Some(fields) = document.as_object_mut() {
        fields.shift_remove("version");
    }
    hex::encode(Sha256::digest(document.to_string()))
}

/// The library that a draft is, or everything that is wrong with it.
pub async fn read(draft: &LibraryDraft) -> Result<std::result::Result<Library, Vec<Problem>>> {
    let document = of(draft);
    let reading = tokio::task::spawn_blocking(move || cairn_library::read_value(&document));
    reading.await.map_err(|error| Error::internal(error.to_string()))
}

/// The library that a sound draft is.
pub async fn sound(draft: &LibraryDraft) -> Result<Library> {
    read(draft).await?.map_err(|problems| file::problems_with("content", &problems))
}

/// The file of a library, as long as it could be read again.
pub fn text(library: &Library) -> Result<String> {
    let text = cairn_library::write(library);
    if text.len() > cairn_library::MAX_BYTES {
        let most = cairn_library::MAX_BYTES / 1_000_000;
        return Err(Error::TooLarge(format!("A library file can have up to {most} MB.")));
    }
    Ok(text)
}

/// The objects of a library by kind.
pub fn content(library: &Library) -> Result<BTreeMap<String, Value>> {
    match serde_json::to_value(&library.objects) {
        Ok(Value::Object(objects)) => Ok(objects.into_iter().collect()),
        Ok(_) => Ok(BTreeMap::new()),
        Err(error) => Err(Error::internal(error.to_string())),
    }
}

/// A new draft that says what a library says.
pub fn draft(cx: &Cx, library: &Library, folder: Uuid) -> Result<LibraryDraft> {
    // Both are parts of the URN: urn:<packager>:<domain>:library:<reference>.
    let part = |at: usize| library.urn.split(':').nth(at).unwrap_or_default().to_owned();
    Ok(LibraryDraft {
        id: cx.new_id(),
        folder: Ref::new(folder),
        name: library.name.clone(),
        description: library.description.clone().map(Markdown),
        annotation: library.annotation.clone().map(Markdown),
        packager: library.packager.clone().unwrap_or_else(|| part(1)),
        ref_id: library.ref_id.clone().unwrap_or_else(|| part(4)),
        urn: Some(library.urn.to_string()),
        locale: library.locale.clone(),
        version: library.version.max(1),
        provider: library.provider.clone(),
        copyright: library.copyright.clone().map(Markdown),
        publication_date: library.publication_date,
        dependencies: Json(library.dependencies.iter().map(ToString::to_string).collect()),
        labels: Json(library.labels.clone()),
        translations: translations(&library.translations),
        content: Json(content(library)?),
        first_published_at: None,
        last_published_at: None,
        last_published_version: None,
        published_checksum: None,
    })
}

/// Gives the objects of a library URNs of its own, so that they are others than those it was made from. Each gets the
/// packager, and the reference of the new library before what it had.
pub fn rename(content: &mut BTreeMap<String, Value>, packager: &str, ref_id: &str) {
    let mut own = BTreeSet::new();
    for objects in content.values() {
        declared(objects, &mut own);
    }
    let renamed = |urn: &str| {
        let parts: Vec<&str> = urn.splitn(5, ':').collect();
        match parts[..] {
            ["urn", _, domain, kind, rest] => format!("urn:{packager}:{domain}:{kind}:{ref_id}:{rest}"),
            _ => urn.to_owned(),
        }
    };
    let names: BTreeMap<String, String> = own.into_iter().map(|urn| (urn.clone(), renamed(&urn))).collect();
    for objects in content.values_mut() {
        put_names(objects, &names);
    }
}

fn declared(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| declared(item, found)),
        Value::Object(fields) => {
            found.extend(fields.get("urn").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| declared(field, found));
        }
        _ => {}
    }
}

fn put_names(value: &mut Value, names: &BTreeMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(name) = names.get(text.as_str()) {
                text.clone_from(name);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| put_names(item, names)),
        Value::Object(fields) => {
            let old = std::mem::take(fields);
            *fields = old
                .into_iter()
                .map(|(key, mut value)| {
                    put_names(&mut value, names);
                    (names.get(&key).cloned().unwrap_or(key), value)
                })
                .collect::<Map<_, _>>();
        }
        _ => {}
    }
}
