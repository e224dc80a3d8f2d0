//! A file that is whole or not there: it is written beside its place and moved there at the end.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub struct WholeFile {
    file: File,
    unfinished: PathBuf,
    target: PathBuf,
}

impl WholeFile {
    /// Everything that people wrote is in such files, so they are nobody else's business on this machine.
    pub fn create(target: &Path) -> Result<Self> {
        let unfinished = PathBuf::from(format!("{}.unfinished", target.display()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&unfinished).with_context(|| format!("cannot write {}", unfinished.display()))?;
        Ok(Self { file, unfinished, target: target.to_owned() })
    }

    pub fn file(&self) -> Result<File> {
        Ok(self.file.try_clone()?)
    }

    pub fn finish(self) -> Result<()> {
        let write = || {
            self.file.sync_all()?;
            std::fs::rename(&self.unfinished, &self.target)
        };
        write().with_context(|| format!("cannot write {}", self.target.display()))
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // Gone already when it is finished.
        let _ = std::fs::remove_file(&self.unfinished);
    }
}
