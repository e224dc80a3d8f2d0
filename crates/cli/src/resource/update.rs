//! `cairn asset update NAME --type SP --add-owner ada@example.com`

use cairn_client::{Kind, Model, Resource};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use super::create::from_flags;
use super::{Call, format_of, texts};
use crate::failure::{Exit, Failure, Result};
use crate::flags;
use crate::input::{field_value, objects_on_stdin, writable};
use crate::output::Format;

/// How often a change to a list is retried if someone else changed it first.
const ATTEMPTS: usize = 5;

pub fn command(resource: &Resource, model: &Model) -> Command {
    let word = resource.word();
    let mut command = Command::new("update")
        .about(format!("Change fields of one {}", resource.one()))
        .arg(flags::object(resource))
        .arg(
            Arg::new("json")
                .value_name("-")
                .value_parser(["-"])
                .hide_possible_values(true)
                .help("Read the changes as JSON from standard input"),
        )
        .arg(
            Arg::new("unset")
                .long("unset")
                .value_name("FIELD")
                .action(ArgAction::Append)
                .help("Clear a field; repeat for several"),
        )
        .after_long_help(format!(
            "Only the fields you set are changed. To edit all fields in your editor, use `cairn {word} edit NAME`.\n\n\
             Examples:\n  cairn {word} update \"A good name\" --{0} \"A better name\"\n  \
             echo '{{\"{0}\": \"A better name\"}}' | cairn {word} update \"A good name\" -",
            resource.naming().map_or("name", |field| field.name.as_str())
        ));
    for field in resource.fields.iter().filter(|field| field.is_writable() && !field.immutable) {
        command = command.arg(flags::write(field, model));
        if field.kind == Kind::Many {
            command = command.args(flags::change_list(field, model));
        }
    }
    command.arg(flags::write_draft()).arg(flags::output()).arg(flags::profile())
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let id = call.object(matches).await?;
    let mut body = Map::new();
    if matches.contains_id("json") {
        let mut objects = objects_on_stdin()?;
        if objects.len() != 1 {
            return Err(Failure::usage(format!("one JSON object was expected, not {}", objects.len())));
        }
        body = writable(&call.names, call.resource, objects.remove(0)).await?;
    }
    let flagged = from_flags(call, matches).await?;
    body.extend(flagged.clone());
    for name in texts(matches, "unset").unwrap_or_default() {
        let (name, empty) = empty_value(call.resource, &name)?;
        if flagged.contains_key(&name) {
            let flag = flags::flag_name(&name);
            return Err(Failure::usage(format!("--unset {name} and --{flag} cannot be used together")));
        }
        body.insert(name, empty);
    }
    let lists = list_changes(call, matches).await?;
    if body.is_empty() && lists.is_empty() {
        return Err(Failure::usage(format!(
            "set the fields to change with flags or JSON (see cairn {} update --help)",
            call.resource.word()
        )));
    }
    let answer = if lists.is_empty() {
        call.connection.client.patch(&call.resource.item(id), &Json::Object(body), None).await?.body
    } else {
        change_lists(call, id, body, &lists).await?
    };
    let what = if format_of(matches) == Format::Table { "Updated" } else { "" };
    call.written(what, &answer, matches)
}

/// The value of an empty field.
fn empty_value(resource: &Resource, name: &str) -> Result<(String, Json)> {
    let key = name.trim_start_matches("--").replace('-', "_");
    let field = resource.field(&key).filter(|field| field.is_writable() && !field.immutable);
    let field = field.ok_or_else(|| {
        Failure::usage(format!("--unset: {} have no field “{name}” that can be cleared", resource.several()))
    })?;
    let empty = match (field.kind, field.nullable, &field.default) {
        (Kind::Many, _, _) => Json::Array(Vec::new()),
        (_, true, _) => Json::Null,
        (_, false, Some(default)) => default.clone(),
        (_, false, None) => {
            return Err(Failure::usage(format!("--unset: {} cannot be empty", field.name)));
        }
    };
    Ok((field.name.clone(), empty))
}

struct ListChange {
    field: String,
    add: Vec<Json>,
    remove: Vec<Json>,
}

async fn list_changes(call: &Call<'_>, matches: &ArgMatches) -> Result<Vec<ListChange>> {
    let mut changes = Vec::new();
    for field in call.resource.fields.iter().filter(|field| field.kind == Kind::Many && field.is_writable()) {
        let mut ids: [Vec<Json>; 2] = Default::default();
        for (at, verb) in ["add", "remove"].into_iter().enumerate() {
            if let Some(values) = texts(matches, &format!("{verb}-{}", field.name))
                && let Json::Array(list) = field_value(&call.names, field, &values).await?
            {
                ids[at] = list;
            }
        }
        let [add, remove] = ids;
        if !add.is_empty() || !remove.is_empty() {
            changes.push(ListChange { field: field.name.clone(), add, remove });
        }
    }
    Ok(changes)
}

/// Reads a list, changes it, and writes it only if it is still the same; otherwise starts again.
async fn change_lists(call: &Call<'_>, id: Uuid, body: Map<String, Json>, lists: &[ListChange]) -> Result<Json> {
    let client = &call.connection.client;
    let path = call.resource.item(id);
    for _ in 0..ATTEMPTS {
        let now = client.item(&format!("{path}object/"), &Vec::new()).await?;
        let mut body = body.clone();
        for change in lists {
            // A flag that sets the whole list is applied first.
            let base = body.get(&change.field).unwrap_or(&now.body[&change.field]);
            let mut list = base.as_array().cloned().unwrap_or_default();
            list.retain(|one| !change.remove.contains(one));
            list.extend(
                change.add.iter().filter(|one| !base.as_array().is_some_and(|base| base.contains(one))).cloned(),
            );
            body.insert(change.field.clone(), Json::Array(list));
        }
        match client.patch(&path, &Json::Object(body), now.etag.as_deref()).await {
            Ok(item) => return Ok(item.body),
            Err(error) if error.status() == Some(412) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Failure::new(Exit::Refused, "the object keeps changing; try again"))
}
