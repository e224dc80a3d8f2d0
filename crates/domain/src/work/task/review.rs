//! The control plan: recurring tasks over months or weeks.

use std::collections::BTreeMap;

use cairn_engine::query::ListParams;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Date, Describe, FieldType, Type, Value};
use cairn_resources::work::{TaskNode, TaskStatus, TaskTemplate};
use cairn_store::Sql;
use chrono::{Datelike, Days, Months};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::shown::shown_page;
use crate::work::sight::visible;

/// More than a plan has; the list itself has pages.
const MOST: i64 = 2000;
const MOST_MONTHS: i32 = 36;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The calendar year. Defaults to the current one.
    #[serde(default)]
    pub year: Option<i32>,
    /// The first month, 1 to 12. Defaults to January.
    #[serde(default)]
    pub start_month: Option<u32>,
    /// The year of the first month. Defaults to `year`.
    #[serde(default)]
    pub start_year: Option<i32>,
    /// The last month, 1 to 12. Defaults to December.
    #[serde(default)]
    pub end_month: Option<u32>,
    /// The year of the last month. Defaults to `year`.
    #[serde(default)]
    pub end_year: Option<i32>,
    /// `monthly` or `weekly`. Defaults to `monthly`.
    #[serde(default)]
    pub granularity: Option<Granularity>,
    /// A domain id. Limits the result to that domain and its subdomains.
    #[serde(default)]
    pub within: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Describe)]
#[serde(rename_all = "snake_case")]
pub enum Granularity {
    Monthly,
    Weekly,
}

#[derive(Debug, Serialize, Describe)]
pub struct Review {
    pub folders: Vec<Domain>,
    pub granularity: Granularity,
    pub buckets: Vec<Bucket>,
    pub start_month: u32,
    pub start_year: i32,
    pub end_month: u32,
    pub end_year: i32,
}

/// The recurring tasks of a domain.
#[derive(Debug, Serialize, Describe)]
pub struct Domain {
    pub folder_id: Option<Uuid>,
    pub folder_name: String,
    /// As in their list, with `bucket_status`: for each month or week the status and the ids of its occurrences.
    pub tasks: Vec<Json>,
}

/// A month or a week.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Describe)]
pub struct Bucket {
    /// Such as `2026-03` or `2026-W09`.
    pub key: String,
    pub label: String,
    pub start: Date,
    pub end: Date,
}

pub async fn yearly_review(cx: &mut Cx, wanted: Wanted) -> Result<Review> {
    let year = wanted.year.unwrap_or(cx.today().year());
    let (start_year, end_year) = (wanted.start_year.unwrap_or(year), wanted.end_year.unwrap_or(year));
    let (start_month, end_month) = (wanted.start_month.unwrap_or(1), wanted.end_month.unwrap_or(12));
    let granularity = wanted.granularity.unwrap_or(Granularity::Monthly);
    let start = first_day("start_month", start_year, start_month)?;
    let last = first_day("end_month", end_year, end_month)?;
    let months = (end_year - start_year) * 12 + end_month as i32 - start_month as i32 + 1;
    if !(1..=MOST_MONTHS).contains(&months) {
        return Err(Error::field("end_month", format!("Choose from 1 to {MOST_MONTHS} months.")));
    }
    let end = last.checked_add_months(Months::new(1)).and_then(|day| day.pred_opt()).unwrap_or(last);
    let buckets = buckets(granularity, start, end);
    let tasks = cx.resource::<TaskTemplate>();
    let within = wanted.within.map(|domain| ("within".to_owned(), domain));
    let mut select = ListParams(within.into_iter().collect()).select(cx, tasks)?;
    select.equals("is_recurrent", true).order_by("lower(t.name)").order_by("t.id");
    let page = cairn_engine::query::PageRequest { limit: MOST, offset: 0 };
    let (_, shown) = shown_page(cx, tasks, select, page).await?;
    let ids: Vec<Uuid> = shown.iter().filter_map(|task| task["id"].as_str()?.parse().ok()).collect();
    let found = occurrences(cx, ids, start, end).await?;
    let mut folders: BTreeMap<(String, Option<Uuid>), Vec<Json>> = BTreeMap::new();
    for mut task in shown {
        let id = task["id"].as_str().and_then(|id| id.parse().ok()).unwrap_or_default();
        task["bucket_status"] = statuses(&buckets, found.get(&id).map_or(&[][..], Vec::as_slice));
        let name = task["folder"]["str"].as_str().unwrap_or_default().to_owned();
        let folder = task["folder"]["id"].as_str().and_then(|id| id.parse().ok());
        folders.entry((name, folder)).or_default().push(task);
    }
    let domain = |((folder_name, folder_id), tasks)| Domain { folder_id, folder_name, tasks };
    let folders = folders.into_iter().map(domain).collect();
    Ok(Review { folders, granularity, buckets, start_month, start_year, end_month, end_year })
}

fn first_day(field: &str, year: i32, month: u32) -> Result<Date> {
    let day = Date::from_ymd_opt(year, month, 1).filter(|_| (1..=9999).contains(&year));
    day.ok_or_else(|| Error::field(field, "There is no such month."))
}

/// The months or weeks of a period. A week belongs to it as far as its days do, and begins on Monday.
fn buckets(granularity: Granularity, start: Date, end: Date) -> Vec<Bucket> {
    let mut buckets = Vec::new();
    let mut day = start;
    while day <= end {
        let (key, next) = match granularity {
            Granularity::Monthly => {
                (format!("{:04}-{:02}", day.year(), day.month()), day.checked_add_months(Months::new(1)))
            }
            Granularity::Weekly => {
                let week = day.iso_week();
                let rest = 7 - u64::from(day.weekday().num_days_from_monday());
                (format!("{:04}-W{:02}", week.year(), week.week()), day.checked_add_days(Days::new(rest)))
            }
        };
        let Some(next) = next else { break };
        let last = next.pred_opt().unwrap_or(next).min(end);
        buckets.push(Bucket { label: key.clone(), key, start: day, end: last });
        day = next;
    }
    buckets
}

type Found = (Date, Uuid, TaskStatus);

async fn occurrences(cx: &mut Cx, tasks: Vec<Uuid>, start: Date, end: Date) -> Result<BTreeMap<Uuid, Vec<Found>>> {
    let mut select = visible(cx, cx.resource::<TaskNode>());
    let mut due = Sql::raw("t.due_date >= ");
    due.bind(start).push(" and t.due_date <= ").bind(end);
    select.any_of("task_template", Value::Uuids(tasks)).condition(due);
    let mut sql = select.project("t.task_template, t.due_date, t.id, t.status");
    sql.push(" order by t.due_date, t.id");
    let mut found: BTreeMap<Uuid, Vec<Found>> = BTreeMap::new();
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Date, Type::Uuid, Type::Text]).await? {
        let (Some(task), Value::Date(day), Some(id)) = (row[0].as_uuid(), &row[1], row[2].as_uuid()) else { continue };
        let Ok(status) = TaskStatus::from_value(row[3].clone()) else { continue };
        found.entry(task).or_default().push((*day, id, status));
    }
    Ok(found)
}

fn statuses(buckets: &[Bucket], found: &[Found]) -> Json {
    let all = buckets.iter().map(|bucket| {
        let own: Vec<&Found> = found.iter().filter(|(day, ..)| (bucket.start..=bucket.end).contains(day)).collect();
        let status = overall(own.iter().map(|(_, _, status)| *status));
        let ids: Vec<Uuid> = own.iter().map(|(_, id, _)| *id).collect();
        (bucket.key.clone(), json!({ "status": status.map(TaskStatus::key), "node_ids": ids }))
    });
    Json::Object(all.collect())
}

/// What several occurrences say together: what is still to be done comes first.
fn overall(statuses: impl Iterator<Item = TaskStatus>) -> Option<TaskStatus> {
    let rank = |status: &TaskStatus| match status {
        TaskStatus::InProgress => 0,
        TaskStatus::Pending => 1,
        TaskStatus::Completed => 2,
        TaskStatus::Cancelled => 3,
    };
    statuses.min_by_key(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().expect("a day")
    }

    #[test]
    fn weeks_end_on_sunday_and_with_the_period() {
        let weeks = buckets(Granularity::Weekly, day("2026-01-01"), day("2026-01-14"));
        let spans: Vec<_> = weeks.iter().map(|week| (week.key.as_str(), week.start, week.end)).collect();
        assert_eq!(
            spans,
            [
                ("2026-W01", day("2026-01-01"), day("2026-01-04")),
                ("2026-W02", day("2026-01-05"), day("2026-01-11")),
                ("2026-W03", day("2026-01-12"), day("2026-01-14")),
            ]
        );
        let months = buckets(Granularity::Monthly, day("2028-01-01"), day("2028-12-31"));
        assert_eq!((months.len(), months[1].end), (12, day("2028-02-29")));
    }

    #[test]
    fn open_work_counts_before_what_is_done() {
        use TaskStatus::{Cancelled, Completed, InProgress, Pending};
        assert_eq!(overall([Completed, Pending, InProgress].into_iter()), Some(InProgress));
        assert_eq!(overall([Completed, Cancelled].into_iter()), Some(Completed));
        assert_eq!(overall(std::iter::empty()), None);
    }
}
