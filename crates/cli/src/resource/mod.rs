//! The commands of a resource, generated from the model document: `cairn asset list`, `cairn asset get NAME` and so on.
//!
//! No resource is known by name here. Every operation in the document becomes a command, with a flag for each field;
//! operations that the caller has no permission for are left out, as in the web interface.

use std::fmt::Write as _;

mod action;
mod carried;
mod create;
mod delete;
mod edit;
mod example;
mod export;
mod follow;
mod get;
mod history;
mod list;
mod restore;
mod update;
mod whole;

use cairn_client::{Model, Names, Resource};
use clap::{ArgMatches, Command};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::connection::Connection;
use crate::failure::{Failure, Result};
use crate::output::cell::harmless;
use crate::output::{Format, Screen, object_for_programs, print_data, tell};
use crate::times::instant;

/// A resource in the list of commands, without its subcommands.
pub fn summary(resource: &Resource) -> Command {
    Command::new(resource.word()).about(first_sentence(&resource.doc))
}

/// All commands of a resource.
pub fn command(resource: &Resource, model: &Model) -> Command {
    let mut command = summary(resource)
        .long_about(resource.doc.clone())
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommand(list::command(resource, model))
        .subcommand(get::command(resource));
    if !resource.path.contains('/') && resource.path != resource.word() {
        command = command.alias(resource.path.clone());
    }
    let may = resource.permissions;
    if !resource.read_only {
        if may.add {
            command = command.subcommand(create::command(resource, model));
        }
        if may.change {
            command = command.subcommand(update::command(resource, model)).subcommand(edit::command(resource));
        }
        if may.delete {
            command = command.subcommand(delete::command(resource));
        }
    }
    if resource.has_history() {
        command = command.subcommand(history::command(resource));
        if !resource.read_only && (may.change || may.add) {
            command = command.subcommand(restore::command(resource));
        }
    }
    command = command.subcommand(whole::with_whole(export::command(resource, model), resource));
    command = command.subcommands(carried::command(resource, model));
    // `export --job` runs the action that every resource has.
    for action in resource.actions.iter().filter(|action| action.name != export::PREPARE) {
        let made = action::command(resource, action, model);
        // An action can't replace one of the standard commands.
        if command.find_subcommand(made.get_name()).is_none() {
            command = command.subcommand(made);
        }
    }
    command
}

/// What the commands of a resource work with.
pub struct Call<'a> {
    pub connection: &'a Connection,
    pub model: &'a Model,
    pub resource: &'a Resource,
    pub names: Names<'a>,
    /// The what-if draft that is read and changed instead of the present.
    pub draft: Option<String>,
    pub screen: Screen,
}

pub async fn run(connection: &Connection, model: &Model, resource: &Resource, matches: &ArgMatches) -> Result {
    let Some((name, matches)) = matches.subcommand() else {
        return Err(Failure::usage(format!("choose what to do with {}", resource.several())));
    };
    // A query about the past uses the names of that time; a history is about objects that exist now.
    let as_of = texts(matches, "as-of").filter(|_| name != "history").and_then(|times| times.into_iter().next());
    let as_of = as_of.map(|time| instant(&time)).transpose()?;
    // In a draft, objects are found by the names the draft gives them.
    let draft = matches.try_get_one::<String>("draft").ok().flatten();
    let drafted = match draft {
        Some(draft) => {
            let id = Names::new(&connection.client, model).find("what-if-drafts", draft).await?;
            Some(connection.in_draft(id))
        }
        None => None,
    };
    let connection = drafted.as_ref().unwrap_or(connection);
    let names = Names::new(&connection.client, model).as_of(as_of);
    let call = Call { connection, model, resource, names, draft: draft.cloned(), screen: Screen::stdout() };
    let done = match name {
        "list" => list::run(&call, matches).await,
        "get" => get::run(&call, matches).await,
        "create" => create::run(&call, matches).await,
        "update" => update::run(&call, matches).await,
        "edit" => edit::run(&call, matches).await,
        "delete" => delete::run(&call, matches).await,
        "history" => history::run(&call, matches).await,
        "restore" => restore::run(&call, matches).await,
        "export" if texts(matches, "object").is_some() => whole::export(&call, matches).await,
        "export" => export::run(&call, matches).await,
        carried::UPLOAD if carried::carries(resource) => carried::run(&call, matches).await,
        other => action::run(&call, other, matches).await,
    };
    if let Err(Failure { proposal: Some(proposal), .. }) = &done {
        show_proposal(proposal, matches)?;
    }
    done
}

/// What a program gets instead of the object if the change was proposed. An id alone would look like the object's.
fn show_proposal(proposal: &Json, matches: &ArgMatches) -> Result {
    match format_of(matches) {
        Format::Table | Format::Id => Ok(()),
        format => print_data(object_for_programs(proposal, format)?),
    }
}

impl Call<'_> {
    /// The object that the command is about.
    async fn object(&self, matches: &ArgMatches) -> Result<Uuid> {
        let text = matches.get_one::<String>("object").map(String::as_str).unwrap_or_default();
        Ok(self.names.find(&self.resource.path, text).await?)
    }

    /// Says in which draft something was written; nothing for the present.
    fn place(&self) -> String {
        let draft = self.draft.as_ref().map(|draft| format!(" in the what-if draft “{}”", harmless(draft, false)));
        draft.unwrap_or_default()
    }

    /// Reports a write in one line for people, along with secrets that the server shows only once.
    fn written(&self, what: &str, answer: &Json, matches: &ArgMatches) -> Result {
        let format = format_of(matches);
        if format != Format::Table {
            return print_data(object_for_programs(answer, format)?);
        }
        let mut text = format!("{what} {} {}{}\n", self.resource.one(), self.words_for(answer), self.place());
        for (name, value) in answer.as_object().into_iter().flatten() {
            let shown_once = self.resource.field(name).is_some_and(|field| field.write_only);
            if let (true, Some(value)) = (shown_once, value.as_str().filter(|value| !value.is_empty())) {
                let _ = write!(text, "{name}: {value}\n(shown only once; store it safely)\n");
            }
        }
        tell(&text)
    }

    /// The name of an object, and its id.
    fn words_for(&self, object: &Json) -> String {
        let id = object["id"].as_str().unwrap_or_default();
        let naming = self.resource.naming().and_then(|field| object[&field.name].as_str());
        match naming.or(object["str"].as_str()).filter(|name| !name.is_empty()) {
            Some(name) => format!("“{}” ({id})", harmless(name, false)),
            None => id.to_owned(),
        }
    }
}

pub fn format_of(matches: &ArgMatches) -> Format {
    // Not every command has this flag.
    matches.try_get_one::<Format>("output").ok().flatten().copied().unwrap_or_default()
}

/// The values of a flag.
pub fn texts(matches: &ArgMatches, id: &str) -> Option<Vec<String>> {
    let given = matches.try_get_raw(id).ok().flatten()?;
    (matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine))
        .then(|| given.map(|text| text.to_string_lossy().into_owned()).collect())
}

fn first_sentence(doc: &str) -> String {
    let end = doc.find(". ").map_or(doc.len(), |at| at + 1);
    doc[..end].trim_end_matches('.').to_owned()
}
