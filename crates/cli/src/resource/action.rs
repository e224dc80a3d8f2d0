//! Actions that a resource has beside the common ones: `cairn applied-control merge --target … --sources …`.

use cairn_client::{Action, Model, Query, Resource, kebab};
use clap::{Arg, ArgMatches, Command};
use serde_json::{Map, Value as Json};

use super::list::default_columns;
use super::{Call, format_of, texts};
use crate::failure::{Failure, Result};
use crate::flags::{self, schema_kind};
use crate::input::boolean;
use crate::output::cell::{harmless, readable};
use crate::output::{
    Column, Format, detail, note, object_for_programs, print, print_data, rows_for_programs, table, yaml,
};
use crate::times::instant;

pub fn command(resource: &Resource, action: &Action, model: &Model) -> Command {
    let mut command = Command::new(kebab(&action.name)).about(action.help.trim_end_matches('.').to_owned());
    if kebab(&action.name) != action.name {
        command = command.alias(action.name.clone());
    }
    if action.is_on_item() {
        command = command.arg(flags::object(resource));
    }
    for (name, schema) in action.inputs() {
        let required = action.requires(name);
        let help = schema["description"].as_str().unwrap_or_default();
        let arg = Arg::new(format!("input-{name}")).long(flags::flag_name(name)).help_heading("Input");
        let target = model.target_of(resource, name);
        command = command.arg(flags::schema_flag(arg, schema, help, required, target).required(required));
    }
    if !action.reads() {
        command = command.after_long_help("This changes data.");
    }
    command.arg(flags::output()).arg(flags::profile())
}

pub async fn run(call: &Call<'_>, word: &str, matches: &ArgMatches) -> Result {
    let action = call.resource.actions.iter().find(|action| kebab(&action.name) == word);
    let action = action.ok_or_else(|| Failure::usage(format!("{} cannot {word}", call.resource.several())))?;
    let mut input = Map::new();
    for (name, schema) in action.inputs() {
        if let Some(values) = texts(matches, &format!("input-{name}")) {
            input.insert(name.clone(), value(call, name, schema, &values).await?);
        }
    }
    let place =
        if action.is_on_item() { call.resource.item(call.object(matches).await?) } else { call.resource.collection() };
    let path = format!("{place}{}/", action.name);
    let client = &call.connection.client;
    let answer = if action.reads() {
        let text = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let flat = |value: &Json| match value {
            Json::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(","),
            one => text(one),
        };
        let query: Query = input.iter().map(|(name, value)| (name.clone(), flat(value))).collect();
        client.get(&path, &query).await?
    } else {
        client.post(&path, &Json::Object(input)).await?
    };
    show(call, &answer, format_of(matches))
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

/// An answer of any shape, as well as it can be shown: lists as tables, flat objects field by field, the rest as YAML.
fn show(call: &Call<'_>, answer: &Json, format: Format) -> Result {
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
        // Objects of the resource are shown as its list shows them.
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
