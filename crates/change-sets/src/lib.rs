//! Objects of any resources, written together or not at all.
//!
//! A change set is a list of objects as they shall be. They may refer to each other by the keys that the list gives
//! them, or by name, before any of them exists. Each is written by the pipeline of every other write, with the
//! caller's rights, in one transaction; what refers to another comes after it, and where references form a circle an
//! object is made first and linked afterwards. With `plan` everything happens in the same way, is told, and is undone.
//!
//! An object that someone else changed since the caller saw it has drifted. A plan shows it; nothing is written over
//! it without `force`.

mod attempt;
mod names;
mod order;
mod report;
mod set;
mod unique;

use std::collections::HashMap;

use cairn_engine::cx::Cx;
use cairn_engine::error::{Error, Result};
use cairn_engine::log::FieldChange;
use cairn_engine::query::Label;
use cairn_model::{Describe, File, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

pub use names::NaturalKeys;
pub use set::comes_in_files;
pub use unique::place_position;

/// How many changes a request may have; more would hold the writer for too long.
pub const MOST: usize = 10_000;

#[derive(Debug, Default, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct ChangeSet {
    /// Shows what would happen without changing anything.
    #[serde(default)]
    pub plan: bool,
    /// Also overwrites what someone else has changed since it was seen.
    #[serde(default)]
    pub force: bool,
    /// The default domain for objects without one, as a reference. Defaults to the root domain.
    #[serde(default)]
    pub folder: Option<Json>,
    /// The `fingerprint` of a plan. The request fails if the result would now differ.
    #[serde(default)]
    pub expect: Option<String>,
    /// The objects, at most 10,000.
    pub changes: Vec<Change>,
}

#[derive(Debug, Clone, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Identifies this change in references and errors. Unique within the set.
    pub key: String,
    /// The path of the resource, such as `assets`. Resources that grant permissions, hold secrets or contain comments
    /// are excluded.
    pub resource: String,
    #[serde(default)]
    pub action: ChangeAction,
    /// The id of the object, if it exists. Otherwise it is created, unless one with the same unique fields exists.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// The `updated_at` of the object when the caller read it. If it has changed since, the object has drifted.
    #[serde(default)]
    pub seen: Option<Timestamp>,
    /// The desired field values. A reference is an id, a name (ref id, URN, email address), `Domain/Name`, or
    /// `{"key": …}` for another change in the set. Names are looked up in the set first.
    #[serde(default)]
    pub fields: Map<String, Json>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Describe)]
#[serde(rename_all = "snake_case")]
pub enum ChangeAction {
    /// The object shall be exactly this: fields that are left out go back to their defaults. What is secret, and
    /// links that other objects own, stay.
    #[default]
    Put,
    /// Only the fields that are given change.
    Patch,
    Delete,
}

#[derive(Debug, Serialize, Describe)]
pub struct Outcome {
    /// Whether this was a plan, so nothing was written.
    pub plan: bool,
    pub created: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub deleted: usize,
    /// Number of objects someone else has changed since they were seen.
    pub drifted: usize,
    /// Identifies the exact result of the plan. Pass it as `expect` to apply exactly that.
    pub fingerprint: String,
    /// One for each change, in the order of the set.
    pub results: Vec<Done>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Done {
    pub key: String,
    /// The path of the resource.
    pub resource: String,
    pub outcome: Happened,
    /// Null for objects a plan would create.
    pub id: Option<Uuid>,
    pub name: String,
    /// The domain it is in.
    pub folder: Option<Label>,
    /// When it was last changed, including this change.
    pub updated_at: Option<Timestamp>,
    /// The fields that differ, before and after.
    pub changes: Vec<FieldChange>,
    /// What is deleted along with it, limited to what you have access to.
    pub along: Vec<Label>,
    /// What is kept but loses a link, limited to what you have access to.
    pub unlinked: Vec<Label>,
    pub drift: Option<Drift>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Describe)]
#[serde(rename_all = "snake_case")]
pub enum Happened {
    Created,
    Changed,
    Unchanged,
    Deleted,
}

/// How an object differs from what the caller last saw.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Drift {
    pub reason: DriftReason,
    /// When it was last changed by someone else.
    pub updated_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Describe)]
#[serde(rename_all = "snake_case")]
pub enum DriftReason {
    /// It was changed since it was seen.
    Changed,
    /// It is gone, or hidden by now; it would be made again.
    Deleted,
    /// The set would make it, and it is there already.
    Exists,
}

/// Files whose content came along with a set, by SHA-256 and name. Only with its content can an object with a file be
/// made: whoever merely knows the hash of a file does not get it.
pub type Files = HashMap<(String, String), File>;

/// How a set is taken beyond what its sender may say.
#[derive(Debug, Default)]
pub struct Terms {
    pub files: Files,
    /// Everything in the set is new: nothing that was there before is taken for one of its objects.
    pub all_new: bool,
    /// When it is given up.
    pub until: Option<Timestamp>,
}

/// Writes a set, in the context's transaction. With `plan` the caller must undo it.
pub async fn run(cx: &mut Cx, wanted: &ChangeSet, terms: &Terms) -> Result<Outcome> {
    let mut set = set::Set::read(cx, wanted, terms).await?;
    order::write_all(cx, &mut set).await?;
    let mut outcome = report::outcome(cx, set).await?;
    if wanted.plan {
        outcome.undo();
        return Ok(outcome);
    }
    if outcome.drifted > 0 && !wanted.force {
        return Err(Error::Conflict(drifted(&outcome)));
    }
    if wanted.expect.as_ref().is_some_and(|expected| *expected != outcome.fingerprint) {
        let words = "The data has changed since this plan was made, so applying it would have a different result. Create a new plan and review it.";
        return Err(Error::Conflict(words.to_owned()));
    }
    Ok(outcome)
}

impl Outcome {
    /// Makes a plan of it: what was made is not there any more.
    fn undo(&mut self) {
        self.plan = true;
        for done in &mut self.results {
            if done.outcome == Happened::Created {
                (done.id, done.updated_at) = (None, None);
            }
        }
    }
}

fn drifted(outcome: &Outcome) -> String {
    let keys: Vec<&str> = outcome.results.iter().filter(|done| done.drift.is_some()).map(|done| &*done.key).collect();
    let some = few(&keys);
    format!("Someone else has changed {some} since you read it. Check it again, or use force to overwrite it.")
}

/// Some of many keys: enough to know where to look.
fn few(keys: &[&str]) -> String {
    let more = if keys.len() > 5 { format!(" and {} more", keys.len() - 5) } else { String::new() };
    keys.iter().take(5).copied().collect::<Vec<_>>().join(", ") + &more
}
