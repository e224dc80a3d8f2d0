//! `cairn asset create NAME --type PR`, or from JSON on standard input with `-`.

use cairn_client::{Error, Model, Resource};
use clap::{Arg, ArgMatches, Command};
use serde_json::{Map, Value as Json};

use super::{Call, example, format_of, texts};
use crate::failure::{Exit, Failure, Result};
use crate::flags;
use crate::input::{field_value, objects_on_stdin, writable};
use crate::output::{Format, note, print_data, rows_for_programs, tell};

pub fn command(resource: &Resource, model: &Model) -> Command {
    let word = resource.word();
    let mut command = Command::new("create")
        .about(format!("Create {}", article(&resource.one())))
        .arg(subject(resource, &format!("The name of the new {}; - reads JSON from standard input", resource.one())))
        .after_long_help(format!(
            "For Markdown and JSON fields, a value that starts with @ is read from that file.\n\n\
             With -, standard input contains one JSON object, an array of objects, or one object per line. References can \
             be names or ids. Flags take precedence.\n\n\
             Examples:\n  {}\n  {}",
            example::create(resource, model),
            match resource.naming().filter(|field| field.is_writable()) {
                Some(field) => {
                    let flag = flags::flag_name(&field.name);
                    format!("cairn {word} get Original -o json | cairn {word} create - --{flag} Copy")
                }
                None => format!("cairn {word} create - < {word}.json"),
            }
        ));
    for field in resource.fields.iter().filter(|field| field.is_writable()) {
        command = command.arg(flags::write(field, model));
    }
    command.arg(flags::write_draft()).arg(flags::output()).arg(flags::profile())
}

/// Flags are named after the fields of the resource, and no field is named like this.
const SUBJECT: &str = "the subject";

/// The name of the new object, or `-`.
pub fn subject(resource: &Resource, help: &str) -> Arg {
    let name = resource.naming().filter(|field| field.is_writable());
    let arg = Arg::new(SUBJECT).value_name(if name.is_some() { "NAME" } else { "-" });
    // A hyphen on its own isn't a flag.
    arg.help(if name.is_some() { help.to_owned() } else { "- reads JSON from standard input".to_owned() })
}

pub fn article(one: &str) -> String {
    if one.starts_with(['a', 'e', 'i', 'o']) { format!("an {one}") } else { format!("a {one}") }
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let resource = call.resource;
    let mut flagged = from_flags(call, matches).await?;
    let subject = texts(matches, SUBJECT).and_then(|texts| texts.into_iter().next());
    let bodies = match subject.as_deref() {
        Some("-") => {
            let mut bodies = Vec::new();
            for object in objects_on_stdin()? {
                let mut body = writable(&call.names, resource, object).await?;
                body.extend(flagged.clone());
                bodies.push(body);
            }
            bodies
        }
        Some(name) => {
            let naming = resource.naming().filter(|field| field.is_writable());
            let naming = naming.ok_or_else(|| {
                Failure::usage(format!("{} have no name; use flags, or - for JSON", resource.several()))
            })?;
            if flagged.contains_key(&naming.name) {
                return Err(Failure::usage(format!("{} is set twice", naming.label.to_lowercase())));
            }
            flagged.insert(naming.name.clone(), name.into());
            vec![flagged]
        }
        None if flagged.is_empty() => {
            return Err(Failure::usage(format!(
                "set the fields of the new {0} with flags or JSON (see cairn {1} create --help)",
                resource.one(),
                resource.word()
            )));
        }
        None => vec![flagged],
    };
    let several = bodies.len() > 1;
    let mut made = Vec::new();
    let mut proposed = None;
    for (at, body) in bodies.into_iter().enumerate() {
        let answer = call.connection.client.post(&resource.collection(), &Json::Object(body)).await;
        // One that waits for a decision doesn't stop the others from being proposed.
        if let (true, Err(error @ Error::Proposed { proposal, .. })) = (several, &answer) {
            match format_of(matches) {
                Format::Table => tell(&format!("{error}\n"))?,
                Format::Id => note(&error.to_string()),
                Format::Jsonl => super::show_proposal(proposal, matches)?,
                _ => made.push((**proposal).clone()),
            }
            proposed = Some(Failure::new(Exit::Proposed, ""));
            continue;
        }
        let answer = answer.map_err(|error| {
            let failure = Failure::from(error);
            // Says which object failed, and that those before it were created.
            if several { failure.about(format!("object {} ({at} created before it)", at + 1)) } else { failure }
        })?;
        match format_of(matches) {
            Format::Table => call.written("Created", &answer, matches)?,
            Format::Json | Format::Yaml | Format::Csv if several => made.push(answer),
            _ => call.written("", &answer, matches)?,
        }
    }
    if !made.is_empty() {
        print_data(rows_for_programs(&made, None, format_of(matches))?)?;
    }
    proposed.map_or(Ok(()), Err)
}

/// The fields set by flags.
pub async fn from_flags(call: &Call<'_>, matches: &ArgMatches) -> Result<Map<String, Json>> {
    let mut body = Map::new();
    for field in call.resource.fields.iter().filter(|field| field.is_writable()) {
        if let Some(values) = texts(matches, &field.name) {
            body.insert(field.name.clone(), field_value(&call.names, field, &values).await?);
        }
    }
    Ok(body)
}
