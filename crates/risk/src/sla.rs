//! When vulnerabilities are due: so many days after they were detected or published, by severity.

use cairn_assess::words;
use chrono::{Days, NaiveDate};

use crate::words::VulnerabilityStatus;

/// A hundred years. Longer is a slip of the keyboard.
pub const MAX_DAYS: u32 = 36_500;

words! {
    /// The day from which days are counted.
    Anchor {
        DetectedAt = "detected_at",
        PublishedDate = "published_date",
    }
}

/// How bad a vulnerability is, from info (0) to critical (4). −1 in the API is no severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Info,
    Low,
    Medium,
    High,
    Critical,
}

impl Severity {
    pub const ALL: [Self; 5] = [Self::Info, Self::Low, Self::Medium, Self::High, Self::Critical];

    pub fn read(stored: i64) -> Option<Self> {
        Self::ALL.get(usize::try_from(stored).ok()?).copied()
    }
}

/// The days that each severity leaves. None: no date is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    pub anchor: Anchor,
    pub critical: Option<u32>,
    pub high: Option<u32>,
    pub medium: Option<u32>,
    pub low: Option<u32>,
    pub info: Option<u32>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            anchor: Anchor::DetectedAt,
            critical: Some(15),
            high: Some(30),
            medium: Some(90),
            low: Some(180),
            info: Some(365),
        }
    }
}

impl Policy {
    pub const fn days(&self, severity: Severity) -> Option<u32> {
        match severity {
            Severity::Critical => self.critical,
            Severity::High => self.high,
            Severity::Medium => self.medium,
            Severity::Low => self.low,
            Severity::Info => self.info,
        }
    }

    /// The severities with an impossible number of days.
    pub fn problems(&self) -> Vec<Severity> {
        let impossible = |severity: &Severity| self.days(*severity).is_some_and(|days| days > MAX_DAYS);
        Severity::ALL.into_iter().filter(impossible).collect()
    }

    /// The date that the policy gives. Where the day to count from is not known, the other one is taken.
    pub fn due(&self, vulnerability: &Vulnerability) -> Option<NaiveDate> {
        let Vulnerability { severity, detected_at, published_date, .. } = *vulnerability;
        let days = self.days(severity?)?;
        let from = match self.anchor {
            Anchor::DetectedAt => detected_at.or(published_date),
            Anchor::PublishedDate => published_date.or(detected_at),
        }?;
        from.checked_add_days(Days::new(days.into()))
    }

    /// The due date after a change: what was there stays, and an empty one is filled.
    pub fn filled(&self, vulnerability: &Vulnerability) -> Option<NaiveDate> {
        vulnerability.due_date.or_else(|| self.due(vulnerability))
    }

    /// The due date after someone asked to compute them again: also where there was one, if the policy gives a date.
    pub fn refreshed(&self, vulnerability: &Vulnerability) -> Option<NaiveDate> {
        self.due(vulnerability).or(vulnerability.due_date)
    }
}

/// A vulnerability, as far as its deadline goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vulnerability {
    pub severity: Option<Severity>,
    pub detected_at: Option<NaiveDate>,
    pub published_date: Option<NaiveDate>,
    pub due_date: Option<NaiveDate>,
}

/// The day on which a new vulnerability counts as detected.
pub fn detected(given: Option<NaiveDate>, today: NaiveDate) -> NaiveDate {
    given.unwrap_or(today)
}

/// The days left, negative if it is overdue. None if nothing is left to do, or without a date.
pub fn days_left(status: VulnerabilityStatus, due: Option<NaiveDate>, today: NaiveDate) -> Option<i64> {
    due.filter(|_| status.is_open()).map(|due| due.signed_duration_since(today).num_days())
}
