//! `cairn backup` and `cairn restore`: an instance in one file, and back, on either database.
//!
//! A backup is one state of the database, read in one transaction while the server keeps running, with all attachments.
//! These are copied after that state was fixed and are never deleted, so everything the state refers to is included.
//! Equal instances give identical files, byte for byte; a backup doesn't contain the time it was made.

mod archive;
mod keys;
mod manifest;
mod restore;
mod write;

pub use restore::Restore;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use cairn_cli::note;
use cairn_store::{DatabaseUrl, Db, FileStore, Options, transfer};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::config::Config;
use crate::whole_file::WholeFile;

#[derive(Args)]
#[command(after_long_help = "\
The server can keep running. The instance's keys (secret.key, journal.key) are not included unless you add --with-keys. A backup with keys is enough to read every secret, so protect it like the keys themselves. Without \
them, keep copies of both apart from your backups; a restored instance needs them.

  cairn backup /backup/cairn.zip
  cairn restore /backup/cairn.zip --check")]
pub struct Backup {
    /// The file to write; only its owner can read it.
    file: PathBuf,
    /// Include the instance's keys.
    #[arg(long)]
    with_keys: bool,
}

impl Backup {
    pub async fn run(self, config: &Config) -> Result<()> {
        if let DatabaseUrl::Sqlite(path) = &config.database {
            ensure!(path.exists(), "there is no database {}: set --data or --database", path.display());
        }
        let target = WholeFile::create(&self.file)?;
        let db = open(config).await?;
        let files = files(config).await?;
        let mut conn = db.snapshot().await?;
        let schema =
            transfer::schema_version(&mut conn).await?.context("this database does not contain a Cairn instance")?;
        let newest = cairn_domain::MIGRATIONS.last().map_or(0, |migration| migration.version);
        ensure!(
            schema <= newest,
            "the database is at schema {schema}, which this version of Cairn does not support: use a newer version"
        );
        let written = write::write(&mut conn, &files, config, schema, self.with_keys, target.file()?).await;
        let manifest = written.with_context(|| format!("cannot write {}", self.file.display()))?;
        target.finish()?;
        note(&format!("Wrote {}: {}.", self.file.display(), manifest.summary()));
        if manifest.keys.len() < keys::NAMES.len() {
            let what = if manifest.keys.is_empty() { "The keys are" } else { "One of the keys is" };
            let places = keys::places(config);
            note(&format!("{what} not included. Keep {places} in a separate place: a restored instance needs them."));
        }
        Ok(())
    }
}

async fn open(config: &Config) -> Result<Db> {
    let url = &config.database;
    Db::open(url, &Options::default()).await.with_context(|| format!("cannot open the database {url}"))
}

async fn files(config: &Config) -> Result<FileStore> {
    FileStore::open(config.data.join("files")).await.context("cannot open the attachments folder")
}

/// Shows the progress on a terminal.
fn progress(steps: usize, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {msg:30!}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.with_prefix(what)
}
