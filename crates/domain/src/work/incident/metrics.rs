//! Incidents counted.

use std::collections::BTreeMap;

use cairn_engine::query::Select;
use cairn_engine::{Cx, Error, Result};
use cairn_model::choice::ChoiceDef;
use cairn_model::{Date, Describe, FieldType, Timestamp, Type};
use cairn_resources::work::{Detection, Incident, IncidentSeverity, IncidentStatus};
use chrono::{Datelike, Months as Span};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::catalogue::terminology;
use crate::list_query::ListQuery;
use crate::work::sight::visible;

/// How many months are shown by default.
const MONTHS: u32 = 12;
const MOST_MONTHS: u32 = 60;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Months {
    /// How many months, up to 60 and with the current one. Defaults to 12.
    #[serde(default)]
    pub months: Option<u32>,
    /// A domain id. Limits the result to that domain and its subdomains.
    #[serde(default)]
    pub within: Option<String>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Monthly {
    /// The current month comes last.
    pub months: Vec<Tally>,
}

#[derive(Debug, Default, PartialEq, Eq, Serialize, Describe)]
pub struct Tally {
    /// Such as `2026-03`.
    pub month: String,
    /// How many were reported.
    pub reported: i64,
    /// Of those, how many were critical or major.
    pub severe: i64,
    /// How many were resolved.
    pub resolved: i64,
}

/// An incident, as far as it is counted.
#[derive(Debug, Clone, Copy)]
struct Counted {
    severity: IncidentSeverity,
    status: IncidentStatus,
    reported: Timestamp,
    /// When it began, as far as anybody knows.
    began: Timestamp,
    resolved: Option<Timestamp>,
}

/// What nobody gave a date of report counts from when it was entered.
async fn load(cx: &mut Cx, select: &Select) -> Result<Vec<Counted>> {
    let columns = "t.severity, t.status, coalesce(t.reported_at, t.created_at), \
                   coalesce(t.occurred_at, t.reported_at, t.created_at), t.resolved_at";
    let types = [Type::Int, Type::Text, Type::Time, Type::Time, Type::Time];
    let rows = cx.conn.query(&select.project(columns), &types).await?;
    let counted = rows.iter().filter_map(|row| {
        Some(Counted {
            severity: IncidentSeverity::from_value(row[0].clone()).ok()?,
            status: IncidentStatus::from_value(row[1].clone()).ok()?,
            reported: row[2].as_time()?,
            began: row[3].as_time()?,
            resolved: row[4].as_time(),
        })
    });
    Ok(counted.collect())
}

pub async fn monthly_metrics(cx: &mut Cx, wanted: Months) -> Result<Monthly> {
    let months = wanted.months.unwrap_or(MONTHS);
    if !(1..=MOST_MONTHS).contains(&months) {
        return Err(Error::field("months", format!("Must be from 1 to {MOST_MONTHS}.")));
    }
    let mut select = visible(cx, cx.resource::<Incident>());
    let within = wanted.within.map(|domain| ("within".to_owned(), domain));
    cairn_engine::query::ListParams(within.into_iter().collect()).apply(cx, &mut select)?;
    let (today, zone) = (cx.today(), cx.time_zone());
    let incidents = load(cx, &select).await?;
    let day = |time: Timestamp| time.date_in(zone);
    let days: Vec<_> = incidents
        .iter()
        .filter(|one| one.status != IncidentStatus::Dismissed)
        .map(|one| (day(one.reported), one.severity <= IncidentSeverity::Major, one.resolved.map(day)))
        .collect();
    Ok(Monthly { months: by_month(&days, today, months) })
}

/// From when they were reported, whether they were severe, and when they were resolved.
fn by_month(incidents: &[(Date, bool, Option<Date>)], today: Date, months: u32) -> Vec<Tally> {
    let first = today.with_day(1).unwrap_or(today);
    let name = |day: Date| format!("{:04}-{:02}", day.year(), day.month());
    let names = (0..months).rev().filter_map(|back| first.checked_sub_months(Span::new(back))).map(name);
    let mut all: BTreeMap<String, Tally> =
        names.map(|month| (month.clone(), Tally { month, ..Tally::default() })).collect();
    for (reported, is_severe, resolved) in incidents {
        if let Some(month) = all.get_mut(&name(*reported)) {
            month.reported += 1;
            month.severe += i64::from(*is_severe);
        }
        if let Some(month) = resolved.and_then(|day| all.get_mut(&name(day))) {
            month.resolved += 1;
        }
    }
    all.into_values().collect()
}

#[derive(Debug, Serialize, Describe)]
pub struct Summary {
    pub total: usize,
    /// New or ongoing.
    pub open: usize,
    /// Open and critical or major.
    pub open_severe: usize,
    pub reported_this_month: usize,
    pub resolved_this_month: usize,
    /// The mean time in hours from the beginning, or the report, to the resolution. Empty if none is resolved.
    pub mean_hours_to_resolve: Option<f64>,
    /// Status → number of incidents.
    pub by_status: serde_json::Map<String, serde_json::Value>,
}

pub async fn summary_stats(cx: &mut Cx, query: ListQuery) -> Result<Summary> {
    let mut select = visible(cx, cx.resource::<Incident>());
    query.params().apply(cx, &mut select)?;
    let incidents = load(cx, &select).await?;
    let (today, zone) = (cx.today(), cx.time_zone());
    let this_month = |time: Timestamp| {
        let day = time.date_in(zone);
        (day.year(), day.month()) == (today.year(), today.month())
    };
    let is_open = |one: &&Counted| Incident::OPEN.contains(&one.status);
    let count = |status: &IncidentStatus| incidents.iter().filter(|one| one.status == *status).count();
    Ok(Summary {
        total: incidents.len(),
        open: incidents.iter().filter(is_open).count(),
        open_severe: incidents.iter().filter(is_open).filter(|one| one.severity <= IncidentSeverity::Major).count(),
        reported_this_month: incidents.iter().filter(|one| this_month(one.reported)).count(),
        resolved_this_month: incidents.iter().filter_map(|one| one.resolved).filter(|time| this_month(*time)).count(),
        mean_hours_to_resolve: mean_hours(&incidents),
        by_status: IncidentStatus::ALL.iter().map(|one| (one.key().to_owned(), count(one).into())).collect(),
    })
}

/// To one decimal. What was resolved before it was reported took no time.
fn mean_hours(incidents: &[Counted]) -> Option<f64> {
    let took = |one: &Counted| Some((one.resolved?.micros() - one.began.micros()).max(0) as f64 / 3.6e9);
    let hours: Vec<f64> = incidents.iter().filter_map(took).collect();
    let mean = hours.iter().sum::<f64>() / hours.len() as f64;
    (!hours.is_empty()).then(|| (mean * 10.0).round() / 10.0)
}

#[derive(Debug, Serialize, Describe)]
pub struct Breakdown {
    pub results: Vec<Slice>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Slice {
    /// The key of the choice, or the id of the term. Empty for incidents without one.
    pub key: Option<String>,
    pub label: String,
    pub value: i64,
}

pub async fn severity_breakdown(cx: &mut Cx, query: ListQuery) -> Result<Breakdown> {
    breakdown(cx, query, "severity", IncidentSeverity::DEF).await
}

pub async fn detection_breakdown(cx: &mut Cx, query: ListQuery) -> Result<Breakdown> {
    breakdown(cx, query, "detection", Detection::DEF).await
}

/// The most frequent first. An incident can have several; those without any are not counted.
pub async fn qualifications_breakdown(cx: &mut Cx, query: ListQuery) -> Result<Breakdown> {
    let incidents = cx.resource::<Incident>();
    let mut select = visible(cx, incidents);
    query.params().apply(cx, &mut select)?;
    let counts = terminology::counted(cx, incidents, &select, "qualifications").await?;
    let slice = |(id, label, value): (Uuid, String, i64)| Slice { key: Some(id.to_string()), label, value };
    Ok(Breakdown { results: counts.into_iter().map(slice).collect() })
}

/// Every choice in its order, also those that do not occur. What is not set comes last, if it occurs.
async fn breakdown(cx: &mut Cx, query: ListQuery, field: &str, choices: &ChoiceDef) -> Result<Breakdown> {
    let mut select = visible(cx, cx.resource::<Incident>());
    query.params().apply(cx, &mut select)?;
    let mut sql = select.project(&format!("cast(t.{field} as text), count(*)"));
    sql.push(&format!(" group by t.{field}"));
    let rows = cx.conn.query(&sql, &[Type::Text, Type::Int]).await?;
    let count = |key: Option<&str>| {
        let row = rows.iter().find(|row| row[0].as_str() == key);
        row.and_then(|row| row[1].as_int()).unwrap_or_default()
    };
    let known = choices.options.iter().map(|option| {
        let key = option.key.to_string();
        Slice { value: count(Some(&key)), label: option.label(), key: Some(key) }
    });
    let unset = Slice { key: None, label: "not_set".to_owned(), value: count(None) };
    Ok(Breakdown { results: known.chain(Some(unset).filter(|slice| slice.value > 0)).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().expect("a day")
    }

    #[test]
    fn every_month_is_there_and_older_ones_are_not() {
        let incidents = [
            (day("2025-12-31"), true, Some(day("2026-01-01"))),
            (day("2026-01-31"), false, None),
            (day("2026-03-31"), true, Some(day("2026-03-31"))),
        ];
        let months = by_month(&incidents, day("2026-03-31"), 3);
        let numbers: Vec<_> =
            months.iter().map(|one| (one.month.as_str(), one.reported, one.severe, one.resolved)).collect();
        assert_eq!(numbers, [("2026-01", 1, 0, 1), ("2026-02", 0, 0, 0), ("2026-03", 1, 1, 1)]);
    }

    #[test]
    fn only_what_is_resolved_took_time() {
        let hour = |hours: i64| Timestamp::from_micros(hours * 3_600_000_000);
        let one = |began, resolved: Option<i64>| Counted {
            severity: IncidentSeverity::Low,
            status: IncidentStatus::New,
            reported: hour(began),
            began: hour(began),
            resolved: resolved.map(hour),
        };
        assert_eq!(mean_hours(&[one(1, None)]), None);
        assert_eq!(mean_hours(&[one(1, Some(3)), one(1, Some(4)), one(9, None)]), Some(2.5));
        assert_eq!(mean_hours(&[one(4, Some(3))]), Some(0.0));
    }
}
