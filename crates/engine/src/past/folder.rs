//! The folder of this process for rebuilt instants. It also cleans up after processes that crashed.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use cairn_store::{FolderLock, StoreError, lock_folder, private};

/// A private folder of this process, deleted with it.
pub struct Own {
    path: PathBuf,
    next: AtomicU64,
    _lock: FolderLock,
}

impl Own {
    pub fn make(parent: &Path) -> Result<Self, StoreError> {
        let failed = |what: &str| {
            let what = format!("{what} {}", parent.display());
            move |error: std::io::Error| StoreError::from_io(&what, &error)
        };
        private::make_folder(parent).map_err(failed("create the folder"))?;
        for entry in std::fs::read_dir(parent).map_err(failed("read the folder"))?.flatten() {
            // A process that holds its lock is alive; a lock ends with its process.
            if lock_folder(&entry.path()).is_ok() {
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
        let path = parent.join(format!("{:016x}", rand::random::<u64>()));
        private::make_folder(&path).map_err(failed("make a folder in"))?;
        is_ours(parent, &path).map_err(failed("trust the folder"))?;
        let lock = lock_folder(&path)?;
        Ok(Self { path, next: AtomicU64::new(0), _lock: lock })
    }

    /// A name that no file has yet.
    pub fn file(&self) -> PathBuf {
        self.path.join(format!("{}.db", self.next.fetch_add(1, Ordering::Relaxed)))
    }
}

/// A folder that someone else created or can write to could be swapped at any time: in a temporary directory, anybody
/// may have created one with this name.
#[cfg(unix)]
fn is_ours(parent: &Path, own: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let (parent, own) = (std::fs::symlink_metadata(parent)?, std::fs::symlink_metadata(own)?);
    if parent.is_dir() && parent.uid() == own.uid() && parent.mode() & 0o022 == 0 {
        return Ok(());
    }
    Err(std::io::Error::other("others can write in it; name another one (past_folder)"))
}

#[cfg(not(unix))]
fn is_ours(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

impl Drop for Own {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
