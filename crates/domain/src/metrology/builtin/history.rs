//! Numbers over time: what was recorded, what they are now and, if wanted, what the journal says of the days before
//! anything was recorded.

use cairn_engine::{Cx, Error, Result};
use cairn_model::{Date, Timestamp, Type};
use cairn_resources::metrology::{Amount, MetricModel, Numbers};
use cairn_store::Sql;
use chrono::Days;
use uuid::Uuid;

use super::catalogue::Metric;
use super::measure::{filled, may_know, numbers};
use super::record::{Known, recorded};

/// Rebuilding a day takes long, so there are this many at most, and one a week at most.
const MOST_REBUILT: i64 = 13;
const DAYS_BETWEEN: i64 = 7;
/// Beyond so many days a chart shows one point a week.
const MOST_DAYS: i64 = 400;

/// The period that is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Period {
    /// None for everything that is known.
    pub start: Option<Date>,
    pub end: Date,
    /// Whether days before recording began are rebuilt from the journal.
    pub rebuild: bool,
}

/// Numbers at the end of a day.
#[derive(Debug, Clone, PartialEq)]
pub struct Day {
    pub date: Date,
    pub numbers: Numbers,
    pub rebuilt: bool,
}

/// The history of numbers of a model, each summed over some objects: the domains below one, or a single assessment. The
/// caller may know all of them.
pub async fn history(cx: &mut Cx, metrics: &[Metric], of: &[Uuid], period: Period) -> Result<Vec<Day>> {
    let Some(model) = metrics.first().map(|metric| metric.model).filter(|_| !of.is_empty()) else {
        return Ok(Vec::new());
    };
    let today = cx.today();
    let known = recorded(cx, model, Some(of), period.start).await?;
    let begin = known.values().filter_map(|days| days.keys().next().copied()).min();
    let last = period.end.min(today);
    let mut days = Vec::new();
    if period.rebuild && cx.is_present() {
        days = rebuilt(cx, metrics, of, period.start, begin.unwrap_or(today).min(last)).await?;
    }
    if let Some(begin) = begin {
        let from = period.start.map_or(begin, |start| start.max(begin));
        days.extend(stored(&known, metrics, from, last, today));
    }
    if last == today && period.start.is_none_or(|start| start <= today) {
        let now = numbers(cx, metrics, Some(of)).await?;
        days.push(Day { date: today, numbers: sum(metrics, now.values()), rebuilt: false });
    }
    Ok(days)
}

/// The days of a period that were recorded, but not today.
fn stored(known: &Known, metrics: &[Metric], from: Date, last: Date, today: Date) -> Vec<Day> {
    let step = if (last - from).num_days() > MOST_DAYS { Days::new(7) } else { Days::new(1) };
    let (mut day, mut days) = (from, Vec::new());
    while day <= last && day < today {
        let of_day = known.values().filter_map(|days| days.range(..=day).next_back().map(|(_, numbers)| numbers));
        days.push(Day { date: day, numbers: sum(metrics, of_day), rebuilt: false });
        let Some(next) = day.checked_add_days(step) else { break };
        day = next;
    }
    days
}

/// The numbers of several objects together. An audit that is not scored has no score.
fn sum<'a>(metrics: &[Metric], all: impl Iterator<Item = &'a Numbers>) -> Numbers {
    let mut sums = filled(metrics, Numbers::new());
    for numbers in all {
        for metric in metrics {
            let Some(amount) = numbers.get(metric.key) else { continue };
            match (sums.get_mut(metric.key), amount) {
                (Some(Amount::Whole(sum)), Amount::Whole(count)) => *sum += count,
                (Some(Amount::Breakdown(sums)), Amount::Breakdown(found)) => {
                    for (key, count) in found {
                        *sums.entry(key.clone()).or_default() += count;
                    }
                }
                _ => drop(sums.insert(metric.key.to_owned(), amount.clone())),
            }
        }
    }
    sums
}

/// Days before recording began, from the journal, as far as it goes back.
async fn rebuilt(cx: &mut Cx, metrics: &[Metric], of: &[Uuid], start: Option<Date>, before: Date) -> Result<Vec<Day>> {
    let (engine, caller, zone) = (cx.engine.clone(), cx.authority.caller.clone(), cx.time_zone());
    let Some(first) = journal_begin(cx).await?.map(|at| at.date_in(zone)) else { return Ok(Vec::new()) };
    let mut days = Vec::new();
    for date in weeks(start.map_or(first, |start| start.max(first)), before) {
        // The last instant of the day.
        let Some(next) = date.checked_add_days(Days::new(1)) else { continue };
        let at = Timestamp::from_micros(Timestamp::start_of(next, zone).micros() - 1);
        let mut past = match engine.read_as_of(caller.clone(), at).await {
            Ok(past) => past,
            // What retention removed, and what external users may not look at.
            Err(Error::Invalid(_) | Error::Forbidden(_)) => continue,
            Err(error) => return Err(error),
        };
        let then = numbers(&mut past, metrics, Some(of)).await?;
        days.push(Day { date, numbers: sum(metrics, then.values()), rebuilt: true });
    }
    Ok(days)
}

async fn journal_begin(cx: &mut Cx) -> Result<Option<Timestamp>> {
    let rows = cx.conn.query(&Sql::raw("select at from journal order by at, seq limit 1"), &[Type::Time]).await?;
    Ok(rows.first().and_then(|row| row[0].as_time()))
}

/// Days from a first one up to another one, a week or more apart, the oldest first.
fn weeks(first: Date, before: Date) -> Vec<Date> {
    let span = (before - first).num_days();
    let step = DAYS_BETWEEN.max((span + MOST_REBUILT - 1) / MOST_REBUILT);
    let back = |count: i64| before.checked_sub_days(Days::new((count * step).unsigned_abs()));
    let days = (1..=MOST_REBUILT).filter_map(back).take_while(|day| *day >= first);
    let mut days: Vec<Date> = days.collect();
    days.reverse();
    days
}

/// The domains below one that the caller may know the number of, with itself. Domains of external users are left out as
/// everywhere.
pub fn domains(cx: &Cx, metric: &Metric, top: Uuid) -> Vec<Uuid> {
    debug_assert_eq!(metric.model, MetricModel::Folder);
    let all = cx.tree().subtree(top);
    all.into_iter().filter(|folder| may_know(cx, metric, *folder)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Date, weeks};

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn rebuilt_days_are_a_week_apart_and_few() {
        let days = weeks(day("2026-03-01"), day("2026-03-20"));
        assert_eq!(days, [day("2026-03-06"), day("2026-03-13")]);
        let days = weeks(day("2020-01-01"), day("2026-01-01"));
        assert!(days.len() <= 13 && days[0] >= day("2020-01-01") && days.is_sorted());
        assert!(weeks(day("2026-03-01"), day("2026-03-05")).is_empty());
        assert!(weeks(day("2026-03-05"), day("2026-03-01")).is_empty());
    }
}
