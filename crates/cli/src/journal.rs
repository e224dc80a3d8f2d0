//! `cairn journal log`: who did what, as far as you are allowed to see. The other journal commands work on the database
//! and are part of the server.

use cairn_client::{Model, Names, Query, Resource};
use clap::Args;
use serde_json::Value as Json;

use crate::common::Common;
use crate::completion;
use crate::connection::{Connection, Wanted};
use crate::failure::{Exit, Failure, Result};
use crate::output::cell::{harmless, readable};
use crate::output::{Column, Format, Screen, note, print, print_data, rows_for_programs, table_of_sentences};
use crate::times::parse_instant;

const PATH: &str = "/api/log-entries/";
const PAGE: u64 = 500;

/// List the journal entries you have access to, newest first.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  cairn journal log --since 2026-03-01 --resource asset\n  \
    cairn journal log --actor ada@example.com --kind deleted\n  \
    cairn journal log --object 01987a2c-5a1e-7c1f-9f11-3f2f0f6f1a11 -o json")]
pub struct JournalLog {
    /// Only entries by this user, by email address.
    #[arg(long, value_name = "EMAIL")]
    actor: Option<String>,
    /// Only entries for this resource, such as asset.
    #[arg(long, value_name = "RESOURCE", add = completion::resources())]
    resource: Option<String>,
    /// Only entries for this object: an id, or a name with --resource.
    #[arg(long, value_name = "NAME")]
    object: Option<String>,
    /// Only entries of this kind: created, updated, deleted, signed_in and so on; separate several with commas.
    #[arg(long, value_name = "KIND", add = completion::choices("log-entries", "kind"))]
    kind: Option<String>,
    /// Only this domain and its subdomains.
    #[arg(long, value_name = "DOMAIN", add = completion::objects("folders"))]
    domain: Option<String>,
    /// Only entries since: 2026-03-01 or 2026-03-01T12:00:00Z.
    #[arg(long, value_name = "TIME", value_parser = parse_instant)]
    since: Option<String>,
    /// Only entries before this time.
    #[arg(long, value_name = "TIME", value_parser = parse_instant)]
    until: Option<String>,
    /// Only entries containing all of these words.
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,
    /// Maximum number of entries.
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    limit: u64,
    #[command(flatten)]
    common: Common,
}

impl JournalLog {
    pub async fn run(self) -> Result {
        let connection = Connection::open(&self.common.wanted(Wanted::default()))?;
        let query = self.query(&connection).await?;
        let mut rows = Vec::new();
        while (rows.len() as u64) < self.limit {
            let seen = rows.len() as u64;
            let page = connection.client.page(PATH, &query, PAGE.min(self.limit - seen), seen).await;
            let page = page.map_err(|error| match error.status() {
                Some(404) => missing("the journal over its API"),
                _ => error.into(),
            })?;
            rows.extend(page.rows);
            if page.is_last {
                break;
            }
        }
        match self.common.output {
            Format::Table if rows.is_empty() => {
                note("No entries.");
                Ok(())
            }
            Format::Table => {
                let model = connection.model().await?;
                print(&entries_for_people(&rows, Some(&model), Screen::stdout()))
            }
            format => print_data(rows_for_programs(&rows, None, format)?),
        }
    }

    async fn query(&self, connection: &Connection) -> Result<Query> {
        let mut query = Query::new();
        let mut add = |name: &str, value: &Option<String>| {
            query.extend(value.iter().map(|value| (name.to_owned(), value.clone())));
        };
        add("actor_label", &self.actor);
        add("kind", &self.kind);
        add("at__gte", &self.since);
        add("at__lt", &self.until);
        add("search", &self.search);
        if self.resource.is_none() && self.object.is_none() && self.domain.is_none() {
            return Ok(query);
        }
        let model = connection.model().await?;
        let names = Names::new(&connection.client, &model);
        let resource = match &self.resource {
            Some(word) => {
                Some(model.by_word(word).ok_or_else(|| Failure::usage(format!("there is no resource “{word}”")))?)
            }
            None => None,
        };
        if let Some(resource) = resource {
            query.push(("resource".into(), resource.path.clone()));
        }
        if let Some(object) = &self.object {
            let id = match (resource, uuid::Uuid::try_parse(object)) {
                (_, Ok(id)) => id,
                (Some(resource), Err(_)) => names.find(&resource.path, object).await?,
                (None, Err(_)) => {
                    return Err(Failure::usage("--object requires an id, or a name with --resource"));
                }
            };
            query.push(("object_id".into(), id.to_string()));
        }
        if let Some(domain) = &self.domain {
            query.push(("within".into(), names.find("folders", domain).await?.to_string()));
        }
        Ok(query)
    }
}

/// The server is too old to support this.
pub fn missing(what: &str) -> Failure {
    Failure::new(Exit::NotFound, format!("this server does not support {what}; it may be older than this program"))
}

/// Journal entries as a table: when, who, what, and the changes; with a model, also the object.
pub fn entries_for_people(entries: &[Json], objects: Option<&Model>, screen: Screen) -> String {
    let rows: Vec<Json> = entries
        .iter()
        .map(|entry| {
            let mut row = entry.clone();
            row["who"] = entry["actor_label"].clone();
            row["what"] = readable(&entry["kind"], None).replace('_', " ").into();
            row["changed"] = changes(&entry["changes"]).join("; ").into();
            if entry["kind"] == "created" {
                // In a new object, every field is new.
                row["changed"] = Json::Null;
            }
            let object = &entry["object"];
            let kind = object["resource"].as_str().or(entry["resource"].as_str()).unwrap_or_default();
            let name = object["str"].as_str().or(entry["object_name"].as_str()).unwrap_or_default();
            let kind = objects.and_then(|model| model.find(kind)).map_or_else(|| kind.to_owned(), Resource::one);
            row["thing"] = format!("{kind} {name}").trim().into();
            row
        })
        .collect();
    let mut columns = vec![Column::new("at", "When"), Column::new("who", "Who"), Column::new("what", "What")];
    if objects.is_some() {
        columns.push(Column::new("thing", "Object"));
    }
    if rows.iter().any(|row| row["changed"].as_str().is_some_and(|changed| !changed.is_empty())) {
        columns.push(Column::new("changed", "Changes"));
    }
    table_of_sentences(&rows, &columns, screen)
}

/// Changed fields in words: `Status: To do → Active`, `Owner: +Ada −Bob`.
pub fn changes(list: &Json) -> Vec<String> {
    let label =
        |change: &Json| harmless(change["label"].as_str().or(change["field"].as_str()).unwrap_or_default(), false);
    let words = |value: &Json| match readable(value, None) {
        text if text.is_empty() => "nothing".to_owned(),
        text => harmless(&text, false),
    };
    let one = |change: &Json| -> Option<String> {
        let moved = |key: &str, sign: &str| -> Vec<String> {
            change[key].as_array().into_iter().flatten().map(|one| format!("{sign}{}", words(one))).collect()
        };
        let moves = [moved("added", "+"), moved("removed", "−")].concat();
        if !moves.is_empty() {
            return Some(format!("{}: {}", label(change), moves.join(" ")));
        }
        // Empty fields of a created or deleted object mean nothing to people.
        let (before, after) = (words(&change["before"]), words(&change["after"]));
        (before != after).then(|| format!("{}: {before} → {after}", label(change)))
    };
    list.as_array().into_iter().flatten().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_read_as_sentences() {
        let list = json!([
            { "field": "status", "label": "Status", "before": "to_do", "after": "active" },
            { "field": "eta", "label": "ETA", "before": "2026-03-01" },
            { "field": "ref_id", "label": "Reference", "before": "", "after": null },
            { "field": "owner", "label": "Owner", "added": [{ "id": "1", "str": "Ada" }], "removed": [{ "id": "2", "str": "Bob" }] },
        ]);
        assert_eq!(changes(&list), ["Status: to_do → active", "ETA: 2026-03-01 → nothing", "Owner: +Ada −Bob"]);
    }
}
