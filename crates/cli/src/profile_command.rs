//! `cairn profile …`: the instances you work with.

use clap::Subcommand;
use serde_json::{Value as Json, json};

use crate::completion;
use crate::failure::{Failure, Result};
use crate::output::{Column, Screen, note, print, table};
use crate::profile::Profiles;
use crate::vault;

#[derive(Debug, Subcommand)]
pub enum ProfileCommand {
    /// List profiles; the current one is marked with a star.
    List,
    /// Switch to a profile.
    Use {
        /// Its name.
        #[arg(add = completion::profiles())]
        name: String,
    },
    /// Remove a profile and its token; `cairn logout` also revokes the token.
    Remove {
        /// Its name.
        #[arg(add = completion::profiles())]
        name: String,
    },
}

impl ProfileCommand {
    pub fn run(self) -> Result {
        let mut profiles = Profiles::load()?;
        match self {
            ProfileCommand::List => list(&profiles),
            ProfileCommand::Use { name } => {
                let Some(profile) = profiles.profiles.get(&name) else { return Err(profiles.unknown(&name)) };
                let words = format!("Now using {} (profile {name}).", profile.url);
                profiles.current = Some(name);
                profiles.save()?;
                note(&words);
                Ok(())
            }
            ProfileCommand::Remove { name } => {
                let removed = profiles.remove(&name).ok_or_else(|| profiles.unknown(&name))?;
                vault::forget(&name, removed.store)?;
                profiles.save()?;
                note(&format!("Removed profile {name} for {}.", removed.url));
                profiles.none_in_use().iter().for_each(|words| note(words));
                Ok(())
            }
        }
    }
}

fn list(profiles: &Profiles) -> Result {
    if profiles.profiles.is_empty() {
        return Err(Failure::other("there are no profiles yet; create one with `cairn login`"));
    }
    let rows: Vec<Json> = profiles
        .profiles
        .iter()
        .map(|(name, profile)| {
            let mark = if profiles.current.as_ref() == Some(name) { "*" } else { "" };
            json!({ "mark": mark, "name": name, "url": profile.url, "user": profile.email })
        })
        .collect();
    let columns = [("mark", ""), ("name", "Name"), ("url", "Instance"), ("user", "User")]
        .map(|(key, label)| Column::new(key, label));
    print(&table(&rows, &columns, Screen::stdout()).0)
}
