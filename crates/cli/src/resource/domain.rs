//! `cairn folder export NAME` and `cairn folder import FILE`: a whole domain as a ZIP, with its attachments.
//!
//! Like files of evidence, this is not in the model document, so the one resource that has it is known by its path.

use std::io::IsTerminal;
use std::path::PathBuf;

use cairn_client::Resource;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};

use super::Call;
use crate::failure::{Failure, Result};
use crate::output::cell::harmless;
use crate::output::{Format, counted, object_for_programs, print_data, save, tell};
use crate::{completion, flags};

fn is_domain(resource: &Resource) -> bool {
    resource.path == "folders"
}

/// Lets `export` take one domain, to write it whole.
pub fn with_whole(command: Command, resource: &Resource) -> Command {
    if !is_domain(resource) {
        return command;
    }
    command
        .about("Writes one domain whole as a ZIP, or the list of domains for spreadsheets")
        .arg(
            Arg::new("object")
                .value_name("NAME")
                .help("The domain to write whole, with everything in it and its attachments; the list when left out")
                .add(completion::objects(&resource.path)),
        )
        .after_long_help(
            "A ZIP can be brought into any instance with `cairn folder import`. It has no secrets, people, groups or \
             roles. Each export is noted in the journal.\n\nExamples:\n  cairn folder export Payments --file payments.zip\n  \
             cairn folder export --file domains.csv",
        )
}

pub fn command(resource: &Resource) -> Option<Command> {
    (is_domain(resource) && resource.permissions.add).then(|| {
        Command::new("import")
            .about("Makes a new domain from an exported one")
            .arg(
                Arg::new("file")
                    .required(true)
                    .value_name("FILE")
                    .value_hint(ValueHint::FilePath)
                    .value_parser(value_parser!(PathBuf))
                    .help("The ZIP that `cairn folder export` wrote"),
            )
            .arg(
                Arg::new("name")
                    .long("name")
                    .value_name("NAME")
                    .help("What to call it here [default: as it was called]"),
            )
            .arg(
                Arg::new("parent")
                    .long("parent")
                    .value_name("DOMAIN")
                    .help("The domain to put it under [default: the root]")
                    .add(completion::objects(&resource.path)),
            )
            .arg(
                Arg::new("create-missing-asset-classes")
                    .long("create-missing-asset-classes")
                    .action(ArgAction::SetTrue)
                    .help("Makes classes of assets that are missing here"),
            )
            .arg(flags::output())
            .arg(flags::profile())
            .after_long_help(
                "All of it is brought in, or nothing. What the domain refers to outside of itself, such as the owners \
                 of its assets, must be here under the same name or e-mail address.\n\nExample:\n  \
                 cairn folder import payments.zip --name \"Payments (copy)\"",
            )
    })
}

pub async fn export(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let file = matches.get_one::<PathBuf>("file");
    if file.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::usage("a ZIP cannot be shown here; say --file NAME.zip"));
    }
    let id = call.object(matches).await?;
    let reply = call.connection.client.download(&format!("{}export/", call.resource.item(id)), &Vec::new()).await?;
    save(&reply.body, file.map(PathBuf::as_path))
}

pub async fn import(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let file = matches.get_one::<PathBuf>("file").cloned().unwrap_or_default();
    let content =
        std::fs::read(&file).map_err(|error| Failure::other(format!("cannot read {}: {error}", file.display())))?;
    let mut query = Vec::new();
    if let Some(name) = matches.get_one::<String>("name") {
        query.push(("name".to_owned(), name.clone()));
    }
    if let Some(parent) = matches.get_one::<String>("parent") {
        query.push(("parent_folder".to_owned(), call.names.find(&call.resource.path, parent).await?.to_string()));
    }
    if matches.get_flag("create-missing-asset-classes") {
        query.push(("create_missing_asset_classes".to_owned(), "true".to_owned()));
    }
    let path = format!("{}import/", call.resource.collection());
    let answer = call.connection.client.post_bytes(&path, &query, "application/zip", content).await?;
    match super::format_of(matches) {
        Format::Table => {
            let name = harmless(answer["name"].as_str().unwrap_or_default(), false);
            let created = answer["created"].as_u64().unwrap_or_default();
            tell(&format!("Made the domain “{name}” with {}\n", counted(created, "object")))
        }
        format => print_data(object_for_programs(&answer, format)?),
    }
}
