//! Cairn in one binary.

mod admin;
mod config;
mod instance;
mod journal;
mod serve;
mod webhook;
mod worker;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

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
    /// Starts the server.
    Serve(serve::Serve),
    /// Sends webhooks, apart from the server: any number of them on one PostgreSQL database.
    Worker(worker::Worker),
    /// Looks after users, tokens and access, on the server's own machine.
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Takes the journal out, and checks that nobody has changed it.
    #[command(subcommand)]
    Journal(journal::Journal),
    /// Tries out and checks webhooks on the receiver's side; needs no server and no database.
    #[command(subcommand)]
    Webhook(webhook::Webhook),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&anyhow::anyhow!("cannot start: {error}")),
    };
    let result = runtime.block_on(async {
        // Each command that has an instance reads its settings; the others must work without.
        match cli.command {
            Command::Serve(serve) => serve.run(&cli.settings.resolve()?).await,
            Command::Worker(worker) => worker.run(&cli.settings.resolve()?).await,
            Command::Admin(admin) => admin.run(&cli.settings.resolve()?).await,
            Command::Journal(journal) => journal.run(cli.settings).await,
            Command::Webhook(webhook) => webhook.run().await,
        }
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// One line that says what is wrong; the causes follow it on the same line.
fn fail(error: &anyhow::Error) -> ExitCode {
    eprintln!("cairn: {}", format!("{error:#}").replace('\n', " "));
    ExitCode::FAILURE
}

/// A wrong command line in one line as well; help and version are printed as they are.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        error.exit();
    }
    let text = error.to_string().replace("\n\n  tip: ", "; ");
    let text = text.split("\n\nUsage:").next().unwrap_or_default();
    let words: Vec<&str> = text.trim_start_matches("error: ").split_whitespace().collect();
    let message = words.join(" ").replace(" For more information, try '--help'.", "");
    eprintln!("cairn: {message} (see cairn --help)");
    ExitCode::from(2)
}
