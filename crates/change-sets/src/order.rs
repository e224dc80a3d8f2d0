//! In which order the changes of a set are written.
//!
//! What is referred to comes first. That is known for references; what else depends on the order (a name that becomes
//! free, a tree that is turned around) is found by trying: what fails is tried again as long as anything else goes
//! through. Deletes come last, so that what moves out of a domain is not deleted along with it.

use std::collections::{BTreeMap, HashMap};

use cairn_engine::cx::Cx;
use cairn_engine::error::{Error, FieldErrors, Result};
use cairn_engine::locks::Locks;
use cairn_engine::query::Lock;
use cairn_engine::{Resource, cascade, write};
use serde_json::Value as Json;
use uuid::Uuid;

use super::ChangeAction;
use super::attempt;
use super::set::Set;

/// How many mistakes an answer names.
const NAMED: usize = 100;

/// How often changes may fail before a set is given up, for each change and for a set as such. What fails is tried again
/// in turned order, so that names that move up or down by one take two rounds; a large set that is made to fail must not
/// hold the writer.
const FAILURES_EACH: usize = 4;
const FAILURES: usize = 1000;

/// How far an attempt came.
enum Tried {
    Done,
    Waits(Waits),
    Failed(Error),
}

/// The changes of the set whose objects a change refers to, and which are not there yet.
struct Waits {
    /// It cannot be made without these.
    needs: Vec<usize>,
    /// It can be linked to these later.
    links: Vec<usize>,
}

fn are_there(set: &Set<'_>, others: &[usize]) -> bool {
    others.iter().all(|at| set.items[*at].id.is_some())
}

/// Locks the objects of the set and what they refer to, in the order of all locks, whatever the order of the set.
async fn lock_ahead(cx: &mut Cx, set: &Set<'_>) -> Result<()> {
    // What is waited for by name comes before all rows.
    let words: BTreeMap<&str, &'static Resource> =
        set.items.iter().filter_map(|item| Some((item.resource.entry.serialized?, item.resource))).collect();
    for resource in words.into_values() {
        write::serialize(cx, resource).await?;
    }
    let (mut locks, mut deleted) = (Locks::default(), BTreeMap::<&str, (&'static Resource, Vec<Uuid>)>::new());
    for item in &set.items {
        let fields = Json::Object(item.change.fields.clone());
        locks.add_mentioned(cx, item.resource, item.id, &fields).await?;
        match item.id {
            Some(id) if item.change.action == ChangeAction::Delete => {
                deleted.entry(item.resource.path).or_insert_with(|| (item.resource, Vec::new())).1.push(id);
            }
            Some(id) => {
                locks.add_wholes(cx, item.resource, &[id]).await?;
                locks.add(item.resource, id, Lock::Change);
            }
            None => {}
        }
    }
    for (resource, ids) in deleted.into_values() {
        cascade::add_locks(cx, resource, &ids, &mut locks).await?;
    }
    locks.take(cx).await
}

pub async fn write_all(cx: &mut Cx, set: &mut Set<'_>) -> Result<()> {
    lock_ahead(cx, set).await?;
    let mut open: Vec<usize> = (0..set.items.len()).collect();
    open.sort_by_key(|at| set.items[*at].resource.rank);
    let (mut deletes, mut open): (Vec<usize>, Vec<usize>) =
        open.into_iter().partition(|at| set.items[*at].change.action == ChangeAction::Delete);
    let mut linked: Vec<(usize, Vec<&'static str>)> = Vec::new();
    let mut waiting: HashMap<usize, Waits> = HashMap::new();
    // What failed in the last round, in the order in which it was tried.
    let mut again: Vec<usize> = Vec::new();
    let mut failures = FAILURES + FAILURES_EACH * set.items.len();
    while !open.is_empty() || !again.is_empty() {
        let before = open.len() + again.len();
        let mut failed: BTreeMap<usize, Error> = BTreeMap::new();
        let turned = std::mem::take(&mut again).into_iter().rev();
        for at in std::mem::take(&mut open).into_iter().chain(turned) {
            if waiting.get(&at).is_some_and(|waits| !are_there(set, &waits.needs) || !are_there(set, &waits.links)) {
                open.push(at);
                continue;
            }
            waiting.remove(&at);
            match round(cx, set, at, None).await? {
                Tried::Done => {}
                Tried::Waits(waits) => {
                    waiting.insert(at, waits);
                    open.push(at);
                }
                Tried::Failed(error) => {
                    failed.insert(at, error);
                    again.push(at);
                }
            }
        }
        failures = failures.saturating_sub(failed.len());
        if failures > 0 && open.len() + again.len() < before {
            continue;
        }
        // Nothing goes by itself: one of those that can be linked later is made without its links.
        let mut made = None;
        for at in open.iter().copied() {
            let is_ready = waiting.get(&at).is_some_and(|waits| are_there(set, &waits.needs));
            if failures == 0 || !is_ready {
                continue;
            }
            let mut later = Vec::new();
            match round(cx, set, at, Some(&mut later)).await? {
                Tried::Done => {
                    linked.push((at, later));
                    made = Some(at);
                    break;
                }
                Tried::Waits(waits) => drop(waiting.insert(at, waits)),
                Tried::Failed(error) => {
                    failures = failures.saturating_sub(1);
                    failed.insert(at, error);
                }
            }
        }
        match made {
            Some(made) if failures > 0 => open.retain(|at| *at != made),
            _ => return Err(refusal(set, &open, failed)),
        }
    }
    let mut failed = BTreeMap::new();
    for (at, fields) in linked {
        if let Err(error) = attempt::link(cx, set, at, &fields).await {
            failed.insert(at, error);
            break;
        }
    }
    deletes.reverse();
    for at in deletes {
        if set.items[at].state.is_none() && failed.is_empty() {
            let outcome = attempt::delete(cx, set, at).await;
            outcome.err().map(|error| failed.insert(at, error));
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(refusal(set, &[], failed)) }
}

/// Tries a change. `later` takes the fields that are left out for now; without it, a change with such fields waits.
async fn round(cx: &mut Cx, set: &mut Set<'_>, at: usize, later: Option<&mut Vec<&'static str>>) -> Result<Tried> {
    if set.terms.until.is_some_and(|until| cx.engine.clock.now() > until) {
        return Err(Error::TooLong);
    }
    let ready = match attempt::prepare(cx, set, at).await {
        Ok(ready) => ready,
        Err(error @ Error::Invalid(_)) => return Ok(Tried::Failed(error)),
        Err(error) => return Err(error),
    };
    match later {
        Some(later) if ready.needs.is_empty() => later.clone_from(&ready.later),
        None if ready.needs.is_empty() && ready.links.is_empty() => {}
        _ => return Ok(Tried::Waits(Waits { needs: ready.needs, links: ready.links })),
    }
    let (mark, found) = (cx.mark().await?, set.items[at].found);
    set.made_way.clear();
    match attempt::write(cx, set, at, ready).await {
        Ok(()) => {
            cx.keep().await?;
            Ok(Tried::Done)
        }
        // Nothing more can be done once the database is gone or full.
        Err(error) if error.is_final() => Err(error),
        Err(error) => {
            cx.undo(mark).await?;
            set.items[at].found = found;
            for back in std::mem::take(&mut set.made_way) {
                set.items[back].state = None;
            }
            Ok(Tried::Failed(error))
        }
    }
}

/// Why a set cannot be written: every mistake with the object that it is in.
fn refusal(set: &Set<'_>, open: &[usize], failed: BTreeMap<usize, Error>) -> Error {
    if failed.is_empty() {
        let keys: Vec<&str> = open.iter().take(NAMED).map(|at| set.items[*at].change.key.as_str()).collect();
        let words = format!("These refer to each other, so none can be created first: {}.", keys.join(", "));
        return Error::field("changes", words);
    }
    let mut named = FieldErrors::default();
    let mut refused = Vec::new();
    for (at, error) in failed.into_iter().take(NAMED) {
        match set.items[at].blame(error) {
            Error::Invalid(errors) => {
                for (place, messages) in errors.0 {
                    for message in messages {
                        named.add(&place, message);
                    }
                }
            }
            other => refused.push(other),
        }
    }
    // What is not allowed is said first: no correction of the input would help.
    let forbidden = refused.iter().position(|error| matches!(error, Error::Forbidden(_)));
    match (forbidden, named.is_empty()) {
        (Some(at), _) => refused.swap_remove(at),
        (None, true) => refused.swap_remove(0),
        (None, false) => {
            for error in refused {
                named.add("changes", error.to_string());
            }
            Error::Invalid(named)
        }
    }
}
