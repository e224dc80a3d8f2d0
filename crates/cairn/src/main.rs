//! Cairn in one binary.

// All output goes through the `cli` crate, which handles closed pipes and text that could control a terminal.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod admin;
mod backup;
mod clock;
mod config;
mod instance;
mod journal;
mod log;
mod serve;
mod webhook;
mod whole_file;
mod worker;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use config::Settings;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Governance, risk and compliance in one binary.
#[derive(Parser)]
#[command(name = "cairn", version, propagate_version = true)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start the server.
    Serve(serve::Serve),
    /// Run a background worker, separate from the server; any number can share one PostgreSQL database.
    Worker(worker::Worker),
    /// Manage users, tokens and access, on the server itself.
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Back up the whole instance to one file.
    Backup(backup::Backup),
    /// Restore a backup into a database, after checking it.
    Restore(backup::Restore),
    /// Read, export and verify the journal.
    #[command(subcommand)]
    Journal(journal::Journal),
    /// Test and verify webhooks on the receiver's side; needs no server or database.
    #[command(subcommand)]
    Webhook(webhook::Webhook),
}

fn main() -> ExitCode {
    // All other commands talk to an instance, which defines them.
    if let Some(code) = cairn_cli::run(Cli::command) {
        return code;
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return cairn_cli::refuse(&error),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&anyhow::anyhow!("cannot start: {error}")),
    };
    let result = runtime.block_on(async {
        // Only commands that work on an instance read its settings; the others must work without them.
        match cli.command {
            Command::Serve(serve) => serve.run(&cli.settings.resolve()?).await,
            Command::Worker(worker) => worker.run(&cli.settings.resolve()?).await,
            Command::Admin(admin) => admin.run(&cli.settings.resolve()?).await,
            Command::Backup(backup) => backup.run(&cli.settings.resolve()?).await,
            Command::Restore(restore) => restore.run(cli.settings).await,
            Command::Journal(journal) => journal.run(cli.settings).await,
            Command::Webhook(webhook) => webhook.run().await,
        }
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// One line that says what is wrong, including its causes. Errors from an instance have their own exit
/// codes.
fn fail(error: &anyhow::Error) -> ExitCode {
    if let Some(failure) = error.downcast_ref::<cairn_cli::Failure>() {
        return cairn_cli::fail(failure);
    }
    // A reason may quote the content of a file or a database.
    cairn_cli::note(&format!("cairn: {}", cairn_cli::harmless(&format!("{error:#}"), false)));
    ExitCode::FAILURE
}
