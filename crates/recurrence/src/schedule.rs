//! What a schedule is.

use chrono::NaiveDate;

/// What is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

impl Frequency {
    pub const ALL: [Self; 4] = [Self::Daily, Self::Weekly, Self::Monthly, Self::Yearly];

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Daily => "DAILY",
            Self::Weekly => "WEEKLY",
            Self::Monthly => "MONTHLY",
            Self::Yearly => "YEARLY",
        }
    }
}

/// What happens to later occurrences while one is overdue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overdue {
    /// They keep their days.
    #[default]
    NoImpact,
    /// They move by as many days as it is late.
    DelayNext,
}

impl Overdue {
    pub const ALL: [Self; 2] = [Self::NoImpact, Self::DelayNext];

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoImpact => "NO_IMPACT",
            Self::DelayNext => "DELAY_NEXT",
        }
    }
}

/// How often something comes round. [`Schedule::read`] makes one from JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    pub frequency: Frequency,
    /// Every so many days, weeks, months or years. At least 1.
    pub interval: u32,
    /// 1 is Monday. In order, each once. Counts for every frequency but daily.
    pub days_of_week: Vec<u32>,
    /// 1 to 4 from the start of the month, -1 for the last. Counts for monthly and yearly schedules.
    pub weeks_of_month: Vec<i32>,
    /// 1 is January. In order, each once. Counts for yearly schedules.
    pub months_of_year: Vec<u32>,
    /// The last day on which it may come round.
    pub end_date: Option<NaiveDate>,
    /// How many times it comes round.
    pub occurrences: Option<u32>,
    /// Days that are left out. They count as occurrences.
    pub exceptions: Vec<NaiveDate>,
    pub overdue: Overdue,
}

impl Schedule {
    /// One without anything but a frequency and an interval.
    pub const fn every(interval: u32, frequency: Frequency) -> Self {
        Self {
            frequency,
            interval,
            days_of_week: Vec::new(),
            weeks_of_month: Vec::new(),
            months_of_year: Vec::new(),
            end_date: None,
            occurrences: None,
            exceptions: Vec::new(),
            overdue: Overdue::NoImpact,
        }
    }
}
