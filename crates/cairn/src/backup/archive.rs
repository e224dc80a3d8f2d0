//! Reads a backup; nothing in it is trusted until all of it has been checked.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use cairn_store::transfer;
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use super::keys::NAMES;
use super::manifest::{self, FORMAT, Manifest};

/// Far more than the manifest of any instance.
const MAX_MANIFEST: u64 = 256 * 1024 * 1024;
/// Far more than any row.
const MAX_LINE: u64 = 256 * 1024 * 1024;

pub struct Archive {
    zip: ZipArchive<BufReader<File>>,
    pub manifest: Manifest,
}

impl Archive {
    /// Opens a backup and checks every byte of it.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut zip = ZipArchive::new(BufReader::new(file)).context("this is not a backup, or it is damaged")?;
        let manifest = read_manifest(&mut zip)?;
        let mut archive = Self { zip, manifest };
        archive.verify().with_context(|| format!("{} is damaged", path.display()))?;
        Ok(archive)
    }

    fn verify(&mut self) -> Result<()> {
        let wanted: BTreeSet<String> = self.manifest.members().into_iter().collect();
        ensure!(wanted.len() == self.manifest.members().len(), "its manifest lists a file twice");
        let found: Result<BTreeSet<String>, _> = self.zip.file_names().map(|name| name.map(Into::into)).collect();
        let found = found.context("the name of a file in it cannot be read")?;
        if let Some(name) = wanted.symmetric_difference(&found).next() {
            bail!("{name} is {}", if found.contains(name) { "not in its manifest" } else { "missing" });
        }
        let bar = super::progress(self.manifest.tables.len() + self.manifest.files.len(), "Check");
        for at in 0..self.manifest.tables.len() {
            let table = &self.manifest.tables[at];
            ensure!(
                is_name(&table.name) && table.columns.iter().all(|name| is_name(name)),
                "its manifest has an invalid table or column name"
            );
            let (member, size, columns) = (table.member(), table.size, table.columns.len());
            let mut rows = 0;
            let sha256 = each_line(&mut self.zip, &member, size, |line| {
                ensure!(transfer::is_row(line, columns), "line {} of {member} is not a row", rows + 1);
                rows += 1;
                Ok(())
            })?;
            let table = &self.manifest.tables[at];
            ensure!(sha256 == table.sha256 && rows == table.rows, "{member} does not match the manifest");
            bar.inc(1);
        }
        let keys = self.manifest.keys.iter().map(|key| (manifest::key_member(&key.name), key.size, key.sha256.clone()));
        let files =
            self.manifest.files.iter().map(|file| (manifest::file_member(&file.name), file.size, file.sha256.clone()));
        for (member, size, sha256) in keys.chain(files).collect::<Vec<_>>() {
            ensure!(self.copy(&member, size, |_| Ok(()))? == sha256, "{member} does not match the manifest");
            bar.inc(1);
        }
        for file in &self.manifest.files {
            ensure!(file.name == file.sha256, "the name of {} does not match its content", file.name);
        }
        ensure!(self.manifest.keys.iter().all(|key| NAMES.contains(&key.name.as_str())), "it contains an unknown key");
        bar.finish_and_clear();
        Ok(())
    }

    /// Passes on the rows of a table, some at a time.
    pub fn lines(&mut self, table: usize, mut some: impl FnMut(&str) -> Result<()>) -> Result<()> {
        let (member, size) = (self.manifest.tables[table].member(), self.manifest.tables[table].size);
        each_line(&mut self.zip, &member, size, &mut some).map(drop)
    }

    /// Passes on the content of a member in pieces; returns its hash.
    pub fn copy(&mut self, member: &str, size: u64, mut piece: impl FnMut(&[u8]) -> Result<()>) -> Result<String> {
        let mut reader = self.zip.by_name(member)?.take(size + 1);
        let (mut hash, mut seen, mut buffer) = (Sha256::new(), 0, vec![0; 256 * 1024]);
        loop {
            let read = reader.read(&mut buffer).with_context(|| format!("{member} cannot be read"))?;
            if read == 0 {
                break;
            }
            hash.update(&buffer[..read]);
            seen += read as u64;
            piece(&buffer[..read])?;
        }
        ensure!(seen == size, "{member} does not have the length given in the manifest");
        Ok(hex::encode(hash.finalize()))
    }

    /// The content of a key.
    pub fn key(&mut self, name: &str, size: u64) -> Result<String> {
        let mut content = Vec::new();
        self.copy(&manifest::key_member(name), size.min(4096), |piece| {
            content.extend_from_slice(piece);
            Ok(())
        })?;
        String::from_utf8(content).context("a key is not text")
    }
}

fn read_manifest(zip: &mut ZipArchive<BufReader<File>>) -> Result<Manifest> {
    let member = zip.by_name(manifest::NAME).context("this is not a backup: it has no manifest")?;
    let mut text = String::new();
    member.take(MAX_MANIFEST).read_to_string(&mut text).context("its manifest cannot be read")?;
    let format = serde_json::from_str::<serde_json::Value>(&text).ok().and_then(|json| json["format"].as_u64());
    ensure!(
        format == Some(u64::from(FORMAT)),
        "this version of Cairn cannot read the format of this backup; use a newer version"
    );
    serde_json::from_str(&text).context("its manifest cannot be read")
}

/// Reads a member line by line; returns its hash.
fn each_line(
    zip: &mut ZipArchive<BufReader<File>>,
    member: &str,
    size: u64,
    mut line: impl FnMut(&str) -> Result<()>,
) -> Result<String> {
    let mut reader = BufReader::new(zip.by_name(member)?.take(size + 1));
    let (mut hash, mut seen, mut text) = (Sha256::new(), 0, String::new());
    loop {
        text.clear();
        let read =
            (&mut reader).take(MAX_LINE).read_line(&mut text).with_context(|| format!("{member} cannot be read"))?;
        if read == 0 {
            break;
        }
        hash.update(&text);
        seen += read as u64;
        ensure!(text.ends_with('\n'), "{member} ends in the middle of a row");
        line(text.trim_end_matches('\n'))?;
    }
    ensure!(seen == size, "{member} does not have the length given in the manifest");
    Ok(hex::encode(hash.finalize()))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
