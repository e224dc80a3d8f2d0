//! `cairn webhook …`: for the receiver's side. It needs no instance: people run it where deliveries arrive.

mod check;
mod forward;
mod judge;
mod listen;
mod screen;

use std::io::{BufRead, IsTerminal};

use anyhow::{Context, Result};
use cairn_engine::clock::{Clock, SystemClock};
use cairn_webhook::Secret;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Webhook {
    /// Receive deliveries on this machine, show the valid ones, and reject the others with a reason.
    Listen(listen::Listen),
    /// Verify a saved request: print ok, or the reason and exit with 1.
    Verify(check::Verify),
}

impl Webhook {
    pub async fn run(self) -> Result<()> {
        match self {
            Self::Listen(listen) => listen.run().await,
            Self::Verify(verify) => verify.run(),
        }
    }
}

/// Reads the first line only: the rest can be the body of a saved request.
fn secret_from_stdin() -> Result<Secret> {
    if std::io::stdin().is_terminal() {
        cairn_cli::note("Paste the secret (whsec_…) and press Enter:");
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("cannot read the secret")?;
    Secret::parse(line.trim()).context("the secret on standard input")
}

fn now_seconds() -> i64 {
    SystemClock.now().micros().div_euclid(1_000_000)
}
