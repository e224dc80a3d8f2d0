//! What time it is for this process: the machine's, except in tests of the whole binary.
//!
//! `CAIRN_TEST_CLOCK_OFFSET` puts a debug build ahead or behind by so many seconds. With it, expired tokens would work
//! again and the journal would tell false times, so a release build refuses to start when it is set.

use anyhow::{Context, Result, ensure};
use cairn_engine::clock::ShiftedClock;

pub const VARIABLE: &str = "CAIRN_TEST_CLOCK_OFFSET";

/// Farther than any test needs to go, and near enough for every date to have four digits.
const FARTHEST: i64 = 100 * 366 * 86_400;

/// The clock that the variable asks for; the machine's when it is not set.
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
