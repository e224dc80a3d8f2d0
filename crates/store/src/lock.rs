//! One server for one data folder.
//!
//! Two servers on one SQLite file would not corrupt it, but each would keep its own caches,
//! schedules and deliveries, and both would work from stale state. The lock is the operating
//! system's, so it ends with the process however that ends, and no stale file has to be removed.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::{StoreError, private};

/// The name of the lock file inside the data folder.
const LOCK_FILE: &str = "cairn.lock";

/// Holds the data folder until it is dropped.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

/// Takes the data folder for this process.
pub fn lock_folder(path: &Path) -> Result<FolderLock, StoreError> {
    let name = path.join(LOCK_FILE);
    let file = private::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&name)
        .map_err(|error| StoreError::from_io(&format!("open the lock file {}", name.display()), &error))?;
    match file.try_lock() {
        Ok(()) => Ok(FolderLock { _file: file }),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(format!(
            "another cairn server is using the folder {}: stop it first, or use another folder for this one",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => {
            Err(StoreError::from_io(&format!("lock the folder {}", path.display()), &error))
        }
    }
}
