//! What rules do when a match opens or closes: tasks, findings and notifications.
//!
//! Nothing is created that the creator of the rule could not create, and nothing is undone that somebody has worked on.

use std::collections::{BTreeSet, HashMap};

use cairn_access::Verb;
use cairn_engine::{Authority, Cx, Resource, Result};
use cairn_model::{Date, Many, Markdown, Ref, Type, Value};
use cairn_notify::Kind;
use cairn_resources::platform::{MatchState, Rule, RuleAction, RuleMatch};
use cairn_resources::work::{Finding, FindingStatus, FindingsAssessment, TaskStatus, TaskTemplate};
use cairn_store::Sql;
use chrono::Days;
use uuid::Uuid;

use super::judge::Judged;
use super::links;
use super::matches::{Tally, whole};
use super::trouble::{MOST_MADE, over_now};
use super::words::of_instance;
use crate::platform::notification::people::{self, Person};
use crate::platform::notification::{Told, make};

/// A match that opens, with what it was before.
pub struct Opening {
    pub object: Uuid,
    pub folder: Uuid,
    pub name: String,
    pub before: Option<RuleMatch>,
}

/// The task or finding of an object.
pub type Made = HashMap<Uuid, (Option<Uuid>, Option<Uuid>)>;

/// Creates what the action of the rule says, and returns it by object.
pub async fn open(
    cx: &mut Cx,
    rule: &Rule,
    resource: &'static Resource,
    creator: &Authority,
    openings: &[Opening],
    tally: &mut Tally,
) -> Result<Made> {
    match rule.action {
        RuleAction::Task => open_tasks(cx, rule, resource, creator, openings, tally).await,
        RuleAction::Finding => open_findings(cx, rule, resource, creator, openings, tally).await,
        RuleAction::Note | RuleAction::Notification => Ok(Made::new()),
    }
}

async fn open_tasks(
    cx: &mut Cx,
    rule: &Rule,
    resource: &'static Resource,
    creator: &Authority,
    openings: &[Opening],
    tally: &mut Tally,
) -> Result<Made> {
    let earlier: Vec<Uuid> = openings.iter().filter_map(|one| Some(one.before.as_ref()?.task?.uuid())).collect();
    let left = still_open(cx, "task_templates", &earlier, &["pending", "in_progress"]).await?;
    let add = cx.resource::<TaskTemplate>().permission(Verb::Add);
    let (mut made, mut tasks) = (Made::new(), Vec::new());
    for one in openings {
        let has_one =
            one.before.as_ref().and_then(|before| before.task).is_some_and(|task| left.contains(&task.uuid()));
        if has_one || !may_make(tally, creator.allows(add, one.folder)) {
            continue;
        }
        let mut task = task(cx, rule, one);
        links::link_task(&mut task, resource, one.object);
        made.insert(one.object, (Some(task.id.uuid()), None));
        tasks.push(task);
    }
    cx.create_many(tasks).await?;
    Ok(made)
}

async fn open_findings(
    cx: &mut Cx,
    rule: &Rule,
    resource: &'static Resource,
    creator: &Authority,
    openings: &[Opening],
    tally: &mut Tally,
) -> Result<Made> {
    let mut made = Made::new();
    if openings.is_empty() {
        return Ok(made);
    }
    let review = match rule.findings_assessment {
        Some(review) => cx.find::<FindingsAssessment>(review.uuid()).await?,
        None => None,
    };
    let Some(review) = review.filter(|review| !review.is_locked) else {
        tally.lacks_review = true;
        return Ok(made);
    };
    let earlier: Vec<Uuid> = openings.iter().filter_map(|one| Some(one.before.as_ref()?.finding?.uuid())).collect();
    let open = ["--", "identified", "confirmed", "assigned", "in_progress"];
    let left = still_open(cx, "findings", &earlier, &open).await?;
    let may = creator.allows(cx.resource::<Finding>().permission(Verb::Add), review.folder.uuid());
    let mut findings = Vec::new();
    for one in openings {
        let has_one = one.before.as_ref().and_then(|before| before.finding).is_some_and(|id| left.contains(&id.uuid()));
        if has_one || !may_make(tally, may) {
            continue;
        }
        let mut finding = finding(cx, rule, &review, one);
        links::link_finding(&mut finding, resource, one.object);
        made.insert(one.object, (None, Some(finding.id.uuid())));
        findings.push(finding);
    }
    cx.create_many(findings).await?;
    Ok(made)
}

/// Counts something that is created, or that is not.
fn may_make(tally: &mut Tally, is_allowed: bool) -> bool {
    if !is_allowed {
        tally.refused += 1;
    } else if tally.made >= MOST_MADE {
        tally.over += 1;
    } else {
        tally.made += 1;
        return true;
    }
    false
}

/// Those of some tasks or findings about which something is left to do.
async fn still_open(cx: &mut Cx, table: &str, ids: &[Uuid], states: &[&str]) -> Result<BTreeSet<Uuid>> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let dialect = cx.conn.dialect();
    let mut sql = Sql::raw(format!("select id from {table} where id"));
    sql.any(dialect, Value::Uuids(ids.to_vec())).push(" and status");
    sql.any(dialect, Value::Texts(states.iter().map(|state| (*state).to_owned()).collect()));
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}

fn due(cx: &Cx, rule: &Rule) -> Option<Date> {
    let days = u64::try_from(rule.due_in_days?).ok()?;
    cx.today().checked_add_days(Days::new(days))
}

/// The name of the rule, with that of the object where everyone who reads it may know that.
fn title(rule: &Rule, object: Option<&str>) -> String {
    let whole = object.map_or_else(|| rule.name.clone(), |object| format!("{}: {object}", rule.name));
    if whole.chars().count() <= 200 { whole } else { whole.chars().take(199).chain(['…']).collect() }
}

/// It is in the domain of the object, where those who see tasks know what they are about.
fn task(cx: &Cx, rule: &Rule, one: &Opening) -> TaskTemplate {
    TaskTemplate {
        id: cx.new_id(),
        folder: Ref::new(one.folder),
        name: title(rule, Some(&one.name)),
        description: rule.description.clone(),
        ref_id: None,
        task_date: due(cx, rule),
        is_recurrent: false,
        schedule: None,
        enabled: true,
        status: Some(TaskStatus::Pending),
        observation: None,
        link: None,
        assigned_to: rule.owner.clone(),
        evidences: Many::default(),
        assets: Many::default(),
        applied_controls: Many::default(),
        compliance_assessments: Many::default(),
        risk_assessments: Many::default(),
        findings_assessment: Many::default(),
        findings: Many::default(),
        objectives: Many::default(),
        incidents: Many::default(),
        filtering_labels: Many::default(),
        is_published: false,
    }
}

/// A review may be in another domain than the object: its readers learn the name only if the object is in their domain or
/// below it.
fn finding(cx: &Cx, rule: &Rule, review: &FindingsAssessment, one: &Opening) -> Finding {
    let is_near = cx.tree().is_within(one.folder, review.folder.uuid());
    Finding {
        id: cx.new_id(),
        folder: review.folder,
        findings_assessment: Ref::new(review.id.uuid()),
        name: title(rule, is_near.then_some(one.name.as_str())),
        description: rule.description.clone(),
        ref_id: String::new(),
        severity: rule.severity,
        status: FindingStatus::Identified,
        priority: None,
        eta: None,
        due_date: due(cx, rule),
        asset: None,
        observation: None,
        owner: rule.owner.clone(),
        applied_controls: Many::default(),
        evidences: Many::default(),
        vulnerabilities: Many::default(),
        threats: Many::default(),
        reference_controls: Many::default(),
        filtering_labels: Many::default(),
        is_published: false,
    }
}

/// Tells the owners what has opened. Nobody is told of objects that they may not see.
pub async fn notify(
    cx: &mut Cx,
    rule: &Rule,
    resource: &'static Resource,
    new: &[RuleMatch],
    again: &[(RuleMatch, Judged)],
) -> Result<()> {
    if rule.action != RuleAction::Notification {
        return Ok(());
    }
    let again = again.iter().map(|(one, _)| one).filter(|one| one.state == MatchState::Closed);
    let opened: Vec<(Uuid, String)> = new
        .iter()
        .map(|one| (one, 1))
        .chain(again.map(|one| (one, one.times_opened + 1)))
        .map(|(one, times)| (one.object.0, format!("{}:{times}", one.id.uuid().simple())))
        .collect();
    let owners: BTreeSet<Uuid> = rule.owner.uuids().into_iter().collect();
    let people: BTreeSet<Person> = people::behind(cx, &owners).await?.into_values().flatten().collect();
    let about = whole(cx, resource);
    let mut told = Vec::new();
    for (object, key) in &opened {
        told.extend(people.iter().map(|person| Told {
            about: Some((about, *object)),
            label: Some(rule.name.clone()),
            ..Told::to(*person, Kind::Rule, key.clone())
        }));
    }
    make(cx, told).await?;
    Ok(())
}

/// Ends the tasks and findings of matches that close, if nobody has touched them.
pub async fn close(cx: &mut Cx, over: &[RuleMatch]) -> Result<()> {
    let remark = over_now(of_instance(cx));
    let tasks: Vec<Uuid> = over.iter().filter_map(|one| one.task.map(Ref::uuid)).collect();
    // Before looking: someone may be touching them at this moment.
    cx.lock::<TaskTemplate>(&tasks).await?;
    let tasks = untouched(cx, "task_templates", &tasks, "pending").await?;
    cx.modify_many::<TaskTemplate>(&tasks, |task| {
        (task.status, task.observation) = (Some(TaskStatus::Cancelled), Some(Markdown(remark.to_owned())));
        Ok(())
    })
    .await?;
    let findings: Vec<Uuid> = over.iter().filter_map(|one| one.finding.map(Ref::uuid)).collect();
    cx.lock::<Finding>(&findings).await?;
    let findings = untouched(cx, "findings", &findings, "identified").await?;
    let findings = in_open_reviews(cx, findings).await?;
    cx.modify_many::<Finding>(&findings, |finding| {
        (finding.status, finding.observation) = (FindingStatus::Resolved, Some(Markdown(remark.to_owned())));
        Ok(())
    })
    .await
}

/// Those that are as they were created. An occurrence of a task that somebody has worked on changes the task.
async fn untouched(cx: &mut Cx, table: &str, ids: &[Uuid], status: &str) -> Result<Vec<Uuid>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = Sql::raw(format!("select t.id from {table} t where t.updated_at = t.created_at and t.status = "));
    sql.bind(status).push(" and t.id").any(cx.conn.dialect(), Value::Uuids(ids.to_vec()));
    if table == "task_templates" {
        sql.push(" and not exists (select 1 from task_nodes n where n.task_template = t.id and n.updated_at <> n.created_at)");
    }
    sql.push(" order by t.id");
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}

/// A locked review keeps its findings as they are.
async fn in_open_reviews(cx: &mut Cx, findings: Vec<Uuid>) -> Result<Vec<Uuid>> {
    if findings.is_empty() {
        return Ok(findings);
    }
    let mut sql = Sql::raw(
        "select t.id from findings t join findings_assessments a on a.id = t.findings_assessment where not a.is_locked and t.id",
    );
    sql.any(cx.conn.dialect(), Value::Uuids(findings)).push(" order by t.id");
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}
