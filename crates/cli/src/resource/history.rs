//! `cairn asset history NAME`

use cairn_client::{Query, Resource};
use clap::{Arg, ArgMatches, Command, value_parser};

use super::{Call, format_of, texts};
use crate::failure::{Failure, Result};
use crate::flags;
use crate::journal::{entries_for_people, missing};
use crate::output::{Format, print, print_data, rows_for_programs};
use crate::times::instant;

pub fn command(resource: &Resource) -> Command {
    Command::new("history")
        .about(format!("Show the history of one {}, newest first", resource.one()))
        .arg(flags::object(resource))
        .arg(
            Arg::new("limit")
                .long("limit")
                .value_name("NUMBER")
                .value_parser(value_parser!(u64).range(1..=5000))
                .default_value("100")
                .help("Maximum number of entries"),
        )
        .arg(flags::as_of().help("Until then: 2026-03-01 or 2026-03-01T12:00:00Z"))
        .arg(flags::output())
        .arg(flags::profile())
        .after_long_help("The history of a deleted object remains available by its id.")
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let id = call.object(matches).await?;
    let mut query = Query::new();
    if let Some(time) = texts(matches, "as-of").and_then(|times| times.into_iter().next()) {
        query.push(("as_of".into(), instant(&time)?));
    }
    let limit = matches.get_one::<u64>("limit").copied().unwrap_or(100);
    let path = format!("{}history/", call.resource.item(id));
    let page = match call.connection.client.page(&path, &query, limit, 0).await {
        Ok(page) => page,
        // A 404 means that the object is missing, or that there is no history at all; then the object itself is found.
        Err(error) if error.status() == Some(404) => {
            call.connection.client.get(&call.resource.item(id), &Vec::new()).await.map_err(Failure::from)?;
            return Err(missing("histories"));
        }
        Err(error) => return Err(error.into()),
    };
    match format_of(matches) {
        Format::Table => print(&entries_for_people(&page.rows, None, call.screen)),
        format => print_data(rows_for_programs(&page.rows, None, format)?),
    }
}
