//! `cairn folder export NAME`: exports a single object as a file, such as a domain as a ZIP or a library as YAML.
//! Every resource has an `export` command for its list; this extends it.

use cairn_client::{Action, Resource};
use clap::{ArgMatches, Command};

use super::{Call, follow};
use crate::failure::Result;
use crate::flags;

const EXPORT: &str = "export";

fn exporting(resource: &Resource) -> Option<&Action> {
    resource.actions.iter().find(|action| action.name == EXPORT && action.is_on_item() && action.gives_file())
}

/// Lets `export` take an object, if the resource can export one.
pub fn with_whole(command: Command, resource: &Resource) -> Command {
    let Some(action) = exporting(resource) else { return command };
    let (one, several, word) = (resource.one(), resource.several(), resource.word());
    let help = format!(
        "{} Without a name, the list is exported.\n\nExports are recorded in the audit log.\n\nExamples:\n  \
         cairn {word} export NAME --output FILE\n  cairn {word} export --output {several}.csv",
        action.help,
        several = several.replace(' ', "-")
    );
    command
        .about(format!("Export one {one} as a file, or the list of {several} for spreadsheets"))
        .arg(flags::object(resource).required(false))
        .after_long_help(help)
}

pub async fn export(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let id = call.object(matches).await?;
    let path = format!("{}{EXPORT}/", call.resource.item(id));
    follow::download(&call.connection.client, &path, &Vec::new(), matches).await
}
