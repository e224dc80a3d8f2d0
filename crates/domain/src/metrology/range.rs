//! Time ranges, and putting values together: pure arithmetic.

use std::collections::BTreeMap;

use cairn_model::{Date, Timestamp};
use cairn_resources::metrology::{Aggregation, TimeRange};
use chrono::{Datelike, Days};

/// A value at a moment, or at the end of a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub date: Date,
    pub at: Option<Timestamp>,
    pub value: f64,
    pub rebuilt: bool,
}

pub fn days_before(day: Date, days: u64) -> Date {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}

/// How many seconds a range goes back; none for ranges without a fixed length.
pub const fn seconds(range: TimeRange) -> Option<i64> {
    const DAY: i64 = 86_400;
    match range {
        TimeRange::LastHour => Some(3600),
        TimeRange::LastDay => Some(DAY),
        TimeRange::LastWeek => Some(7 * DAY),
        TimeRange::LastMonth => Some(30 * DAY),
        TimeRange::LastQuarter => Some(90 * DAY),
        TimeRange::LastYear => Some(365 * DAY),
        TimeRange::AllTime | TimeRange::Custom => None,
    }
}

/// Values put together; none if there are none.
pub fn together(aggregation: Aggregation, values: &[f64]) -> Option<f64> {
    let last = *values.last()?;
    Some(match aggregation {
        Aggregation::None | Aggregation::Last => last,
        Aggregation::Average => values.iter().sum::<f64>() / values.len() as f64,
        Aggregation::Sum => values.iter().sum(),
        Aggregation::Minimum => values.iter().copied().fold(f64::INFINITY, f64::min),
        Aggregation::Maximum => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Aggregation::Count => values.len() as f64,
    })
}

/// The length of what is put together, by the length of the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Day,
    Week,
    Month,
}

impl Step {
    fn of(points: &[Point]) -> Self {
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return Self::Day };
        match (last.date - first.date).num_days() {
            ..=31 => Self::Day,
            32..=92 => Self::Week,
            _ => Self::Month,
        }
    }

    /// The first day of what a day belongs to.
    fn begin(self, day: Date) -> Date {
        match self {
            Self::Day => day,
            Self::Week => days_before(day, u64::from(day.weekday().num_days_from_monday())),
            Self::Month => days_before(day, u64::from(day.day0())),
        }
    }
}

/// The points of a chart: as they are, or one for each day, week or month. Points are in the order of time.
pub fn series(aggregation: Aggregation, points: Vec<Point>) -> Vec<Point> {
    if aggregation == Aggregation::None {
        return points;
    }
    let step = Step::of(&points);
    let mut groups: BTreeMap<Date, Vec<Point>> = BTreeMap::new();
    for point in points {
        groups.entry(step.begin(point.date)).or_default().push(point);
    }
    let point = |(date, points): (Date, Vec<Point>)| {
        let values: Vec<f64> = points.iter().map(|point| point.value).collect();
        let value = together(aggregation, &values)?;
        Some(Point { date, at: None, value, rebuilt: points.iter().all(|point| point.rebuilt) })
    };
    groups.into_iter().filter_map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::{Aggregation, Date, Point, Timestamp, series, together};

    fn point(date: &str, value: f64) -> Point {
        let date: Date = date.parse().unwrap();
        Point { date, at: Some(Timestamp::from_micros(0)), value, rebuilt: false }
    }

    #[test]
    fn values_are_put_together() {
        let all = [3.0, 1.0, 2.0];
        let expected = [2.0, 2.0, 6.0, 1.0, 3.0, 3.0, 2.0];
        let kinds = [
            Aggregation::None,
            Aggregation::Average,
            Aggregation::Sum,
            Aggregation::Minimum,
            Aggregation::Maximum,
            Aggregation::Count,
            Aggregation::Last,
        ];
        for (kind, expected) in kinds.into_iter().zip(expected) {
            assert_eq!(together(kind, &all), Some(expected), "{kind:?}");
            assert_eq!(together(kind, &[]), None);
        }
    }

    #[test]
    fn the_longer_the_range_the_longer_the_steps() {
        let days = vec![point("2026-03-02", 1.0), point("2026-03-02", 3.0), point("2026-03-04", 5.0)];
        assert_eq!(series(Aggregation::None, days.clone()), days);
        let read = |points: Vec<Point>| -> Vec<(String, f64)> {
            points.iter().map(|point| (point.date.to_string(), point.value)).collect()
        };
        let text = |all: &[(&str, f64)]| -> Vec<(String, f64)> {
            all.iter().map(|(date, value)| ((*date).to_owned(), *value)).collect()
        };
        assert_eq!(read(series(Aggregation::Average, days)), text(&[("2026-03-02", 2.0), ("2026-03-04", 5.0)]));
        let weeks = vec![point("2026-03-04", 1.0), point("2026-03-08", 2.0), point("2026-04-20", 9.0)];
        assert_eq!(read(series(Aggregation::Sum, weeks)), text(&[("2026-03-02", 3.0), ("2026-04-20", 9.0)]));
        let months = vec![
            point("2026-01-31", 1.0),
            point("2026-02-01", 2.0),
            point("2026-02-28", 4.0),
            point("2026-12-01", 0.0),
        ];
        let expected = [("2026-01-01", 1.0), ("2026-02-01", 4.0), ("2026-12-01", 0.0)];
        assert_eq!(read(series(Aggregation::Maximum, months)), text(&expected));
    }
}
