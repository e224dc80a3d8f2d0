//! Prints a plan for people: like a diff, with one line per object and one per field.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cairn_client::{Client, Model};
use serde_json::Value as Json;

use super::state::Known;
use crate::journal;
use crate::output::cell::{harmless, readable};
use crate::output::{Screen, fit};

/// How many history entries are searched for who changed something in the meantime.
const LOOKED_AT: &str = "20";

/// What happened to objects that drifted, in sentences, by key.
pub type Drift = BTreeMap<String, Vec<String>>;

/// Looks up in the history who changed the drifted objects, what, and when.
pub async fn drift(client: &Client, plan: &Json, known: &Known) -> Drift {
    let mut all = Drift::new();
    let drifted = plan["results"].as_array().into_iter().flatten().filter(|done| !done["drift"].is_null());
    for done in drifted {
        let key = done["key"].as_str().unwrap_or_default();
        let seen = known.objects.get(key);
        let since = seen.map(|seen| seen.updated_at.as_str()).unwrap_or_default();
        let id = seen.map(|seen| seen.id.to_string()).or_else(|| done["id"].as_str().map(str::to_owned));
        let (Some(id), Some(resource)) = (id, done["resource"].as_str()) else { continue };
        let query = vec![("limit".to_owned(), LOOKED_AT.to_owned())];
        // Without permission to read the history, the plan simply says less.
        let Ok(history) = client.get(&format!("/api/{resource}/{id}/history/"), &query).await else { continue };
        let entries = history["results"].as_array().into_iter().flatten();
        let newer = entries.filter(|entry| entry["at"].as_str().unwrap_or_default() > since);
        all.insert(key.to_owned(), newer.map(sentence).collect());
    }
    all
}

fn sentence(entry: &Json) -> String {
    let text = |name: &str| harmless(entry[name].as_str().unwrap_or_default(), false);
    let changes = if entry["kind"] == "updated" { journal::changes(&entry["changes"]) } else { Vec::new() };
    let colon = if changes.is_empty() { "" } else { ": " };
    format!("{} by {} at {}{colon}{}", text("kind"), text("actor_label"), text("at"), changes.join("; "))
}

pub fn plan(plan: &Json, model: &Model, drift: &Drift, screen: Screen) -> String {
    let mut out = String::new();
    for done in plan["results"].as_array().into_iter().flatten() {
        let text = |name: &str| harmless(done[name].as_str().unwrap_or_default(), false);
        let what =
            model.find(&text("resource")).map_or_else(|| text("resource"), |found| harmless(&found.one(), false));
        let line = |sign: &str| format!("{sign} {what} “{}”", text("name"));
        let line = match done["outcome"].as_str() {
            Some("created") => screen.green(&line("+")),
            Some("changed") => screen.yellow(&line("~")),
            Some("deleted") => screen.red(&line("-")),
            _ => continue,
        };
        let _ = writeln!(out, "{line}  {}", screen.dim(&text("key")));
        for change in fields(done) {
            let _ = writeln!(out, "{}", fit(&format!("    {change}"), screen));
        }
        for (list, words) in [("along", "and with it"), ("unlinked", "and takes it out of")] {
            let names: Vec<String> = done[list]
                .as_array()
                .into_iter()
                .flatten()
                .map(|one| format!("“{}”", harmless(one["str"].as_str().unwrap_or_default(), false)))
                .collect();
            if !names.is_empty() {
                let _ = writeln!(out, "{}", fit(&format!("    {words} {}", names.join(", ")), screen));
            }
        }
        if !done["drift"].is_null() {
            for words in meanwhile(done, drift) {
                let _ = writeln!(out, "{}", screen.red(&fit(&format!("  ! {words}"), screen)));
            }
        }
    }
    out + &summary("Plan", plan)
}

/// The changed fields; for a new object, only those with a value.
fn fields(done: &Json) -> Vec<String> {
    if done["outcome"] != "created" {
        return journal::changes(&done["changes"]);
    }
    let one = |change: &Json| {
        let label = change["label"].as_str().unwrap_or_default();
        let value = if change["added"].is_null() { &change["after"] } else { &change["added"] };
        harmless(&format!("{label}: {}", readable(value, None)), false)
    };
    done["changes"].as_array().into_iter().flatten().map(one).collect()
}

fn meanwhile(done: &Json, drift: &Drift) -> Vec<String> {
    let found = drift.get(done["key"].as_str().unwrap_or_default()).filter(|found| !found.is_empty());
    if let Some(found) = found {
        return found.iter().map(|words| format!("drift: {words}")).collect();
    }
    let words = match done["drift"]["reason"].as_str() {
        Some("deleted") => "drift: deleted by someone else; will be created again",
        Some("exists") => "drift: already exists, but not from this directory",
        _ => "drift: changed by someone else",
    };
    vec![words.to_owned()]
}

pub fn summary(what: &str, outcome: &Json) -> String {
    let count = |name: &str| outcome[name].as_u64().unwrap_or(0);
    let (to, ing) =
        if what == "Plan" { ("to ", ["add", "change", "delete"]) } else { ("", ["added", "changed", "deleted"]) };
    let mut text = format!(
        "{what}: {} {to}{}, {} {to}{}, {} {to}{}, {} unchanged",
        count("created"),
        ing[0],
        count("changed"),
        ing[1],
        count("deleted"),
        ing[2],
        count("unchanged")
    );
    if count("drifted") > 0 {
        let _ = write!(text, "; {} changed by someone else", count("drifted"));
    }
    text + ".\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_plan_reads_like_a_diff() {
        let outcome = json!({
            "created": 1, "changed": 1, "deleted": 1, "unchanged": 4, "drifted": 1,
            "results": [
                { "key": "assets/a.yaml", "resource": "assets", "name": "Vault", "outcome": "created", "drift": null, "along": [],
                  "changes": [{ "field": "type", "label": "Type", "before": null, "after": "PR" }] },
                { "key": "assets/b.yaml", "resource": "assets", "name": "Disk", "outcome": "changed", "along": [],
                  "drift": { "reason": "changed" },
                  "changes": [{ "field": "type", "label": "Type", "before": "SP", "after": "PR" }] },
                { "key": "assets/c.yaml", "resource": "assets", "name": "Tape", "outcome": "deleted", "drift": null,
                  "along": [{ "id": "1", "str": "Reel" }], "unlinked": [{ "id": "2", "str": "Backups" }], "changes": [] },
                { "key": "assets/d.yaml", "resource": "assets", "name": "Same", "outcome": "unchanged", "drift": null, "along": [], "changes": [] },
            ],
        });
        let drift = Drift::from([("assets/b.yaml".to_owned(), vec!["updated by ada@example.com at noon".to_owned()])]);
        let text = plan(&outcome, &Model::default(), &drift, Screen::plain(None));
        assert_eq!(
            text,
            "+ assets “Vault”  assets/a.yaml\n    Type: PR\n\
             ~ assets “Disk”  assets/b.yaml\n    Type: SP → PR\n  ! drift: updated by ada@example.com at noon\n\
             - assets “Tape”  assets/c.yaml\n    and with it “Reel”\n    and takes it out of “Backups”\n\
             Plan: 1 to add, 1 to change, 1 to delete, 4 unchanged; 1 changed by someone else.\n"
        );
    }
}
