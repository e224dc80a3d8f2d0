//! `cairn asset export --format xlsx --output assets.xlsx`: the server's own export, made for spreadsheets.

use cairn_client::{Model, Resource};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;

use super::list::{selection, with_selection};
use super::{Call, follow};
use crate::failure::Result;
use crate::spreadsheet::{CSV, XLSX};
use crate::{flags, spreadsheet};

const JOB: &str = "job";
/// The action that exports a list in a job.
pub const PREPARE: &str = "prepare-export";

pub fn command(resource: &Resource, model: &Model) -> Command {
    let command = Command::new("export")
        .about(format!("Export {} to a spreadsheet file", resource.several()))
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser([CSV, XLSX])
                .help("File format [default: from the file name, otherwise csv]"),
        )
        .arg(
            Arg::new(JOB)
                .long(JOB)
                .action(ArgAction::SetTrue)
                .help("Create the file in a background job, for very long lists"),
        )
        .arg(follow::no_wait_flag().requires(JOB))
        .arg(follow::place_flag())
        .after_long_help("Exports are recorded in the audit log. For programs, use `list -o json` instead.");
    with_selection(command, resource, model).arg(flags::profile())
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let file = follow::place(matches);
    let format = match (matches.get_one::<String>("format"), file) {
        (Some(format), _) => format,
        (None, Some(file)) => spreadsheet::by_name(file)?.unwrap_or(CSV),
        (None, None) => CSV,
    };
    let query = selection(call, matches).await?;
    let (client, collection) = (&call.connection.client, call.resource.collection());
    if matches.get_flag(JOB) {
        let body = json!({ "format": format, "query": cairn_client::query_text(&query) });
        let job = client.post(&format!("{collection}{PREPARE}/"), &body).await?;
        return follow::job(client, &job, matches).await;
    }
    follow::download(client, &format!("{collection}export_{format}/"), &query, matches).await
}
