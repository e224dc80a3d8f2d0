//! The time for this process: that of the machine, except in tests of the whole binary.
//!
//! `CAIRN_TEST_CLOCK_OFFSET` moves a debug build forward or back by some seconds. It would make expired tokens work
//! again and put false times in the journal, so a release build refuses to start if it is set.

use anyhow::{Context, Result, ensure};
use cairn_engine::clock::ShiftedClock;

pub const VARIABLE: &str = "CAIRN_TEST_CLOCK_OFFSET";

/// More than any test needs, and little enough for every date to have a four-digit year.
const FARTHEST: i64 = 100 * 366 * 86_400;

/// The clock that the variable asks for; by default the machine's.
pub fn from_variable(text: Option<&str>, is_test_build: bool) -> Result<ShiftedClock> {
    let Some(text) = text else { return Ok(ShiftedClock::default()) };
    ensure!(is_test_build, "{VARIABLE} is for tests only, and this is a release build: remove the variable");
    let ahead_seconds: i64 =
        text.parse().with_context(|| format!("{VARIABLE} must be a whole number of seconds, not “{text}”"))?;
    ensure!(
        (-FARTHEST..=FARTHEST).contains(&ahead_seconds),
        "{VARIABLE} must be from -{FARTHEST} to {FARTHEST}, not {text}"
    );
    Ok(ShiftedClock { ahead_seconds })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_build_refuses_another_time() {
        let refusal = from_variable(Some("0"), false).expect_err("it is set").to_string();
        assert!(refusal.contains("release build"), "{refusal}");
        assert_eq!(from_variable(None, false).expect("nothing is set").ahead_seconds, 0);
    }

    #[test]
    fn a_test_build_takes_seconds_ahead_and_behind() {
        assert_eq!(from_variable(Some("-86400"), true).expect("a number").ahead_seconds, -86_400);
        for wrong in ["2026-03-11T09:00:00Z", "1.5", "9223372036854775807"] {
            assert!(from_variable(Some(wrong), true).is_err(), "{wrong}");
        }
    }
}
