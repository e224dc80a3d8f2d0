//! Days in the time zone of the instance.

use chrono::{DateTime, Days, NaiveTime, TimeDelta, TimeZone, Utc};
pub use chrono_tz::Tz as Zone;

use crate::value::{Date, Timestamp};

/// A zone by its name in the IANA database, such as `Europe/Paris`.
pub fn zone(name: &str) -> Option<Zone> {
    name.parse().ok()
}

impl Timestamp {
    /// The date in a zone at this instant.
    pub fn date_in(self, zone: Zone) -> Date {
        self.utc().with_timezone(&zone).date_naive()
    }

    /// The first instant of a day in a zone. It isn't always midnight: where clocks go forward at that hour, the
    /// day starts later.
    pub fn start_of(day: Date, zone: Zone) -> Self {
        Self::at(day, NaiveTime::MIN, zone)
    }

    /// The instant at which clocks in a zone show a time on a day: the first one if they show it twice, and the next
    /// quarter of an hour that exists if they skip it.
    pub fn at(day: Date, time: NaiveTime, zone: Zone) -> Self {
        let local = day.and_time(time);
        let instant = zone.from_local_datetime(&local).earliest().unwrap_or_else(|| {
            // Nowhere do clocks go forward by more than a day.
            (1..=96)
                .find_map(|quarter| zone.from_local_datetime(&(local + TimeDelta::minutes(15 * quarter))).earliest())
                .unwrap_or_else(|| zone.from_utc_datetime(&local))
        });
        Self::of_utc(instant.to_utc())
    }

    /// The instant as a chrono date and time, for libraries that calculate with those.
    pub fn utc(self) -> DateTime<Utc> {
        Utc.timestamp_micros(self.micros()).single().unwrap_or_default()
    }

    pub fn of_utc(time: DateTime<Utc>) -> Self {
        Self::from_micros(time.timestamp_micros())
    }
}

/// The day after another.
pub fn day_after(day: Date) -> Date {
    day.checked_add_days(Days::new(1)).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a time")
    }

    #[test]
    fn a_day_begins_where_the_instance_is() {
        let paris = zone("Europe/Paris").expect("a zone");
        assert_eq!(at("2026-03-01T22:59:59Z").date_in(paris).to_string(), "2026-03-01");
        assert_eq!(at("2026-03-01T23:00:00Z").date_in(paris).to_string(), "2026-03-02");
        assert_eq!(at("2026-07-01T22:00:00Z").date_in(paris).to_string(), "2026-07-02");
        let start = |day: &str| Timestamp::start_of(day.parse().expect("a day"), paris).to_string();
        assert_eq!(start("2026-03-29"), "2026-03-28T23:00:00.000000Z");
        assert_eq!(start("2026-03-30"), "2026-03-29T22:00:00.000000Z");
    }

    #[test]
    fn a_day_without_a_midnight_begins_later() {
        // On this day, clocks in Beirut went from midnight to one o'clock.
        let beirut = zone("Asia/Beirut").expect("a zone");
        let start = Timestamp::start_of("2022-03-27".parse().expect("a day"), beirut);
        assert_eq!(start, at("2022-03-26T22:00:00Z"));
    }

    #[test]
    fn names_that_no_zone_has_are_none() {
        assert!(zone("Europe/Atlantis").is_none() && zone("").is_none() && zone("UTC").is_some());
    }
}
