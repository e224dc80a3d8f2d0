//! The store at the start of a server: the libraries that Cairn ships, and those in the folder that the operator named.
//!
//! Every start looks at all files. One that is kept already is known by its hash and not read again. A bad one is
//! reported in the log and does not keep the others out.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cairn_engine::{Caller, Engine, Error, Result};
use cairn_library::Library;
use cairn_resources::library::StoredLibrary;
use sha2::{Digest, Sha256};

use super::{file, store};

/// The files of `libraries/`.
const BUNDLED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/libraries.rs"));

/// What a file may end in.
const ENDINGS: [&str; 3] = ["yaml", "yml", "xlsx"];

/// How often a file is tried that collides with another write.
const TRIES: usize = 5;

/// Where libraries come from.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// Those that Cairn ships.
    pub bundled: bool,
    /// The operator's own.
    pub folder: Option<PathBuf>,
}

/// How it went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stocked {
    /// Files whose content is new in the store.
    pub kept: usize,
    /// Files that the store has in this or a newer version.
    pub known: usize,
    /// Files that could not be kept.
    pub refused: usize,
}

/// Keeps all libraries of the sources, and says in the log how it went.
pub async fn run(engine: Arc<Engine>, sources: Sources) {
    match stock(&engine, &sources).await {
        Ok(Stocked { kept: 0, refused: 0, .. }) => {}
        Ok(Stocked { kept, known, refused }) => tracing::info!(kept, known, refused, "libraries were stored"),
        Err(error) => tracing::warn!(%error, "libraries could not be stored"),
    }
}

/// Keeps all libraries of the sources.
pub async fn stock(engine: &Arc<Engine>, sources: &Sources) -> Result<Stocked> {
    let hashes = known_hashes(engine).await?;
    let mut done = Stocked::default();
    if sources.bundled {
        for (name, bytes) in BUNDLED {
            one(engine, &hashes, (name, bytes.to_vec(), true), &mut done).await;
        }
    }
    let Some(folder) = &sources.folder else { return Ok(done) };
    let files = list(folder).await.map_err(|error| Error::internal(format!("{}: {error}", folder.display())))?;
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match bytes_of(&path).await {
            Ok(bytes) => one(engine, &hashes, (&name, bytes, false), &mut done).await,
            Err(reason) => {
                tracing::warn!(file = name, reason, "a library was not stored");
                done.refused += 1;
            }
        }
    }
    Ok(done)
}

async fn known_hashes(engine: &Arc<Engine>) -> Result<HashSet<String>> {
    let mut cx = engine.read(Arc::new(Caller::system())).await?;
    let all: Vec<StoredLibrary> = cx.list_all(|_| ()).await?;
    Ok(all.into_iter().map(|one| one.hash_checksum).collect())
}

/// The library files of a folder, in the order of their names.
async fn list(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries = tokio::fs::read_dir(folder).await?;
    let mut found = Vec::new();
    while let Some(entry) = entries.next_entry().await? {
        let path = entry.path();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        if ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str())) && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

async fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    let size = tokio::fs::metadata(path).await.map_err(|error| error.to_string())?.len();
    if size > cairn_library::MAX_BYTES as u64 {
        return Err(format!("A library file can have up to {} MB.", cairn_library::MAX_BYTES / 1_000_000));
    }
    tokio::fs::read(path).await.map_err(|error| error.to_string())
}

async fn one(
    engine: &Arc<Engine>,
    hashes: &HashSet<String>,
    (name, bytes, bundled): (&str, Vec<u8>, bool),
    done: &mut Stocked,
) {
    // A workbook is kept as YAML, with another hash, and so it is read at every start.
    if hashes.contains(&hex::encode(Sha256::digest(&bytes))) {
        done.known += 1;
        return;
    }
    match keep(engine, name, bytes, bundled).await {
        Ok(true) => done.kept += 1,
        Ok(false) => done.known += 1,
        Err(error) => {
            tracing::warn!(file = name, %error, "a library was not stored");
            done.refused += 1;
        }
    }
}

/// Reads a file and keeps it in a transaction of its own. Answers whether it was new.
async fn keep(engine: &Arc<Engine>, name: &str, bytes: Vec<u8>, bundled: bool) -> Result<bool> {
    let (library, bytes) = file::read_sent(bytes).await?;
    for _ in 1..TRIES {
        match keep_once(engine, name, (&library, &bytes), bundled).await {
            // Another server that starts at the same time, or an upload.
            Err(Error::Collision(_)) => {}
            outcome => return outcome,
        }
    }
    keep_once(engine, name, (&library, &bytes), bundled).await
}

async fn keep_once(
    engine: &Arc<Engine>,
    name: &str,
    (library, bytes): (&Library, &[u8]),
    bundled: bool,
) -> Result<bool> {
    let mut cx = engine.write(Arc::new(Caller::system())).await?;
    cx.conn.lock("stock libraries").await?;
    if let Some(known) = store::find(&mut cx, &library.urn, &library.locale).await? {
        // The operator's own content for a version has precedence over what Cairn ships, at every start.
        if known.version > library.version || (bundled && known.version == library.version) {
            return Ok(false);
        }
    }
    let kept = file::keep(&engine.files, name, bytes).await?;
    let (_, outcome) = store::keep(&mut cx, library, kept, bundled).await?;
    cx.commit().await?;
    Ok(outcome != store::Kept::Known)
}
