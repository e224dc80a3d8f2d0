//! Writes a file completely or not at all: to a temporary file first, which is moved into place at the end.

use std::fs::{File, FileType};
use std::io::ErrorKind;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// How long a leftover file must have been untouched.
const LEFT_BEHIND: Duration = Duration::from_hours(1);

pub struct WholeFile {
    /// A temporary file with an unpredictable name, deleted with this value unless it is finished.
    unfinished: NamedTempFile,
    target: PathBuf,
}

impl WholeFile {
    /// Such files contain everything people wrote, so nobody else on this machine may read them: temporary
    /// files are readable by their owner only.
    ///
    /// A link is followed and its target replaced, never the link itself; and only regular files are, never devices.
    pub fn create(target: &Path) -> Result<Self> {
        if let Some(other) = std::fs::metadata(target).ok().and_then(|known| not_a_file(known.file_type())) {
            bail!("cannot write {}: it is {other}, not a file", target.display());
        }
        let target = &destination(target).with_context(|| format!("cannot write {}", target.display()))?;
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{name}.unfinished-");
        remove_remains(folder, &prefix);
        let unfinished = tempfile::Builder::new().prefix(&prefix).tempfile_in(folder);
        let unfinished = unfinished.with_context(|| format!("cannot write {}", target.display()))?;
        Ok(Self { unfinished, target: target.to_owned() })
    }

    pub fn file(&self) -> Result<File> {
        Ok(self.unfinished.as_file().try_clone()?)
    }

    pub fn finish(self) -> Result<()> {
        let Self { unfinished, target } = self;
        let synced = unfinished.as_file().sync_all();
        let finished = synced.and_then(|()| unfinished.persist(&target).map(drop).map_err(|error| error.error));
        finished.with_context(|| format!("cannot write {}", target.display()))
    }
}

/// Where links lead, even if nothing is there yet.
fn destination(target: &Path) -> std::io::Result<PathBuf> {
    match std::fs::canonicalize(target) {
        // Circular links are another error, so this ends.
        Err(error) if error.kind() == ErrorKind::NotFound => match std::fs::read_link(target) {
            Ok(next) => destination(&target.parent().unwrap_or(Path::new("")).join(next)),
            Err(_) => Ok(target.to_owned()),
        },
        found => found,
    }
}

fn not_a_file(kind: FileType) -> Option<&'static str> {
    if kind.is_file() {
        None
    } else if kind.is_dir() {
        Some("a folder")
    } else if kind.is_fifo() {
        Some("a pipe")
    } else if kind.is_socket() {
        Some("a socket")
    } else {
        Some("a device")
    }
}

/// Removes what killed runs left behind. A run that is still active keeps writing to its file.
fn remove_remains(folder: &Path, prefix: &str) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix)) {
        let written = entry.metadata().and_then(|metadata| metadata.modified()).ok();
        if written.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > LEFT_BEHIND) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        entries.map(|name| name.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_is_whole_or_not_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("cairn.zip");
        let given_up = WholeFile::create(&target).expect("a file");
        given_up.file().expect("a file").write_all(b"half").expect("room");
        assert_ne!(names(folder.path()), ["cairn.zip.unfinished"], "nobody can have put something in its way");
        drop(given_up);
        assert!(names(folder.path()).is_empty());

        let whole = WholeFile::create(&target).expect("a file");
        whole.file().expect("a file").write_all(b"whole").expect("room");
        whole.finish().expect("a place");
        assert_eq!(names(folder.path()), ["cairn.zip"]);
        assert_eq!(std::fs::read(&target).expect("the file"), b"whole");
        let mode = std::fs::metadata(&target).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_link_is_followed_and_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("disk")).expect("a folder");
        std::fs::write(path("disk/old.zip"), "old").expect("a file");
        // One link to a file, and one through another link to a file that doesn't exist yet.
        for (link, to) in [("a.zip", "disk/old.zip"), ("b.zip", "c.zip"), ("c.zip", "disk/new.zip")] {
            std::os::unix::fs::symlink(to, path(link)).expect("a link");
        }
        for (link, file) in [("a.zip", "disk/old.zip"), ("b.zip", "disk/new.zip")] {
            let whole = WholeFile::create(&path(link)).expect("a file");
            whole.file().expect("a file").write_all(b"whole").expect("room");
            whole.finish().expect("a place");
            assert!(path(link).is_symlink());
            assert!(!path(file).is_symlink());
            assert_eq!(std::fs::read(path(file)).expect("the file"), b"whole");
        }
        std::os::unix::fs::symlink("circle", path("circle")).expect("a link");
        assert!(WholeFile::create(&path("circle")).is_err());
    }

    #[test]
    fn what_is_no_file_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("folder")).expect("a folder");
        let _listening = std::os::unix::net::UnixListener::bind(path("socket")).expect("a socket");
        let made = std::process::Command::new("mkfifo").arg(path("pipe")).status().expect("mkfifo is there");
        assert!(made.success());
        std::os::unix::fs::symlink("pipe", path("link")).expect("a link");
        for (name, what) in [("folder", "a folder"), ("socket", "a socket"), ("pipe", "a pipe"), ("link", "a pipe")] {
            let refused = WholeFile::create(&path(name)).err().expect("it is refused").to_string();
            assert!(refused.ends_with(&format!("{name}: it is {what}, not a file")), "{refused}");
        }
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(left, ["folder", "link", "pipe", "socket"]);
    }

    #[test]
    fn what_killed_runs_left_is_removed_and_what_goes_on_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, age) in [(".cairn.zip.unfinished-old", 7200), (".cairn.zip.unfinished-new", 60), (".other", 7200)] {
            let file = File::create(folder.path().join(name)).expect("a file");
            let now = file.metadata().and_then(|metadata| metadata.modified()).expect("a time");
            file.set_modified(now - Duration::from_secs(age)).expect("a time");
        }
        drop(WholeFile::create(&folder.path().join("cairn.zip")).expect("a file"));
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(left, [".cairn.zip.unfinished-new", ".other"]);
    }
}
