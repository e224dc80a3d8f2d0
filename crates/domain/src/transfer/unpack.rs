//! Reads a file that claims to be a domain.
//!
//! Its directory is checked before anything is unpacked: the number of entries, their claimed sizes and their names.
//! Then each entry is read only up to its limit, whatever the directory claims.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::Path;

use cairn_change_sets::Files;
use cairn_engine::{Error, Registry, Result};
use cairn_extract::Document;
use cairn_model::File as Attachment;
use serde_json::error::Category;
use sha2::{Digest, Sha256};
use zip::ZipArchive;
use zip::result::ZipError;

use super::{ATTACHMENTS, DATA};
use crate::work::upload;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of `data.json` when it is unpacked.
    pub data: u64,
    /// Bytes of one attachment.
    pub attachment: u64,
    /// Bytes of everything when it is unpacked.
    pub total: u64,
}

/// An exported domain that was checked completely.
pub struct Package {
    pub document: Document,
    pub contents: Contents,
}

/// The contents of attachments, which stay in the file until they are needed.
pub struct Contents {
    pub files: Files,
    archive: ZipArchive<File>,
}

fn wrong(message: impl Into<String>) -> Error {
    Error::field("file", message)
}

impl Package {
    /// Opens a file and checks all of it. It takes time in proportion to the size: not for async threads.
    pub fn open(path: &Path, registry: &Registry, limits: Limits) -> Result<Self> {
        // Overlapping entries, paths outside the archive, and bombs, as with every uploaded archive.
        upload::check_archive(path, "domain.zip")?;
        let file = File::open(path).map_err(|error| Error::internal(format!("cannot read an upload: {error}")))?;
        let mut archive = ZipArchive::new(file).map_err(|error| damaged(&error))?;
        check_entries(&mut archive, limits)?;
        let data = read(&mut archive, DATA, limits.data)?;
        let document: Document = serde_json::from_slice(&data)
            .map_err(|error| wrong(format!("data.json is not an exported domain: {}.", place(&error))))?;
        let files = check_files(&mut archive, &document, registry, limits)?;
        Ok(Self { document, contents: Contents { files, archive } })
    }
}

/// Where a document is wrong. serde's own message would name our types.
fn place(error: &serde_json::Error) -> String {
    match error.classify() {
        Category::Data => {
            format!("what stands at line {}, column {} does not belong there", error.line(), error.column())
        }
        _ => format!("it is not valid JSON at line {}, column {}", error.line(), error.column()),
    }
}

impl Contents {
    pub fn hashes(&self) -> BTreeSet<String> {
        self.files.values().map(|file| file.sha256.clone()).collect()
    }

    /// One of them. They were all checked when the file was opened.
    pub fn read(&mut self, sha256: &str, limits: Limits) -> Result<Vec<u8>> {
        read(&mut self.archive, &format!("{ATTACHMENTS}{sha256}"), limits.attachment)
    }
}

fn damaged(error: &ZipError) -> Error {
    wrong(format!("The file cannot be unpacked: {error}."))
}

fn check_entries(archive: &mut ZipArchive<File>, limits: Limits) -> Result<()> {
    let mut names = BTreeSet::new();
    let mut total = 0_u64;
    for at in 0..archive.len() {
        let entry = archive.by_index_raw(at).map_err(|error| damaged(&error))?;
        let name = entry.name().map_err(|error| damaged(&error))?.into_owned();
        let is_folder = name == ATTACHMENTS && entry.size() == 0;
        let is_content = name.strip_prefix(ATTACHMENTS).is_some_and(is_sha256);
        if name != DATA && !is_content && !is_folder {
            return Err(wrong(format!("“{name}” cannot be part of an exported domain.")));
        }
        if entry.encrypted() {
            return Err(wrong("The file is encrypted."));
        }
        if entry.is_symlink() {
            return Err(wrong(format!("“{name}” is a link.")));
        }
        total = total.saturating_add(entry.size());
        if total > limits.total {
            return Err(Error::TooLarge(format!("The file unpacks to more than {} MiB.", limits.total / 1024 / 1024)));
        }
        if !names.insert(name.clone()) {
            return Err(wrong(format!("“{name}” appears twice in the file.")));
        }
    }
    if names.contains(DATA) {
        Ok(())
    } else {
        Err(wrong("The file does not contain data.json, so it is not an exported domain."))
    }
}

fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Reads an entry up to its limit.
fn read(archive: &mut ZipArchive<File>, name: &str, most: u64) -> Result<Vec<u8>> {
    let entry = archive.by_name(name).map_err(|error| match error {
        ZipError::FileNotFound => wrong(format!("“{name}” is missing from the file.")),
        other => damaged(&other),
    })?;
    let mut bytes = Vec::new();
    entry.take(most + 1).read_to_end(&mut bytes).map_err(|error| wrong(format!("“{name}” is damaged: {error}.")))?;
    if bytes.len() as u64 > most {
        let (most, unit) = if most < 1024 * 1024 { (most / 1024, "KiB") } else { (most / 1024 / 1024, "MiB") };
        return Err(Error::TooLarge(format!("“{name}” may have at most {most} {unit}.")));
    }
    Ok(bytes)
}

/// Checks each content against its hash, and each name against its content, like an upload. The type and size that the
/// document claims are ignored.
fn check_files(
    archive: &mut ZipArchive<File>,
    document: &Document,
    registry: &Registry,
    limits: Limits,
) -> Result<Files> {
    let mut wanted: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (piece, file) in document.files(registry) {
        if piece.fields.get("name").is_some_and(|name| *name != file.name) {
            return Err(Error::field(&piece.key, "The object and its file have different names."));
        }
        if !is_sha256(&file.sha256) {
            return Err(Error::field(&piece.key, "The SHA-256 of the file is malformed."));
        }
        wanted.entry(file.sha256).or_default().insert(file.name);
    }
    let mut files = Files::new();
    for (sha256, names) in wanted {
        let bytes = read(archive, &format!("{ATTACHMENTS}{sha256}"), limits.attachment)?;
        if hex::encode(Sha256::digest(&bytes)) != sha256 {
            return Err(wrong(format!("The content of attachments/{sha256} does not match its SHA-256.")));
        }
        if bytes.is_empty() {
            return Err(wrong(format!("attachments/{sha256} is empty.")));
        }
        for name in names {
            let named = |error: Error| match error {
                Error::Invalid(errors) => wrong(format!("“{name}”: {}", Error::Invalid(errors))),
                other => other,
            };
            let safe = upload::safe_name(&name).map_err(named)?;
            let media_type = upload::media_type(&safe, &bytes[..bytes.len().min(upload::HEAD)]).map_err(named)?;
            upload::check_archive_bytes(&bytes, &safe).map_err(named)?;
            let (size, media_type) = (bytes.len() as u64, media_type.to_owned());
            let file = Attachment { name: safe, media_type, size, sha256: sha256.clone() };
            files.insert((sha256.clone(), name), file);
        }
    }
    Ok(files)
}
