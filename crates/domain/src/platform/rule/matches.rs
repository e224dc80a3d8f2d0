//! Opens and closes matches.
//!
//! A match is one row for each rule and object, however often it opens. Whoever settles matches holds the rule, and judges
//! the objects again in the transaction that writes: what was read before may have changed, and another process may have
//! been faster.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cairn_engine::{Cx, Resource, Result};
use cairn_model::{AnyRef, Ref, Timestamp, Translations};
use cairn_resources::platform::{MatchState, Rule, RuleMatch};
use cairn_resources::work::FindingsAssessment;
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::act::{self, Opening};
use super::judge::{Judged, Verdict, judge};
use super::load::Which;
use super::standing::{Ready, Standing, standing};
use super::words::LANGUAGES;

/// What runs have done so far.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Tally {
    pub opened: u64,
    pub closed: u64,
    /// Tasks and findings that were created.
    pub made: u64,
    /// Matches without a task or finding, because the creator may not create it, or there were too many.
    pub refused: u64,
    pub over: u64,
    /// Whether findings had nowhere to go.
    pub lacks_review: bool,
}

/// Objects by their ids.
#[derive(Debug, Clone, Copy)]
pub enum Span<'a> {
    /// Those after the first id, up to the second.
    Between(Option<Uuid>, Option<Uuid>),
    These(&'a [Uuid]),
}

/// The matches of a rule, by object.
pub async fn known(cx: &mut Cx, rule: Uuid, span: Span<'_>) -> Result<HashMap<Uuid, RuleMatch>> {
    let dialect = cx.conn.dialect();
    let mut place = Sql::raw("1 = 1");
    match span {
        Span::Between(after, upto) => {
            if let Some(after) = after {
                place.push(" and t.object > ").bind(after);
            }
            if let Some(upto) = upto {
                place.push(" and t.object <= ").bind(upto);
            }
        }
        Span::These(ids) => {
            place = Sql::raw("t.object");
            place.any(dialect, cairn_model::Value::Uuids(ids.to_vec()));
        }
    }
    let found: Vec<RuleMatch> = cx
        .list_all(|select| {
            select.equals("rule", rule).condition(place);
        })
        .await?;
    Ok(found.into_iter().map(|one| (one.object.0, one)).collect())
}

/// The objects whose matches are not as they should be.
pub fn differing(rule: &Rule, judged: &[Judged], known: &HashMap<Uuid, RuleMatch>) -> Vec<Uuid> {
    let mut ids = Vec::new();
    let mut stays = BTreeSet::new();
    for one in judged {
        match &one.verdict {
            Verdict::Applies(reasons) => {
                let as_is = known.get(&one.id).is_some_and(|known| {
                    known.state == MatchState::Open
                        && known.severity == rule.severity
                        && known.folder.uuid() == one.folder
                        && known.reason == reasons[0]
                });
                if !as_is {
                    ids.push(one.id);
                }
                stays.insert(one.id);
            }
            Verdict::Failed(_) => {
                stays.insert(one.id);
            }
            Verdict::Not => {}
        }
    }
    let over = known.values().filter(|one| one.state == MatchState::Open && !stays.contains(&one.object.0));
    ids.extend(over.map(|one| one.object.0));
    ids
}

/// Brings the matches of some objects in line with the rule as it is now.
pub async fn settle(cx: &mut Cx, seen: &Rule, ids: &[Uuid], tally: &mut Tally) -> Result<()> {
    let id = seen.id.uuid();
    if let Some(review) = seen.findings_assessment {
        cx.lock::<FindingsAssessment>(&[review.uuid()]).await?;
    }
    cx.lock::<Rule>(&[id]).await?;
    // It was deleted, or changed and waits to run again.
    let Some(rule) = cx.find::<Rule>(id).await?.filter(|rule| is_same(rule, seen)) else { return Ok(()) };
    let known = known(cx, id, Span::These(ids)).await?;
    match standing(cx, &rule) {
        Standing::Off => close(cx, known.into_values().collect(), tally).await,
        Standing::Stopped(_) => Ok(()),
        Standing::Ready(ready) => settle_ready(cx, &rule, &ready, ids, known, tally).await,
    }
}

fn is_same(one: &Rule, other: &Rule) -> bool {
    let watches = |rule: &Rule| (rule.is_active, rule.expression.clone(), rule.resource.clone());
    let binds = |rule: &Rule| (rule.folder, rule.created_by, rule.limited_to, rule.findings_assessment);
    watches(one) == watches(other) && binds(one) == binds(other)
}

async fn settle_ready(
    cx: &mut Cx,
    rule: &Rule,
    ready: &Ready,
    ids: &[Uuid],
    mut known: HashMap<Uuid, RuleMatch>,
    tally: &mut Tally,
) -> Result<()> {
    let creator = ready.creator(cx);
    let own = std::mem::replace(&mut cx.authority, creator.clone());
    let judged = judge(cx, &ready.condition, rule.folder.uuid(), Which::These(ids), &LANGUAGES).await;
    cx.authority = own;
    let (mut openings, mut open, mut changed) = (Vec::new(), Vec::new(), Vec::new());
    let mut over: Vec<RuleMatch> = Vec::new();
    for one in judged? {
        let before = known.remove(&one.id);
        match (&one.verdict, before) {
            (Verdict::Applies(_), Some(before)) if before.state == MatchState::Open => changed.push((before, one)),
            (Verdict::Applies(_), before) => {
                openings.push(Opening {
                    object: one.id,
                    folder: one.folder,
                    name: one.name.clone(),
                    before: before.clone(),
                });
                open.push((before, one));
            }
            (Verdict::Not, Some(before)) => over.push(before),
            _ => {}
        }
    }
    // What is left is out of sight.
    over.extend(known.into_values());
    let made = act::open(cx, rule, ready.condition.resource, &creator, &openings, tally).await?;
    tally.opened += open.len() as u64;
    let mut new = Vec::new();
    for (before, one) in open {
        let object = one.id;
        let (task, finding) = made.get(&object).copied().unwrap_or_default();
        match before {
            None => new.push(RuleMatch {
                task: task.map(Ref::new),
                finding: finding.map(Ref::new),
                ..fresh(cx, rule, &one)
            }),
            Some(before) => changed.push((
                RuleMatch {
                    state: MatchState::Closed,
                    task: task.map(Ref::new).or(before.task),
                    finding: finding.map(Ref::new).or(before.finding),
                    ..before
                },
                one,
            )),
        }
    }
    act::notify(cx, rule, ready.condition.resource, &new, &changed).await?;
    cx.create_many(new).await?;
    write(cx, rule, changed).await?;
    close(cx, over, tally).await
}

/// A match that opens for the first time.
fn fresh(cx: &Cx, rule: &Rule, one: &Judged) -> RuleMatch {
    let (reason, translations) = reasons(one);
    RuleMatch {
        id: cx.new_id(),
        folder: Ref::new(one.folder),
        rule: Ref::new(rule.id.uuid()),
        object: AnyRef(one.id),
        severity: rule.severity,
        state: MatchState::Open,
        reason,
        opened_at: cx.now,
        closed_at: None,
        times_opened: 1,
        task: None,
        finding: None,
        observation: None,
        translations,
    }
}

fn reasons(one: &Judged) -> (String, Option<Translations>) {
    let Verdict::Applies(reasons) = &one.verdict else { return (String::new(), None) };
    let texts = |reason: &String| BTreeMap::from([("reason".to_owned(), reason.clone())]);
    let others = LANGUAGES.iter().zip(reasons).skip(1);
    let translations = others.map(|(language, reason)| (language.tag().to_owned(), texts(reason))).collect();
    (reasons[0].clone(), Some(Translations(translations)))
}

/// Writes matches that were there before: open ones with their reason of today, closed ones opened again.
async fn write(cx: &mut Cx, rule: &Rule, changed: Vec<(RuleMatch, Judged)>) -> Result<()> {
    let now = cx.now;
    let ids: Vec<Uuid> = changed.iter().map(|(before, _)| before.id.uuid()).collect();
    let by_id: HashMap<Uuid, (RuleMatch, Judged)> =
        changed.into_iter().map(|(before, one)| (before.id.uuid(), (before, one))).collect();
    cx.modify_many::<RuleMatch>(&ids, |current| {
        let Some((wanted, one)) = by_id.get(&current.id.uuid()) else { return Ok(()) };
        (current.reason, current.translations) = reasons(one);
        (current.severity, current.folder) = (rule.severity, Ref::new(one.folder));
        (current.task, current.finding) = (wanted.task, wanted.finding);
        if current.state == MatchState::Closed {
            reopen(current, now);
        }
        Ok(())
    })
    .await
}

fn reopen(one: &mut RuleMatch, now: Timestamp) {
    (one.state, one.opened_at, one.closed_at) = (MatchState::Open, now, None);
    one.times_opened += 1;
}

/// Closes what does not apply any more.
async fn close(cx: &mut Cx, over: Vec<RuleMatch>, tally: &mut Tally) -> Result<()> {
    let over: Vec<RuleMatch> = over.into_iter().filter(|one| one.state == MatchState::Open).collect();
    if over.is_empty() {
        return Ok(());
    }
    act::close(cx, &over).await?;
    tally.closed += over.len() as u64;
    let (now, ids): (_, Vec<Uuid>) = (cx.now, over.iter().map(|one| one.id.uuid()).collect());
    cx.modify_many::<RuleMatch>(&ids, |one| {
        (one.state, one.closed_at) = (MatchState::Closed, Some(now));
        Ok(())
    })
    .await
}

/// The resource under which an object is known, and not the name that only some of its objects have.
pub fn whole(cx: &Cx, resource: &Resource) -> &'static Resource {
    cx.registry().get(resource.def.path)
}
