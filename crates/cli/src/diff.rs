//! `cairn diff --from 2026-01-01 --to 2026-04-01`: what changed between two points in time.

use std::fmt::Write as _;

use cairn_client::{Model, Names, Query};
use clap::Args;
use serde_json::Value as Json;

use crate::common::Common;
use crate::completion;
use crate::connection::{Connection, Wanted};
use crate::failure::Result;
use crate::journal::{changes, missing};
use crate::output::cell::harmless;
use crate::output::{Format, Screen, fit, note, print, print_data, rows_for_programs};
use crate::times::parse_instant;

const PATH: &str = "/api/diff/";
const PAGE: u64 = 500;

/// Show what was created, changed and deleted between two points in time.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  cairn diff --from 2026-01-01 --to 2026-04-01\n  \
    cairn diff --from 2026-03-01T08:00:00Z --domain Sales\n  cairn diff --from 2026-01-01 -o json")]
pub struct Diff {
    /// Start: 2026-01-01 or 2026-01-01T12:00:00Z.
    #[arg(long, value_name = "TIME", value_parser = parse_instant)]
    from: String,
    /// End [default: now].
    #[arg(long, value_name = "TIME", value_parser = parse_instant)]
    to: Option<String>,
    /// Only this domain and its subdomains.
    #[arg(long, value_name = "DOMAIN", add = completion::objects("folders"))]
    domain: Option<String>,
    #[command(flatten)]
    common: Common,
}

impl Diff {
    pub async fn run(self, wanted: Wanted) -> Result {
        let connection = Connection::open(&self.common.wanted(wanted))?;
        let model = connection.model().await?;
        let mut query: Query = vec![("from".into(), self.from.clone())];
        query.extend(self.to.iter().map(|to| ("to".to_owned(), to.clone())));
        if let Some(domain) = &self.domain {
            let id = Names::new(&connection.client, &model).find("folders", domain).await?;
            query.push(("folder".into(), id.to_string()));
        }
        let mut rows: Vec<Json> = Vec::new();
        loop {
            let page = connection.client.page(PATH, &query, PAGE, rows.len() as u64).await;
            let page = page.map_err(|error| match error.status() {
                Some(404) => missing("differences between two times"),
                _ => error.into(),
            })?;
            rows.extend(page.rows);
            if page.is_last {
                break;
            }
        }
        match self.common.output {
            Format::Table if rows.is_empty() => {
                note("No differences.");
                Ok(())
            }
            Format::Table => print(&for_people(&rows, &model, Screen::stdout())),
            format => print_data(rows_for_programs(&rows, None, format)?),
        }
    }
}

/// One line per object, and one per change.
fn for_people(rows: &[Json], model: &Model, screen: Screen) -> String {
    let mut out = String::new();
    for row in rows {
        let path = row["resource"].as_str().unwrap_or_default();
        let what = harmless(&model.find(path).map_or_else(|| path.to_owned(), cairn_client::Resource::one), false);
        let name = harmless(row["name"].as_str().unwrap_or_default(), false);
        let place = row["folder"]["str"].as_str().map(|folder| format!("  ({})", harmless(folder, false)));
        let line = |sign: &str| format!("{sign} {what} {name}");
        let line = match row["kind"].as_str() {
            Some("created") => screen.green(&line("+")),
            Some("deleted") => screen.red(&line("-")),
            _ => screen.yellow(&line("~")),
        };
        let _ = writeln!(out, "{line}{}", screen.dim(&place.unwrap_or_default()));
        if row["kind"] == "changed" {
            for change in changes(&row["changes"]) {
                let _ = writeln!(out, "{}", fit(&format!("    {change}"), screen));
            }
        }
    }
    let count = |kind: &str| rows.iter().filter(|row| row["kind"] == kind).count();
    out + &format!("{} created, {} changed, {} deleted\n", count("created"), count("changed"), count("deleted"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_object_says_what_became_of_it() {
        let rows = [
            json!({ "kind": "created", "resource": "assets", "name": "Vault", "folder": { "str": "Sales" }, "changes": [] }),
            json!({ "kind": "changed", "resource": "moons", "name": "Io",
                    "changes": [{ "label": "Phase", "before": "new", "after": "full" }] }),
        ];
        let model =
            Model::parse(br#"{"resources": {"assets": {"path": "assets", "name": "Asset"}}}"#).expect("a model");
        assert_eq!(
            for_people(&rows, &model, Screen::plain(None)),
            "+ asset Vault  (Sales)\n~ moons Io\n    Phase: new → full\n1 created, 1 changed, 0 deleted\n"
        );
    }
}
