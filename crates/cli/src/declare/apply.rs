//! `cairn apply -f DIR`: makes a domain match the files in a directory.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde_json::{Value as Json, json};

use super::directory::{self, DOMAIN, Declared};
use super::renamed;
use super::show;
use super::state::{Known, Seen, State, sha256};
use crate::ask::confirm;
use crate::common::Common;
use crate::connection::{Connection, Wanted};
use crate::failure::{Exit, Failure, Result};
use crate::output::{Format, Screen, counted, note, object_for_programs, print, print_data};

const PATH: &str = "/api/change-sets/";

/// Apply YAML files to a domain, all of them or none.
#[derive(Debug, Args)]
#[command(
    after_long_help = "Each file is one object, as written by `cairn export`. A new file creates an object, a deleted file deletes its object, and objects that never had a file are left alone. Changes someone else made since the last export or apply are shown, and only overwritten with --force.\n\
    \nWith --plan, nothing is written. The exit code is 0 if everything matches the files, otherwise 7.\n\
    \nExamples:\n  cairn apply -f payments/ --plan\n  cairn apply -f payments/\n  cairn apply -f payments/ --yes -o json"
)]
pub struct Apply {
    /// The directory.
    #[arg(short = 'f', long = "file", value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: PathBuf,
    /// Only show what would be added, changed and deleted.
    #[arg(long)]
    plan: bool,
    /// Overwrite changes made by someone else.
    #[arg(long)]
    force: bool,
    /// Delete without asking; required in scripts.
    #[arg(short, long)]
    yes: bool,
    #[command(flatten)]
    common: Common,
}

impl Apply {
    pub async fn run(self, wanted: Wanted) -> Result {
        let declared = directory::read(&self.directory)?;
        let state = State::read(&self.directory)?;
        let connection = Connection::open(&self.common.wanted(wanted))?;
        let instance = connection.client.address().to_string();
        let mut known = state.of(&instance);
        for (old, new) in renamed::follow(&mut known, &declared) {
            note(&format!("{old} is now {new}."));
        }
        let mut set = change_set(&declared, &known);
        set["plan"] = json!(true);
        let planned = connection.client.post(PATH, &set).await?;
        let count = |name: &str| planned[name].as_u64().unwrap_or(0);
        let (different, drifted) = (count("created") + count("changed") + count("deleted"), count("drifted"));
        let is_refused = drifted > 0 && !self.force;
        let for_people = self.common.output == Format::Table;
        if for_people && different > 0 {
            let model = connection.model().await?;
            let drift = show::drift(&connection.client, &planned, &known).await;
            print(&show::plan(&planned, &model, &drift, Screen::stdout()))?;
        } else if !for_people && (self.plan || is_refused || different == 0) {
            print_data(object_for_programs(&planned, self.common.output)?)?;
        }
        if self.plan && different > 0 {
            return Err(Failure::new(Exit::Different, ""));
        }
        if is_refused {
            let words = "someone else has changed these objects; nothing was written\n  \
                         export again to get their changes, or use --force to overwrite them";
            return Err(Failure::other(words));
        }
        if different == 0 {
            if for_people {
                note("Nothing to do: everything matches the files.");
            }
            // With --plan, nothing is written locally either.
            return if self.plan { Ok(()) } else { keep(state, &self.directory, &instance, &declared, &planned) };
        }
        if count("deleted") > 0 && !self.yes {
            let question = format!("Delete {}?", counted(count("deleted"), "object"));
            confirm(&question, "nothing was written")?;
        }
        set["plan"] = json!(false);
        set["force"] = json!(self.force);
        set["expect"] = planned["fingerprint"].clone();
        let done = connection.client.post(PATH, &set).await?;
        keep(state, &self.directory, &instance, &declared, &done)?;
        match self.common.output {
            Format::Table => print(&show::summary("Applied", &done)),
            format => print_data(object_for_programs(&done, format)?),
        }
    }
}

/// The whole directory as one change set: its files, and the known objects whose files are gone.
fn change_set(declared: &[Declared], known: &Known) -> Json {
    let mut changes: Vec<Json> = declared
        .iter()
        .map(|one| {
            let mut change = json!({ "key": one.key, "resource": one.resource, "fields": one.fields });
            if let Some(seen) = known.objects.get(&one.key).filter(|seen| seen.resource == one.resource) {
                change["id"] = json!(seen.id);
                change["seen"] = json!(seen.updated_at);
            }
            change
        })
        .collect();
    let present: BTreeSet<&str> = declared.iter().map(|one| one.key.as_str()).collect();
    for (key, seen) in known.objects.iter().filter(|(key, _)| !present.contains(key.as_str())) {
        changes.push(json!({
            "key": key, "resource": seen.resource, "action": "delete", "id": seen.id, "seen": seen.updated_at,
        }));
    }
    json!({ "folder": { "key": DOMAIN }, "changes": changes })
}

/// Records which object each file describes, and the version that was last seen.
fn keep(state: State, directory: &std::path::Path, instance: &str, declared: &[Declared], outcome: &Json) -> Result {
    let mut known = Known::default();
    for done in outcome["results"].as_array().into_iter().flatten() {
        let one = declared.iter().find(|one| done["key"].as_str() == Some(&one.key));
        let id = done["id"].as_str().and_then(|id| id.parse().ok());
        if let (Some(one), Some(id), Some(updated_at)) = (one, id, done["updated_at"].as_str()) {
            let (resource, updated_at) = (one.resource.clone(), updated_at.to_owned());
            let (sha256, names) = (sha256(&one.text), renamed::names(&one.fields));
            known.objects.insert(one.key.clone(), Seen { resource, id, updated_at, sha256, names });
        }
    }
    state.write(directory, instance, known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(key: &str) -> Declared {
        Declared {
            key: key.to_owned(),
            resource: "assets".to_owned(),
            fields: serde_json::Map::new(),
            text: String::new(),
        }
    }

    #[test]
    fn what_has_lost_its_file_is_deleted() {
        let seen = |resource: &str| Seen {
            resource: resource.into(),
            id: uuid::Uuid::nil(),
            updated_at: "2026-01-01T00:00:00Z".into(),
            sha256: String::new(),
            names: Vec::new(),
        };
        let files = [("assets/a", seen("assets")), ("assets/b", seen("assets"))];
        let known = Known { objects: files.map(|(name, seen)| (name.to_owned(), seen)).into() };
        let set = change_set(&[declared("assets/a"), declared("assets/c")], &known);
        let changes = set["changes"].as_array().expect("changes");
        assert_eq!(changes.len(), 3);
        assert!(changes[0]["id"].is_string() && changes[0]["action"].is_null());
        assert!(changes[1]["id"].is_null(), "a new file is a new object");
        assert_eq!((&changes[2]["key"], &changes[2]["action"]), (&json!("assets/b"), &json!("delete")));
    }
}
