//! The command line for everything in an instance.
//!
//! The commands of resources are generated at run time from the model document of the instance you are signed in to, so
//! a resource that is added there has its commands at once. The binary only dispatches: it passes its own commands, for
//! the combined help and completion, and [`run`] handles all others.

// All output goes through `output`, which handles closed pipes and text that could control a terminal.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod api;
mod ask;
mod common;
mod completion;
mod connection;
mod declare;
mod diff;
mod docs;
mod editor;
mod failure;
mod fixed;
mod flags;
mod folders;
mod import;
mod input;
mod journal;
mod keyring;
mod login;
mod mcp;
mod output;
mod private;
mod profile;
mod profile_command;
mod progress;
mod refusal;
mod resource;
mod search;
mod spreadsheet;
mod times;
mod tree;
mod vault;
mod whoami;
mod words;

pub use failure::{Exit, Failure};
pub use journal::JournalLog;
pub use output::cell::harmless;
pub use output::{Stdout, counted, note, print, tell};
pub use refusal::refuse;

use std::ffi::OsString;
use std::process::ExitCode;

use cairn_client::{Model, Resource};
use clap::error::{ContextKind, ErrorKind};
use clap::{Command, FromArgMatches};

use connection::{Connection, Wanted};
use failure::Result;
use fixed::Fixed;
use tree::{Depth, is_called, reserved, tree};
use words::Words;

/// Runs the command line, unless it is one of the binary's own commands, described by `house`.
pub fn run(house: impl Fn() -> Command) -> Option<ExitCode> {
    completion::answer(|| {
        let words = Words::read(std::env::args_os());
        let model = stored_model(&words);
        tree(&house(), model.as_ref(), &Depth::One(words.command.as_deref().unwrap_or_default()))
    });
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let mut words = Words::read(arguments.clone());
    if words.command.as_deref() == Some("help") {
        // `cairn help asset list` is the same as `cairn asset list --help`.
        arguments.retain(|word| word != "help");
        arguments.push("--help".into());
        words = Words::read(arguments.clone());
    }
    let is_house = |word: &str| house().get_subcommands().any(|command| command.get_name() == word);
    if words.command.as_deref().is_some_and(is_house) {
        return None;
    }
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return Some(fail(&Failure::other(format!("cannot start: {error}")))),
    };
    Some(match runtime.block_on(dispatch(&house, &arguments, words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Ending::Failure(failure)) => fail(&failure),
        Err(Ending::Usage(error)) => refuse(&error),
    })
}

/// Why a command ends early: it failed, or it couldn't be parsed.
enum Ending {
    Failure(Failure),
    Usage(clap::Error),
}

impl From<Failure> for Ending {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<clap::Error> for Ending {
    fn from(error: clap::Error) -> Self {
        Self::Usage(error)
    }
}

async fn dispatch(house: &impl Fn() -> Command, arguments: &[OsString], words: Words) -> Result<(), Ending> {
    let wanted = Wanted { profile: words.profile.clone(), url: words.url.clone() };
    let Some(word) = words.command.clone() else {
        // For help, the version or an empty command line, the stored document is enough.
        let root = tree(&house(), stored_model(&words).as_ref(), &Depth::None);
        root.try_get_matches_from(arguments)?;
        return Ok(());
    };
    if reserved(&house()).contains(&word) {
        let matches = tree(&house(), None, &Depth::None).try_get_matches_from(arguments)?;
        let command = Fixed::from_arg_matches(&matches)?;
        return Ok(command.run(wanted, |model| tree(&house(), Some(model), &Depth::All)).await?);
    }
    let connection = Connection::open(&wanted).map_err(|failure| {
        // Without an instance, there is no telling whether the word is a command.
        failure.about(format!("“{word}” is only available if the instance supports it"))
    })?;
    let asks_help = arguments.iter().any(|word| word == "--help" || word == "-h");
    let mut model = match connection.stored_model().filter(|_| asks_help) {
        Some(stored) => stored,
        None => connection.model().await?,
    };
    let mut parsed = parse(&house(), &model, &word, arguments);
    if parsed.as_ref().is_err_and(clap::Error::use_stderr) {
        // The stored document may be too old to know what was asked for.
        model = connection.newest_model().await?;
        parsed = parse(&house(), &model, &word, arguments);
    }
    let found = model.resources().iter().find(|found| is_called(found, &word));
    let matches =
        parsed.map_err(|error| not_permitted(&error, found, &words).map_or(Ending::Usage(error), Into::into))?;
    match (found, matches.subcommand()) {
        (Some(found), Some((_, matches))) => Ok(resource::run(&connection, &model, found, matches).await?),
        _ => Err(Failure::usage(format!("there is no command “{word}”")).into()),
    }
}

/// Commands that the user has no permission for aren't offered, so the parser doesn't know them; people still do.
fn not_permitted(error: &clap::Error, found: Option<&Resource>, words: &Words) -> Option<Failure> {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let Some(resource) = found else {
        let has_tip = error.get(ContextKind::SuggestedSubcommand).is_some();
        let word = words.command.as_deref().unwrap_or_default();
        return (!has_tip).then(|| {
            Failure::usage(format!(
                "there is no command “{word}”: this instance does not have it, or you do not have access to it (see cairn --help)"
            ))
        });
    };
    let may = resource.permissions;
    let verb = words.second.as_deref()?;
    let is_refused = match verb {
        _ if resource.read_only => false,
        "create" => !may.add,
        "update" | "edit" => !may.change,
        "delete" | "rm" => !may.delete,
        "restore" => !may.change && !may.add,
        _ => false,
    };
    is_refused.then(|| {
        let message = format!(
            "you do not have permission to {verb} {}; run `cairn whoami` to see who you are signed in as and what the token is limited to",
            resource.several()
        );
        Failure::new(Exit::NotPermitted, message)
    })
}

fn parse(house: &Command, model: &Model, word: &str, arguments: &[OsString]) -> Result<clap::ArgMatches, clap::Error> {
    tree(house, Some(model), &Depth::One(word)).try_get_matches_from(arguments)
}

/// The document on disk, if the user is signed in.
fn stored_model(words: &Words) -> Option<Model> {
    let wanted = Wanted { profile: words.profile.clone(), url: words.url.clone() };
    Connection::open(&wanted).ok()?.stored_model()
}

/// Prints what went wrong and exits with the matching code.
pub fn fail(failure: &Failure) -> ExitCode {
    if !failure.message.is_empty() {
        note(&format!("cairn: {}", failure.message));
    }
    ExitCode::from(failure.exit as u8)
}
