//! Opens an instance: its folder, its migrated database, its engine.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use cairn_api::Edition;
use cairn_auth::seal::Sealer;
use cairn_domain::platform::instance::Instance;
use cairn_domain::platform::notification::Notifier;
use cairn_domain::platform::rule::RuleWatcher;
use cairn_domain::setup;
use cairn_engine::Engine;
use cairn_jobs::{Jobs, Kind};
use cairn_journal::Signer;
use cairn_outbound::{Client, SystemResolver};
use cairn_store::{DatabaseUrl, Db, FileStore, FolderLock, Options, lock_folder, private};
use cairn_webhooks::{CleanDeliveries, Sender, Worker, WorkerSettings};

use crate::config::Config;

/// An opened instance: its engine, and what sends its webhooks.
pub struct Opened {
    pub engine: Arc<Engine>,
    pub sender: Arc<Sender>,
    jobs: Arc<Jobs>,
    worker: WorkerSettings,
}

impl Opened {
    /// Creates a sender for due webhooks.
    pub fn worker(&self) -> Arc<Worker> {
        Arc::new(Worker::new(self.engine.clone(), self.sender.clone(), self.worker.clone()))
    }

    /// Creates a runner for scheduled and background jobs.
    pub fn jobs(&self, config: &Config, sealer: &Arc<cairn_proof::Sealer>) -> Arc<cairn_jobs::Worker> {
        let mut kinds = cairn_domain::JOBS.to_vec();
        kinds.push(Kind::of::<CleanDeliveries>());
        // Without a maximum age, nothing is removed.
        let days = config.journal_retention_days;
        kinds.extend(days.map(|_| Kind::of::<cairn_proof::PruneJournal>()));
        let settings = cairn_jobs::WorkerSettings::default();
        let mut worker = cairn_jobs::Worker::new(self.engine.clone(), self.jobs.clone(), kinds, settings)
            .with_tool(Arc::new(self.worker.clone()))
            .with_tool(sealer.clone());
        if let Some(days) = days {
            worker = worker.with_tool(Arc::new(cairn_proof::Retention { sealer: sealer.clone(), days }));
        }
        Arc::new(worker)
    }

    /// Creates a sealer for the journal.
    pub fn journal(&self, config: &Config) -> Result<Arc<cairn_proof::Sealer>> {
        Ok(Arc::new(cairn_proof::Sealer::new(self.engine.clone(), signer(config)?)))
    }
}

/// Opens the database, and creates or migrates everything that an instance needs.
pub async fn open(config: &Config) -> Result<Opened> {
    folders(config).into_iter().try_for_each(make_folder)?;
    let options = Options { longest_read: config.longest_read, ..Options::default() };
    let db = Db::open(&config.database, &options)
        .await
        .with_context(|| format!("cannot open the database {}", config.database))?;
    db.migrate(cairn_domain::MIGRATIONS).await.context("the database could not be migrated")?;
    let files = FileStore::open(config.data.join("files")).await.context("cannot open the attachments folder")?;
    let engine = Engine::new(db, cairn_domain::registry(), Arc::new(config.clock), files);
    engine.keep_past(config.past.clone());
    let sealer = sealer(config)?;
    engine.equip(Instance { is_pro: config.api.edition == Edition::Pro, outbound: config.webhooks.clone(), sealer });
    let resolver = Arc::new(SystemResolver::new());
    let settings = cairn_outbound::Settings { attempt_timeout: Duration::from_secs(30), ..Default::default() };
    let client = Client::new(config.webhooks.clone(), resolver, settings).map_err(anyhow::Error::msg)?;
    let sender = Sender::new(client);
    engine.listen(sender.clone());
    engine.listen(Arc::new(Notifier));
    engine.listen(Arc::new(RuleWatcher::default()));
    let jobs = Jobs::new();
    engine.listen(jobs.clone());
    setup::run(&engine).await.context("the built-in objects could not be created")?;
    Ok(Opened { engine, sender, jobs, worker: config.worker.clone() })
}

/// The key that encrypts secrets: from the settings, or from a file created at the first start.
fn sealer(config: &Config) -> Result<Sealer> {
    if let Some(key) = &config.secret_key {
        return Sealer::from_base64(key).context("CAIRN_SECRET_KEY");
    }
    let path = config.data.join("secret.key");
    let key = key_in(&path, Sealer::generate_key)?;
    Sealer::from_base64(&key).with_context(|| format!("{} is not a key", path.display()))
}

/// The key that signs the journal, found the same way. It has a file of its own, because whoever has it can
/// forge a history that looks genuine, and an operator may want to keep it elsewhere.
fn signer(config: &Config) -> Result<Signer> {
    if let Some(signer) = &config.journal_key {
        return Ok(signer.clone());
    }
    let path = config.data.join("journal.key");
    let key = key_in(&path, || Signer::to_base64(rand::random()))?;
    Signer::from_base64(&key).with_context(|| format!("{} is not a key", path.display()))
}

/// The content of a key file, which is created if it doesn't exist.
fn key_in(path: &Path, generate: impl FnOnce() -> String) -> Result<String> {
    if !path.exists() {
        make_key(path, &generate()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let read = private::restrict(path).and_then(|()| std::fs::read_to_string(path));
    read.with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a key to a temporary file and moves it into place, unless another process that starts at
/// the same time was faster: then that one's key is used.
pub fn make_key(path: &Path, key: &str) -> std::io::Result<()> {
    let unfinished = path.with_extension(format!("key.{}", std::process::id()));
    let mut file = private::options().write(true).create(true).truncate(true).open(&unfinished)?;
    std::io::Write::write_all(&mut file, key.as_bytes())?;
    file.sync_all()?;
    match std::fs::hard_link(&unfinished, path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            // On a file system without links, the last one wins.
            std::fs::rename(&unfinished, path)
        }
        _ => std::fs::remove_file(&unfinished),
    }
}

/// Keeps other servers away from the folders of a SQLite instance. On PostgreSQL several servers
/// can share a folder, for the attachments.
pub fn take_folders(config: &Config) -> Result<Vec<FolderLock>> {
    let folders = folders(config);
    folders.iter().copied().try_for_each(make_folder)?;
    match config.database {
        DatabaseUrl::Sqlite(_) => folders.into_iter().map(|folder| Ok(lock_folder(folder)?)).collect(),
        DatabaseUrl::Postgres(_) => Ok(Vec::new()),
    }
}

/// The data folder, and the folder of the database file if it is another one.
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
    private::make_folder(path).with_context(|| format!("cannot create the folder {}", path.display()))?;
    let probe = path.join(".writable");
    std::fs::write(&probe, b"").with_context(|| format!("cannot write to the folder {}", path.display()))?;
    let _ = std::fs::remove_file(probe);
    Ok(())
}
