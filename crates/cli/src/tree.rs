//! The whole command line as one tree: the server's commands, those of this crate, and those of the resources.

use std::fmt::Write as _;

use cairn_client::{Model, Resource};
use clap::{Arg, Command, Subcommand};

use crate::failure::Exit;
use crate::fixed::Fixed;
use crate::output::{Screen, wrap};
use crate::{completion, resource};

/// The column in which command descriptions start.
const INDENT: usize = 25;

/// Which resources get all their commands; the others are only listed, since generating commands takes time.
pub enum Depth<'a> {
    None,
    One(&'a str),
    All,
}

/// `house` is the command of the binary, with the commands that run on the server itself.
pub fn tree(house: &Command, model: Option<&Model>, depth: &Depth<'_>) -> Command {
    let reserved = reserved(house);
    let mut root = Command::new("cairn")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Governance, risk and compliance in one binary")
        .long_about(
            "Governance, risk and compliance in one binary: the server, and a command line for everything in it.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .arg(
            Arg::new("profile")
                .long("profile")
                .value_name("NAME")
                .help("The profile to use instead of the current one")
                .add(completion::profiles()),
        )
        .arg(Arg::new("url").long("url").value_name("URL").help("The instance to talk to"));
    root = Fixed::augment_subcommands(root);
    for command in house.get_subcommands() {
        root = root.subcommand(with_settings(command, house));
    }
    for found in model.into_iter().flat_map(Model::resources).filter(|found| !reserved.contains(&found.word())) {
        root = root.subcommand(match depth {
            Depth::All => resource::command(found, model.expect("a model has resources")),
            Depth::One(word) if is_called(found, word) => {
                resource::command(found, model.expect("a model has resources"))
            }
            _ => resource::summary(found),
        });
    }
    let template = help(&root, house, model, &reserved);
    root.help_template(template).after_help(after_help(model))
}

pub fn is_called(resource: &Resource, word: &str) -> bool {
    resource.word() == word || resource.path == word
}

/// Names that resources can't use.
pub fn reserved(house: &Command) -> Vec<String> {
    let fixed = Fixed::augment_subcommands(Command::new("cairn"));
    let names = |command: &Command| -> Vec<String> {
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect()
    };
    [names(house), names(&fixed), vec!["help".to_owned()]].concat()
}

/// Adds the server settings, which the binary takes before its commands, to each of them.
fn with_settings(command: &Command, house: &Command) -> Command {
    let mut command = command.clone();
    for arg in house.get_arguments().filter(|arg| arg.is_global_set()) {
        command = command.arg(arg.clone().global(true));
    }
    command
}

/// The grouped list of commands: general, server, then resources by module.
fn help(root: &Command, house: &Command, model: Option<&Model>, reserved: &[String]) -> String {
    let room = Screen::stdout().width.unwrap_or(120).saturating_sub(INDENT);
    let line = |command: &Command| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let lines = wrap(about.trim_end_matches('.'), room.max(20));
        let about = lines.join(&format!("\n{:INDENT$}", ""));
        format!("  {:<width$}{about}\n", command.get_name(), width = INDENT - 2)
    };
    let lines = |commands: &mut dyn Iterator<Item = &Command>| -> String {
        commands.filter(|command| !command.is_hide_set()).map(line).collect()
    };
    let is_house = |command: &&Command| house.find_subcommand(command.get_name()).is_some();
    let fixed = Fixed::augment_subcommands(Command::new("cairn"));
    let is_fixed = |command: &&Command| fixed.find_subcommand(command.get_name()).is_some();
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    let _ = write!(text, "\nYour instance:\n{}", lines(&mut root.get_subcommands().filter(is_fixed)));
    let _ = write!(text, "\nServer administration:\n{}", lines(&mut root.get_subcommands().filter(is_house)));
    for module in model.into_iter().flat_map(|model| &model.modules) {
        let resources = module.resources.iter().filter_map(|path| model?.find(path));
        let summaries: Vec<Command> =
            resources.filter(|found| !reserved.contains(&found.word())).map(resource::summary).collect();
        if !summaries.is_empty() {
            let _ = write!(text, "\n{}:\n{}", module.label, lines(&mut summaries.iter()));
        }
    }
    if model.is_none() {
        text += "\nAssets, controls, evidence and the rest have commands too, such as\n`cairn asset list`: \
                 sign in with `cairn login` to see them here.\n";
    }
    text + "\nOptions:\n{options}{after-help}"
}

fn after_help(model: Option<&Model>) -> String {
    let mut text = String::new();
    if model.is_some_and(|model| !model.resources().is_empty()) {
        text += "Every resource has list, get, create, update, edit, delete, history and export, depending on your \
                 permissions. See `cairn asset --help` for the commands and `cairn asset list --help` for the flags.\n\n";
    }
    text += "Exit codes: ";
    text += &Exit::MEANINGS.map(|(code, words, _)| format!("{} {words}", code as i32)).join(", ");
    text
}
