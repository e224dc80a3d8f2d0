//! `cairn restore`: checks the whole file first, then fills the database in one transaction.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use cairn_cli::{counted, note, tell};
use cairn_engine::clock::Clock;
use cairn_journal::Seen;
use cairn_proof::walk;
use cairn_store::transfer::{self, Table};
use cairn_store::{Conn, Db, FileStore, Migration};
use clap::Args;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::task::JoinHandle;

use super::archive::Archive;
use super::manifest;
use super::{files, keys, open, progress};
use crate::config::Config;
use crate::instance;

/// How many rows are passed on at a time.
const SOME: usize = 200;
/// A table with one row in a fresh database.
const COUNTER: &str = "access_version";

#[derive(Args)]
#[command(after_long_help = "\
The whole file is checked first, and the database is written in one transaction: if a restore fails, nothing changes. A backup of SQLite can be restored to PostgreSQL and the other way round. Stop the \
server first; start it afterwards.

A backup of an older version goes into a new database, which is then brought up to date; a database that is newer than \
the backup is refused, also with --replace. So is a backup that is newer than this program.

  cairn restore /backup/cairn.zip --check
  cairn restore /backup/cairn.zip
  CAIRN_DATABASE=postgres://… cairn restore /backup/cairn.zip")]
pub struct Restore {
    /// The file written by `cairn backup`.
    file: PathBuf,
    /// Replace what is in the database now.
    #[arg(long)]
    replace: bool,
    /// Continue even if the key to the backup's secrets is missing; webhooks will need new secrets.
    #[arg(long)]
    without_keys: bool,
    /// Only check the file.
    #[arg(long, conflicts_with_all = ["replace", "without_keys"])]
    check: bool,
}

impl Restore {
    pub async fn run(self, settings: crate::config::Settings) -> Result<()> {
        let path = self.file.clone();
        let mut archive = tokio::task::spawn_blocking(move || Archive::open(&path)).await??;
        let summary = archive.manifest.summary();
        if self.check {
            return Ok(tell(&format!("{} is intact: {summary}.\n", self.file.display()))?);
        }
        let config = settings.resolve()?;
        let _locks = instance::take_folders(&config)?;
        self.check_key(&config, &mut archive)?;
        let db = open(&config).await?;
        self.prepare(&db, archive.manifest.schema).await?;
        let store = files(&config).await?;
        archive = put_files(archive, &store).await?;
        let mut archive = fill(&db, archive).await?;
        // After the rows, so that a failed restore leaves no key that would block the next one.
        for at in 0..archive.manifest.keys.len() {
            let (name, size) = (archive.manifest.keys[at].name.clone(), archive.manifest.keys[at].size);
            let content = archive.key(&name, size)?;
            keys::put(&config, &name, &content)?;
        }
        db.migrate(cairn_domain::MIGRATIONS).await.context("the database could not be migrated")?;
        note(&format!("Restored {}.", archive.manifest.summary()));
        tell_journal(&mut db.read().await?, &config.clock).await
    }

    /// Without the key that encrypted them, the secrets in the backup are lost.
    fn check_key(&self, config: &Config, archive: &mut Archive) -> Result<()> {
        let own = keys::own_fingerprint(config)?;
        let inside = archive.manifest.keys.iter().find(|key| key.name == keys::NAMES[0]).map(|key| key.size);
        let inside = inside.map(|size| archive.key(keys::NAMES[0], size)).transpose()?;
        let wanted = &archive.manifest.secret_key;
        let usable = own.clone().or(inside.map(|key| keys::fingerprint(&key)));
        let fits = usable.map_or(wanted.is_empty(), |key| key == *wanted);
        if fits || self.without_keys {
            return Ok(());
        }
        let place = keys::places(config);
        match own {
            Some(_) => bail!(
                "the secrets in this backup were encrypted with another key: replace {place} with the right ones, or use \
                 --without-keys and give webhooks new secrets"
            ),
            None => bail!(
                "the backup comes without its keys: put them at {place} first, or use --without-keys and give webhooks \
                 new secrets"
            ),
        }
    }

    /// Brings the database to the schema of the backup, and checks that it may be filled.
    async fn prepare(&self, db: &Db, schema: i64) -> Result<()> {
        let newest = cairn_domain::MIGRATIONS.last().map_or(0, |migration| migration.version);
        ensure!(
            schema <= newest,
            "the backup has schema {schema}, which this version of Cairn does not support: use a newer version"
        );
        let mut conn = db.read().await?;
        let found = transfer::schema_version(&mut conn).await?.unwrap_or(0);
        let mut is_empty = true;
        for table in Table::all(&mut conn).await?.iter().filter(|table| table.name != COUNTER) {
            is_empty &= table.is_empty(&mut conn).await?;
        }
        drop(conn);
        ensure!(
            is_empty || self.replace,
            "the database is not empty: restore into a new one, or use --replace to delete its content"
        );
        ensure!(
            found <= schema,
            "the database is at schema {found} and the backup at {schema}: restore it into a new database, which is then \
             migrated"
        );
        let until = cairn_domain::MIGRATIONS.iter().take_while(|migration| migration.version <= schema);
        let until: Vec<Migration> = until.copied().collect();
        db.migrate(&until).await.context("the database could not be migrated to the schema of the backup")?;
        Ok(())
    }
}

/// Reads the archive on its own thread, because it blocks and the database is async.
fn stream<T: Send + 'static>(
    mut archive: Archive,
    read: impl FnOnce(&mut Archive, &mut dyn FnMut(T) -> Result<()>) -> Result<()> + Send + 'static,
) -> (Receiver<T>, JoinHandle<(Archive, Result<()>)>) {
    let (sender, receiver) = channel(4);
    let task = tokio::task::spawn_blocking(move || {
        let mut send = |item| sender.blocking_send(item).map_err(|_| anyhow::anyhow!("the restore was stopped"));
        let outcome = read(&mut archive, &mut send);
        (archive, outcome)
    });
    (receiver, task)
}

async fn put_files(mut archive: Archive, store: &FileStore) -> Result<Archive> {
    let bar = progress(archive.manifest.files.len(), "Attachments");
    for at in 0..archive.manifest.files.len() {
        let (sha256, size) = (archive.manifest.files[at].sha256.clone(), archive.manifest.files[at].size);
        if !store.exists(&sha256).await? {
            let member = manifest::file_member(&sha256);
            let (mut pieces, task) = stream(archive, move |archive, send| {
                archive.copy(&member, size, |piece| send(piece.to_vec())).map(drop)
            });
            let mut writer = store.begin().await?;
            while let Some(piece) = pieces.recv().await {
                writer.write(&piece).await?;
            }
            let (returned, outcome) = task.await?;
            outcome?;
            archive = returned;
            ensure!(writer.finish().await?.sha256 == sha256, "the attachment {sha256} changed after it was checked");
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(archive)
}

/// Fills all tables in one transaction.
async fn fill(db: &Db, mut archive: Archive) -> Result<Archive> {
    let mut conn = db.write_long().await?;
    let tables = Table::all(&mut conn).await?;
    let known = tables.iter().map(|table| (table.name.as_str(), table.columns().collect::<Vec<_>>()));
    let given = archive.manifest.tables.iter();
    let given = given.map(|table| (table.name.as_str(), table.columns.iter().map(String::as_str).collect::<Vec<_>>()));
    ensure!(known.eq(given), "the tables of the backup do not match schema {}", archive.manifest.schema);
    let loose = transfer::loosen(&mut conn).await?;
    for table in &tables {
        table.clear(&mut conn).await?;
    }
    transfer::forget_numbers(&mut conn).await?;
    let bar = progress(archive.manifest.rows() as usize, "Rows");
    for (at, table) in tables.iter().enumerate() {
        bar.set_message(table.name.clone());
        let (mut rows, task) = stream(archive, move |archive, send| {
            let mut some = Vec::with_capacity(SOME);
            archive.lines(at, |line| {
                some.push(line.to_owned());
                if some.len() == SOME { send(std::mem::take(&mut some)) } else { Ok(()) }
            })?;
            send(some)
        });
        while let Some(some) = rows.recv().await {
            table.insert(&mut conn, &some).await?;
            bar.inc(some.len() as u64);
        }
        let (returned, outcome) = task.await?;
        outcome?;
        archive = returned;
        ensure!(
            table.count(&mut conn).await? == archive.manifest.tables[at].rows,
            "the rows of {} were not all restored",
            table.name
        );
    }
    transfer::tighten(&mut conn, loose).await.context("the backup refers to objects that are not in it")?;
    conn.commit().await.context("the backup refers to objects that are not in it, or could not be stored")?;
    bar.finish_and_clear();
    Ok(archive)
}

/// Reports whether the journal matches its seals.
async fn tell_journal(conn: &mut Conn, clock: &impl Clock) -> Result<()> {
    match walk::verify(conn, Seen::default(), clock.now()).await? {
        Ok(checked) => {
            note(&format!("Journal verified: {}.", counted(checked.report.entries, "sealed entry")));
        }
        Err(failure) => note(&format!("The journal fails verification, as it did before the backup: {failure}")),
    }
    Ok(())
}
