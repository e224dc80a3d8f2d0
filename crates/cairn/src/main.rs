//! Cairn in one binary.

mod admin;
mod config;
mod instance;
mod serve;

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
    /// Looks after users, tokens and access, on the server's own machine.
    #[command(subcommand)]
    Admin(admin::Admin),
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
        let config = cli.settings.resolve()?;
        match cli.command {
            Command::Serve(serve) => serve.run(&config).await,
            Command::Admin(admin) => admin.run(&config).await,
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
