//! Occurrences of tasks. They are planned from the schedule of their task and show what their task is about.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use cairn_access::Verb;
use cairn_engine::computed::{Shared, Structs, schema_of};
use cairn_engine::filter::{Filter, FilterCx, boolean};
use cairn_engine::query::column;
use cairn_engine::watch::{Check, Concern, Due, Fix, Measure, SOON, TODAY};
use cairn_engine::{Cx, Entry, Error, Module, Result, Rules, action, computed};
use cairn_model::{Describe, Markdown, Record, Type, Value};
use cairn_resources::iam::Folder;
use cairn_resources::work::{Evidence, EvidenceRevision, TaskNode, TaskStatus, TaskTemplate};
use cairn_store::{Dialect, Sql};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use uuid::Uuid;

use super::plan::{Why, plan};
use crate::shown::shown;
use crate::work::sight::{ids, is_visible, visible};

pub const ENTRY: Entry = Entry::of::<TaskNode>()
    .module(Module::Operations, "calendar-days")
    .beside("task-templates")
    .made_with_parent()
    // Imported domains bring occurrences that their schedules no longer have.
    .roles("vac vac vac v v - - -")
    // A single occurrence and its task say the same, and a late one moves others.
    .takes_turns()
    .rules::<TaskNodeRules>()
    .computed(&[
        computed!(name: Option<String>, "The name of the task.", name),
        computed!(is_recurrent: bool, "Whether the task recurs.", is_recurrent),
        computed!(assigned_to: Vec<Linked>, "The people or teams who do it.", assigned_to),
        computed!(expected_evidence: Vec<Linked>, "The evidence it is expected to produce.", expected_evidence),
        computed!(evidences: Vec<Linked>, "The evidence that was made for it.", evidences),
        computed!(evidence_reviewed: Vec<Uuid>, "The expected evidence that was made for it.", evidence_reviewed),
        computed!(
            evidence_revisions_map: BTreeMap<String, Uuid>,
            "For each piece of evidence the latest revision that was made for it.",
            evidence_revisions_map
        ),
        computed!(assets: Vec<Linked>, "The assets of the task.", assets),
        computed!(applied_controls: Vec<Linked>, "The controls of the task.", applied_controls),
        computed!(compliance_assessments: Vec<Linked>, "The audits of the task.", compliance_assessments),
        computed!(risk_assessments: Vec<Linked>, "The risk assessments of the task.", risk_assessments),
        computed!(findings_assessment: Vec<Linked>, "The findings reviews of the task.", findings_assessment),
    ])
    .filters(&[
        Filter {
            name: "assigned_to",
            doc: "Whose task is assigned to any of these people or teams.",
            schema: schema_of::<String>,
            condition: filter_assigned_to,
        },
        Filter {
            name: "past",
            doc: "Whether its due date has passed.",
            schema: schema_of::<bool>,
            condition: filter_past,
        },
        Filter {
            name: "due_date__year",
            doc: "The year of its due date.",
            schema: schema_of::<i64>,
            condition: filter_year,
        },
        Filter {
            name: "due_date__month",
            doc: "The month of its due date, in any year.",
            schema: schema_of::<i64>,
            condition: filter_month,
        },
        Filter {
            name: "lacks_evidence",
            doc: "Whether any of the expected evidence has no revision that was made for it.",
            schema: schema_of::<bool>,
            condition: filter_lacks_evidence,
        },
    ])
    .actions(&[
        action!(
            POST "set_status", item, View, set_status: SetStatus => NewStatus,
            "Starts, completes, cancels or reopens it. Those it is assigned to can, and whoever can change it."
        ),
        action!(
            POST "remove_evidence", item, Change, remove_evidence: RemoveEvidence => RemovedEvidence,
            "Removes the link to the revisions of a piece of evidence that were made for it. The revisions stay."
        ),
    ])
    .due(&[Due { field: "due_date", doc: "Task due.", query: &[("status__in", "pending,in_progress")] }])
    .checks(&[Check {
        name: "completed_without_evidence",
        doc: "Completed without the expected evidence.",
        severity: Concern::Warning,
        query: &[("status", "completed"), ("lacks_evidence", "true")],
        fix: Fix::Edit { label: "Reopen it", field: "status" },
    }])
    .measures(&[
        Measure { name: "tasks_overdue", query: &[("status__in", "pending,in_progress"), ("due_date__lt", TODAY)] },
        Measure {
            name: "tasks_due",
            query: &[("status__in", "pending,in_progress"), ("due_date__gte", TODAY), ("due_date__lte", SOON)],
        },
    ]);

pub struct TaskNodeRules;

impl Rules for TaskNodeRules {
    type Record = TaskNode;

    async fn before_write(cx: &mut Cx, old: Option<&TaskNode>, new: &mut TaskNode) -> Result<()> {
        if old.is_none() && new.planned_date.is_none() && new.due_date.is_some() {
            new.planned_date = Some(new.scheduled_date);
        }
        if new.status.is_open() {
            new.closed_on = None;
        } else if new.closed_on.is_none() {
            new.closed_on = Some(cx.today());
        }
        if new.closed_on.is_some_and(|day| day > cx.today()) && old.is_none_or(|old| old.closed_on != new.closed_on) {
            return Err(Error::field("closed_on", "Must not be in the future."));
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&TaskNode>, new: &TaskNode) -> Result<()> {
        let task = new.task_template.uuid();
        let Some(found) = cx.find::<TaskTemplate>(task).await? else { return Ok(()) };
        if !found.is_recurrent {
            return follow_single(cx, &found, old, new).await;
        }
        // Planning itself keeps the due date where it plans it.
        let is_moved = |old: &TaskNode| old.due_date != new.due_date && new.due_date != new.planned_date;
        if old.is_some_and(|old| old.status != new.status || old.closed_on != new.closed_on || is_moved(old)) {
            return plan(cx, &found, Why::Later).await;
        }
        Ok(())
    }
}

/// A task that does not recur has one occurrence, and is as far as that.
async fn follow_single(cx: &mut Cx, task: &TaskTemplate, old: Option<&TaskNode>, new: &TaskNode) -> Result<()> {
    let (id, task) = (new.id, task.id.uuid());
    if old.is_none() {
        // One that comes with an imported domain takes the place of the one that was planned here.
        let others: Vec<TaskNode> = cx
            .list_all(|select| {
                select.equals("task_template", task);
            })
            .await?;
        for other in others.iter().filter(|other| other.id != id) {
            cx.delete::<TaskNode>(other.id.uuid()).await?;
        }
    }
    cx.modify::<TaskTemplate>(task, |task| {
        task.status = Some(new.status);
        task.observation.clone_from(&new.observation);
        Ok(())
    })
    .await?;
    Ok(())
}

/// An object that a task is about.
#[derive(Debug, Clone, Serialize, Deserialize, Describe)]
pub struct Linked {
    pub id: Uuid,
    pub str: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<Place>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Describe)]
pub struct Place {
    pub id: Uuid,
    pub str: String,
}

/// The tasks of a page as the caller sees them, by their ids.
struct Tasks(HashMap<Uuid, Json>);

impl Shared<TaskNode> for Tasks {
    async fn load(cx: &mut Cx, rows: &[TaskNode]) -> Result<Self> {
        let mut ids: Vec<Uuid> = rows.iter().map(|node| node.task_template.uuid()).collect();
        ids.sort_unstable();
        ids.dedup();
        let tasks = cx.resource::<TaskTemplate>();
        let found = shown(cx, tasks, ids.len() as i64, |select| {
            select.any_of("id", Value::Uuids(ids));
        })
        .await?;
        let by_id = found.into_iter().filter_map(|task| Some((task["id"].as_str()?.parse().ok()?, task)));
        Ok(Self(by_id.collect()))
    }
}

/// A field of the task of each row; the default where the caller may not see the task.
async fn of_task<T: DeserializeOwned + Default>(cx: &mut Cx, rows: &Structs<TaskNode>, field: &str) -> Result<Vec<T>> {
    let tasks: Arc<Tasks> = rows.shared(cx).await?;
    let value = |node: &TaskNode| {
        let value = tasks.0.get(&node.task_template.uuid()).map(|task| task[field].clone());
        value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
    };
    Ok(rows.iter().map(value).collect())
}

async fn name(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<Option<String>>> {
    of_task(cx, rows, "name").await
}

async fn is_recurrent(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<bool>> {
    of_task(cx, rows, "is_recurrent").await
}

async fn assigned_to(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<Vec<Linked>>> {
    of_task(cx, rows, "assigned_to").await
}

async fn expected_evidence(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<Vec<Linked>>> {
    of_task(cx, rows, "evidences").await
}

async fn assets(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<Vec<Linked>>> {
    of_task(cx, rows, "assets").await
}

async fn applied_controls(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<Vec<Linked>>> {
    of_task(cx, rows, "applied_controls").await
}

async fn compliance_assessments(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<Vec<Linked>>> {
    of_task(cx, rows, "compliance_assessments").await
}

async fn risk_assessments(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<Vec<Linked>>> {
    of_task(cx, rows, "risk_assessments").await
}

async fn findings_assessment(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<Vec<Linked>>> {
    of_task(cx, rows, "findings_assessment").await
}

/// The revisions that were made for the occurrences of a page, the latest of each piece of evidence.
struct Made(HashMap<Uuid, BTreeMap<Uuid, MadeRevision>>);

#[derive(Clone)]
struct MadeRevision {
    id: Uuid,
    evidence: Linked,
}

impl Shared<TaskNode> for Made {
    async fn load(cx: &mut Cx, rows: &[TaskNode]) -> Result<Self> {
        let mut select = visible(cx, cx.resource::<EvidenceRevision>());
        select.any_of("task_node", Value::Uuids(rows.iter().map(|node| node.id.uuid()).collect()));
        let evidences = cx.resource::<Evidence>();
        let mut sql = Sql::raw("select m.task_node, m.id, e.id, e.name, f.id, f.name from (");
        sql.append(select.project("t.task_node, t.id, t.evidence, t.version"));
        sql.push(&format!(") m join {} e on e.id = m.evidence ", evidences.def.table));
        sql.push(&format!("join {} f on f.id = e.folder where ", cx.resource::<Folder>().def.table));
        sql.append(is_visible::<Evidence>(cx, "e")).push(" order by m.version");
        let types = [Type::Uuid, Type::Uuid, Type::Uuid, Type::Text, Type::Uuid, Type::Text];
        let mut made: HashMap<Uuid, BTreeMap<Uuid, MadeRevision>> = HashMap::new();
        for row in cx.conn.query(&sql, &types).await? {
            let text = |at: usize| row[at].as_str().unwrap_or_default().to_owned();
            let (Some(node), Some(id), Some(evidence), Some(folder)) =
                (row[0].as_uuid(), row[1].as_uuid(), row[2].as_uuid(), row[4].as_uuid())
            else {
                continue;
            };
            let folder = cx.sees_folder(folder).then(|| Place { id: folder, str: text(5) });
            let linked = Linked { id: evidence, str: text(3), folder };
            made.entry(node).or_default().insert(evidence, MadeRevision { id, evidence: linked });
        }
        Ok(Self(made))
    }
}

async fn of_made<T>(
    cx: &mut Cx,
    rows: &Structs<TaskNode>,
    make: impl Fn(&BTreeMap<Uuid, MadeRevision>) -> T,
) -> Result<Vec<T>> {
    let made: Arc<Made> = rows.shared(cx).await?;
    let none = BTreeMap::new();
    Ok(rows.iter().map(|node| make(made.0.get(&node.id.uuid()).unwrap_or(&none))).collect())
}

async fn evidences(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<Vec<Linked>>> {
    of_made(cx, rows, |made| made.values().map(|one| one.evidence.clone()).collect()).await
}

async fn evidence_revisions_map(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<BTreeMap<String, Uuid>>> {
    of_made(cx, rows, |made| made.iter().map(|(evidence, one)| (evidence.to_string(), one.id)).collect()).await
}

async fn evidence_reviewed(cx: &mut Cx, rows: &Structs<TaskNode>) -> Result<Vec<Vec<Uuid>>> {
    let made = evidence_revisions_map(cx, rows).await?;
    let expected = expected_evidence(cx, rows).await?;
    let both = |(expected, made): (Vec<Linked>, BTreeMap<String, Uuid>)| {
        expected.iter().map(|one| one.id).filter(|id| made.contains_key(&id.to_string())).collect()
    };
    Ok(expected.into_iter().zip(made).map(both).collect())
}

fn filter_assigned_to(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let tasks = cx.registry.get(TaskTemplate::PATH);
    let relation = tasks.relation("assigned_to").expect("tasks are assigned");
    let mut sql = Sql::raw(format!(
        "t.task_template in (select w.id from {} w join {} l on l.{} = w.id where l.{}",
        tasks.def.table, relation.table, relation.own, relation.other
    ));
    sql.any(cx.dialect, Value::Uuids(ids(text)?)).push(" and ").append(cx.visible(TaskTemplate::PATH, "w")).push(")");
    Ok(sql)
}

fn filter_past(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut sql = Sql::raw(if boolean(text)? { "t.due_date < " } else { "t.due_date >= " });
    sql.bind(cx.today);
    Ok(sql)
}

fn whole(text: &str, least: i64, most: i64) -> Result<i64, String> {
    let number = text.trim().parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("Must be from {least} to {most}."))
}

fn filter_year(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    Ok(part_of_date(cx, 1, 4, whole(text, 1, 9999)?))
}

fn filter_month(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    Ok(part_of_date(cx, 6, 2, whole(text, 1, 12)?))
}

/// Days are text in one database, and become the same text in the other.
fn part_of_date(cx: &FilterCx<'_>, from: usize, length: usize, number: i64) -> Sql {
    let day = match cx.dialect {
        Dialect::Sqlite => column("t", "due_date"),
        Dialect::Postgres => format!("to_char({}, 'YYYY-MM-DD')", column("t", "due_date")),
    };
    let mut sql = Sql::raw(format!("substr({day}, {from}, {length}) = "));
    sql.bind(format!("{number:0length$}"));
    sql
}

fn filter_lacks_evidence(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let tasks = cx.registry.get(TaskTemplate::PATH);
    let expected = tasks.relation("evidences").expect("tasks expect evidence");
    let revisions = cx.registry.get(EvidenceRevision::PATH).def.table;
    let mut sql = Sql::raw(if boolean(text)? { "exists" } else { "not exists" });
    sql.push(&format!(
        " (select 1 from {} l join {} e on e.id = l.{} where l.{} = t.task_template and ",
        expected.table,
        cx.registry.get(Evidence::PATH).def.table,
        expected.other,
        expected.own
    ));
    sql.append(cx.visible(Evidence::PATH, "e"));
    sql.push(&format!(
        " and not exists (select 1 from {revisions} r where r.evidence = e.id and r.task_node = t.id and "
    ));
    sql.append(cx.visible(EvidenceRevision::PATH, "r")).push("))");
    Ok(sql)
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct SetStatus {
    pub status: TaskStatus,
    /// What was noticed while doing it. Left as it is if it is not given.
    #[serde(default)]
    pub observation: Option<String>,
}

#[derive(Debug, Serialize, Describe)]
pub struct NewStatus {
    pub id: Uuid,
    pub status: &'static str,
}

async fn set_status(cx: &mut Cx, id: Uuid, wanted: SetStatus) -> Result<NewStatus> {
    cx.lock::<TaskNode>(&[id]).await?;
    let node: TaskNode = cx.get(id).await?;
    let task = cx.find::<TaskTemplate>(node.task_template.uuid()).await?;
    let actors = cx.authority.rights.actors();
    let is_mine = task.is_some_and(|task| task.assigned_to.0.iter().any(|actor| actors.contains(&actor.uuid())));
    let verb = if is_mine { Verb::View } else { Verb::Change };
    let changed: TaskNode = cx
        .modify_for(id, verb, |node: &mut TaskNode| {
            node.status = wanted.status;
            if let Some(text) = wanted.observation {
                node.observation = Some(text).filter(|text| !text.trim().is_empty()).map(Markdown);
            }
            Ok(())
        })
        .await?;
    Ok(NewStatus { id, status: changed.status.key() })
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct RemoveEvidence {
    /// The piece of evidence.
    pub evidence: Uuid,
}

#[derive(Debug, Serialize, Describe)]
pub struct RemovedEvidence {
    /// How many revisions are no longer linked.
    pub revisions: usize,
}

async fn remove_evidence(cx: &mut Cx, id: Uuid, wanted: RemoveEvidence) -> Result<RemovedEvidence> {
    let made: Vec<EvidenceRevision> = cx
        .list(|select| {
            select.equals("task_node", id).equals("evidence", wanted.evidence).order_by("t.id");
        })
        .await?;
    if made.is_empty() {
        return Err(Error::field("evidence", "No revision of it was made for this occurrence."));
    }
    for revision in &made {
        cx.modify_for(revision.id.uuid(), Verb::Change, |revision: &mut EvidenceRevision| {
            revision.task_node = None;
            Ok(())
        })
        .await?;
    }
    Ok(RemovedEvidence { revisions: made.len() })
}
