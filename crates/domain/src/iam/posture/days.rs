//! Counts of earlier days, as they were recorded ([`crate::metrology::builtin`]).

use std::collections::{BTreeMap, HashSet};

use cairn_engine::{Cx, Result};
use cairn_model::Date;
use cairn_resources::metrology::{Amount, MetricModel, Numbers};
use chrono::Days;
use uuid::Uuid;

use super::Point;
use crate::metrology::builtin::{Known, recorded as recorded_of};

/// The first of the last days.
pub(super) fn first(today: Date, days: i64) -> Date {
    today.checked_sub_days(Days::new(days.unsigned_abs())).unwrap_or(today)
}

/// What was recorded of domains since a day, with the row before it, which still applied at its start.
pub(super) async fn recorded(cx: &mut Cx, from: Date) -> Result<Known> {
    recorded_of(cx, MetricModel::Folder, None, Some(from)).await
}

/// A measure summed over some domains: a point for each day from the first known one, and one for now.
pub(super) fn trend(
    known: &Known,
    measure: &str,
    among: &HashSet<Uuid>,
    (from, today): (Date, Date),
    now: i64,
) -> Vec<Point> {
    let days: Vec<&BTreeMap<Date, Numbers>> =
        known.iter().filter(|(folder, _)| among.contains(folder)).map(|(_, days)| days).collect();
    let mut points = Vec::new();
    let mut day = days.iter().filter_map(|days| days.keys().next().copied()).min().unwrap_or(today).max(from);
    while day < today {
        let of = |days: &&BTreeMap<Date, Numbers>| {
            let (_, numbers) = days.range(..=day).next_back()?;
            match numbers.get(measure)? {
                Amount::Whole(count) => Some(*count),
                Amount::Number(_) | Amount::Breakdown(_) => None,
            }
        };
        points.push(Point { date: day, value: days.iter().filter_map(of).sum() });
        let Some(next) = day.checked_add_days(Days::new(1)) else { break };
        day = next;
    }
    points.push(Point { date: today, value: now });
    points
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::{Amount, Date, Known, Numbers, Uuid, trend};

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn numbers(count: i64) -> Numbers {
        BTreeMap::from([("late".to_owned(), Amount::Whole(count))])
    }

    #[test]
    fn a_day_without_a_line_has_the_numbers_of_the_one_before() {
        let (one, other, hidden) = (Uuid::from_u128(1), Uuid::from_u128(2), Uuid::from_u128(3));
        let known = Known::from([
            (one, BTreeMap::from([(day("2026-03-01"), numbers(2)), (day("2026-03-03"), Numbers::new())])),
            (other, BTreeMap::from([(day("2026-03-02"), numbers(5))])),
            (hidden, BTreeMap::from([(day("2026-02-01"), numbers(100))])),
        ]);
        let points = trend(&known, "late", &HashSet::from([one, other]), (day("2026-01-01"), day("2026-03-05")), 4);
        let read: Vec<(String, i64)> = points.iter().map(|point| (point.date.to_string(), point.value)).collect();
        let expected = [("2026-03-01", 2), ("2026-03-02", 7), ("2026-03-03", 5), ("2026-03-04", 5), ("2026-03-05", 4)];
        assert_eq!(read, expected.map(|(date, value)| (date.to_owned(), value)));
        let short = trend(&known, "late", &HashSet::from([one, other]), (day("2026-03-04"), day("2026-03-05")), 4);
        assert_eq!(short.iter().map(|point| point.value).collect::<Vec<_>>(), [5, 4]);
    }

    #[test]
    fn without_a_line_there_is_only_now() {
        let points = trend(&Known::new(), "late", &HashSet::new(), (day("2026-02-05"), day("2026-03-05")), 0);
        assert_eq!(points.len(), 1);
    }
}
