//! Flags made from fields: their names, their values, and their help.

use std::fmt::Write as _;

use cairn_client::{Field, Filter, Kind, Model, Resource, kebab};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, value_parser};
use serde_json::Value as Json;

use crate::completion;
use crate::output::Format;
use crate::times::parse_instant;

/// Flags used by the commands themselves. A field with the same name is set with `--field-NAME`.
const TAKEN: [&str; 15] = [
    "help", "version", "profile", "output", "search", "sort", "columns", "limit", "as-of", "draft", "unset", "yes",
    "file", "format", "color",
];

pub const FILTERS: &str = "Filters";
pub const FIELDS: &str = "Fields";

pub fn flag_name(name: &str) -> String {
    let word = kebab(name);
    if TAKEN.contains(&word.as_str()) { format!("field-{word}") } else { word }
}

pub fn output() -> Arg {
    Arg::new("output")
        .short('o')
        .long("output")
        .value_name("FORMAT")
        .value_parser(value_parser!(Format))
        .default_value("table")
        .hide_default_value(true)
        .hide_possible_values(true)
        .help("Output format: table, json, jsonl, csv, yaml or id [default: table]")
}

pub fn profile() -> Arg {
    Arg::new("profile")
        .long("profile")
        .value_name("NAME")
        .help("The profile to use instead of the current one")
        .add(completion::profiles())
}

pub fn as_of() -> Arg {
    Arg::new("as-of")
        .long("as-of")
        .value_name("TIME")
        .value_parser(parse_instant)
        .help("As of this time: 2026-03-01 or 2026-03-01T12:00:00Z")
}

pub fn draft() -> Arg {
    write_draft().help("As if this what-if draft were applied")
}

pub fn write_draft() -> Arg {
    Arg::new("draft")
        .long("draft")
        .value_name("DRAFT")
        .add(completion::objects("what-if-drafts"))
        .help("Add the change to this what-if draft instead of making it")
}

pub fn within() -> Arg {
    Arg::new("within")
        .long("within")
        .value_name("DOMAIN")
        .add(completion::objects("folders"))
        .help("Only this domain and its subdomains")
}

/// The argument that names the object a command works on.
pub fn object(resource: &Resource) -> Arg {
    Arg::new("object")
        .required(true)
        .value_name("NAME")
        .help(format!("Name, ref id, URN or id of the {}; use Domain/Name if the name is ambiguous", resource.one()))
        .add(completion::objects(&resource.path))
}

/// The flag that sets a field.
pub fn write(field: &Field, model: &Model) -> Arg {
    let long = flag_name(&field.name);
    let mut notes = vec![kind_note(field, model)];
    if field.kind == Kind::Many {
        notes.push("Repeat for several".to_owned());
    }
    if field.required {
        notes.push("Required".to_owned());
    }
    if field.immutable {
        notes.push("Cannot be changed later".to_owned());
    }
    if let Some(default) = default_note(field) {
        notes.push(format!("[default: {default}]"));
    }
    let arg = Arg::new(field.name.clone()).long(long).help_heading(FIELDS).help(sentences(&field.help, &notes));
    take(arg, field, model)
}

/// `--add-owner` and `--remove-owner`: change a list without repeating all of it.
pub fn change_list(field: &Field, model: &Model) -> [Arg; 2] {
    let word = kebab(&field.name);
    let make = |verb: &str, what: &str| {
        let arg = Arg::new(format!("{verb}-{}", field.name))
            .long(format!("{verb}-{word}"))
            .help_heading("Lists")
            .hide_short_help(true)
            .help(format!("{what} --{word} alone replaces the whole list"));
        take(arg, field, model)
    };
    [
        make("add", &format!("Adds to {}.", field.label.to_lowercase())),
        make("remove", &format!("Removes from {}.", field.label.to_lowercase())),
    ]
}

/// Whether the field deserves a line in the help of a list. The other fields can be filtered by too.
pub fn is_shown_filter(field: &Field) -> bool {
    field.filters_by("exact") && !matches!(field.kind, Kind::Markdown)
}

/// The flags that filter by a field: by its value, and with every other lookup it supports.
pub fn filters(field: &Field, model: &Model) -> Vec<Arg> {
    if field.write_only {
        return Vec::new();
    }
    let long = flag_name(&field.name);
    let others: Vec<&str> =
        field.lookups.iter().map(String::as_str).filter(|lookup| !matches!(*lookup, "exact" | "in")).collect();
    let mut made = Vec::new();
    if field.filters_by("exact") {
        let mut help = sentences(if field.help.is_empty() { &field.label } else { &field.help }, &[]);
        // The suffixes, `-isnull` among them, are explained once below all filters.
        let endings = others.iter().filter(|lookup| **lookup != "isnull").map(|lookup| format!("-{lookup}"));
        let endings: Vec<String> = endings.collect();
        if !endings.is_empty() {
            let _ = write!(help, " [also {}]", endings.join(", "));
        }
        let arg = Arg::new(field.name.clone()).long(long.clone()).help_heading(FILTERS).help(help);
        let arg = take(arg, field, model).hide(!is_shown_filter(field));
        made.push(match field.kind {
            Kind::Boolean => arg,
            Kind::Choice => arg.action(ArgAction::Append).value_delimiter(','),
            _ => arg.action(ArgAction::Append),
        });
    }
    for lookup in others {
        let arg = Arg::new(format!("{}__{lookup}", field.name)).long(format!("{long}-{lookup}")).help_heading(FILTERS);
        made.push(match lookup {
            "isnull" => switch(arg).hide(true),
            _ => take(arg, field, model).hide(true),
        });
    }
    made
}

/// Explains the suffixes of the flags above, for the end of the help.
pub const ABOUT_FILTERS: &str = "Filters: repeat a flag to match any of several values; results must match all the flags. \
    Dates and numbers also accept the suffixes -gte (from), -gt (after), -lte (up to) and -lt (before), text fields \
    -icontains, and all fields -isnull (empty; =false for not empty): --created-at-gte 2026-01-01 \
    --name-icontains vault --owner-isnull.";

/// A filter that the resource has besides its fields.
pub fn special_filter(filter: &Filter, target: &str) -> Arg {
    let arg = Arg::new(filter.name.clone()).long(flag_name(&filter.name)).help_heading(FILTERS);
    schema_flag(arg, &filter.schema, &filter.help, false, target)
}

/// A flag for a value described by a JSON schema: an input of an action.
pub fn schema_flag(arg: Arg, schema: &Json, help: &str, required: bool, target: &str) -> Arg {
    let kind = schema_kind(schema);
    let mut notes = Vec::new();
    if kind == "array" {
        notes.push("Repeat for several".to_owned());
    }
    if required {
        notes.push("Required".to_owned());
    }
    let arg = arg.help(sentences(help, &notes));
    let options: Vec<&str> = schema["enum"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    if !options.is_empty() {
        return arg.value_parser(PossibleValuesParser::new(options.into_iter().map(str::to_owned))).ignore_case(true);
    }
    match (kind, schema["format"].as_str().or(schema["items"]["format"].as_str())) {
        ("boolean", _) => switch(arg),
        ("array", Some("uuid")) => referring(arg.action(ArgAction::Append), target),
        ("array", _) => arg.action(ArgAction::Append).value_name("TEXT"),
        (_, Some("uuid")) => referring(arg, target),
        ("integer", _) => arg.value_name("NUMBER").value_parser(value_parser!(i64)).allow_negative_numbers(true),
        (_, Some("date-time")) => arg.value_name("TIME").value_parser(parse_instant),
        (_, Some("date")) => arg.value_name("DATE"),
        ("object", _) => arg.value_name("JSON"),
        _ => arg.value_name("TEXT"),
    }
}

/// The type in a schema; a nullable one counts as its other type.
pub fn schema_kind(schema: &Json) -> &str {
    match &schema["type"] {
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).find(|kind| *kind != "null").unwrap_or("string"),
        kind => kind.as_str().unwrap_or("string"),
    }
}

fn referring(arg: Arg, path: &str) -> Arg {
    arg.value_name("NAME").add(completion::objects(path))
}

/// Whether it is a list whose values can be typed without JSON.
pub fn is_list_of_texts(field: &Field) -> bool {
    let schema = field.schema.as_ref();
    schema.is_some_and(|schema| schema["type"] == "array" && schema["items"]["type"] == "string")
}

/// What a flag of this kind takes.
fn take(arg: Arg, field: &Field, model: &Model) -> Arg {
    let arg = arg.value_name(value_name(field, model));
    match field.kind {
        Kind::Boolean => switch(arg),
        Kind::Choice => arg.value_parser(choices(field)).ignore_case(true),
        Kind::Integer | Kind::Decimal => arg.allow_negative_numbers(true),
        Kind::Json if is_list_of_texts(field) => arg.action(ArgAction::Append),
        Kind::Reference => arg.add(completion::objects(field.target.as_deref().unwrap_or_default())),
        Kind::Many => {
            arg.action(ArgAction::Append).add(completion::objects(field.target.as_deref().unwrap_or_default()))
        }
        _ => arg,
    }
}

/// `--flag` alone means yes; `--flag=false` means no.
fn switch(arg: Arg) -> Arg {
    arg.value_name("true|false")
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("true")
        .value_parser(PossibleValuesParser::new(["true", "false"]))
        .hide_possible_values(true)
}

/// The keys; their labels are accepted too.
fn choices(field: &Field) -> PossibleValuesParser {
    let mut known: Vec<String> = field.choices.iter().map(|choice| choice.word().to_lowercase()).collect();
    let value = |choice: &cairn_client::Choice| {
        let mut value = PossibleValue::new(choice.word()).help(choice.label.clone());
        let word = choice.label_word();
        for alias in [choice.label.clone(), word.clone(), word.replace('-', "_")] {
            if !alias.is_empty() && !known.contains(&alias.to_lowercase()) {
                known.push(alias.to_lowercase());
                value = value.alias(alias);
            }
        }
        value
    };
    let values: Vec<PossibleValue> = field.choices.iter().map(value).collect();
    PossibleValuesParser::new(values)
}

fn value_name(field: &Field, model: &Model) -> String {
    match field.kind {
        Kind::Integer | Kind::Decimal => "NUMBER".to_owned(),
        Kind::Date => "DATE".to_owned(),
        Kind::Datetime => "TIME".to_owned(),
        Kind::Json if is_list_of_texts(field) => "TEXT".to_owned(),
        Kind::Json | Kind::Translations => "JSON".to_owned(),
        Kind::Url => "URL".to_owned(),
        Kind::Email => "EMAIL".to_owned(),
        Kind::Id => "ID".to_owned(),
        Kind::Any => "RESOURCE:NAME".to_owned(),
        Kind::Choice => "CHOICE".to_owned(),
        Kind::Reference | Kind::Many => {
            let target = field.target.as_deref().and_then(|path| model.find(path));
            target.map_or_else(|| "ID".to_owned(), |target| target.word().to_uppercase())
        }
        _ => "TEXT".to_owned(),
    }
}

/// The kind of value, in words.
fn kind_note(field: &Field, model: &Model) -> String {
    match field.kind {
        Kind::Text => {
            field.max_length.map_or_else(|| "Text".to_owned(), |most| format!("Text, at most {most} characters"))
        }
        Kind::Markdown => "Markdown; @FILE reads it from a file".to_owned(),
        Kind::Integer | Kind::Decimal => match (field.min, field.max) {
            (Some(min), Some(max)) => format!("A number from {min} to {max}"),
            (Some(min), None) => format!("A number from {min}"),
            (None, Some(max)) => format!("A number up to {max}"),
            (None, None) => "A number".to_owned(),
        },
        Kind::Date => "A date such as 2026-03-31".to_owned(),
        Kind::Datetime => "A time such as 2026-03-31T12:00:00Z; a date means midnight".to_owned(),
        Kind::Json if is_list_of_texts(field) => "Repeat for several".to_owned(),
        Kind::Json | Kind::Translations => {
            let sample = field.schema.as_ref().and_then(sample).map(|sample| format!(" such as {sample}"));
            format!("JSON{}; @FILE reads it from a file", sample.unwrap_or_default())
        }
        Kind::Boolean | Kind::Choice => String::new(),
        Kind::Url => "A URL".to_owned(),
        Kind::Link => "A URL, a path or a ticket number".to_owned(),
        Kind::Email => "An email address".to_owned(),
        Kind::Reference | Kind::Many => {
            let target = field.target.as_deref().and_then(|path| model.find(path));
            let one = target.map_or_else(|| "object".to_owned(), Resource::one);
            let article = if one.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
            format!("Name, ref id or id of {article} {one}")
        }
        Kind::Any => {
            let first = field.targets.first().map_or("assets", String::as_str);
            format!("The resource and the name of an object, such as {first}:Vault, or its id")
        }
        _ => String::new(),
    }
}

/// A short example of a value that fits a schema; it goes down to the first plain values.
fn sample(schema: &Json) -> Option<Json> {
    let first = |name: &str, value: Json| Json::Object(std::iter::once((name.to_owned(), value)).collect());
    Some(match schema_kind(schema) {
        "object" => {
            let Some(properties) = schema["properties"].as_object() else {
                return Some(first("name", sample(schema.get("additionalProperties")?)?));
            };
            let plain = properties.iter().filter(|(_, inner)| schema_kind(inner) != "object");
            let plain: serde_json::Map<String, Json> =
                plain.take(2).filter_map(|(name, inner)| Some((name.clone(), sample(inner)?))).collect();
            if plain.is_empty() {
                let (name, inner) = properties.iter().next()?;
                first(name, sample(inner)?)
            } else {
                plain.into()
            }
        }
        "array" => Json::Array(vec![sample(&schema["items"])?]),
        "integer" | "number" => schema["minimum"].as_i64().unwrap_or(1).max(1).into(),
        "boolean" => true.into(),
        _ if schema.get("type").is_none() => return None,
        _ => schema["enum"].get(0).cloned().unwrap_or_else(|| "text".into()),
    })
}

fn default_note(field: &Field) -> Option<String> {
    match field.default.as_ref()? {
        Json::Null => None,
        Json::String(text) if text.is_empty() => None,
        Json::Array(list) if list.is_empty() => None,
        Json::Object(map) if map.is_empty() => None,
        Json::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Joins several sentences into one help text, each with a full stop.
fn sentences(help: &str, notes: &[String]) -> String {
    let mut text = String::new();
    for part in std::iter::once(help).chain(notes.iter().map(String::as_str)).filter(|part| !part.is_empty()) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(part.trim_end());
        if !part.trim_end().ends_with(['.', ']', '!', '?', ':', '`']) {
            text.push('.');
        }
    }
    // Help on the terminal ends without a full stop, as clap's own does.
    text.strip_suffix('.').map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_for_json_show_its_shape() {
        let model = Model::parse(include_bytes!("../../../docs/golden/model.json")).expect("a model document");
        let note = |word: &str, name: &str| {
            let resource = model.by_word(word).expect("a resource");
            kind_note(resource.field(name).expect("a field"), &model)
        };
        assert_eq!(
            note("asset", "security_objectives"),
            "JSON such as {\"objectives\":{\"confidentiality\":{\"value\":1,\"is_enabled\":true}}}; @FILE reads it from a file"
        );
        assert!(note("applied-control", "cost").contains("{\"currency\":\"text\",\"amortization_period\":1}"));
        assert!(note("webhook-endpoint", "headers").contains("such as {\"name\":\"text\"};"));
        assert_eq!(note("asset-class", "translations"), "JSON; @FILE reads it from a file");
    }
}
