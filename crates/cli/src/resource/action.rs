//! The actions of a resource: `cairn applied-control merge --target … --sources …`, including those that
//! take files (`cairn evidence upload NAME FILE…`), return one (`cairn evidence download NAME`) or start a job.

use std::path::PathBuf;

use cairn_client::{Action, FilePart, Model, Query, Resource, SentFile, kebab};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use serde_json::{Map, Value as Json};

use super::list::default_columns;
use super::{Call, follow, format_of, texts};
use crate::failure::{Failure, Result};
use crate::flags::{self, schema_kind};
use crate::input::boolean;
use crate::output::cell::{harmless, readable};
use crate::output::{
    Column, Format, detail, note, object_for_programs, print, print_data, rows_for_programs, table, yaml,
};
use crate::times::instant;

/// Files given without a flag belong to the first part.
const FILES: &str = "files";

pub fn command(resource: &Resource, action: &Action, model: &Model) -> Command {
    let mut command = Command::new(kebab(&action.name)).about(action.help.trim_end_matches('.').to_owned());
    if kebab(&action.name) != action.name {
        command = command.alias(action.name.clone());
    }
    if is_the_file(resource, action) && action.name != DOWNLOAD {
        command = command.visible_alias(DOWNLOAD);
    }
    if action.is_on_item() {
        command = command.arg(flags::object(resource));
    }
    for (at, part) in action.files.iter().enumerate() {
        command = command.arg(file_arg(part, at == 0));
    }
    for (name, schema) in action.inputs() {
        let required = action.requires(name);
        let help = schema["description"].as_str().unwrap_or_default();
        let long = flags::flag_name(name);
        let arg = Arg::new(format!("input-{name}")).long(long.clone()).help_heading("Input");
        // In everyday words: the parent of a domain is a domain.
        let arg = long.strip_suffix("-folder").map_or(arg.clone(), |short| arg.alias(short.to_owned()));
        let target = model.target_of(resource, name);
        command = command.arg(flags::schema_flag(arg, schema, help, required, target).required(required));
    }
    if !action.reads() && !action.starts_job() {
        command = command.after_long_help("This changes data.");
    }
    if action.reads() {
        command = command.arg(flags::draft());
    } else if action.files.is_empty() && !action.starts_job() {
        command = command.arg(flags::write_draft());
    }
    if action.starts_job() {
        command = command.arg(follow::no_wait_flag());
    }
    let output = if action.gives_file() || action.starts_job() { follow::place_flag() } else { flags::output() };
    command.arg(output).arg(flags::profile())
}

const DOWNLOAD: &str = "download";

/// Whether it returns the one file that an object has.
fn is_the_file(resource: &Resource, action: &Action) -> bool {
    let gives = |action: &&Action| action.is_on_item() && action.gives_file() && action.name != "export";
    gives(&action) && resource.actions.iter().filter(gives).count() == 1
}

pub fn file_arg(part: &FilePart, is_first: bool) -> Arg {
    let several = part.most != 1;
    let action = if several { ArgAction::Append } else { ArgAction::Set };
    let arg = Arg::new(if is_first { FILES.to_owned() } else { format!("file-{}", part.name) })
        .value_name("FILE")
        .value_hint(ValueHint::FilePath)
        .value_parser(value_parser!(PathBuf))
        .required(part.required)
        .action(action)
        .help(part.help.trim_end_matches('.').to_owned());
    match (is_first, several) {
        (false, _) => arg.long(kebab(&part.name)),
        (true, true) => arg.num_args(1..),
        (true, false) => arg,
    }
}

pub async fn run(call: &Call<'_>, word: &str, matches: &ArgMatches) -> Result {
    let fits = |action: &&Action| kebab(&action.name) == word;
    let action = call.resource.actions.iter().find(fits);
    let action = action.ok_or_else(|| Failure::usage(format!("{} cannot {word}", call.resource.several())))?;
    let mut input = Map::new();
    for (name, schema) in action.inputs() {
        if let Some(values) = texts(matches, &format!("input-{name}")) {
            input.insert(name.clone(), value(call, name, schema, &values).await?);
        }
    }
    let files = files(action, matches)?;
    let place =
        if action.is_on_item() { call.resource.item(call.object(matches).await?) } else { call.resource.collection() };
    let path = format!("{place}{}/", action.name);
    let client = &call.connection.client;
    if action.gives_file() {
        return follow::download(client, &path, &flat(&input), matches).await;
    }
    let answer = if action.reads() {
        client.get(&path, &flat(&input)).await?
    } else if action.files.is_empty() {
        client.post(&path, &Json::Object(input)).await?
    } else {
        let reply = client.submit(&path, &flat(&input), &files).await?;
        client.made(&reply)?.body
    };
    if action.starts_job() {
        return follow::job(client, &answer, matches).await;
    }
    show(call, &answer, format_of(matches))
}

/// An input as text, for a query or a form.
fn flat(input: &Map<String, Json>) -> Query {
    let text = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let flat = |value: &Json| match value {
        Json::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(","),
        one => text(one),
    };
    input.iter().map(|(name, value)| (name.clone(), flat(value))).collect()
}

/// Reads the named files.
pub fn files(action: &Action, matches: &ArgMatches) -> Result<Vec<SentFile>> {
    let mut all = Vec::new();
    for (at, part) in action.files.iter().enumerate() {
        let id = if at == 0 { FILES.to_owned() } else { format!("file-{}", part.name) };
        for path in matches.get_many::<PathBuf>(&id).into_iter().flatten() {
            let content = std::fs::read(path);
            let content =
                content.map_err(|error| Failure::other(format!("cannot read {}: {error}", path.display())))?;
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            all.push(SentFile { part: part.name.clone(), name, content });
        }
    }
    Ok(all)
}

async fn value(call: &Call<'_>, name: &str, schema: &Json, texts: &[String]) -> Result<Json> {
    if schema_kind(schema) == "array" {
        let mut list = Vec::new();
        for text in texts {
            list.push(one(call, name, &schema["items"], text).await?);
        }
        return Ok(Json::Array(list));
    }
    one(call, name, schema, texts.last().map(String::as_str).unwrap_or_default()).await
}

async fn one(call: &Call<'_>, name: &str, schema: &Json, text: &str) -> Result<Json> {
    let wrong = |what: &str| Failure::usage(format!("--{} takes {what}, not “{text}”", flags::flag_name(name)));
    Ok(match (schema_kind(schema), schema["format"].as_str()) {
        (_, Some("uuid")) => {
            let target = call.model.target_of(call.resource, name);
            call.names.find(target, text).await?.to_string().into()
        }
        (_, Some("date-time")) => {
            instant(text).map_err(|failure| failure.about(format!("--{}", flags::flag_name(name))))?.into()
        }
        ("boolean", _) => boolean(text).ok_or_else(|| wrong("true or false"))?.into(),
        ("integer", _) => text.parse::<i64>().map_err(|_| wrong("a whole number"))?.into(),
        ("number", _) => text.parse::<f64>().map_err(|_| wrong("a number"))?.into(),
        ("object" | "array", _) => serde_json::from_str(text).map_err(|error| wrong(&format!("JSON ({error})")))?,
        _ => text.into(),
    })
}

/// A result of any shape: lists as tables, flat objects field by field, the rest as YAML.
pub fn show(call: &Call<'_>, answer: &Json, format: Format) -> Result {
    let list = answer.as_array().or_else(|| answer["results"].as_array());
    let is_nested = |value: &Json| match value {
        Json::Object(map) => !map.contains_key("str"),
        Json::Array(list) => list.iter().any(|one| one.is_object() && one.get("str").is_none()),
        _ => false,
    };
    let is_flat = |row: &Json| row.as_object().is_some_and(|row| !row.values().any(is_nested));
    match (list, format) {
        (Some(rows), Format::Table) if rows.is_empty() => {
            note("Nothing.");
            Ok(())
        }
        // Objects of the resource are shown as in its list.
        (Some(rows), Format::Table) if rows.iter().all(|row| row.get("created_at").is_some()) => {
            print(&table(rows, &default_columns(call.resource, rows), call.screen).0)
        }
        (Some(rows), Format::Table) if rows.iter().all(is_flat) => {
            let keys = rows[0].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
            let columns: Vec<Column> = keys.map(|key| column(call, key)).collect();
            print(&table(rows, &columns, call.screen).0)
        }
        (Some(rows), Format::Jsonl | Format::Csv | Format::Id) => print_data(rows_for_programs(rows, None, format)?),
        (None, Format::Table) if is_flat(answer) => {
            let fields: Vec<(String, String)> = answer
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, value)| (name.replace('_', " "), readable(value, call.resource.field(name))))
                .filter(|(_, text)| !text.is_empty())
                .collect();
            print(&detail(&fields, call.screen))
        }
        (_, Format::Table) => print(&harmless(&yaml::emit(answer), true)),
        _ => print_data(object_for_programs(answer, format)?),
    }
}

fn column(call: &Call<'_>, key: &str) -> Column {
    match call.resource.field(key) {
        Some(field) => Column::of(field),
        None => Column::new(key, key.replace('_', " ")),
    }
}
