//! `cairn asset delete NAME…`

use cairn_client::{Error, Resource};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::Value as Json;
use uuid::Uuid;

use super::{Call, texts};
use crate::ask::{self, require_someone};
use crate::failure::{Exit, Failure, Result};
use crate::output::cell::harmless;
use crate::output::{note, tell};
use crate::{completion, flags};

/// How many of the other objects that would be deleted are named.
const NAMED: usize = 5;

pub fn command(resource: &Resource) -> Command {
    Command::new("delete")
        .visible_alias("rm")
        .about(format!("Delete {}, after asking", resource.several()))
        .arg(
            Arg::new("objects")
                .required(true)
                .num_args(1..)
                .value_name("NAME")
                .help(format!("Names, ref ids, URNs or ids of the {}", resource.several()))
                .add(completion::objects(&resource.path)),
        )
        .arg(
            Arg::new("yes")
                .short('y')
                .long("yes")
                .action(ArgAction::SetTrue)
                .help("Delete without asking; required in scripts"),
        )
        .arg(flags::write_draft())
        .arg(flags::profile())
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let wanted = texts(matches, "objects").unwrap_or_default();
    // All names are looked up before anything is deleted.
    let mut ids: Vec<(String, Uuid)> = Vec::new();
    for text in wanted {
        let id = call.names.find(&call.resource.path, &text).await?;
        ids.push((text, id));
    }
    if !matches.get_flag("yes") {
        confirm(call, &ids).await?;
    }
    let several = ids.len() > 1;
    let mut proposed = None;
    for (text, id) in ids {
        match call.connection.client.delete(&call.resource.item(id)).await {
            Err(error @ Error::Proposed { .. }) if several => {
                tell(&format!("{error}\n"))?;
                proposed = Some(Failure::new(Exit::Proposed, ""));
                continue;
            }
            done => done.map_err(|error| Failure::from(error).about(&text))?,
        }
        tell(&format!("Deleted {} “{text}”{}\n", call.resource.one(), call.place()))?;
    }
    proposed.map_or(Ok(()), Err)
}

/// Shows what would be deleted, dependent objects included, and asks for confirmation.
async fn confirm(call: &Call<'_>, ids: &[(String, Uuid)]) -> Result {
    require_someone()?;
    for (text, id) in ids {
        let info =
            call.connection.client.get(&format!("{}cascade-info/", call.resource.item(*id)), &Vec::new()).await?;
        note(&format!("{} “{text}” will be deleted{}", call.resource.name, along(&info)));
    }
    ask::confirm("Delete?", "nothing was deleted")
}

/// Dependent objects that would be deleted as well: a few by name, and how many there are.
fn along(info: &Json) -> String {
    let group = &info["deleted"];
    let names: Vec<String> = group["related_objects"]
        .as_array()
        .into_iter()
        .flatten()
        .take(NAMED)
        .map(|one| format!("“{}”", harmless(one["name"].as_str().unwrap_or_default(), false)))
        .collect();
    match group["count"].as_u64().unwrap_or(0) {
        0 => ".".to_owned(),
        count if count as usize > names.len() => format!(", along with {count} others, such as {}.", names.join(", ")),
        _ => format!(", along with {}.", names.join(", ")),
    }
}
