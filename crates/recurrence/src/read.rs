//! Reads a schedule from JSON, as the API takes it.

use chrono::NaiveDate;
use serde_json::Value;

use crate::{Frequency, Overdue, Schedule};

/// More than anybody needs, and few enough to count.
const MOST_INTERVAL: i64 = 1000;
const MOST_OCCURRENCES: i64 = 10_000;
const MOST_EXCEPTIONS: usize = 1000;

const KNOWN: [&str; 9] = [
    "frequency",
    "interval",
    "days_of_week",
    "weeks_of_month",
    "months_of_year",
    "end_date",
    "occurrences",
    "exceptions",
    "overdue_behavior",
];

/// What is wrong with a schedule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mistake {
    #[error("Must be an object with a frequency and an interval.")]
    NotAnObject,
    #[error("Unknown setting “{0}”. Known are {known}.", known = KNOWN.join(", "))]
    Unknown(String),
    #[error("“frequency” must be DAILY, WEEKLY, MONTHLY or YEARLY.")]
    Frequency,
    #[error("“{name}” must be a whole number from {least} to {most}.")]
    Number { name: &'static str, least: i64, most: i64 },
    #[error("“{name}” must be a list of whole numbers from {least} to {most}.")]
    Numbers { name: &'static str, least: i64, most: i64 },
    #[error("“weeks_of_month” must be a list of weeks: 1, 2, 3, 4, or -1 for the last.")]
    Weeks,
    #[error("“end_date” must be a date such as 2026-12-31.")]
    EndDate,
    #[error("“exceptions” must be a list of up to 1000 dates such as 2026-12-31.")]
    Exceptions,
    #[error("“overdue_behavior” must be NO_IMPACT or DELAY_NEXT.")]
    Overdue,
}

impl Schedule {
    /// Everything that is wrong with it, if anything is. What is null counts as left out.
    pub fn read(json: &Value) -> Result<Self, Vec<Mistake>> {
        let Value::Object(given) = json else { return Err(vec![Mistake::NotAnObject]) };
        let mut mistakes: Vec<Mistake> =
            given.keys().filter(|key| !KNOWN.contains(&key.as_str())).cloned().map(Mistake::Unknown).collect();
        let mut note = |mistake| mistakes.push(mistake);
        let get = |name: &str| given.get(name).filter(|value| !value.is_null());

        let frequency = get("frequency").and_then(Value::as_str);
        let frequency = Frequency::ALL.into_iter().find(|one| Some(one.name()) == frequency);
        if frequency.is_none() {
            note(Mistake::Frequency);
        }
        let mut number = |name: &'static str, most: i64| {
            let value = get(name)?;
            let number = value.as_i64().filter(|number| (1..=most).contains(number));
            if number.is_none() {
                note(Mistake::Number { name, least: 1, most });
            }
            number.map(|number| number as u32)
        };
        let interval = number("interval", MOST_INTERVAL);
        let occurrences = number("occurrences", MOST_OCCURRENCES);
        let mut list = |name: &'static str, most: i64| {
            let list = get(name).map_or(Some(Vec::new()), |list| numbers(list, |number| (1..=most).contains(&number)));
            let list = list.unwrap_or_else(|| {
                note(Mistake::Numbers { name, least: 1, most });
                Vec::new()
            });
            list.into_iter().map(|number| number as u32).collect()
        };
        let days_of_week = list("days_of_week", 7);
        let months_of_year = list("months_of_year", 12);
        let weeks = get("weeks_of_month").map_or(Some(Vec::new()), |list| numbers(list, is_week));
        if weeks.is_none() {
            note(Mistake::Weeks);
        }
        let end_date = get("end_date").map(date);
        if end_date == Some(None) {
            note(Mistake::EndDate);
        }
        let exceptions = get("exceptions").map_or(Some(Vec::new()), dates);
        if exceptions.is_none() {
            note(Mistake::Exceptions);
        }
        let overdue = get("overdue_behavior").map_or(Some(Overdue::default()), |value| {
            Overdue::ALL.into_iter().find(|one| value.as_str() == Some(one.name()))
        });
        if overdue.is_none() {
            note(Mistake::Overdue);
        }
        match (frequency, weeks, exceptions, overdue) {
            (Some(frequency), Some(weeks), Some(exceptions), Some(overdue)) if mistakes.is_empty() => Ok(Self {
                frequency,
                interval: interval.unwrap_or(1),
                days_of_week,
                weeks_of_month: weeks.into_iter().map(|week| week as i32).collect(),
                months_of_year,
                end_date: end_date.flatten(),
                occurrences,
                exceptions,
                overdue,
            }),
            _ => Err(mistakes),
        }
    }
}

/// There is no week 0, and not every month has a fifth.
fn is_week(number: i64) -> bool {
    number == -1 || (1..=4).contains(&number)
}

/// In order, each once.
fn numbers(list: &Value, fits: impl Fn(i64) -> bool) -> Option<Vec<i64>> {
    let numbers: Option<Vec<i64>> =
        list.as_array()?.iter().map(|number| number.as_i64().filter(|number| fits(*number))).collect();
    let mut numbers = numbers?;
    numbers.sort_unstable();
    numbers.dedup();
    Some(numbers)
}

fn date(value: &Value) -> Option<NaiveDate> {
    let text = value.as_str().filter(|text| text.len() == "2026-12-31".len())?;
    text.parse().ok()
}

fn dates(list: &Value) -> Option<Vec<NaiveDate>> {
    let list = list.as_array().filter(|list| list.len() <= MOST_EXCEPTIONS)?;
    list.iter().map(date).collect()
}
