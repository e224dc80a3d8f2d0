//! Files that only their owner can read.

use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::failure::{Failure, Result};

/// Replaces a file that only its owner can read, atomically: readers see either the old text or the new one.
pub fn write_private(path: &Path, text: &str) -> Result {
    let folder = path.parent().unwrap_or(Path::new("."));
    let fail = |error: std::io::Error| Failure::other(format!("cannot write {}: {error}", path.display()));
    make_folder(folder).map_err(fail)?;
    // Temporary files are readable by their owner only.
    let mut file = tempfile::Builder::new().prefix(".new").tempfile_in(folder).map_err(fail)?;
    file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(fail)?;
    file.persist(path).map_err(|error| fail(error.error))?;
    Ok(())
}

fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The text of a file, if it exists.
pub fn read(path: &Path) -> Result<Option<String>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::other(format!("cannot read {}: {error}", path.display()))),
    }
}

/// The same for a file with secrets: it is refused if others can read it, as ssh does with its keys.
pub fn read_private(path: &Path) -> Result<Option<String>> {
    let text = read(path)?;
    #[cfg(unix)]
    if text.is_some() {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path).map(|file| file.permissions().mode()).unwrap_or_default();
        if mode & 0o077 != 0 {
            return Err(Failure::other(format!(
                "{path} contains tokens and is readable by others; run: chmod 600 {path}",
                path = path.display()
            )));
        }
    }
    Ok(text)
}
