//! `cairn journal …`: reads and exports the journal, and verifies that nobody has changed it.

mod export;
mod verify;

use anyhow::{Context, Result};
use cairn_cli::{note, print};
use cairn_proof::stored;
use clap::{Args, Subcommand};

use crate::config::Settings;
use crate::instance;

#[derive(Subcommand)]
pub enum Journal {
    Log(cairn_cli::JournalLog),
    /// Export the whole sealed journal to a bundle that anyone can verify.
    Export(export::Export),
    /// Verify a bundle, or the database if no file is given, and report the first entry that fails.
    Verify(verify::Verify),
    /// Print the public key that signs the journal.
    Key(Key),
    /// Continue the journal with this instance's key, because the previous one was lost or leaked.
    AdoptKey(AdoptKey),
}

#[derive(Args)]
pub struct Key {}

#[derive(Args)]
pub struct AdoptKey {}

impl Journal {
    pub async fn run(self, settings: Settings) -> Result<()> {
        match self {
            Journal::Log(log) => Ok(log.run().await?),
            Journal::Export(export) => export.run(&settings.resolve()?).await,
            Journal::Verify(verify) => verify.run(settings).await,
            Journal::Key(_) => key(settings).await,
            Journal::AdoptKey(_) => adopt_key(settings).await,
        }
    }
}

async fn key(settings: Settings) -> Result<()> {
    let engine = instance::open(&settings.resolve()?).await?.engine;
    let keys = stored::keys(&mut engine.db.read().await?).await?;
    let (key, _) = keys.first().context("nothing has been sealed yet: start the server first")?;
    Ok(print(&format!("{key}\n"))?)
}

async fn adopt_key(settings: Settings) -> Result<()> {
    let config = settings.resolve()?;
    let sealer = instance::open(&config).await?.journal(&config)?;
    match sealer.adopt_key().await? {
        Some(before) => {
            note(&format!(
                "The journal continues with a new key. The previous one was {before}. Tell everyone who verifies the journal."
            ));
        }
        None => note("The journal is already signed with the key of this instance."),
    }
    Ok(print(&format!("{}\n", sealer.public_key()))?)
}
