//! `cairn journal export`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cairn_cli::{Stdout, counted, note};
use cairn_engine::{Engine, Error};
use cairn_proof::stored;
use clap::Args;

use crate::config::Config;
use crate::instance;
use crate::whole_file::WholeFile;

#[derive(Args)]
pub struct Export {
    /// The file to write; compressed if its name ends in `.gz`; `-` for standard output.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Export {
    pub async fn run(self, config: &Config) -> Result<()> {
        // Fails early if the file can't be written.
        let file = (self.out.as_os_str() != "-").then(|| WholeFile::create(&self.out)).transpose()?;
        let instance = instance::open(config).await?;
        // Includes entries that the server hasn't sealed yet. With another key, sealing is left
        // to the server.
        match instance.journal(config)?.seal().await {
            Err(Error::Conflict(reason)) => note(&format!("The newest entries are left out: {reason}")),
            sealed => drop(sealed?),
        }
        let engine = &instance.engine;
        let size = match file {
            Some(file) => write_file(engine, file, &self.out).await?,
            None => {
                let out = Stdout::default();
                out.end(write(engine, out.clone(), false).await)??.1
            }
        };
        let head = stored::head_of(&mut engine.db.read().await?, size).await?;
        let entries = counted(size, "entry");
        note(&format!("{entries}. Keep this head: with it you can check later that none of them was changed."));
        note(&head.map(|head| head.text()).unwrap_or_default());
        Ok(())
    }
}

async fn write_file(engine: &Engine, target: WholeFile, path: &Path) -> Result<u64> {
    let gzip = path.extension().is_some_and(|ending| ending == "gz");
    let written = write(engine, target.file()?, gzip).await;
    let (_, size) = written.with_context(|| format!("cannot write {}", path.display()))?;
    target.finish()?;
    Ok(size)
}

async fn write<W: Write>(engine: &Engine, out: W, gzip: bool) -> Result<(W, u64)> {
    let mut conn = engine.db.read().await?;
    let (out, header) = cairn_proof::export(&mut conn, out, gzip, engine.clock.now()).await?;
    Ok((out, header.size))
}
