//! The flags shared by all commands that query an instance and print the response.

use clap::Args;

use crate::completion;
use crate::connection::Wanted;
use crate::output::Format;

#[derive(Debug, Args)]
pub struct Common {
    /// Output format: table, json, jsonl, csv, yaml or id [default: table]
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "table",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub output: Format,
    /// The profile to use instead of the current one.
    #[arg(long, value_name = "NAME", add = completion::profiles())]
    profile: Option<String>,
}

impl Common {
    /// A flag after the command wins over the same flag before it.
    pub fn wanted(&self, before: Wanted) -> Wanted {
        Wanted { profile: self.profile.clone().or(before.profile), url: before.url }
    }
}
