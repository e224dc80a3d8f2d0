//! The occurrences of tasks in a period.

use cairn_engine::query::{ListParams, PageRequest};
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Date, Describe, Value};
use cairn_resources::work::{TaskNode, TaskTemplate};
use cairn_store::Sql;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::job::last_days;
use super::plan::schedule_of;
use crate::shown::{shown, shown_page};

/// More than a page of any calendar shows.
const MOST: usize = 5000;
/// Three years.
const MOST_DAYS: i64 = 1096;

/// Occurrences, as in their list.
pub type Entries = Vec<Json>;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// The first day.
    pub start: Date,
    /// The last day.
    pub end: Date,
    /// A domain id. Limits the result to that domain and its subdomains.
    #[serde(default)]
    pub within: Option<String>,
}

impl Span {
    /// A period has an end after its start, and not too long after it.
    pub fn check(&self) -> Result<()> {
        if self.end < self.start {
            return Err(Error::field("end", "Must not be before the start date."));
        }
        if (self.end - self.start).num_days() >= MOST_DAYS {
            return Err(Error::field("end", format!("A calendar covers at most {MOST_DAYS} days.")));
        }
        Ok(())
    }

    /// The parameters of a list that it is narrowed by.
    pub fn narrowed(&self) -> ListParams {
        ListParams(self.within.iter().map(|domain| ("within".to_owned(), domain.clone())).collect())
    }
}

pub async fn calendar(cx: &mut Cx, span: Span) -> Result<Entries> {
    span.check()?;
    let nodes = cx.resource::<TaskNode>();
    let mut select = span.narrowed().select(cx, nodes)?;
    let mut due = Sql::raw("t.due_date >= ");
    due.bind(span.start).push(" and t.due_date <= ").bind(span.end);
    select.condition(due).order_by("t.due_date").order_by("t.id");
    let page = PageRequest { limit: MOST as i64, offset: 0 };
    let (_, mut entries) = shown_page(cx, nodes, select, page).await?;
    let more = not_planned_yet(cx, &span, MOST - entries.len()).await?;
    entries.extend(more);
    entries.sort_by(|a, b| a["due_date"].as_str().cmp(&b["due_date"].as_str()));
    Ok(entries)
}

/// The occurrences beyond those that are planned. They have no id.
async fn not_planned_yet(cx: &mut Cx, span: &Span, most: usize) -> Result<Vec<Json>> {
    let today = cx.today();
    if span.end <= today {
        return Ok(Vec::new());
    }
    let tasks = cx.resource::<TaskTemplate>();
    let mut select = span.narrowed().select(cx, tasks)?;
    select.equals("is_recurrent", true).equals("enabled", true);
    let found = cairn_engine::query::objects(cx, tasks, select).await?;
    let last = last_days(cx).await?;
    let mut days: Vec<(Date, Uuid)> = Vec::new();
    for object in &found {
        let task: TaskTemplate = object.decode()?;
        let (Some(schedule), Some(start)) = (schedule_of(&task)?, task.task_date) else { continue };
        let id = task.id.uuid();
        let planned = last.get(&id).copied().unwrap_or(today).max(today);
        let later = schedule.occurrences(start, span.end).filter(|day| *day > planned && *day >= span.start);
        days.extend(later.take(most).map(|day| (day, id)));
    }
    days.sort_unstable();
    days.truncate(most);
    let mut ids: Vec<Uuid> = days.iter().map(|(_, id)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    let shown = shown(cx, tasks, ids.len() as i64, |select| {
        select.any_of("id", Value::Uuids(ids));
    })
    .await?;
    let find = |id: Uuid| shown.iter().find(|task| task["id"].as_str() == Some(&id.to_string()));
    Ok(days.iter().filter_map(|(day, id)| Some(entry(find(*id)?, *day))).collect())
}

/// An occurrence that is not stored, in the shape of those that are.
fn entry(task: &Json, day: Date) -> Json {
    json!({
        "id": null,
        "path": task["path"],
        "task_template": {
            "id": task["id"], "str": task["name"], "folder": task["folder"], "description": task["description"],
        },
        "folder": task["folder"],
        "name": task["name"],
        "is_recurrent": true,
        "assigned_to": task["assigned_to"],
        "expected_evidence": task["evidences"],
        "evidences": [],
        "evidence_reviewed": [],
        "evidence_revisions_map": {},
        "assets": task["assets"],
        "applied_controls": task["applied_controls"],
        "compliance_assessments": task["compliance_assessments"],
        "risk_assessments": task["risk_assessments"],
        "findings_assessment": task["findings_assessment"],
        "created_at": null,
        "updated_at": null,
        "is_published": task["is_published"],
        "scheduled_date": day,
        "planned_date": day,
        "due_date": day,
        "closed_on": null,
        "status": "pending",
        "observation": null,
    })
}
