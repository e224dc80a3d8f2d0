//! Tries a rule out: what it would find, now or on a past day, among what the caller may see. Nothing is written.

use std::time::Duration;

use cairn_engine::query::Label;
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_model::Describe;
use cairn_resources::platform::Rule;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::condition::{Condition, watched};
use super::judge::{Verdict, judge};
use super::load::{PAGE, Which};
use super::words::of_reader;

/// How many objects are shown.
const SHOWN: usize = 50;
const FAILURES_SHOWN: usize = 20;
/// As long as other long reads may take.
const LONGEST: Duration = Duration::from_secs(20);

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The path of the resource to look at, such as `applied-controls`.
    pub resource: String,
    /// The expression, which need not belong to a rule.
    pub expression: String,
    /// Looks only at this domain and its subdomains.
    #[serde(default)]
    pub folder: Option<Uuid>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Tried {
    /// How many objects it applies to.
    pub count: u64,
    /// How many objects there are.
    pub checked: u64,
    /// For how many it could not be decided.
    pub failure_count: u64,
    /// The first of them, at most 20.
    pub failures: Vec<Failed>,
    /// The first objects that it applies to, at most 50.
    pub results: Vec<Found>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Failed {
    pub object: Label,
    pub message: String,
}

#[derive(Debug, Serialize, Describe)]
pub struct Found {
    pub object: Label,
    /// Why it applies.
    pub reason: String,
}

pub async fn of_expression(cx: &mut Cx, wanted: Trial) -> Result<Tried> {
    let folder = wanted.folder.unwrap_or_else(|| cx.root_folder());
    let resource = watched(cx, &wanted.resource)?;
    let condition = Condition::read(cx.registry(), resource, &wanted.expression)?;
    run(cx, &condition, folder).await
}

pub async fn of_rule(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Tried> {
    let rule: Rule = cx.get(id).await?;
    let resource = watched(cx, &rule.resource)?;
    let condition = Condition::read(cx.registry(), resource, &rule.expression)?;
    run(cx, &condition.of(rule.action), rule.folder.uuid()).await
}

async fn run(cx: &mut Cx, condition: &Condition, folder: Uuid) -> Result<Tried> {
    condition.refuse_hidden(cx)?;
    match tokio::time::timeout(LONGEST, look(cx, condition, folder)).await {
        Ok(tried) => tried,
        Err(_) => Err(Error::TooLong),
    }
}

async fn look(cx: &mut Cx, condition: &Condition, folder: Uuid) -> Result<Tried> {
    let language = [of_reader(cx)];
    let (mut failures, mut results) = (Vec::new(), Vec::new());
    let (mut count, mut checked, mut failure_count) = (0, 0, 0);
    let mut after = None;
    loop {
        let judged = judge(cx, condition, folder, Which::After(after), &language).await?;
        after = judged.last().filter(|_| judged.len() as i64 == PAGE).map(|last| last.id);
        checked += judged.len() as u64;
        for one in judged {
            let object = Label { id: one.id, text: one.name };
            match one.verdict {
                Verdict::Applies(mut reasons) => {
                    count += 1;
                    if results.len() < SHOWN {
                        results.push(Found { object, reason: reasons.pop().unwrap_or_default() });
                    }
                }
                Verdict::Failed(message) => {
                    failure_count += 1;
                    if failures.len() < FAILURES_SHOWN {
                        failures.push(Failed { object, message });
                    }
                }
                Verdict::Not => {}
            }
        }
        if after.is_none() {
            return Ok(Tried { count, checked, failure_count, failures, results });
        }
    }
}
