//! `cairn asset restore NAME --as-of 2026-03-01`

use cairn_client::{Query, Resource};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{Call, format_of, texts};
use crate::failure::{Failure, Result};
use crate::flags;
use crate::output::{Format, counted, note};
use crate::times::instant;

/// How many entries are searched for the last change of a deleted object.
const LOOKED_AT: u64 = 50;

pub fn command(resource: &Resource) -> Command {
    let word = resource.word();
    Command::new("restore")
        .about(format!("Restore an earlier version of one {}", resource.one()))
        .arg(flags::object(resource))
        .arg(flags::as_of().help("As of this time: 2026-03-01 or 2026-03-01T12:00:00Z").conflicts_with("entry"))
        .arg(
            Arg::new("entry")
                .long("entry")
                .value_name("NUMBER")
                .value_parser(value_parser!(i64).range(1..))
                .help("As of this history entry: the `seq` from `history -o json`"),
        )
        .arg(flags::output())
        .arg(flags::profile())
        .after_long_help(format!(
            "Restoring is a normal change: current rules and permissions apply, and the history is kept. References to \
             objects that no longer exist are dropped and reported.\n\nName a deleted object by its id or, with --as-of, \
             by its name at that time. By default, its last version is restored. To find ids, use `cairn journal log \
             --resource {word} --kind deleted -o json`.\n\n\
             Examples:\n  cairn {word} restore \"A good name\" --as-of 2026-03-01\n  \
             cairn {word} restore 01987a2c-5a1e-7c1f-9f11-3f2f0f6f1a11"
        ))
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let id = call.object(matches).await?;
    let as_of = texts(matches, "as-of").and_then(|times| times.into_iter().next());
    let state = match (as_of, matches.get_one::<i64>("entry")) {
        (Some(time), _) => json!({ "as_of": instant(&time)? }),
        (None, Some(entry)) => json!({ "entry": entry }),
        (None, None) => json!({ "entry": last_before_its_end(call, id).await? }),
    };
    let answer = call.connection.client.post(&format!("{}restore/", call.resource.item(id)), &state).await?;
    if format_of(matches) == Format::Table {
        for dropped in answer["dropped"].as_array().into_iter().flatten() {
            let (field, count) = (dropped["field"].as_str().unwrap_or_default(), dropped["count"].as_u64());
            let label = call.resource.field(field).map_or(field, |field| &field.label);
            let count = counted(count.unwrap_or(0), "reference");
            note(&format!("Dropped {count} of “{label}”: deleted, or you do not have access."));
        }
    }
    // Programs get the whole response; people get a sentence.
    let shown = if format_of(matches) == Format::Table { &answer["object"] } else { &answer };
    call.written("Restored", shown, matches)
}

/// The entry with the last state of a deleted object.
async fn last_before_its_end(call: &Call<'_>, id: Uuid) -> Result<Json> {
    let path = format!("{}history/", call.resource.item(id));
    let entries = call.connection.client.page(&path, &Query::new(), LOOKED_AT, 0).await?.rows;
    // A history has entries that aren't changes, such as an earlier restore.
    let is_change = |entry: &&Json| ["created", "updated", "deleted"].iter().any(|kind| entry["kind"] == **kind);
    let mut changes = entries.iter().filter(is_change);
    match (changes.next(), changes.next()) {
        (Some(last), Some(before)) if last["kind"] == "deleted" => Ok(before["seq"].clone()),
        _ => Err(Failure::usage("it is not deleted; choose a version to restore with --as-of or --entry")),
    }
}
