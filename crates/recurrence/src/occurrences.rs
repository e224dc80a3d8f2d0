//! The days on which a schedule comes round.
//!
//! Days, weeks, months and years are counted from the period of the start day, never from the last occurrence: the 31st
//! becomes the last day of a shorter month and is the 31st again in the next. Weeks begin on Sunday, which only matters
//! where weeks are left out.

use std::collections::VecDeque;

use chrono::{Datelike, Days, NaiveDate};

use crate::{Frequency, Schedule};

impl Schedule {
    /// The days from a start day up to a last one, both included, in order and each once. The start day itself is one of
    /// them only if the schedule has it.
    pub fn occurrences(&self, start: NaiveDate, until: NaiveDate) -> Occurrences<'_> {
        let until = self.end_date.map_or(until, |end| end.min(until));
        let left = self.occurrences.unwrap_or(u32::MAX);
        Occurrences { schedule: self, start, until, period: 0, days: VecDeque::new(), left }
    }

    /// The days of one period, in order; the first period has the start day. None after the end of the calendar.
    fn days_of(&self, start: NaiveDate, period: u64) -> Option<Vec<NaiveDate>> {
        let steps = period.checked_mul(u64::from(self.interval))?;
        match self.frequency {
            Frequency::Daily => Some(vec![start.checked_add_days(Days::new(steps))?]),
            Frequency::Weekly => {
                let sunday = start.checked_sub_days(Days::new(start.weekday().num_days_from_sunday().into()))?;
                let sunday = sunday.checked_add_days(Days::new(steps.checked_mul(7)?))?;
                let own = [start.weekday().number_from_monday()];
                let days = if self.days_of_week.is_empty() { &own[..] } else { &self.days_of_week };
                let mut from_sunday: Vec<u32> = days.iter().map(|day| day % 7).collect();
                from_sunday.sort_unstable();
                from_sunday.iter().map(|day| sunday.checked_add_days(Days::new(u64::from(*day)))).collect()
            }
            Frequency::Monthly => {
                let month = u64::from(start.month0()) + steps;
                let year = i32::try_from(month / 12).ok()?.checked_add(start.year())?;
                self.days_in(start, year, (month % 12) as u32 + 1)
            }
            Frequency::Yearly => {
                let year = i32::try_from(steps).ok()?.checked_add(start.year())?;
                let own = [start.month()];
                let months = if self.months_of_year.is_empty() { &own[..] } else { &self.months_of_year };
                let days: Option<Vec<_>> = months.iter().map(|month| self.days_in(start, year, *month)).collect();
                Some(days?.concat())
            }
        }
    }

    /// The days of a month that it falls into, in order.
    fn days_in(&self, start: NaiveDate, year: i32, month: u32) -> Option<Vec<NaiveDate>> {
        let first = NaiveDate::from_ymd_opt(year, month, 1)?;
        let length = u32::from(first.num_days_in_month());
        if self.weeks_of_month.is_empty() && self.days_of_week.is_empty() {
            return Some(vec![first.with_day(start.day().min(length))?]);
        }
        let is_weekday = |day: NaiveDate| {
            self.days_of_week.is_empty() || self.days_of_week.contains(&day.weekday().number_from_monday())
        };
        // The second Monday is the one from the 8th to the 14th, the last one is in the last seven days.
        let is_week = |day: NaiveDate| {
            let (week, is_last) = ((day.day0() / 7 + 1) as i32, day.day() + 7 > length);
            self.weeks_of_month.is_empty()
                || self.weeks_of_month.contains(&week)
                || is_last && self.weeks_of_month.contains(&-1)
        };
        let days = (1..=length).filter_map(|day| first.with_day(day));
        Some(days.filter(|day| is_weekday(*day) && is_week(*day)).collect())
    }
}

/// The days on which a schedule comes round.
#[derive(Debug, Clone)]
pub struct Occurrences<'s> {
    schedule: &'s Schedule,
    start: NaiveDate,
    until: NaiveDate,
    period: u64,
    /// What is left of the current period.
    days: VecDeque<NaiveDate>,
    left: u32,
}

impl Iterator for Occurrences<'_> {
    type Item = NaiveDate;

    fn next(&mut self) -> Option<NaiveDate> {
        while self.left > 0 {
            let Some(day) = self.days.pop_front() else {
                self.days = self.schedule.days_of(self.start, self.period)?.into();
                self.period += 1;
                continue;
            };
            if day > self.until {
                return None;
            }
            if day >= self.start {
                self.left -= 1;
                if !self.schedule.exceptions.contains(&day) {
                    return Some(day);
                }
            }
        }
        None
    }
}
