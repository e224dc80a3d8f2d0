//! Opening an instance: its folder, its database brought up to date, its engine.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use cairn_domain::setup;
use cairn_engine::Engine;
use cairn_engine::clock::SystemClock;
use cairn_store::{DatabaseUrl, Db, FileStore, Options};

use crate::config::Config;

/// Opens the database and makes, or brings up to date, everything that an instance has.
pub async fn open(config: &Config) -> Result<Arc<Engine>> {
    make_folder(&config.data)?;
    if let DatabaseUrl::Sqlite(path) = &config.database
        && let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
    {
        make_folder(folder)?;
    }
    let db = Db::open(&config.database, &Options::default())
        .await
        .with_context(|| format!("cannot open the database {}", config.database))?;
    let applied = db.migrate(cairn_domain::MIGRATIONS).await.context("the database could not be brought up to date")?;
    for name in applied {
        tracing::info!(migration = name, "applied");
    }
    let files = FileStore::open(config.data.join("files")).await.context("cannot open the folder of attachments")?;
    let engine = Engine::new(db, cairn_domain::registry(), Arc::new(SystemClock), files);
    setup::run(&engine).await.context("the built-in objects could not be made")?;
    Ok(engine)
}

fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))?;
    // Attachments and the database are nobody else's business on this machine.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let owner_only = std::fs::Permissions::from_mode(0o700);
        let _ = std::fs::set_permissions(path, owner_only);
    }
    let probe = path.join(".writable");
    std::fs::write(&probe, b"").with_context(|| format!("cannot write in the folder {}", path.display()))?;
    let _ = std::fs::remove_file(probe);
    Ok(())
}
