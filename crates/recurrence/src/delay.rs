//! Delays: with [`Overdue::DelayNext`](crate::Overdue::DelayNext), what is late moves what comes after it.
//!
//! An occurrence that is done late moves later ones by as many days as passed since its scheduled day. One that is
//! overdue and still open moves them as if it were done today, and so by one more day each day. Those that somebody
//! works on keep their due dates.

use chrono::{Days, NaiveDate};

/// How far an occurrence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Nobody has touched it. It may be moved.
    Untouched,
    /// Still to be done, by a day that somebody has accepted.
    Open { due: NaiveDate },
    /// Done or cancelled.
    Closed { due: NaiveDate, on: NaiveDate },
}

/// One occurrence of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// The day that the schedule gives it.
    pub scheduled: NaiveDate,
    pub state: State,
}

/// The day for which each occurrence is planned. They come in the order of their scheduled days.
pub fn planned(occurrences: &[Occurrence], today: NaiveDate) -> Vec<NaiveDate> {
    let mut delay = 0;
    let mut planned = Vec::with_capacity(occurrences.len());
    for occurrence in occurrences {
        let day = occurrence.scheduled.checked_add_days(Days::new(delay)).unwrap_or(NaiveDate::MAX);
        let (due, done) = match occurrence.state {
            State::Untouched => (day, today),
            State::Open { due } => (due, today),
            State::Closed { due, on } => (due, on),
        };
        if done > due {
            let late = (done - occurrence.scheduled).num_days();
            delay = delay.max(u64::try_from(late).unwrap_or(0));
        }
        planned.push(day);
    }
    planned
}
