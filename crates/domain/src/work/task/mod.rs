//! Tasks: what has to be done, once or again and again. Each time is an occurrence ([`node`]), planned ahead ([`plan`]).

pub mod calendar;
mod job;
pub mod node;
mod plan;
mod review;
mod workload;

use cairn_engine::query::Label;
use cairn_engine::watch::{Check, Concern, Fix, Measure};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_model::choice::ChoiceOption;
use cairn_model::{Date, Type};
use cairn_resources::work::{TaskNode, TaskStatus, TaskTemplate};
use cairn_store::Sql;

use self::calendar::{Entries, Span, calendar};
use self::plan::Why;
use self::review::{Review, Wanted, yearly_review};
use self::workload::{Narrowed, Workload, workload};
use super::applied_control::{Bar, Chart, ItemStyle, PerStatus, camel_case};
use super::sight::{named_in, visible};

pub use self::job::PlanTasks;

pub const ENTRY: Entry = Entry::of::<TaskTemplate>()
    .module(Module::Operations, "calendar-check")
    .rank(5)
    .roles("vacd vacd vacd v v - - -")
    .rules::<TaskTemplateRules>()
    .computed(&[
        computed!(next_occurrence: Option<Date>, "The day of the next occurrence, today included.", sql next_occurrence),
        computed!(
            next_occurrence_status: Option<TaskStatus>,
            "The status of the next occurrence.",
            sql next_occurrence_status
        ),
        computed!(
            last_occurrence_status: Option<TaskStatus>,
            "The status of the last occurrence before today.",
            sql last_occurrence_status
        ),
    ])
    .actions(&[
        action!(
            GET "assigned_to", collection, View, assigned_to: Nothing => Vec<Label>,
            "Everyone to whom at least one is assigned."
        ),
        action!(
            GET "per_status", collection, View, per_status: Nothing => PerStatus,
            "The number of tasks in each status. A recurring task counts with the status of its next occurrence."
        ),
        action!(
            GET "calendar", collection, View, calendar: Span => Entries,
            "The occurrences that are due in a period, as in their list, and those that are not planned yet."
        ),
        action!(
            GET "yearly_review", collection, View, yearly_review: Wanted => Review,
            "The control plan: recurring tasks by domain, with their status in each month or week."
        ),
        action!(
            GET "workload", collection, View, workload: Narrowed => Workload,
            "How many occurrences are open, due soon and overdue: for each person, team and domain."
        ),
    ])
    .checks(&[
        Check {
            name: "nobody_does_it",
            doc: "Assigned to nobody.",
            severity: Concern::Warning,
            query: &[("enabled", "true"), ("assigned_to__isnull", "true")],
            fix: Fix::Edit { label: "Assign it", field: "assigned_to" },
        },
        Check {
            name: "without_a_date",
            doc: "Has no date.",
            severity: Concern::Info,
            query: &[("task_date__isnull", "true"), ("status__in", "pending,in_progress")],
            fix: Fix::Edit { label: "Set a date", field: "task_date" },
        },
    ])
    .measures(&[Measure { name: "tasks", query: &[("enabled", "true")] }]);

pub struct TaskTemplateRules;

impl Rules for TaskTemplateRules {
    type Record = TaskTemplate;

    async fn before_write(cx: &mut Cx, old: Option<&TaskTemplate>, new: &mut TaskTemplate) -> Result<()> {
        plan::schedule_of(new)?;
        if !new.is_recurrent {
            new.status.get_or_insert(TaskStatus::Pending);
            return match old {
                Some(old) if old.is_recurrent => plan::may_become_single(cx, old).await,
                _ => Ok(()),
            };
        }
        if new.schedule.is_none() {
            return Err(Error::field("schedule", "Say how often it recurs."));
        }
        let was_single = old.is_some_and(|old| !old.is_recurrent);
        for (field, is_given) in [("status", new.status.is_some()), ("observation", new.observation.is_some())] {
            if is_given && !was_single {
                return Err(Error::field(field, "A recurring task has one for each occurrence."));
            }
        }
        // What was said of the single occurrence stays there.
        (new.status, new.observation) = (None, None);
        new.task_date.get_or_insert(cx.today());
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&TaskTemplate>, new: &TaskTemplate) -> Result<()> {
        let Some(old) = old else { return plan::plan(cx, new, Why::Started).await };
        let plans = |task: &TaskTemplate| (task.is_recurrent, task.task_date, task.schedule.clone(), task.enabled);
        if old.is_recurrent != new.is_recurrent {
            return plan::plan(cx, new, Why::Started).await;
        }
        let says = |task: &TaskTemplate| (task.status, task.observation.clone());
        if plans(old) != plans(new) || !new.is_recurrent && says(old) != says(new) {
            return plan::plan(cx, new, Why::Changed).await;
        }
        Ok(())
    }
}

/// A column of the first or last occurrence that the caller may see, on one side of today.
fn occurrence(cx: &Cx, column: &str, is_next: bool) -> Sql {
    let (comparison, order) = if is_next { (">=", "") } else { ("<", " desc") };
    let nodes = cx.resource::<TaskNode>();
    let table = nodes.def.table;
    let mut sql = Sql::raw(format!(
        "(select r.{column} from {table} r where r.task_template = t.id and r.due_date {comparison} "
    ));
    sql.bind(cx.today());
    if let Some(seen) = cx.sight(nodes, "r") {
        sql.push(" and ").append(seen);
    }
    sql.push(&format!(" order by r.due_date{order}, r.id{order} limit 1)"));
    sql
}

fn next_occurrence(cx: &Cx) -> Sql {
    occurrence(cx, "due_date", true)
}

fn next_occurrence_status(cx: &Cx) -> Sql {
    occurrence(cx, "status", true)
}

fn last_occurrence_status(cx: &Cx) -> Sql {
    occurrence(cx, "status", false)
}

async fn assigned_to(cx: &mut Cx, _: Nothing) -> Result<Vec<Label>> {
    named_in(cx, cx.resource::<TaskTemplate>(), "assigned_to").await
}

async fn per_status(cx: &mut Cx, _: Nothing) -> Result<PerStatus> {
    let tasks = cx.resource::<TaskTemplate>();
    let mut sql = Sql::raw("select s.status, count(*) from (select coalesce(t.status, ");
    sql.append(next_occurrence_status(cx)).push(&format!(") as status from {} t where t.id in (", tasks.def.table));
    sql.append(visible(cx, tasks).project("t.id")).push(")) s group by s.status");
    let rows = cx.conn.query(&sql, &[Type::Text, Type::Int]).await?;
    let count = |status: &TaskStatus| {
        let row = rows.iter().find(|row| row[0].as_str() == Some(status.key()));
        row.and_then(|row| row[1].as_int()).unwrap_or_default()
    };
    let bar = |status: &TaskStatus| Bar { value: count(status), item_style: ItemStyle { color: color(*status) } };
    Ok(PerStatus {
        results: Chart {
            local_labels: TaskStatus::ALL.iter().map(|status| camel_case(status.key())).collect(),
            labels: TaskStatus::DEF.options.iter().map(ChoiceOption::label).collect(),
            values: TaskStatus::ALL.iter().map(bar).collect(),
        },
    })
}

const fn color(status: TaskStatus) -> &'static str {
    match status {
        TaskStatus::Pending => "#BFDBFE",
        TaskStatus::InProgress => "#392F5A",
        TaskStatus::Completed => "#46D39A",
        TaskStatus::Cancelled => "#CCCCCC",
    }
}
