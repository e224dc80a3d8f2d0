//! Files and folders that no other user of this machine may read: the database, attachments, keys.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Creates a folder that only its owner can access, and missing parents. An existing folder keeps its permissions: it
/// may be a home folder, or one that an operator shares on purpose.
pub fn make_folder(path: &Path) -> io::Result<()> {
    let mut maker = fs::DirBuilder::new();
    maker.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
    maker.create(path)
}

/// How to open a file that, if it is created, only its owner can read.
pub fn options() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a file that only its owner can read; if it exists, others lose their permissions.
pub fn make_file(path: &Path) -> io::Result<()> {
    match options().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => restrict(path),
        made => made.map(drop),
    }
}

/// Removes other users' permissions on a file. A file that belongs to someone else stays as it is.
pub fn restrict(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        let mode = metadata.permissions().mode();
        if metadata.is_file() && mode & 0o077 != 0 {
            match file.set_permissions(fs::Permissions::from_mode(mode & !0o077)) {
                Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                    tracing::warn!(path = %path.display(), "other users of this machine can read this file");
                }
                Err(error) => return Err(error),
                Ok(()) => tracing::info!(path = %path.display(), "others could read this file; permissions tightened"),
            }
        }
    }
    #[cfg(not(unix))]
    File::open(path)?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    }

    #[test]
    fn only_the_owner_gets_in() {
        let folder = tempfile::tempdir().expect("a folder");
        let (inner, file) = (folder.path().join("a/b"), folder.path().join("a/b/c.db"));
        make_folder(&inner).expect("a folder");
        assert_eq!((mode(&folder.path().join("a")), mode(&inner)), (0o700, 0o700));
        make_file(&file).expect("a file");
        assert_eq!(mode(&file), 0o600);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("a mode");
        fs::write(&file, "kept").expect("content");
        make_file(&file).expect("it is there");
        assert_eq!((mode(&file), fs::read_to_string(&file).expect("content").as_str()), (0o600, "kept"));
        assert!(restrict(&folder.path().join("none")).is_err());
    }
}
