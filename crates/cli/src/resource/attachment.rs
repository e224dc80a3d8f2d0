//! `cairn evidence upload NAME FILE…` and `cairn evidence download NAME`.
//!
//! Files are the one thing that the model document does not describe, so these few resources are known by their paths.

use std::io::IsTerminal;
use std::path::PathBuf;

use cairn_client::Resource;
use clap::{Arg, ArgMatches, Command, ValueHint, value_parser};

use super::Call;
use crate::failure::{Failure, Result};
use crate::flags;
use crate::output::{object_for_programs, print_data, save, tell};

/// Whether files go into objects of a resource, and what gives them out again.
fn places(resource: &Resource) -> (bool, Option<&'static str>) {
    match resource.path.as_str() {
        "evidences" | "evidence-revisions" => (true, Some("attachment/")),
        "evidence-files" | "attachments" => (false, Some("content/")),
        _ => (carries_attachments(resource), None),
    }
}

fn carries_attachments(resource: &Resource) -> bool {
    resource.carries.iter().any(|what| what == "attachments")
}

pub fn commands(resource: &Resource) -> Vec<Command> {
    let (takes, download) = places(resource);
    let upload = (takes && resource.permissions.change).then(|| {
        Command::new("upload")
            .about(format!("Adds files to one {}", resource.one()))
            .arg(flags::object(resource))
            .arg(
                Arg::new("files")
                    .required(true)
                    .num_args(1..)
                    .value_name("FILE")
                    .value_hint(ValueHint::FilePath)
                    .value_parser(value_parser!(PathBuf))
                    .help("The files to send"),
            )
            .arg(flags::output())
            .arg(flags::profile())
    });
    let download = download.map(|_| {
        Command::new("download")
            .about(format!("Fetches the file of one {}", resource.one()))
            .arg(flags::object(resource))
            .arg(
                Arg::new("file")
                    .long("file")
                    .value_name("FILE")
                    .value_parser(value_parser!(PathBuf))
                    .help("Where to write it [default: standard output]"),
            )
            .arg(flags::profile())
    });
    upload.into_iter().chain(download).collect()
}

pub async fn upload(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let mut files = Vec::new();
    for path in matches.get_many::<PathBuf>("files").into_iter().flatten() {
        let content = std::fs::read(path);
        let content = content.map_err(|error| Failure::other(format!("cannot read {}: {error}", path.display())))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        files.push((name, content));
    }
    let id = call.object(matches).await?;
    let place = if carries_attachments(call.resource) {
        format!("/api/attachments/upload/?about={id}")
    } else {
        format!("{}upload/", call.resource.item(id))
    };
    let answer = call.connection.client.upload(&place, "file", &files).await?;
    match super::format_of(matches) {
        crate::output::Format::Table => {
            let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
            tell(&format!("Uploaded {}\n", names.join(", ")))
        }
        format => print_data(object_for_programs(&answer, format)?),
    }
}

pub async fn download(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let file = matches.get_one::<PathBuf>("file");
    if file.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::usage("say where to write it, with --file, or send it on with a pipe"));
    }
    let id = call.object(matches).await?;
    let place = places(call.resource).1.unwrap_or_default();
    let reply = call.connection.client.download(&format!("{}{place}", call.resource.item(id)), &Vec::new()).await?;
    save(&reply.body, file.map(PathBuf::as_path))
}
