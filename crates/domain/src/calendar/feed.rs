//! The calendar as an iCalendar file (RFC 5545), for the calendar that a person uses anyway.

use cairn_engine::{Cx, Result};
use cairn_model::zone::day_after;
use cairn_model::{Timestamp, Zone};
use cairn_resources::iam::CalendarFeed;
use chrono::{Days, NaiveTime, TimeDelta};
use icalendar::{Calendar, Component as _, Event, EventLike as _, Property, ValueType};

use super::{CalendarEntry, Wanted, calendar};

/// What is overdue for longer is found on the pages, and would only fill a calendar.
const DAYS_BACK: u64 = 180;
const DAYS_AHEAD: u64 = 365;
/// How often calendars look for changes.
const REFRESH: &str = "PT1H";

/// The words of a feed in its reader's language.
pub type Translate<'a> = &'a (dyn Fn(&str) -> String + Sync);

/// What the feed of the caller contains today.
pub async fn entries(cx: &mut Cx, feed: &CalendarFeed) -> Result<Vec<CalendarEntry>> {
    let today = cx.today();
    let wanted = Wanted {
        start: today.checked_sub_days(Days::new(DAYS_BACK)).unwrap_or(today),
        end: today.checked_add_days(Days::new(DAYS_AHEAD)).unwrap_or(today),
        within: None,
        resources: None,
        mine: Some(feed.mine),
    };
    Ok(calendar(cx, wanted).await?.entries)
}

/// The time of day that a feed asks for, as `09:00`.
pub fn time_of_day(text: &str) -> Option<NaiveTime> {
    // chrono would take `9:00` and `+9:00` as well.
    let is_plain = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    is_plain.then(|| NaiveTime::parse_from_str(text, "%H:%M").ok()).flatten()
}

/// The file. `origin` is where the pages are, such as `https://grc.example.com`.
pub fn text(entries: &[CalendarEntry], feed: &CalendarFeed, origin: &str, zone: Zone, translate: Translate) -> String {
    let mut calendar = Calendar::new();
    calendar.name("Cairn");
    calendar.append_property(Property::new("PRODID", "-//Cairn//Cairn//EN"));
    let mut refresh = Property::new("REFRESH-INTERVAL", REFRESH);
    refresh.append_parameter(ValueType::Duration);
    calendar.append_property(refresh);
    calendar.append_property(Property::new("X-PUBLISHED-TTL", REFRESH));
    let at = feed.at.as_deref().and_then(time_of_day);
    for entry in entries {
        calendar.push(event(entry, at, origin, zone, translate));
    }
    calendar.to_string()
}

fn event(entry: &CalendarEntry, at: Option<NaiveTime>, origin: &str, zone: Zone, translate: Translate) -> Event {
    let page = format!("{origin}/{}/{}", entry.resource, entry.id);
    let label = translate(entry.label);
    // An occurrence of a task is called by its day too, which a calendar shows anyway.
    let name = entry.str.strip_suffix(&format!(" ({})", entry.date)).unwrap_or(&entry.str);
    let mut event = Event::new();
    event
        // The same for as long as the date is the same thing, so that a calendar moves the entry and adds none.
        .uid(&format!("{}.{}@cairn", entry.id, entry.field))
        .summary(&format!("{name} ({})", label.trim_end_matches('.')))
        .description(&page)
        .url(&page)
        .timestamp(entry.updated_at.utc())
        .last_modified(entry.updated_at.utc())
        // Nobody is busy all day because something is due.
        .add_property("TRANSP", "TRANSPARENT");
    match at {
        // As instants and not as local times: each is on one day only, and this needs no table of a zone's clock changes.
        Some(time) => {
            let start = Timestamp::at(entry.date, time, zone).utc();
            event.starts(start).ends(start + TimeDelta::minutes(30));
        }
        None => {
            event.starts(entry.date).ends(day_after(entry.date));
        }
    }
    event.done()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_model::Date;
    use uuid::Uuid;

    fn entry(date: &str, name: &str) -> CalendarEntry {
        CalendarEntry {
            date: date.parse::<Date>().expect("a date"),
            resource: "task-nodes",
            field: "due_date",
            label: "Task due.",
            id: Uuid::from_u128(7),
            str: name.to_owned(),
            folder: Uuid::from_u128(1),
            is_overdue: false,
            updated_at: Timestamp::parse("2026-03-01T10:00:00Z").expect("a time"),
        }
    }

    fn written(entries: &[CalendarEntry], at: Option<&str>, zone: Zone) -> String {
        let feed = CalendarFeed { mine: true, at: at.map(str::to_owned) };
        text(entries, &feed, "https://grc.example.com", zone, &str::to_owned)
    }

    #[test]
    fn an_entry_lasts_a_day() {
        let text = written(&[entry("2026-03-28", "Access review (2026-03-28)")], None, Zone::Europe__Paris);
        for line in [
            "DTSTART;VALUE=DATE:20260328",
            "DTEND;VALUE=DATE:20260329",
            "UID:00000000-0000-0000-0000-000000000007.due_date@cairn",
            "SUMMARY:Access review (Task due)",
            "DTSTAMP:20260301T100000Z",
        ] {
            assert!(text.contains(&format!("{line}\r\n")), "{line}: {text}");
        }
    }

    #[test]
    fn an_entry_with_a_time_follows_the_clocks() {
        let days = [entry("2026-03-28", "Winter"), entry("2026-03-30", "Summer")];
        let text = written(&days, Some("09:00"), Zone::Europe__Paris);
        assert!(text.contains("DTSTART:20260328T080000Z\r\n"), "{text}");
        assert!(text.contains("DTSTART:20260330T070000Z\r\n"), "{text}");
    }

    #[test]
    fn a_name_cannot_add_lines() {
        let text = written(&[entry("2026-03-28", "A\nEND:VEVENT\r\nATTENDEE:x; y, z\\")], None, Zone::UTC);
        assert_eq!(text.matches("END:VEVENT\r\n").count(), 1, "{text}");
        assert!(!text.lines().any(|line| line.starts_with("ATTENDEE")), "{text}");
    }

    #[test]
    fn lines_are_folded() {
        let text = written(&[entry("2026-03-28", &"é".repeat(300))], None, Zone::UTC);
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
    }

    #[test]
    fn a_time_of_day_is_four_digits() {
        assert_eq!(time_of_day("09:30"), NaiveTime::from_hms_opt(9, 30, 0));
        for wrong in ["9:30", "24:00", "09:60", "0930", "+9:30", "09:3 ", ""] {
            assert_eq!(time_of_day(wrong), None, "{wrong}");
        }
    }
}
