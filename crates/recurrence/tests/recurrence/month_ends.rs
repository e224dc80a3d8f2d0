//! Months of different lengths, and leap days.

use serde_json::json;

use crate::days;

#[test]
fn the_31st_comes_back_after_a_shorter_month() {
    let monthly = json!({"frequency": "MONTHLY", "interval": 1});
    let expected = ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"];
    assert_eq!(days(&monthly, "2027-01-31", "2027-05-31"), expected);
    assert_eq!(days(&monthly, "2028-01-30", "2028-03-31"), ["2028-01-30", "2028-02-29", "2028-03-30"]);
}

#[test]
fn a_leap_day_comes_back_in_leap_years() {
    let yearly = json!({"frequency": "YEARLY", "interval": 1});
    let expected = ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"];
    assert_eq!(days(&yearly, "2028-02-29", "2032-12-31"), expected);
    let rarely = json!({"frequency": "YEARLY", "interval": 4});
    assert_eq!(days(&rarely, "2096-02-29", "2105-01-01"), ["2096-02-29", "2100-02-28", "2104-02-29"]);
}

#[test]
fn what_is_left_out_counts() {
    let schedule =
        json!({"frequency": "MONTHLY", "interval": 1, "occurrences": 3, "exceptions": ["2027-02-28", "2027-02-01"]});
    assert_eq!(days(&schedule, "2027-01-31", "2030-01-01"), ["2027-01-31", "2027-03-31"]);
}

#[test]
fn the_calendar_ends() {
    let schedule = json!({"frequency": "YEARLY", "interval": 1000});
    assert_eq!(days(&schedule, "9999-12-31", "9999-12-31"), ["9999-12-31"]);
    let schedule = crate::schedule(&schedule);
    assert!(schedule.occurrences(crate::day("9999-12-31"), chrono::NaiveDate::MAX).count() < 300);
}
