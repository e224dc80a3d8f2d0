//! When a date is worth a notification.

use cairn_model::Date;

/// How far ahead people are told of something that is due, in days.
pub const USUAL: &[i64] = &[30, 7, 1];
/// The same for what lives too shortly to be told a month ahead, such as access tokens.
pub const SHORT: &[i64] = &[7, 1];

/// Reminders of what is late come on the first day and then every week, this often.
const LATE_REMINDERS: i64 = 12;
const LATE_EVERY: i64 = 7;

/// How near a date is. Each stage of a date is told once, so a night without a run loses nothing: the next run finds the
/// stage that holds by then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// At most so many days ahead.
    Within(i64),
    /// Late: the number of the reminder, from 0.
    Late(i64),
}

impl Stage {
    /// The stage of a date on a day; none if it is too far away, or was told often enough.
    pub fn of(date: Date, today: Date, ahead: &[i64]) -> Option<Self> {
        let left = (date - today).num_days();
        if left >= 0 {
            return ahead.iter().copied().filter(|days| left <= *days).min().map(Self::Within);
        }
        let reminder = (-left - 1) / LATE_EVERY;
        (reminder < LATE_REMINDERS).then_some(Self::Late(reminder))
    }

    pub const fn is_late(self) -> bool {
        matches!(self, Self::Late(_))
    }

    /// The first and the last date that have a stage on a day.
    pub fn span(today: Date) -> (Date, Date) {
        let days = |count: i64| chrono::TimeDelta::days(count);
        (today - days(LATE_REMINDERS * LATE_EVERY), today + days(USUAL[0]))
    }
}

/// For the key that keeps a stage from being told twice.
impl std::fmt::Display for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Within(days) => write!(f, "within {days}"),
            Self::Late(reminder) => write!(f, "late {reminder}"),
        }
    }
}
