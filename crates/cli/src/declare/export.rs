//! `cairn export -d DOMAIN DIR`: a domain as files.

use std::path::{Path, PathBuf};

use cairn_client::{Model, Names};
use clap::{Args, ValueHint};
use serde_json::Value as Json;

use super::directory::file_of;
use super::renamed::names;
use super::state::{Known, Seen, State, sha256};
use crate::common::Common;
use crate::completion;
use crate::connection::{Connection, Wanted};
use crate::failure::{Failure, Result};
use crate::output::{counted, note, yaml};

/// Export a domain as YAML files, for `cairn apply`.
#[derive(Debug, Args)]
#[command(
    after_long_help = "Writes one folder per resource and one file per object. Fields with default values are omitted, as are secrets, users, groups and roles. For attachments, use `cairn folder export`.\n\
    \nThe file .cairn-state.json links files to objects. Keep it with the files.\n\
    \nExamples:\n  cairn export -d Payments payments/\n  git -C payments diff"
)]
pub struct Export {
    /// The domain, including subdomains.
    #[arg(short, long, value_name = "DOMAIN", add = completion::objects("folders"))]
    domain: String,
    /// The target directory; created if missing.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: PathBuf,
    /// Overwrite files that were changed locally.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    common: Common,
}

/// A file to be written.
struct File {
    key: String,
    name: String,
    text: String,
    seen: Seen,
}

impl Export {
    pub async fn run(self, wanted: Wanted) -> Result {
        let connection = Connection::open(&self.common.wanted(wanted))?;
        let model = connection.model().await?;
        let id = Names::new(&connection.client, &model).find("folders", &self.domain).await?;
        let query = vec![("format".to_owned(), "json".to_owned())];
        let document = connection.client.get(&format!("/api/folders/{id}/export/"), &query).await?;
        let files = files(&document, &model)?;
        let state = State::read(&self.directory)?;
        let instance = connection.client.address().to_string();
        let before = state.of(&instance);
        if !self.force {
            refuse_losses(&self.directory, &state, &before, &files)?;
        }
        for file in &files {
            write(&self.directory.join(&file.name), &file.text)?;
        }
        // Files of objects that no longer exist on the server are deleted here too.
        for key in before.objects.keys().filter(|key| files.iter().all(|file| file.key != **key)) {
            let _ = std::fs::remove_file(self.directory.join(file_of(key)?));
        }
        let count = counted(files.len() as u64, "file");
        let known = Known { objects: files.into_iter().map(|file| (file.key, file.seen)).collect() };
        state.write(&self.directory, &instance, known)?;
        note(&format!("Wrote {count} to {}.", self.directory.display()));
        Ok(())
    }
}

/// The files of a document. What only the server writes, such as attachments, can't be declared.
fn files(document: &Json, model: &Model) -> Result<Vec<File>> {
    let strange = || Failure::other("the server's response is not an exported domain");
    let objects = document["objects"].as_array().ok_or_else(strange)?;
    let mut files = Vec::new();
    for piece in std::iter::once(&document["domain"]).chain(objects) {
        let text = |name: &str| piece[name].as_str().map(str::to_owned).ok_or_else(strange);
        let (key, resource) = (text("key")?, text("resource")?);
        if model.find(&resource).is_some_and(|resource| resource.read_only) {
            continue;
        }
        let content = match piece["fields"].as_object().filter(|fields| !fields.is_empty()) {
            Some(_) => yaml::emit(&piece["fields"]),
            None => "{}\n".to_owned(),
        };
        let id = text("id")?.parse().map_err(|_| strange())?;
        let names = piece["fields"].as_object().map(names).unwrap_or_default();
        let seen = Seen { resource, id, updated_at: text("updated_at")?, sha256: sha256(&content), names };
        files.push(File { name: file_of(&key)?, key, text: content, seen });
    }
    Ok(files)
}

/// Refuses to overwrite anybody's work: neither changes since the last export, nor files from elsewhere.
fn refuse_losses(directory: &Path, state: &State, before: &Known, files: &[File]) -> Result {
    let mut changed = Vec::new();
    let all = before.objects.keys().chain(files.iter().map(|file| &file.key));
    for key in all.collect::<std::collections::BTreeSet<_>>() {
        let name = file_of(key)?;
        let Ok(present) = std::fs::read_to_string(directory.join(&name)) else { continue };
        let as_exported = before.objects.get(key).is_some_and(|seen| seen.sha256 == sha256(&present));
        let as_it_will_be = files.iter().any(|file| file.key == *key && file.text == present);
        if !as_exported && !as_it_will_be {
            let why = if state.knows(key) { "was changed here" } else { "already exists" };
            changed.push(format!("  {name} {why}"));
        }
    }
    if changed.is_empty() {
        return Ok(());
    }
    Err(Failure::other(format!(
        "local changes would be lost:\n{}\napply them first, or use --force to overwrite them",
        changed.join("\n")
    )))
}

fn write(path: &Path, text: &str) -> Result {
    let fail = |error: std::io::Error| Failure::other(format!("cannot write {}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fail)?;
    }
    // An unchanged file keeps its modification time, so that watchers of the directory aren't triggered for nothing.
    if std::fs::read_to_string(path).is_ok_and(|present| present == text) {
        return Ok(());
    }
    std::fs::write(path, text).map_err(fail)
}
