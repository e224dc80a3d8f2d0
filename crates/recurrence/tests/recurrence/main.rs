//! Answers of an established product, our differences from it, and a second implementation that has to agree with ours.
//! (`tests/recurrence/run` holds both to python-dateutil.)

mod delays;
mod mistakes;
mod month_ends;
mod properties;
mod recorded;

use cairn_recurrence::Schedule;
use chrono::NaiveDate;
use serde_json::Value;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[track_caller]
fn schedule(json: &Value) -> Schedule {
    Schedule::read(json).unwrap_or_else(|mistakes| panic!("{json}: {mistakes:?}"))
}

/// The occurrences up to a day, as text.
#[track_caller]
fn days(json: &Value, start: &str, until: &str) -> Vec<String> {
    schedule(json).occurrences(day(start), day(until)).map(|day| day.to_string()).collect()
}
