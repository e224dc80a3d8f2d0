//! Days between dates.

use chrono::{DateTime, NaiveDate, Utc};

/// The day of a date or timestamp as the API writes it. A timestamp counts by its day in UTC, like everything that is due.
pub(crate) fn day(text: &str) -> Option<NaiveDate> {
    if text.len() == 10 {
        return text.parse().ok();
    }
    Some(DateTime::parse_from_rfc3339(text).ok()?.with_timezone(&Utc).date_naive())
}

/// How many days ago it was. Negative for days to come.
pub(crate) fn days_since(day: NaiveDate, today: NaiveDate) -> i64 {
    today.signed_duration_since(day).num_days()
}
