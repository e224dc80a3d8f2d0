//! Dates, counted on the fingers.

use chrono::NaiveDate;

pub fn days_after(from: NaiveDate, days: u32) -> NaiveDate {
    (0..days).fold(from, |date, _| date.succ_opt().unwrap())
}

/// The days from one date to another, negative if it is earlier.
pub fn days_between(from: NaiveDate, to: NaiveDate) -> i64 {
    if to < from {
        return -days_between(to, from);
    }
    let mut days = 0;
    let mut date = from;
    while date != to {
        date = date.succ_opt().unwrap();
        days += 1;
    }
    days
}
