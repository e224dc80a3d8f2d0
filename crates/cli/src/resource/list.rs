//! `cairn asset list`

use std::fmt::Write as _;

use cairn_client::{Field, Kind, Model, Query, Resource};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::Value as Json;

use super::{Call, format_of, texts};
use crate::failure::{Failure, Result};
use crate::input::filter_value;
use crate::output::cell::at;
use crate::output::{Column, Format, aside, note, print, print_data, rows_for_programs, table};
use crate::{completion, flags, times};

/// How many rows one request fetches.
const PAGE: u64 = 1000;

/// With fewer columns than this, more are added; with more, a table is hard to read.
const ENOUGH_COLUMNS: usize = 4;
const MOST_COLUMNS: usize = 8;

pub fn command(resource: &Resource, model: &Model) -> Command {
    let word = resource.word();
    let columns: Vec<String> = known_columns(resource).map(str::to_owned).collect();
    let command = Command::new("list")
        .visible_alias("ls")
        .about(format!("List {}, optionally filtered", resource.several()))
        .arg(
            Arg::new("columns")
                .long("columns")
                .value_name("FIELDS")
                .value_delimiter(',')
                .add(completion::listed(columns.clone(), false))
                .help("Columns to show, such as name,status,folder.id")
                .long_help(format!(
                    "Columns to show, separated by commas; use a dot for nested values, as in folder.id. Available: {}",
                    columns.join(", ")
                )),
        )
        .arg(
            Arg::new("limit")
                .long("limit")
                .value_name("NUMBER")
                .value_parser(value_parser!(u64).range(1..))
                .help("Maximum number [default: all]"),
        )
        .after_long_help(format!(
            "{}\n\nExamples:\n  cairn {word} list --search \"customer data\" --sort -updated_at\n  \
             cairn {word} list -o json --columns id,{} | jq .\n  \
             cairn {word} list --created-at-gte 2026-01-01 -o id",
            flags::ABOUT_FILTERS,
            resource.naming().map_or("created_at", |field| &field.name)
        ));
    with_selection(command, resource, model).arg(flags::output()).arg(flags::profile())
}

/// The flags that select rows, also used by exports.
pub fn with_selection(mut command: Command, resource: &Resource, model: &Model) -> Command {
    if resource.search {
        command = command.arg(
            Arg::new("search").long("search").value_name("WORDS").help("Only those containing all of these words"),
        );
    }
    let fields = resource.fields.iter().filter(|field| field.orderable).map(|field| field.name.clone());
    let computed = resource.computed.iter().filter(|field| field.orderable).map(|field| field.name.clone());
    let orderable: Vec<String> = fields.chain(computed).collect();
    command = command
        .arg(
            Arg::new("sort")
                .long("sort")
                .value_name("FIELDS")
                .allow_hyphen_values(true)
                .add(completion::listed(orderable.clone(), true))
                .help(format!(
                    "Fields to sort by; prefix with a minus for descending order [default: {}]",
                    resource.order
                ))
                .long_help(format!(
                    "Fields to sort by, separated by commas; prefix with a minus for descending order: \
                     --sort -updated_at,name. Available: {} [default: {}]",
                    orderable.join(", "),
                    resource.order
                )),
        )
        .arg(flags::as_of())
        .arg(flags::draft().conflicts_with("as-of"))
        .arg(flags::within());
    // A filter of the resource wins over the filter of a field with the same name.
    for filter in &resource.filters {
        let target = model.target_of(resource, &filter.name);
        command = command.arg(flags::special_filter(filter, target));
    }
    // Fields that every object has aren't what people look for first.
    let common = |field: &&Field| matches!(field.name.as_str(), "id" | "created_at" | "updated_at");
    let (last, first): (Vec<&Field>, Vec<&Field>) = resource.fields.iter().partition(common);
    for field in first.into_iter().chain(last) {
        let is_taken = resource.filters.iter().any(|filter| filter.name == field.name);
        for arg in flags::filters(field, model).into_iter().skip(usize::from(is_taken && field.filters_by("exact"))) {
            command = command.arg(arg);
        }
    }
    command
}

/// The query for the given flags.
pub async fn selection(call: &Call<'_>, matches: &ArgMatches) -> Result<Query> {
    let mut query = Query::new();
    for (flag, parameter) in [("search", "search"), ("sort", "ordering"), ("as-of", "as_of")] {
        if let Some(values) = texts(matches, flag) {
            let value = values.join(",");
            let value = if flag == "as-of" { times::instant(&value)? } else { value };
            query.push((parameter.to_owned(), value));
        }
    }
    if let Some(domain) = matches.get_one::<String>("within") {
        query.push(("within".to_owned(), call.names.find("folders", domain).await?.to_string()));
    }
    for filter in &call.resource.filters {
        let Some(values) = texts(matches, &filter.name) else { continue };
        let is_id = filter.schema["format"] == "uuid" || filter.schema["items"]["format"] == "uuid";
        let mut sent = Vec::new();
        for value in values {
            let target = call.model.target_of(call.resource, &filter.name);
            sent.push(if is_id { call.names.find(target, &value).await?.to_string() } else { value });
        }
        query.push((filter.name.clone(), sent.join(",")));
    }
    for field in &call.resource.fields {
        for lookup in &field.lookups {
            let parameter = if lookup == "exact" { field.name.clone() } else { format!("{}__{lookup}", field.name) };
            if lookup == "in" || query.iter().any(|(known, _)| *known == parameter) {
                continue;
            }
            let Some(values) = texts(matches, &parameter) else { continue };
            let values: Vec<String> = match field.kind {
                Kind::Choice => values.iter().flat_map(|value| value.split(',')).map(str::to_owned).collect(),
                _ => values,
            };
            let several = values.len() > 1 && field.filters_by("in") && lookup == "exact";
            let parameter = if several { format!("{}__in", field.name) } else { parameter };
            query.push((parameter, filter_value(&call.names, field, lookup, &values).await?));
        }
    }
    Ok(query)
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let format = format_of(matches);
    let query = selection(call, matches).await?;
    let most = matches.get_one::<u64>("limit").copied().unwrap_or(u64::MAX);
    let chosen = texts(matches, "columns").map(|names| chosen_columns(call.resource, &names)).transpose()?;
    let (mut rows, mut count, mut seen) = (Vec::new(), 0, 0);
    loop {
        let limit = PAGE.min(most - seen);
        let page = call.connection.client.page(&call.resource.collection(), &query, limit, seen).await?;
        count = page.count.max(count);
        seen += page.rows.len() as u64;
        match format {
            // Formats that don't need the whole list are printed as rows arrive.
            Format::Jsonl | Format::Id => print_data(rows_for_programs(&page.rows, chosen.as_deref(), format)?)?,
            _ => rows.extend(page.rows),
        }
        if page.is_last || seen >= most {
            break;
        }
    }
    match format {
        Format::Jsonl | Format::Id => Ok(()),
        Format::Table => show(call, &rows, chosen, count),
        _ => print_data(rows_for_programs(&rows, chosen.as_deref(), format)?),
    }
}

fn show(call: &Call<'_>, rows: &[Json], chosen: Option<Vec<Column>>, count: u64) -> Result {
    if rows.is_empty() {
        note(&format!("No {}.", call.resource.several()));
        return Ok(());
    }
    let columns = chosen.unwrap_or_else(|| default_columns(call.resource, rows));
    let (text, left_out) = table(rows, &columns, call.screen);
    print(&text)?;
    if call.screen.is_terminal() {
        let mut words = match (rows.len() as u64, count) {
            (1, 1) => format!("1 {}", call.resource.one()),
            (shown, count) if shown < count => format!("{shown} of {count} {}", call.resource.several()),
            (shown, _) => format!("{shown} {}", call.resource.several()),
        };
        if !left_out.is_empty() {
            let _ = write!(words, "; no room for {}", left_out.join(", "));
        }
        aside(&words);
    }
    Ok(())
}

fn shown_fields(resource: &Resource) -> impl Iterator<Item = &Field> + Clone {
    resource.fields.iter().filter(|field| !field.write_only)
}

/// Everything that can be a column.
fn known_columns(resource: &Resource) -> impl Iterator<Item = &str> {
    let computed = resource.computed.iter().map(|computed| computed.name.as_str());
    shown_fields(resource).map(|field| field.name.as_str()).chain(computed)
}

/// The requested columns: fields, computed fields, or parts of them.
pub fn chosen_columns(resource: &Resource, names: &[String]) -> Result<Vec<Column>> {
    let names = names.iter().flat_map(|name| name.split(',')).map(str::trim).filter(|name| !name.is_empty());
    let mut columns = Vec::new();
    for name in names {
        let key = name.replace('-', "_");
        let first = key.split('.').next().unwrap_or_default();
        let field = shown_fields(resource).find(|field| field.name == first);
        let computed = resource.computed.iter().find(|computed| computed.name == first);
        columns.push(match (field, computed) {
            (Some(field), _) if first == key => Column::of(field),
            (None, Some(computed)) if first == key => Column::new(key, computed.label.clone()),
            (Some(_), _) | (_, Some(_)) => Column::new(key.clone(), key.replace(['.', '_'], " ")),
            (None, None) if matches!(first, "path" | "str") => Column::new(key.clone(), key),
            (None, None) => {
                let known: Vec<&str> = known_columns(resource).collect();
                let several = resource.several();
                return Err(Failure::usage(format!("{several} have no “{name}”; they have {}", known.join(", "))));
            }
        });
    }
    Ok(columns)
}

/// The default columns: name, state, owner and domain of the objects. Columns that are empty for all of them are left
/// out.
pub fn default_columns(resource: &Resource, rows: &[Json]) -> Vec<Column> {
    let is_empty = |value: &Json| match value {
        Json::Null => true,
        Json::String(text) => text.is_empty() || text == "--",
        Json::Array(list) => list.is_empty(),
        _ => false,
    };
    let says_something = |field: &&Field| rows.iter().any(|row| !is_empty(at(row, &field.name)));
    let choices = shown_fields(resource).filter(|field| field.kind == Kind::Choice);
    let telling = ["status", "severity", "priority", "category", "type", "kind"];
    let wanted = ["eta", "due_date", "expiry_date", "at", "started_at", "owner", "folder"];
    let first = resource.field("ref_id").into_iter().chain(resource.naming());
    let first = first.chain(telling.into_iter().filter_map(|name| choices.clone().find(|field| field.name == name)));
    let first = first.chain(wanted.into_iter().filter_map(|name| resource.field(name)));
    let mut fields: Vec<&Field> = first.filter(says_something).take(MOST_COLUMNS).collect();

    let plain = [Kind::Text, Kind::Choice, Kind::Integer, Kind::Boolean, Kind::Email, Kind::Url, Kind::Reference];
    let is_common = |field: &Field| matches!(field.name.as_str(), "id" | "created_at" | "updated_at");
    let more = shown_fields(resource).filter(|field| plain.contains(&field.kind) && !is_common(field));
    // A yes/no column with the same value everywhere says nothing.
    let varies = |field: &&Field| {
        field.kind != Kind::Boolean || rows.windows(2).any(|two| at(&two[0], &field.name) != at(&two[1], &field.name))
    };
    for field in more.filter(says_something).filter(varies) {
        if fields.len() < ENOUGH_COLUMNS && !fields.iter().any(|known| known.name == field.name) {
            fields.push(field);
        }
    }
    let id = resource.naming().is_none().then(|| Column::new("id", "Id"));
    id.into_iter().chain(fields.into_iter().map(Column::of)).collect()
}
