//! Everything that has a date: each resource declares by which dates something has to be done ([`Due`]), and the calendar
//! shows those that the caller may see. One query for each declaration.
//!
//! [`Due`]: cairn_engine::watch::Due

pub mod feed;

use std::collections::BTreeMap;

use cairn_engine::query::{ListParams, column, is_assigned};
use cairn_engine::redaction::hideable;
use cairn_engine::watch::Due;
use cairn_engine::{Cx, Error, Resource, Result};
use cairn_model::{Date, Describe, Timestamp, Type, Value};
use chrono::Datelike as _;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::platform::settings::{self, FeatureFlags};
use crate::work::task::calendar::Span;

/// More than a page of any calendar shows.
const MOST: usize = 5000;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The first day.
    pub start: Date,
    /// The last day.
    pub end: Date,
    /// A domain id. Limits the result to that domain and its subdomains.
    #[serde(default)]
    pub within: Option<String>,
    /// Resources, separated by commas. Defaults to all.
    #[serde(default)]
    pub resources: Option<String>,
    /// Only what is assigned to you or your teams.
    #[serde(default)]
    pub mine: Option<bool>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Calendar {
    /// The earliest first.
    pub entries: Vec<CalendarEntry>,
    /// Whether there is more than is shown.
    pub is_cut: bool,
}

#[derive(Debug, Serialize, Describe)]
pub struct CalendarEntry {
    pub date: Date,
    /// The path of the resource.
    pub resource: &'static str,
    /// The field with the date.
    pub field: &'static str,
    /// What has to be done by then.
    pub label: &'static str,
    pub id: Uuid,
    pub str: String,
    /// The id of its domain.
    pub folder: Uuid,
    pub is_overdue: bool,
    #[serde(skip)]
    pub updated_at: Timestamp,
}

pub async fn calendar(cx: &mut Cx, wanted: Wanted) -> Result<Calendar> {
    let span = Span { start: wanted.start, end: wanted.end, within: wanted.within };
    span.check()?;
    let sources = sources(cx, wanted.resources.as_deref()).await?;
    let mut entries = Vec::new();
    for resource in sources {
        load(cx, resource, &span, wanted.mine.unwrap_or(false), &mut entries).await?;
    }
    entries.sort_by(|a, b| (a.date, &a.str, a.id).cmp(&(b.date, &b.str, b.id)));
    let is_cut = entries.len() > MOST;
    entries.truncate(MOST);
    Ok(Calendar { entries, is_cut })
}

/// What has dates, as far as the caller may see all of it: a date that may be hidden must not be found by its day.
async fn sources(cx: &mut Cx, only: Option<&str>) -> Result<Vec<&'static Resource>> {
    let flags: FeatureFlags = settings::get(cx).await?;
    let known =
        cx.registry().routed().filter(|resource| !resource.entry.due.is_empty() && resource.entry.part.is_none());
    let known: Vec<&'static Resource> = known.collect();
    let names: Option<Vec<&str>> = only.map(|only| only.split(',').map(str::trim).collect());
    if let Some(unknown) = names.iter().flatten().find(|name| !known.iter().any(|resource| resource.path == **name)) {
        return Err(Error::field("resources", format!("There are no dates of “{unknown}”.")));
    }
    let is_wanted = |resource: &&Resource| {
        names.as_ref().is_none_or(|names| names.contains(&resource.path))
            && cx.authority.may_view(resource)
            && hideable(cx, resource).is_empty()
            && flags.is_on(resource.entry.flag)
    };
    Ok(known.into_iter().filter(|resource| is_wanted(resource)).collect())
}

/// How much is due on each day of a year, for heat maps. One query for each declaration.
pub async fn days(cx: &mut Cx, year: Option<i32>) -> Result<Vec<(Date, i64)>> {
    let year = year.unwrap_or_else(|| cx.today().year());
    let day = |month, day| Date::from_ymd_opt(year, month, day).unwrap_or_default();
    let span = Span { start: day(1, 1), end: day(12, 31), within: None };
    let mut days: BTreeMap<Date, i64> = BTreeMap::new();
    for resource in sources(cx, None).await? {
        for due in resource.entry.due {
            let select = ListParams(due_in(due, &span)).select(cx, resource)?;
            let date = column("t", due.field);
            let mut sql = select.project(&format!("{date}, count(*)"));
            sql.push(" group by ").push(&date);
            for row in cx.conn.query(&sql, &[Type::Date, Type::Int]).await? {
                if let (Value::Date(date), Some(count)) = (&row[0], row[1].as_int()) {
                    *days.entry(*date).or_default() += count;
                }
            }
        }
    }
    Ok(days.into_iter().collect())
}

/// The parameters of the list of what is due in a period.
fn due_in(due: &Due, span: &Span) -> Vec<(String, String)> {
    let mut params = span.narrowed().0;
    params.extend(due.query.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
    params.push((format!("{}__gte", due.field), span.start.to_string()));
    params.push((format!("{}__lte", due.field), span.end.to_string()));
    params
}

async fn load(
    cx: &mut Cx,
    resource: &'static Resource,
    span: &Span,
    only_mine: bool,
    entries: &mut Vec<CalendarEntry>,
) -> Result<()> {
    let today = cx.today();
    for due in resource.entry.due {
        let mut params = due_in(due, span);
        params.push(("ordering".to_owned(), due.field.to_owned()));
        let mut select = ListParams(params).select(cx, resource)?;
        if only_mine {
            select.condition(is_assigned(cx, resource, "t"));
        }
        let columns = format!(
            "{}, t.id, {}, {}, t.updated_at",
            column("t", due.field),
            resource.display("t"),
            column("t", resource.scope_column())
        );
        let sql = select.first(&columns, MOST as i64 + 1);
        for row in cx.conn.query(&sql, &[Type::Date, Type::Uuid, Type::Text, Type::Uuid, Type::Time]).await? {
            let (Value::Date(date), Some(id), Some(folder)) = (&row[0], row[1].as_uuid(), row[3].as_uuid()) else {
                continue;
            };
            entries.push(CalendarEntry {
                date: *date,
                resource: resource.path,
                field: due.field,
                label: due.doc,
                id,
                str: row[2].as_str().unwrap_or_default().to_owned(),
                folder,
                is_overdue: *date < today,
                updated_at: row[4].as_time().unwrap_or(cx.now),
            });
        }
    }
    Ok(())
}
