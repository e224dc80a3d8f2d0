//! A second implementation, slow and obvious: it looks at every day and asks whether the schedule has it.

use cairn_recurrence::{Frequency, Schedule};
use chrono::{Datelike, Days, NaiveDate};
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::day;

fn has(schedule: &Schedule, start: NaiveDate, day: NaiveDate) -> bool {
    let interval = i64::from(schedule.interval);
    let weekday = day.weekday().number_from_monday();
    match schedule.frequency {
        Frequency::Daily => (day - start).num_days() % interval == 0,
        Frequency::Weekly => {
            let week = |of: NaiveDate| (of - self::day("2000-01-02")).num_days().div_euclid(7);
            let days = &schedule.days_of_week;
            let fits = if days.is_empty() { day.weekday() == start.weekday() } else { days.contains(&weekday) };
            fits && (week(day) - week(start)) % interval == 0
        }
        Frequency::Monthly => {
            let month = |of: NaiveDate| i64::from(of.year() * 12 + of.month0() as i32);
            (month(day) - month(start)) % interval == 0 && in_month(schedule, start, day)
        }
        Frequency::Yearly => {
            let months = &schedule.months_of_year;
            let fits = if months.is_empty() { day.month() == start.month() } else { months.contains(&day.month()) };
            fits && i64::from(day.year() - start.year()) % interval == 0 && in_month(schedule, start, day)
        }
    }
}

fn in_month(schedule: &Schedule, start: NaiveDate, day: NaiveDate) -> bool {
    let is_month = |other: NaiveDate| other.month() == day.month() && other.year() == day.year();
    let back = |weeks: u64| is_month(day - Days::new(7 * weeks));
    let is_last_day = !is_month(day + Days::new(1));
    let is_last_week = !is_month(day + Days::new(7));
    // It is the second Monday if a week earlier is still this month, and two weeks earlier is not.
    let week = (1..=5).find(|week| !back(*week)).unwrap() as i32;
    if schedule.weeks_of_month.is_empty() && schedule.days_of_week.is_empty() {
        return day.day() == start.day() || is_last_day && day.day() < start.day();
    }
    let weeks = &schedule.weeks_of_month;
    let days = &schedule.days_of_week;
    (weeks.is_empty() || weeks.contains(&week) || is_last_week && weeks.contains(&-1))
        && (days.is_empty() || days.contains(&day.weekday().number_from_monday()))
}

fn slowly(schedule: &Schedule, start: NaiveDate, until: NaiveDate) -> Vec<NaiveDate> {
    let days = start.iter_days().take_while(|day| *day <= until);
    let days = days.filter(|day| has(schedule, start, *day));
    let days = days.filter(|day| schedule.end_date.is_none_or(|end| *day <= end));
    let days = days.take(schedule.occurrences.unwrap_or(u32::MAX) as usize);
    days.filter(|day| !schedule.exceptions.contains(day)).collect()
}

prop_compose! {
    fn any_day()(after in 0u64..8000) -> NaiveDate { day("2019-12-20") + Days::new(after) }
}

prop_compose! {
    fn schedules()(
        frequency in prop::sample::select(Frequency::ALL.to_vec()),
        interval in 1u32..6,
        days_of_week in subsequence((1..=7).collect::<Vec<u32>>(), 0..=3),
        weeks_of_month in subsequence(vec![-1, 1, 2, 3, 4], 0..=2),
        months_of_year in subsequence((1..=12).collect::<Vec<u32>>(), 0..=4),
        end_date in prop::option::weighted(0.3, any_day()),
        occurrences in prop::option::weighted(0.3, 1u32..40),
        exceptions in prop::collection::vec(any_day(), 0..20),
    ) -> Schedule {
        let basic = Schedule::every(interval, frequency);
        Schedule { days_of_week, weeks_of_month, months_of_year, end_date, occurrences, exceptions, ..basic }
    }
}

proptest! {
    #[test]
    fn both_find_the_same_days(schedule in schedules(), start in any_day()) {
        let until = start + Days::new(3653);
        let ours: Vec<NaiveDate> = schedule.occurrences(start, until).collect();
        prop_assert_eq!(ours, slowly(&schedule, start, until));
    }
}
