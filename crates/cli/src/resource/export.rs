//! `cairn asset export --format xlsx --file assets.xlsx`: the server's own export, made for spreadsheets.

use std::io::IsTerminal;
use std::path::PathBuf;

use cairn_client::{Model, Resource};
use clap::{Arg, ArgMatches, Command, value_parser};

use super::Call;
use super::list::{selection, with_selection};
use crate::failure::{Failure, Result};
use crate::flags;
use crate::output::save;

pub fn command(resource: &Resource, model: &Model) -> Command {
    let command = Command::new("export")
        .about(format!("Writes {} into a file for spreadsheets", resource.several()))
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser(["csv", "xlsx"])
                .help("What to write [default: by the name of the file, else csv]"),
        )
        .arg(
            Arg::new("file")
                .long("file")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Where to write it [default: standard output]"),
        )
        .after_long_help("Each export is noted in the journal. For programs, `list -o json` is the better source.");
    // The server exports everything that is selected.
    with_selection(command, resource, model).mut_arg("limit", |arg| arg.hide(true)).arg(flags::profile())
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let file = matches.get_one::<PathBuf>("file");
    let named = file.and_then(|file| file.extension()).is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx"));
    let format = matches.get_one::<String>("format").map_or(if named { "xlsx" } else { "csv" }, String::as_str);
    if format == "xlsx" && file.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::usage("a spreadsheet cannot be shown here; say --file NAME.xlsx"));
    }
    let mut query = selection(call, matches).await?;
    if let Some(limit) = matches.get_one::<u64>("limit") {
        query.push(("limit".into(), limit.to_string()));
    }
    let path = format!("{}export_{format}/", call.resource.collection());
    let reply = call.connection.client.download(&path, &query).await?;
    save(&reply.body, file.map(PathBuf::as_path))
}
