//! Files under the hash of their content.
//!
//! A file is written beside the others under a temporary name, and moved to its final name only
//! when it is complete and on disk. What stands under a hash is therefore always whole, whatever
//! happened, and the same content uploaded twice is kept once.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use uuid::Uuid;

use crate::{StoreError, private};

/// The folder for files that are not complete yet. Not a hash, so it cannot be in the way.
const UNFINISHED: &str = "unfinished";
/// The folder for what jobs made, to be fetched within some days. Not a hash either.
const OUTPUTS: &str = "outputs";

/// A folder of files named by their content. Clones share it.
#[derive(Debug, Clone)]
pub struct FileStore {
    folder: Arc<PathBuf>,
}

/// A file that was stored: what is needed to find it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// The SHA-256 of the content, in lower-case hexadecimal.
    pub sha256: String,
    pub size: u64,
}

impl FileStore {
    /// Opens the folder, creating it if need be, and removes what crashed uploads left behind.
    pub async fn open(folder: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let store = Self { folder: Arc::new(folder.into()) };
        store.sweep_temp().await?;
        Ok(store)
    }

    /// Begins a file.
    pub async fn begin(&self) -> Result<FileWriter, StoreError> {
        let folder = Arc::clone(&self.folder);
        let (unfinished, file) = blocking("create a file", move || create_unfinished(&folder)).await?;
        Ok(FileWriter {
            file: tokio::fs::File::from_std(file),
            unfinished,
            folder: Arc::clone(&self.folder),
            hash: Sha256::new(),
            size: 0,
        })
    }

    /// Opens a stored file.
    pub async fn open_read(&self, sha256: &str) -> Result<tokio::fs::File, StoreError> {
        let path = path_of(&self.folder, sha256)?;
        tokio::fs::File::open(&path)
            .await
            .map_err(|error| StoreError::from_io(&format!("open the file {sha256}"), &error))
    }

    /// Opens a stored file on a thread that may wait.
    pub fn open_blocking(&self, sha256: &str) -> Result<std::fs::File, StoreError> {
        let path = path_of(&self.folder, sha256)?;
        std::fs::File::open(&path).map_err(|error| StoreError::from_io(&format!("open the file {sha256}"), &error))
    }

    pub async fn exists(&self, sha256: &str) -> Result<bool, StoreError> {
        let path = path_of(&self.folder, sha256)?;
        tokio::fs::try_exists(&path)
            .await
            .map_err(|error| StoreError::from_io(&format!("look for the file {sha256}"), &error))
    }

    /// The hashes of all stored files, in order.
    pub async fn list(&self) -> Result<Vec<String>, StoreError> {
        let root = Arc::clone(&self.folder);
        blocking("list the stored files", move || {
            let mut found = Vec::new();
            let mut folders = vec![root.to_path_buf()];
            while let Some(folder) = folders.pop() {
                for entry in fs::read_dir(&folder)? {
                    let entry = entry?;
                    let name = entry.file_name().to_string_lossy().into_owned();
                    if entry.file_type()?.is_dir() {
                        folders.extend((name != UNFINISHED).then(|| entry.path()));
                    } else if path_of(&root, &name).is_ok_and(|path| path == entry.path()) {
                        found.push(name);
                    }
                }
            }
            found.sort_unstable();
            Ok(found)
        })
        .await
    }

    /// Opens what a job made.
    pub async fn open_output(&self, job: Uuid) -> Result<tokio::fs::File, StoreError> {
        let path = output_path(&self.folder, job);
        tokio::fs::File::open(&path)
            .await
            .map_err(|error| StoreError::from_io(&format!("open the output of the job {job}"), &error))
    }

    /// The jobs that have made something which is still here.
    pub async fn outputs(&self) -> Result<Vec<Uuid>, StoreError> {
        let folder = self.folder.join(OUTPUTS);
        blocking("list the outputs of jobs", move || {
            let entries = match fs::read_dir(&folder) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
                entries => entries?,
            };
            let mut found = Vec::new();
            for entry in entries {
                found.extend(entry?.file_name().to_str().and_then(|name| Uuid::try_parse(name).ok()));
            }
            found.sort_unstable();
            Ok(found)
        })
        .await
    }

    /// Removes what a job made; nothing happens if it is gone already.
    pub async fn remove_output(&self, job: Uuid) -> Result<(), StoreError> {
        let path = output_path(&self.folder, job);
        blocking("remove the output of a job", move || remove(&path)).await
    }

    /// Removes those of these files that were stored before an instant, and tells how many. Whoever stores the same
    /// content again meanwhile keeps it: the file is taken aside first and comes back if it turns out to be new.
    pub async fn remove_older(&self, hashes: Vec<String>, before: SystemTime) -> Result<usize, StoreError> {
        let root = Arc::clone(&self.folder);
        blocking("remove stored files", move || {
            let is_old = |path: &Path| match fs::metadata(path) {
                Ok(found) => Ok(found.modified()? < before),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
                Err(error) => Err(error),
            };
            let mut removed = 0;
            for sha256 in hashes {
                let path = path_of(&root, &sha256).map_err(io::Error::other)?;
                if !is_old(&path)? {
                    continue;
                }
                let (aside, _lock) = create_unfinished(&root)?;
                match fs::rename(&path, &aside.0) {
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    renamed => renamed?,
                }
                if is_old(&aside.0)? {
                    removed += 1;
                } else {
                    fs::rename(&aside.0, &path)?;
                }
            }
            Ok(removed)
        })
        .await
    }

    /// Removes unfinished files that nobody is writing any more.
    ///
    /// Every writer holds a lock on its file, and the lock ends with its process. So this never
    /// takes away a file in the making, also when several servers share the folder.
    pub async fn sweep_temp(&self) -> Result<(), StoreError> {
        let folder = self.folder.join(UNFINISHED);
        blocking("clean up unfinished files", move || {
            private::make_folder(&folder)?;
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                match File::open(&path) {
                    Ok(file) if file.try_lock().is_ok() => remove(&path)?,
                    Ok(_) => {}
                    // Finished or swept by another server in the meantime.
                    Err(error) if error.kind() == ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        })
        .await
    }
}

/// A file in the making. Dropped before [`FileWriter::finish`], it leaves nothing behind.
#[derive(Debug)]
pub struct FileWriter {
    file: tokio::fs::File,
    unfinished: Unfinished,
    folder: Arc<PathBuf>,
    hash: Sha256,
    size: u64,
}

impl FileWriter {
    /// Appends to the file.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.hash.update(bytes);
        self.size += bytes.len() as u64;
        self.file.write_all(bytes).await.map_err(|error| StoreError::from_io("write a file", &error))
    }

    /// What was written so far.
    pub fn stored(&self) -> StoredFile {
        StoredFile { sha256: hex::encode(self.hash.clone().finalize()), size: self.size }
    }

    /// How many bytes were written so far, for whoever enforces a limit.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Where the file lies while it has no name yet, with everything written so far in it: for
    /// whoever must look inside before it is kept.
    pub async fn unfinished_path(&mut self) -> Result<&Path, StoreError> {
        self.file.flush().await.map_err(|error| StoreError::from_io("write a file", &error))?;
        Ok(&self.unfinished.0)
    }

    /// Puts everything written so far on disk. The last step, which gives the file its name, is short after that.
    pub async fn sync(&mut self) -> Result<(), StoreError> {
        self.file.flush().await.map_err(|error| StoreError::from_io("write a file", &error))?;
        self.file.sync_all().await.map_err(|error| StoreError::from_io("write a file", &error))
    }

    /// Gives the file no name: it is read where it lies, and goes when this is dropped.
    pub async fn hold(mut self) -> Result<HeldFile, StoreError> {
        self.file.flush().await.map_err(|error| StoreError::from_io("write a file", &error))?;
        let stored = self.stored();
        // The lock of the open file keeps others from sweeping it away.
        Ok(HeldFile { stored, unfinished: self.unfinished, _locked: self.file.into_std().await })
    }

    /// Makes the file durable and gives it its name.
    pub async fn finish(self) -> Result<StoredFile, StoreError> {
        self.finish_as(path_of).await
    }

    /// Makes the file durable as what a job made, in the place of what it made before.
    pub async fn finish_output(self, job: Uuid) -> Result<StoredFile, StoreError> {
        self.finish_as(|folder, _| Ok(output_path(folder, job))).await
    }

    async fn finish_as(
        mut self,
        place: impl FnOnce(&Path, &str) -> Result<PathBuf, StoreError>,
    ) -> Result<StoredFile, StoreError> {
        self.file.flush().await.map_err(|error| StoreError::from_io("write a file", &error))?;
        let stored = self.stored();
        let file = self.file.into_std().await;
        let target = place(&self.folder, &stored.sha256)?;
        let (unfinished, root) = (self.unfinished, self.folder);
        blocking("store a file", move || {
            // In this order: content, name, and then the folders in which names are recorded.
            file.sync_all()?;
            let inner = target.parent().unwrap_or(&root);
            private::make_folder(inner)?;
            // Replacing a file by one with the same content is invisible to whoever reads it.
            fs::rename(&unfinished.0, &target)?;
            for folder in inner.ancestors().take_while(|folder| folder.starts_with(root.as_path())) {
                File::open(folder)?.sync_all()?;
            }
            Ok(())
        })
        .await?;
        Ok(stored)
    }
}

/// A file that was written and stays without a name. Dropped, it is gone.
#[derive(Debug)]
pub struct HeldFile {
    pub stored: StoredFile,
    unfinished: Unfinished,
    _locked: File,
}

impl HeldFile {
    pub fn path(&self) -> &Path {
        &self.unfinished.0
    }
}

/// The temporary name of a file, which goes when this is dropped, unless it was renamed.
#[derive(Debug)]
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Err(error) = remove(&self.0) {
            tracing::warn!(%error, path = %self.0.display(), "an unfinished file could not be removed");
        }
    }
}

fn create_unfinished(folder: &Path) -> io::Result<(Unfinished, File)> {
    // The process and a number are enough to tell names apart. Another server that shares the
    // folder may have the same process id; then the name is taken and the next one is tried.
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        let name = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = folder.join(UNFINISHED).join(name);
        let file = match private::options().write(true).create_new(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        };
        // A sweep that came between the two lines took the file for abandoned.
        if file.try_lock().is_ok() {
            return Ok((Unfinished(path), file));
        }
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// `ab/cd/abcd…`: folders of bounded size. Anything but a hash is refused, since it might lead
/// out of the folder.
fn path_of(folder: &Path, sha256: &str) -> Result<PathBuf, StoreError> {
    let is_hash = sha256.len() == 64 && sha256.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !is_hash {
        return Err(StoreError::other("the name of a file must be 64 lower-case hexadecimal digits"));
    }
    Ok(folder.join(&sha256[..2]).join(&sha256[2..4]).join(sha256))
}

fn output_path(folder: &Path, job: Uuid) -> PathBuf {
    folder.join(OUTPUTS).join(job.to_string())
}

async fn blocking<T: Send + 'static>(
    doing: &'static str,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| StoreError::unavailable(format!("a file thread ended early: {error}")))?
        .map_err(|error| StoreError::from_io(doing, &error))
}
