//! Opening an instance: its folder, its database brought up to date, its engine.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use cairn_domain::setup;
use cairn_engine::Engine;
use cairn_engine::clock::SystemClock;
use cairn_store::{DatabaseUrl, Db, FileStore, FolderLock, Options, lock_folder};

use crate::config::Config;

/// Opens the database and makes, or brings up to date, everything that an instance has.
pub async fn open(config: &Config) -> Result<Arc<Engine>> {
    folders(config).into_iter().try_for_each(make_folder)?;
    let db = Db::open(&config.database, &Options::default())
        .await
        .with_context(|| format!("cannot open the database {}", config.database))?;
    db.migrate(cairn_domain::MIGRATIONS).await.context("the database could not be brought up to date")?;
    let files = FileStore::open(config.data.join("files")).await.context("cannot open the folder of attachments")?;
    let engine = Engine::new(db, cairn_domain::registry(), Arc::new(SystemClock), files);
    setup::run(&engine).await.context("the built-in objects could not be made")?;
    Ok(engine)
}

/// Keeps other servers away from the folders of a SQLite instance. On PostgreSQL several servers
/// may share a folder, for the attachments.
pub fn take_folders(config: &Config) -> Result<Vec<FolderLock>> {
    let folders = folders(config);
    folders.iter().copied().try_for_each(make_folder)?;
    match config.database {
        DatabaseUrl::Sqlite(_) => folders.into_iter().map(|folder| Ok(lock_folder(folder)?)).collect(),
        DatabaseUrl::Postgres(_) => Ok(Vec::new()),
    }
}

/// The data folder, and that of the database file if it is elsewhere.
fn folders(config: &Config) -> Vec<&Path> {
    let mut folders = vec![config.data.as_path()];
    if let DatabaseUrl::Sqlite(path) = &config.database {
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folders.push(parent.unwrap_or(Path::new(".")));
    }
    folders.dedup();
    folders
}

fn make_folder(path: &Path) -> Result<()> {
    let mut maker = std::fs::DirBuilder::new();
    maker.recursive(true);
    // Attachments and the database are nobody else's business on this machine. A folder that was
    // there before keeps its permissions: it may be a home folder, or /tmp.
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
    maker.create(path).with_context(|| format!("cannot make the folder {}", path.display()))?;
    let probe = path.join(".writable");
    std::fs::write(&probe, b"").with_context(|| format!("cannot write in the folder {}", path.display()))?;
    let _ = std::fs::remove_file(probe);
    Ok(())
}
