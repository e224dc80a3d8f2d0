//! Points in time as people type them.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};

use crate::failure::{Failure, Result};

/// `2026-03-01T12:00:00Z`, possibly with another offset, or `2026-03-01` for the start of that day in UTC.
pub fn instant(text: &str) -> Result<String> {
    let text = text.trim();
    if let Ok(time) = DateTime::parse_from_rfc3339(text) {
        return Ok(time.with_timezone(&Utc).to_rfc3339_opts(SecondsFormat::AutoSi, true));
    }
    if NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok() && text.len() == 10 {
        return Ok(format!("{text}T00:00:00Z"));
    }
    Err(Failure::usage(format!("“{text}” is not a valid time; use 2026-03-01 or 2026-03-01T12:00:00Z")))
}

/// The same as a value parser for flags.
pub fn parse_instant(text: &str) -> std::result::Result<String, String> {
    instant(text).map_err(|failure| failure.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_sent_in_utc() {
        assert_eq!(instant("2026-03-01").expect("a time"), "2026-03-01T00:00:00Z");
        assert_eq!(instant("2026-03-01T01:00:00+01:00").expect("a time"), "2026-03-01T00:00:00Z");
        assert_eq!(instant(" 2026-03-01T12:00:00.5Z").expect("a time"), "2026-03-01T12:00:00.500Z");
        for wrong in ["yesterday", "2026-02-30", "2026-3-1", "12:00"] {
            assert!(instant(wrong).is_err(), "{wrong}");
        }
    }
}
