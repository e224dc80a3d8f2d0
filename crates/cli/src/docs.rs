//! `cairn docs`: the manual, as Markdown or as man pages, from the same definitions as the commands themselves.

use std::fmt::Write as _;
use std::path::PathBuf;

use cairn_client::{Model, Resource, kebab};
use clap::{Args, Command};

use crate::connection::{Connection, Wanted};
use crate::failure::{Exit, Failure, Result};
use crate::flags;
use crate::output::{counted, note, print_data};

/// Prints the manual of all commands.
#[derive(Debug, Args)]
pub struct Docs {
    /// Writes man pages into this folder instead of printing Markdown.
    #[arg(long, value_name = "DIR")]
    man: Option<PathBuf>,
    /// Takes the model document from a file instead of from the instance.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
}

/// Chapters of the manual that don't come from a definition.
const GUIDE: &str = include_str!("guide.md");

impl Docs {
    pub async fn run(self, wanted: Wanted, tree: impl Fn(&Model) -> Command) -> Result {
        let model = match &self.model {
            Some(file) => {
                let bytes = std::fs::read(file)
                    .map_err(|error| Failure::other(format!("cannot read {}: {error}", file.display())))?;
                Model::parse(&bytes)
                    .map_err(|error| Failure::other(format!("{} is not a model document: {error}", file.display())))?
            }
            None => Connection::open(&wanted)?.newest_model().await?,
        };
        let mut tree = tree(&model);
        tree.build();
        match self.man {
            Some(folder) => man_pages(&tree, &folder),
            None => print_data(markdown(&tree, &model)),
        }
    }
}

fn man_pages(tree: &Command, folder: &std::path::Path) -> Result {
    let fail = |error: std::io::Error| Failure::other(format!("cannot write to {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(fail)?;
    // The help template groups commands for the terminal; man pages have their own layout.
    clap_mangen::generate_to(tree.clone().help_template("{all-args}"), folder).map_err(fail)?;
    let pages = std::fs::read_dir(folder).map_err(fail)?.count();
    note(&format!("Wrote {} to {}.", counted(pages as u64, "page"), folder.display()));
    Ok(())
}

fn markdown(tree: &Command, model: &Model) -> String {
    let mut out = GUIDE.replace("{{exit codes}}", &exit_codes());
    let is_resource = |command: &&Command| model.by_word(command.get_name()).is_some();
    out += "\n## Commands\n\n";
    for command in tree.get_subcommands().filter(|command| !is_resource(command) && !command.is_hide_set()) {
        describe(command, &format!("cairn {}", command.get_name()), 3, &mut out);
    }
    out += "\n## Commands of a resource\n\nThe same for every resource. Shown here for assets, without the flags \
            of their fields, which are in the tables below.\n\n";
    let example = model.find("assets").or(model.resources().first()).map(Resource::word).unwrap_or_default();
    if let Some(command) = tree.find_subcommand(&example) {
        let resource = model.by_word(&example);
        let is_action = |name: &str| {
            resource.is_some_and(|resource| resource.actions.iter().any(|action| kebab(&action.name) == name))
        };
        for inner in command.get_subcommands().filter(|inner| !is_action(inner.get_name())) {
            describe(inner, &format!("cairn {example} {}", inner.get_name()), 3, &mut out);
        }
    }
    out += "\n## Resources\n";
    for module in &model.modules {
        let _ = write!(out, "\n### {}\n", module.label);
        for resource in module.resources.iter().filter_map(|path| model.find(path)) {
            if let Some(command) = tree.find_subcommand(resource.word()) {
                describe_resource(resource, command, &mut out);
            }
        }
    }
    let mut tidy = String::new();
    for line in out.lines() {
        tidy.push_str(line.trim_end());
        tidy.push('\n');
    }
    while tidy.contains("\n\n\n") {
        tidy = tidy.replace("\n\n\n", "\n\n");
    }
    tidy
}

fn exit_codes() -> String {
    let mut text = String::from("| code | meaning |\n|---|---|\n");
    for (code, _, meaning) in Exit::MEANINGS {
        let _ = writeln!(text, "| {} | {meaning} |", code as i32);
    }
    text
}

/// A command with its flags, followed by its subcommands.
fn describe(command: &Command, path: &str, depth: usize, out: &mut String) {
    let _ = write!(out, "\n{} `{path}`\n\n", "#".repeat(depth));
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    let _ = writeln!(out, "{}.\n", about.trim_end_matches('.'));
    let own = |arg: &&clap::Arg| {
        !arg.is_hide_set()
            && !matches!(arg.get_help_heading(), Some(flags::FIELDS | flags::FILTERS | "Lists"))
            && !matches!(arg.get_id().as_str(), "help" | "version")
            && !arg.is_global_set()
    };
    let args: Vec<&clap::Arg> = command.get_arguments().filter(own).collect();
    if !args.is_empty() {
        out.push_str("| argument | meaning |\n|---|---|\n");
        for arg in args {
            let _ = writeln!(out, "| {} | {} |", signature(arg), meaning(arg));
        }
        out.push('\n');
    }
    if let Some(after) = command.get_after_long_help().or(command.get_after_help()) {
        let _ = write!(out, "{}\n\n", prose(&after.to_string()));
    }
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help") {
        describe(inner, &format!("{path} {}", inner.get_name()), depth + 1, out);
    }
}

fn describe_resource(resource: &Resource, command: &Command, out: &mut String) {
    let word = resource.word();
    let verbs: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let _ = write!(out, "\n#### `cairn {word}`\n\n{}\n\n{}\n", resource.doc, verbs.join(", "));
    let form = command.find_subcommand("create").or_else(|| command.find_subcommand("list"));
    let heading = if command.find_subcommand("create").is_some() { flags::FIELDS } else { flags::FILTERS };
    let args: Vec<&clap::Arg> = form
        .into_iter()
        .flat_map(Command::get_arguments)
        .filter(|arg| arg.get_help_heading() == Some(heading) && !arg.is_hide_set())
        .collect();
    if !args.is_empty() {
        let _ = write!(out, "\n| {} | |\n|---|---|\n", heading.to_lowercase());
        for arg in args {
            let _ = writeln!(out, "| {} | {} |", signature(arg), meaning(arg));
        }
    }
    for action in &resource.actions {
        let Some(inner) = command.find_subcommand(kebab(&action.name)) else { continue };
        let _ = write!(out, "\n`cairn {word} {}`: {}", inner.get_name(), action.help);
        let is_input = |arg: &&clap::Arg| arg.get_help_heading() == Some("Input") || arg.get_id() == "files";
        let inputs = inner.get_arguments().filter(is_input);
        let inputs: Vec<String> = inputs.map(|arg| format!("{} {}", signature(arg), meaning(arg))).collect();
        let _ = writeln!(out, "{}{}", if inputs.is_empty() { "" } else { " Takes " }, inputs.join("; "));
    }
}

/// A flag or argument as it is typed.
fn signature(arg: &clap::Arg) -> String {
    let value = arg.get_value_names().unwrap_or_default().first().map(ToString::to_string).unwrap_or_default();
    let takes = arg.get_num_args().is_none_or(|range| range.takes_values());
    let value = value.replace('|', "\\|");
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) if !takes => format!("`--{long}`"),
        (Some(long), _) if arg.is_require_equals_set() => format!("`--{long}[={value}]`"),
        (Some(long), Some(short)) => format!("`-{short}`, `--{long} {value}`"),
        (Some(long), None) => format!("`--{long} {value}`"),
        (None, _) => format!("`{value}`"),
    }
}

fn meaning(arg: &clap::Arg) -> String {
    let mut text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| match value.get_help() {
            Some(help) if help.to_string().trim_end_matches('.') != value.get_name() => {
                format!("`{}` {}", value.get_name(), help.to_string().trim_end_matches('.'))
            }
            _ => format!("`{}`", value.get_name()),
        })
        .collect();
    if !values.is_empty() && !arg.is_hide_possible_values_set() {
        if !text.is_empty() {
            text = format!("{}. ", text.trim_end_matches('.'));
        }
        let _ = write!(text, "One of {}", values.join(", "));
    }
    text.replace('|', "\\|").replace('\n', " ")
}

/// Indented lines are examples.
fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut in_code = false;
    for line in text.lines() {
        let is_code = line.starts_with("  ");
        if is_code && !in_code {
            out.push_str("\n```sh\n");
        } else if in_code && !is_code {
            out.push_str("```\n");
        }
        in_code = is_code;
        out.push_str(line.strip_prefix("  ").unwrap_or(line));
        out.push('\n');
    }
    if in_code {
        out.push_str("```\n");
    }
    out
}
