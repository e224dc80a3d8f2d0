//! `cairn folder export NAME`: a whole domain as a ZIP, with its attachments. Every resource has a command of that name for
//! its list, so the one whose objects can be exported too is known by its path.

use cairn_client::Resource;
use clap::{Arg, ArgMatches, Command};

use super::{Call, follow};
use crate::completion;
use crate::failure::Result;

fn is_domain(resource: &Resource) -> bool {
    resource.path == "folders"
}

/// Lets `export` take one domain, to write it whole.
pub fn with_whole(command: Command, resource: &Resource) -> Command {
    if !is_domain(resource) {
        return command;
    }
    command
        .about("Export one domain as a ZIP, or the list of domains for spreadsheets")
        .arg(
            Arg::new("object")
                .value_name("NAME")
                .help("The domain to export, with everything in it and its attachments [default: the list of domains]")
                .add(completion::objects(&resource.path)),
        )
        .after_long_help(
            "The ZIP can be imported into any instance with `cairn folder import`. It contains no secrets, users, groups \
             or roles. Exports are recorded in the audit log.\n\nExamples:\n  cairn folder export Payments --output payments.zip\n  \
             cairn folder export --output domains.csv",
        )
}

pub async fn export(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let id = call.object(matches).await?;
    follow::download(&call.connection.client, &format!("{}export/", call.resource.item(id)), &Vec::new(), matches).await
}
