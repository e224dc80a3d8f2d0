//! The rules against slow second implementations that only look at one minute, or one day, after the other.

use cairn_model::zone::zone;
use cairn_model::{Date, Timestamp, Zone};
use cairn_notify::when::{self, Sending};
use cairn_notify::{Choice, Choices, Clock, Kind, Pace, QuietHours, Stage, USUAL};
use chrono::{NaiveDateTime, NaiveTime, TimeDelta};
use proptest::prelude::*;

const MINUTE: i64 = 60_000_000;

/// Zones with clocks that change at different hours, by an hour, by half an hour, at midnight, or never.
const ZONES: [&str; 6] =
    ["Europe/Paris", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Beirut", "Asia/Kathmandu", "UTC"];

fn local(at: Timestamp, zone: Zone) -> NaiveDateTime {
    at.utc().with_timezone(&zone).naive_local()
}

/// The whole minutes after an instant, each with what clocks showed before and show then.
fn minutes(after: Timestamp, zone: Zone) -> impl Iterator<Item = (Timestamp, NaiveDateTime, NaiveDateTime)> {
    let first = after.micros().div_euclid(MINUTE) + 1;
    (first..).map(move |minute| {
        let at = Timestamp::from_micros(minute * MINUTE);
        (at, local(Timestamp::from_micros((minute - 1) * MINUTE), zone), local(at, zone))
    })
}

/// Whether clocks came to a time of day, or jumped over it.
fn reached(before: NaiveDateTime, now: NaiveDateTime, time: NaiveTime) -> bool {
    let mut day = before.date();
    while day <= now.date() {
        let wanted = day.and_time(time);
        if before < wanted && wanted <= now {
            return true;
        }
        day = day.succ_opt().unwrap();
    }
    false
}

fn within(quiet: QuietHours, at: NaiveDateTime) -> bool {
    // Minute by minute from the beginning to the end, around the clock.
    let mut minute = quiet.from.0;
    while minute != quiet.to.0 {
        if (minute.format("%H:%M").to_string()) == at.format("%H:%M").to_string() {
            return true;
        }
        minute = minute.overflowing_add_signed(TimeDelta::minutes(1)).0;
    }
    false
}

fn slow_after_quiet(quiet: Option<QuietHours>, zone: Zone, now: Timestamp) -> Timestamp {
    let Some(quiet) = quiet else { return now };
    if !within(quiet, local(now, zone)) {
        return now;
    }
    minutes(now, zone)
        .find(|(_, before, now)| reached(*before, *now, quiet.to.0) && !within(quiet, *now))
        .map(|(at, ..)| at)
        .unwrap()
}

/// Today's digest if clocks have not come to its time yet, since the day began; otherwise tomorrow's.
fn slow_digest(choices: &Choices, zone: Zone, now: Timestamp) -> (Date, Timestamp) {
    let two_days_ago = Timestamp::from_micros(now.micros() - 48 * 60 * MINUTE);
    let mut days: Vec<(Date, Timestamp)> = Vec::new();
    for (at, before, shown) in minutes(two_days_ago, zone) {
        if reached(before, shown, choices.digest_at().0) {
            let mut day = before.date();
            while day.and_time(choices.digest_at().0) <= before {
                day = day.succ_opt().unwrap();
            }
            if !days.iter().any(|(known, _)| *known == day) {
                days.push((day, at));
                if at > now {
                    return (day, slow_after_quiet(choices.quiet_hours, zone, at));
                }
            }
        }
    }
    unreachable!("there is a digest every day")
}

fn clock() -> impl Strategy<Value = Clock> {
    // Many near the hours at which clocks are changed.
    prop_oneof![(0u32..24, 0u32..60), (0u32..4, 0u32..60)]
        .prop_map(|(hour, minute)| Clock(NaiveTime::from_hms_opt(hour, minute, 0).unwrap()))
}

fn quiet() -> impl Strategy<Value = Option<QuietHours>> {
    proptest::option::of((clock(), clock()).prop_filter("a beginning and another end", |(from, to)| from != to))
        .prop_map(|both| both.map(|(from, to)| QuietHours { from, to }))
}

fn choices() -> impl Strategy<Value = Choices> {
    let choice = (proptest::option::of(any::<bool>()), proptest::option::of(0..Pace::ALL.len()))
        .prop_map(|(in_app, pace)| Choice { in_app, email: pace.map(|at| Pace::ALL[at]) });
    let kinds = proptest::collection::btree_map(0..Kind::ALL.len(), choice, 0..5);
    let zones = proptest::option::of(0..ZONES.len());
    (kinds, quiet(), proptest::option::of(clock()), zones).prop_map(|(kinds, quiet_hours, digest_at, zone)| Choices {
        kinds: kinds.into_iter().map(|(at, choice)| (Kind::ALL[at], choice)).collect(),
        quiet_hours,
        digest_at,
        time_zone: zone.map(|at| ZONES[at].to_owned()),
    })
}

/// Any time of some years, and often one close to a change of clocks in Europe, at Lord Howe and in Beirut.
fn instant() -> impl Strategy<Value = Timestamp> {
    let changes = [
        "2026-03-29T01:00:00Z",
        "2026-10-25T01:00:00Z",
        "2026-04-04T15:00:00Z",
        "2026-10-03T15:30:00Z",
        "2022-03-26T22:00:00Z",
    ];
    let near = (0..changes.len(), -100_000i64..100_000)
        .prop_map(move |(at, seconds)| Timestamp::parse(changes[at]).unwrap().plus_seconds(seconds));
    let any = (1_640_000_000i64..1_900_000_000).prop_map(|seconds| Timestamp::from_micros(seconds * 1_000_000 + 1234));
    prop_oneof![near, any]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn mail_goes_out_when_the_minutes_say(choices in choices(), kind in 0..Kind::ALL.len(), now in instant(), instance in 0..ZONES.len()) {
        let (kind, instance) = (Kind::ALL[kind], zone(ZONES[instance]).unwrap());
        let own = choices.time_zone.as_deref().and_then(zone).unwrap_or(instance);
        let expected = match choices.email(kind) {
            Pace::Off => None,
            Pace::Immediately => Some(Sending::At(slow_after_quiet(choices.quiet_hours, own, now))),
            Pace::Daily => {
                let (day, at) = slow_digest(&choices, own, now);
                Some(Sending::Digest(day, at))
            }
        };
        prop_assert_eq!(when::sending(&choices, kind, now, instance), expected);
    }

    #[test]
    fn choices_are_read_as_they_were_written(choices in choices()) {
        let json = serde_json::to_value(&choices).unwrap();
        prop_assert_eq!(serde_json::from_value::<Choices>(json).unwrap(), choices.clone());
        // What is shown says the same as what is stored.
        let shown: Choices = serde_json::from_value(choices.shown()).unwrap();
        for kind in Kind::ALL {
            prop_assert_eq!(shown.email(*kind), choices.email(*kind));
            prop_assert_eq!(shown.in_app(*kind), choices.in_app(*kind));
        }
        prop_assert_eq!(shown.digest_at(), choices.digest_at());
    }

    /// Walking towards the date and past it, day by day, counting.
    #[test]
    fn stages_come_in_order_as_days_go_by(ahead in 0i64..60, behind in 0i64..120) {
        let date: Date = "2026-11-17".parse().unwrap();
        let mut day = date - TimeDelta::days(ahead);
        let mut late = 0;
        while day <= date + TimeDelta::days(behind) {
            let mut expected = None;
            if day <= date {
                for days in [30, 7, 1] {
                    let mut left = 0;
                    while day + TimeDelta::days(left) < date {
                        left += 1;
                    }
                    if left <= days {
                        expected = Some(Stage::Within(days));
                    }
                }
            } else {
                late += 1;
                let week = (1..=12).find(|week| late <= week * 7);
                expected = week.map(|week| Stage::Late(week - 1));
            }
            let found = Stage::of(date, day, USUAL);
            prop_assert_eq!(found, expected, "{} on {}", date, day);
            let (first, last) = Stage::span(day);
            prop_assert!(found.is_none() || (first <= date && date <= last));
            day += TimeDelta::days(1);
        }
    }
}
