//! What is refused, and in which words.

use cairn_recurrence::{Frequency, Overdue, Schedule};
use serde_json::{Value, json};

#[track_caller]
fn refused(json: &Value) -> Vec<String> {
    Schedule::read(json).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn every_mistake_is_named() {
    let words = refused(&json!({
        "frequency": "HOURLY",
        "interval": 0,
        "days_of_week": [8],
        "weeks_of_month": [0],
        "months_of_year": "all",
        "end_date": "31.12.2026",
        "occurrences": 1.5,
        "exceptions": ["soon"],
        "overdue_behavior": "IGNORE",
        "foo": 1,
    }));
    assert_eq!(
        words,
        [
            "Unknown setting “foo”. Known are frequency, interval, days_of_week, weeks_of_month, months_of_year, \
             end_date, occurrences, exceptions, overdue_behavior.",
            "“frequency” must be DAILY, WEEKLY, MONTHLY or YEARLY.",
            "“interval” must be a whole number from 1 to 1000.",
            "“occurrences” must be a whole number from 1 to 10000.",
            "“days_of_week” must be a list of whole numbers from 1 to 7.",
            "“months_of_year” must be a list of whole numbers from 1 to 12.",
            "“weeks_of_month” must be a list of weeks: 1, 2, 3, 4, or -1 for the last.",
            "“end_date” must be a date such as 2026-12-31.",
            "“exceptions” must be a list of up to 1000 dates such as 2026-12-31.",
            "“overdue_behavior” must be NO_IMPACT or DELAY_NEXT.",
        ]
    );
    assert_eq!(refused(&json!("weekly")), ["Must be an object with a frequency and an interval."]);
    assert_eq!(refused(&json!({})), ["“frequency” must be DAILY, WEEKLY, MONTHLY or YEARLY."]);
}

#[test]
fn null_is_left_out_and_lists_are_put_in_order() {
    let schedule = Schedule::read(&json!({
        "frequency": "WEEKLY", "interval": null, "days_of_week": [5, 1, 5], "end_date": null, "occurrences": null,
        "exceptions": null, "overdue_behavior": "DELAY_NEXT",
    }));
    let expected =
        Schedule { days_of_week: vec![1, 5], overdue: Overdue::DelayNext, ..Schedule::every(1, Frequency::Weekly) };
    assert_eq!(schedule, Ok(expected));
}
