//! How far ahead occurrences are planned.

use chrono::{Months, NaiveDate};

use crate::{Frequency, Schedule};

impl Schedule {
    /// The last day that is planned today. A schedule with an end is planned up to its end.
    pub fn horizon(&self, today: NaiveDate) -> NaiveDate {
        let months = match self.frequency {
            Frequency::Daily => 3,
            Frequency::Weekly => 12,
            Frequency::Monthly => 24,
            Frequency::Yearly => 60,
        };
        let far = || today.checked_add_months(Months::new(months)).unwrap_or(NaiveDate::MAX);
        self.end_date.unwrap_or_else(far)
    }
}
