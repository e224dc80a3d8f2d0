//! Runs whole rules: every night, when someone asks for it, and after a rule has changed.
//!
//! Objects are read in pages in the order of their ids, and a page is written only if something about its matches has
//! changed. A run that was interrupted goes on where it was.

use std::sync::Arc;

use cairn_engine::{Authority, Cx, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_resources::platform::Rule;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::judge::{Judged, Verdict, judge};
use super::load::{PAGE, Which};
use super::matches::{Span, Tally, differing, known, settle};
use super::standing::{Ready, Standing, standing, writer};
use super::status;
use super::trouble::Trouble;
use super::words::LANGUAGES;

/// Checks all objects against all rules, or against one.
#[derive(Serialize, Deserialize)]
pub struct RunRules {
    #[serde(default)]
    pub rule: Option<Uuid>,
}

/// How far a run is, and its result.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The rule that is running, or ran last.
    rule: Option<Uuid>,
    is_over: bool,
    /// The last object that it has looked at.
    after: Option<Uuid>,
    failures: u64,
    undecided: Option<String>,
    tally: Tally,
    total: Total,
}

/// The result of a job.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Total {
    pub rules: u64,
    pub opened: u64,
    pub closed: u64,
}

impl Progress {
    /// The result, together with what was settled apart from whole rules.
    pub fn into_total(self, tally: &Tally) -> Total {
        let Total { rules, opened, closed } = self.total;
        Total { rules, opened: opened + tally.opened, closed: closed + tally.closed }
    }
}

impl Job for RunRules {
    const KIND: &'static str = "run-rules";
    const NAME: &'static str = "Check all objects against the rules";
    /// At night, once the day has begun for everything that depends on it.
    const SCHEDULE: Option<&'static str> = Some("40 1 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut progress: Progress = work.checkpoint().unwrap_or_default();
        let mut reading = work.engine().read(Arc::new(writer())).await?;
        let rules: Vec<Rule> = reading
            .list_all(|select| {
                if let Some(rule) = self.rule {
                    select.id(rule);
                }
                select.order_by("t.id");
            })
            .await?;
        drop(reading);
        let count = rules.len().max(1) as i64;
        for (at, rule) in rules.iter().enumerate() {
            let id = rule.id.uuid();
            if progress.rule.is_some_and(|last| id < last || id == last && progress.is_over) {
                continue;
            }
            work.progress(at as i64 * 100 / count, &rule.name).await?;
            run_whole(&work, rule, &mut progress).await?;
        }
        let cx = work.write().await?;
        work.finish(cx, progress.total).await
    }
}

/// Begins a transaction in which rules write.
pub async fn writing(work: &Work) -> Result<Cx> {
    let mut cx = work.write().await?;
    cx.authority = Authority::new(Arc::new(writer()), cx.authority.snapshot.clone());
    Ok(cx)
}

/// Checks all objects against one rule, or goes on with it.
pub async fn run_whole(work: &Work, rule: &Rule, progress: &mut Progress) -> Result<()> {
    let id = rule.id.uuid();
    if progress.rule != Some(id) || progress.is_over {
        let total = std::mem::take(&mut progress.total);
        *progress = Progress { rule: Some(id), total, ..Progress::default() };
    }
    let reading = work.engine().read(Arc::new(writer())).await?;
    let standing = standing(&reading, rule);
    drop(reading);
    let trouble = match &standing {
        Standing::Off => {
            look_through(work, rule, None, progress).await?;
            None
        }
        Standing::Stopped(trouble) => Some(trouble.clone()),
        Standing::Ready(ready) => {
            look_through(work, rule, Some(ready.as_ref()), progress).await?;
            trouble_of(progress)
        }
    };
    progress.is_over = true;
    progress.total.rules += 1;
    progress.total.opened += progress.tally.opened;
    progress.total.closed += progress.tally.closed;
    let mut cx = writing(work).await?;
    // It may have been deleted meanwhile.
    if cx.find::<Rule>(id).await?.is_some() {
        status::record(&mut cx, id, progress.failures, trouble.as_ref()).await?;
    }
    work.keep(cx, progress).await
}

/// The most serious of what went wrong.
fn trouble_of(progress: &Progress) -> Option<Trouble> {
    let Tally { refused, over, lacks_review, .. } = progress.tally;
    if lacks_review {
        return Some(Trouble::NoReview);
    }
    if refused > 0 {
        return Some(Trouble::Refused(refused));
    }
    if over > 0 {
        return Some(Trouble::TooMany(over));
    }
    progress.undecided.clone().map(Trouble::Undecided)
}

async fn look_through(work: &Work, rule: &Rule, ready: Option<&Ready>, progress: &mut Progress) -> Result<()> {
    loop {
        let reader = ready.map_or_else(|| Arc::new(writer()), |ready| ready.reader.clone());
        let mut cx = work.engine().read(reader).await?;
        let judged = match ready {
            Some(ready) => {
                let which = Which::After(progress.after);
                judge(&mut cx, &ready.condition, rule.folder.uuid(), which, &LANGUAGES).await?
            }
            None => Vec::new(),
        };
        let upto = judged.last().filter(|_| judged.len() as i64 == PAGE).map(|last| last.id);
        let known = known(&mut cx, rule.id.uuid(), Span::Between(progress.after, upto)).await?;
        drop(cx);
        note_failures(&judged, progress);
        let ids = differing(rule, &judged, &known);
        for (at, some) in ids.chunks(PAGE as usize).enumerate() {
            let mut cx = writing(work).await?;
            settle(&mut cx, rule, some, &mut progress.tally).await?;
            if (at + 1) * PAGE as usize >= ids.len() {
                progress.after = upto.or(progress.after);
            }
            work.keep(cx, progress).await?;
        }
        progress.after = upto.or(progress.after);
        if upto.is_none() {
            return Ok(());
        }
    }
}

fn note_failures(judged: &[Judged], progress: &mut Progress) {
    for one in judged {
        if let Verdict::Failed(message) = &one.verdict {
            progress.failures += 1;
            progress.undecided.get_or_insert_with(|| format!("{}: {message}", one.name));
        }
    }
}
