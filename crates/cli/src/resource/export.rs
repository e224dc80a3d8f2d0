//! `cairn asset export --format xlsx --file assets.xlsx`: the server's own export, made for spreadsheets.

use std::io::IsTerminal;
use std::path::PathBuf;

use cairn_client::{Model, Resource};
use clap::{Arg, ArgMatches, Command, value_parser};

use super::Call;
use super::list::{selection, with_selection};
use crate::failure::{Failure, Result};
use crate::output::save;
use crate::spreadsheet::{CSV, XLSX};
use crate::{flags, spreadsheet};

pub fn command(resource: &Resource, model: &Model) -> Command {
    let command = Command::new("export")
        .about(format!("Writes {} into a file for spreadsheets", resource.several()))
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser([CSV, XLSX])
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
    with_selection(command, resource, model).arg(flags::profile())
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let file = matches.get_one::<PathBuf>("file");
    let format = match (matches.get_one::<String>("format"), file) {
        (Some(format), _) => format,
        (None, Some(file)) => spreadsheet::by_name(file)?.unwrap_or(CSV),
        (None, None) => CSV,
    };
    if format == XLSX && file.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::usage("a spreadsheet cannot be shown here; say --file NAME.xlsx"));
    }
    let query = selection(call, matches).await?;
    let path = format!("{}export_{format}/", call.resource.collection());
    let reply = call.connection.client.download(&path, &query).await?;
    save(&reply.body, file.map(PathBuf::as_path))
}
