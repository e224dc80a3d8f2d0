//! Plans ahead as time goes on.

use std::collections::HashMap;

use cairn_engine::{Cx, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_model::{Date, Type, Value};
use cairn_recurrence::{Overdue, Schedule};
use cairn_resources::work::{TaskNode, TaskTemplate};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::plan::{Why, plan, schedule_of};

/// Plans the occurrences of recurring tasks, and moves those that wait for overdue ones.
#[derive(Serialize, Deserialize)]
pub struct PlanTasks {}

/// The result.
#[derive(Serialize)]
struct Planned {
    tasks: usize,
}

impl Job for PlanTasks {
    const KIND: &'static str = "plan-tasks";
    const NAME: &'static str = "Plan the next occurrences of recurring tasks";
    /// Soon after the start of each day in the time zone of the instance.
    const SCHEDULE: Option<&'static str> = Some("2 0 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.write().await?;
        let ids = due(&mut cx).await?;
        cx.lock::<TaskTemplate>(&ids).await?;
        for id in &ids {
            // Someone may have changed or deleted it meanwhile.
            if let Some(task) = cx.find::<TaskTemplate>(*id).await?.filter(|task| task.is_recurrent) {
                plan(&mut cx, &task, Why::Later).await?;
            }
        }
        let planned = Planned { tasks: ids.len() };
        work.finish(cx, planned).await
    }
}

/// The tasks that lack an occurrence, or whose late occurrences may move others.
async fn due(cx: &mut Cx) -> Result<Vec<Uuid>> {
    let today = cx.today();
    let tasks: Vec<TaskTemplate> = cx
        .list_all(|select| {
            select.equals("is_recurrent", true).order_by("t.id");
        })
        .await?;
    let last = last_days(cx).await?;
    let mut due = Vec::new();
    for task in &tasks {
        let Some(schedule) = schedule_of(task)? else { continue };
        let lacks = task.enabled && lacks_one(task, &schedule, last.get(&task.id.uuid()).copied(), today);
        if lacks || schedule.overdue == Overdue::DelayNext {
            due.push(task.id.uuid());
        }
    }
    Ok(due)
}

pub(super) async fn last_days(cx: &mut Cx) -> Result<HashMap<Uuid, Date>> {
    let table = cx.resource::<TaskNode>().def.table;
    let sql =
        Sql::raw(format!("select n.task_template, max(n.scheduled_date) from {table} n group by n.task_template"));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Date]).await?;
    let last = rows.iter().filter_map(|row| match (row[0].as_uuid(), &row[1]) {
        (Some(task), Value::Date(day)) => Some((task, *day)),
        _ => None,
    });
    Ok(last.collect())
}

fn lacks_one(task: &TaskTemplate, schedule: &Schedule, last: Option<Date>, today: Date) -> bool {
    let Some(start) = task.task_date else { return false };
    let from = last.map_or(today, |last| last.succ_opt().unwrap_or(last));
    schedule.occurrences(start, schedule.horizon(today)).any(|day| day >= from)
}
