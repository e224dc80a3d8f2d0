//! `cairn journal export`.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cairn_engine::proof::{self, stored};
use cairn_engine::{Engine, Error};
use clap::Args;

use crate::config::Config;
use crate::instance;

#[derive(Args)]
pub struct Export {
    /// File to write; compressed if its name ends in `.gz`; `-` for standard output.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Export {
    pub async fn run(self, config: &Config) -> Result<()> {
        let instance = instance::open(config).await?;
        // What the server has not come to yet belongs into it as well. With another key we leave
        // that to the server.
        match instance.journal(config)?.seal().await {
            Err(Error::Conflict(reason)) => eprintln!("The newest entries are left out: {reason}"),
            sealed => drop(sealed?),
        }
        let engine = &instance.engine;
        let size = if self.out.as_os_str() == "-" {
            write(engine, io::stdout().lock(), false).await?.1
        } else {
            write_file(engine, &self.out).await?
        };
        let head = stored::head_of(&mut engine.db.read().await?, size).await?;
        eprintln!("{size} entries. Keep this head: it shows later that nothing of them was changed.");
        eprintln!("{}", head.map(|head| head.text()).unwrap_or_default());
        Ok(())
    }
}

/// Beside its final name first: a bundle under its name is whole.
async fn write_file(engine: &Engine, path: &Path) -> Result<u64> {
    let gzip = path.extension().is_some_and(|ending| ending == "gz");
    let unfinished = PathBuf::from(format!("{}.unfinished", path.display()));
    let file = create(&unfinished).with_context(|| format!("cannot write {}", unfinished.display()))?;
    let written = async {
        let (file, size) = write(engine, file, gzip).await?;
        file.sync_all()?;
        std::fs::rename(&unfinished, path)?;
        Ok(size)
    };
    let outcome: Result<u64> = written.await;
    if outcome.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    outcome.with_context(|| format!("cannot write {}", path.display()))
}

/// Everything that people wrote is in it, so it is nobody else's business on this machine.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

async fn write<W: Write>(engine: &Engine, out: W, gzip: bool) -> Result<(W, u64)> {
    let mut conn = engine.db.read().await?;
    let (out, header) = proof::export(&mut conn, out, gzip, engine.clock.now()).await?;
    Ok((out, header.size))
}
