//! Planning: which occurrences a task has.
//!
//! A task that does not recur has exactly one. One that recurs has those of its schedule up to a horizon, each once:
//! whoever plans has locked the task, and the database has each scheduled day of a task once. What somebody has worked
//! on is never removed or moved.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use cairn_engine::{Cx, Error, FieldErrors, Result};
use cairn_model::{Date, Ref, Type};
use cairn_recurrence::delay::{self, Occurrence, State};
use cairn_recurrence::{Overdue, Schedule};
use cairn_resources::work::{EvidenceRevision, TaskNode, TaskStatus, TaskTemplate};
use cairn_store::Sql;
use uuid::Uuid;

/// A task that began long ago starts with its latest occurrences, about a year of a daily task.
const MOST_BACK: usize = 366;
/// More than a year of a daily task. Later ones follow as time goes on.
const MOST_AHEAD: usize = 1000;

/// What makes planning necessary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// It is new, or begins or ceases to recur.
    Started,
    /// Its date, schedule or status is another one.
    Changed,
    /// Time goes on.
    Later,
}

/// The schedule of a task, if it has one.
pub fn schedule_of(task: &TaskTemplate) -> Result<Option<Schedule>> {
    let Some(given) = &task.schedule else { return Ok(None) };
    Schedule::read(&given.0.0).map(Some).map_err(|mistakes| {
        let mut errors = FieldErrors::default();
        for mistake in mistakes {
            errors.add("schedule", mistake.to_string());
        }
        Error::Invalid(errors)
    })
}

/// What was done of a recurring task must not get lost.
pub async fn may_become_single(cx: &mut Cx, task: &TaskTemplate) -> Result<()> {
    let nodes = Nodes::load(cx, task.id.uuid()).await?;
    if nodes.all.iter().all(|node| nodes.is_untouched(node)) {
        return Ok(());
    }
    let words = "Some of its occurrences were worked on. Let it end with the end date of its schedule instead.";
    Err(Error::field("is_recurrent", words))
}

/// Brings the occurrences of a task in line with it.
pub async fn plan(cx: &mut Cx, task: &TaskTemplate, why: Why) -> Result<()> {
    let schedule = schedule_of(task)?.filter(|_| task.is_recurrent);
    match schedule {
        Some(schedule) => {
            plan_recurring(cx, task, &schedule, why).await?;
            move_delayed(cx, task, &schedule).await
        }
        None => plan_single(cx, task, why).await,
    }
}

/// The occurrences of a task, with what is known about the work on them.
struct Nodes {
    /// In the order of their scheduled days.
    all: Vec<TaskNode>,
    /// Those that evidence was made for.
    productive: HashSet<Uuid>,
}

impl Nodes {
    async fn load(cx: &mut Cx, task: Uuid) -> Result<Self> {
        let all: Vec<TaskNode> = cx
            .list_all(|select| {
                select.equals("task_template", task).order_by("t.scheduled_date");
            })
            .await?;
        let (nodes, revisions) = (cx.resource::<TaskNode>().def.table, cx.resource::<EvidenceRevision>().def.table);
        let mut sql = Sql::raw(format!(
            "select distinct r.task_node from {revisions} r join {nodes} n on n.id = r.task_node where n.task_template = "
        ));
        sql.bind(task);
        let found = cx.conn.query(&sql, &[Type::Uuid]).await?;
        Ok(Self { all, productive: found.iter().filter_map(|row| row[0].as_uuid()).collect() })
    }

    /// Whether nobody has done anything about it.
    fn is_untouched(&self, node: &TaskNode) -> bool {
        node.status == TaskStatus::Pending
            && node.observation.as_ref().is_none_or(|text| text.0.trim().is_empty())
            && node.due_date == node.planned_date
            && !self.productive.contains(&node.id.uuid())
    }
}

fn new_node(cx: &Cx, task: &TaskTemplate, day: Date) -> TaskNode {
    TaskNode {
        id: cx.new_id(),
        folder: task.folder,
        task_template: Ref::new(task.id.uuid()),
        scheduled_date: day,
        planned_date: Some(day),
        due_date: Some(day),
        status: TaskStatus::Pending,
        closed_on: None,
        observation: None,
        is_published: task.is_published,
    }
}

/// One occurrence, which is as far as the task is.
async fn plan_single(cx: &mut Cx, task: &TaskTemplate, why: Why) -> Result<()> {
    let nodes = Nodes::load(cx, task.id.uuid()).await?;
    let date = task.task_date;
    let status = task.status.unwrap_or(TaskStatus::Pending);
    if let ([node], Why::Changed) = (nodes.all.as_slice(), why) {
        cx.modify::<TaskNode>(node.id.uuid(), |node| {
            // A due date that somebody moved stays until the date of the task is another one.
            if node.planned_date != date {
                node.scheduled_date = date.unwrap_or(node.scheduled_date);
                (node.planned_date, node.due_date) = (date, date);
            }
            node.status = status;
            node.observation.clone_from(&task.observation);
            Ok(())
        })
        .await?;
        return Ok(());
    }
    for node in &nodes.all {
        cx.delete::<TaskNode>(node.id.uuid()).await?;
    }
    let day = date.unwrap_or_else(|| cx.today());
    let node = new_node(cx, task, day);
    let observation = task.observation.clone();
    cx.create(TaskNode { planned_date: date, due_date: date, status, observation, ..node }).await
}

async fn plan_recurring(cx: &mut Cx, task: &TaskTemplate, schedule: &Schedule, why: Why) -> Result<()> {
    let today = cx.today();
    let nodes = Nodes::load(cx, task.id.uuid()).await?;
    let days = days(schedule, task.task_date.unwrap_or(today), today);
    if why != Why::Later {
        let is_over = |node: &&TaskNode| {
            let is_ahead = node.planned_date.is_none_or(|day| day >= today);
            is_ahead && !days.ahead.contains(&node.scheduled_date) && nodes.is_untouched(node)
        };
        for node in nodes.all.iter().filter(is_over) {
            cx.delete::<TaskNode>(node.id.uuid()).await?;
        }
    }
    if !task.enabled {
        return Ok(());
    }
    let known: HashSet<Date> = nodes.all.iter().map(|node| node.scheduled_date).collect();
    // Only a task that starts has occurrences in the past; another schedule applies from today on.
    let from = match why {
        Why::Started => None,
        Why::Changed => Some(today),
        Why::Later => Some(known.iter().max().map_or(today, |last| today.min(*last))),
    };
    let missing = days.back.iter().chain(&days.ahead);
    let missing = missing.filter(|day| from.is_none_or(|from| **day >= from) && !known.contains(*day));
    let missing: Vec<TaskNode> = missing.map(|day| new_node(cx, task, *day)).collect();
    cx.create_many(missing).await
}

/// The days of a schedule that are planned today.
struct Days {
    back: VecDeque<Date>,
    /// Today and later.
    ahead: BTreeSet<Date>,
}

fn days(schedule: &Schedule, start: Date, today: Date) -> Days {
    let mut days = Days { back: VecDeque::new(), ahead: BTreeSet::new() };
    for day in schedule.occurrences(start, schedule.horizon(today)) {
        if day >= today {
            days.ahead.insert(day);
        } else {
            days.back.push_back(day);
        }
        if days.back.len() > MOST_BACK {
            days.back.pop_front();
        }
        if days.ahead.len() >= MOST_AHEAD {
            break;
        }
    }
    days
}

/// Moves what waits for something that is late, if the schedule says so, and back if it no longer does.
async fn move_delayed(cx: &mut Cx, task: &TaskTemplate, schedule: &Schedule) -> Result<()> {
    let nodes = Nodes::load(cx, task.id.uuid()).await?;
    let planned = match schedule.overdue {
        Overdue::NoImpact => nodes.all.iter().map(|node| node.scheduled_date).collect(),
        Overdue::DelayNext => {
            let occurrences: Vec<Occurrence> = nodes.all.iter().map(|node| occurrence(&nodes, node)).collect();
            delay::planned(&occurrences, cx.today())
        }
    };
    let moved: HashMap<Uuid, Date> = (nodes.all.iter().zip(planned))
        .filter(|(node, day)| nodes.is_untouched(node) && node.planned_date != Some(*day))
        .map(|(node, day)| (node.id.uuid(), day))
        .collect();
    if moved.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = moved.keys().copied().collect();
    cx.modify_many::<TaskNode>(&ids, |node| {
        let day = moved.get(&node.id.uuid()).copied();
        (node.planned_date, node.due_date) = (day, day);
        Ok(())
    })
    .await
}

fn occurrence(nodes: &Nodes, node: &TaskNode) -> Occurrence {
    let due = node.due_date.unwrap_or(Date::MAX);
    let state = if nodes.is_untouched(node) {
        State::Untouched
    } else if node.status.is_open() {
        State::Open { due }
    } else {
        State::Closed { due, on: node.closed_on.unwrap_or(due) }
    };
    Occurrence { scheduled: node.scheduled_date, state }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_recurrence::Frequency;

    #[test]
    fn a_task_from_long_ago_has_its_latest_occurrences() {
        let day = |text: &str| text.parse::<Date>().expect("a day");
        let mut schedule = Schedule::every(1, Frequency::Daily);
        let planned = days(&schedule, day("2000-01-01"), day("2026-11-17"));
        assert_eq!((planned.back.len(), planned.back[0]), (MOST_BACK, day("2025-11-16")));
        assert_eq!(planned.ahead.last(), Some(&day("2027-02-17")));
        schedule.end_date = Some(day("9999-12-31"));
        assert_eq!(days(&schedule, day("2026-11-17"), day("2026-11-17")).ahead.len(), MOST_AHEAD);
    }
}
