//! At which instant mail goes out. Times of day are what the clocks of the person's time zone show, so the arithmetic
//! has to get along with clocks that are put forward and back.

use cairn_model::zone::day_after;
use cairn_model::{Date, Timestamp, Zone};
use chrono::{MappedLocalTime, NaiveDateTime, NaiveTime, TimeDelta, TimeZone};

use crate::choices::{Choices, Pace, QuietHours};
use crate::kind::Kind;

/// When mail about something is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sending {
    At(Timestamp),
    /// Together with everything else in the digest of a day.
    Digest(Date, Timestamp),
}

/// When mail about a kind that comes up now is sent; none if the person does not want it.
pub fn sending(choices: &Choices, kind: Kind, now: Timestamp, instance: Zone) -> Option<Sending> {
    let zone = choices.zone(instance);
    match choices.email(kind) {
        Pace::Off => None,
        Pace::Immediately => Some(Sending::At(after_quiet(choices.quiet_hours, zone, now))),
        Pace::Daily => {
            let (day, at) = digest(choices, zone, now);
            Some(Sending::Digest(day, at))
        }
    }
}

/// The first instant from now on that is not in quiet hours.
pub fn after_quiet(quiet: Option<QuietHours>, zone: Zone, now: Timestamp) -> Timestamp {
    let Some(quiet) = quiet.filter(|quiet| is_quiet(*quiet, zone, now)) else { return now };
    let today = now.date_in(zone);
    // Where clocks jump over the end, it has passed on the other side; and where they are put back, it comes twice.
    let ends = [today, day_after(today)].into_iter().flat_map(|day| instants(day.and_time(quiet.to.0), zone));
    ends.filter(|end| *end > now && !is_quiet(quiet, zone, *end)).min().unwrap_or(now)
}

/// The digest that something belongs to which comes up now: its day, and when it is sent.
fn digest(choices: &Choices, zone: Zone, now: Timestamp) -> (Date, Timestamp) {
    let mut day = now.date_in(zone);
    loop {
        // One digest a day, even where clocks show its time twice.
        let at = instants(day.and_time(choices.digest_at().0), zone).into_iter().min();
        if let Some(at) = at.filter(|at| *at > now) {
            return (day, after_quiet(choices.quiet_hours, zone, at));
        }
        day = day_after(day);
    }
}

/// Whether clocks show a time in quiet hours.
pub fn is_quiet(quiet: QuietHours, zone: Zone, at: Timestamp) -> bool {
    let time: NaiveTime = at.utc().with_timezone(&zone).time();
    let (from, to) = (quiet.from.0, quiet.to.0);
    if from < to { from <= time && time < to } else { from <= time || time < to }
}

/// The instants at which clocks show a time: one, two where they are put back, or the first one after it where they
/// are put forward and never show it.
fn instants(local: NaiveDateTime, zone: Zone) -> Vec<Timestamp> {
    let of = |time: chrono::DateTime<Zone>| Timestamp::of_utc(time.to_utc());
    match zone.from_local_datetime(&local) {
        MappedLocalTime::Single(one) => vec![of(one)],
        MappedLocalTime::Ambiguous(first, second) => vec![of(first), of(second)],
        MappedLocalTime::None => {
            // Clocks are put forward by less than a day, in steps of whole minutes.
            let later = (1..=24 * 60).map(|minutes| local + TimeDelta::minutes(minutes));
            later.filter_map(|local| zone.from_local_datetime(&local).earliest()).map(of).take(1).collect()
        }
    }
}
