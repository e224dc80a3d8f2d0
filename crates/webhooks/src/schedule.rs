//! When to try again.

use cairn_model::Timestamp;

/// Retries after the first attempt.
pub const RETRIES: i64 = 5;
/// All of them start within this time of the first attempt.
pub const WINDOW_SECONDS: i64 = 15 * 60;

const FIRST_DELAY: f64 = 6.0;
const FACTOR: f64 = 3.0;

/// When the attempt after `attempts` failed ones is due, counted from the start of the last, or
/// `None` when the budget is spent. `chance` is from 0 to 1: it spreads retries of many messages.
pub fn next_attempt(
    attempts: i64,
    started: Timestamp,
    chance: f64,
    retry_after: Option<i64>,
    first: Timestamp,
) -> Option<Timestamp> {
    let retry = attempts - 1;
    if !(0..RETRIES).contains(&retry) {
        return None;
    }
    let delay = FIRST_DELAY * FACTOR.powi(retry as i32) * (1.0 + 0.2 * chance.clamp(0.0, 1.0));
    let due = Timestamp::from_micros(started.micros() + (delay * 1e6) as i64);
    // A receiver may ask for more time, but not for more than the window has.
    let asked = retry_after.map(|seconds| started.plus_seconds(seconds.clamp(0, WINDOW_SECONDS)));
    let latest = first.plus_seconds(WINDOW_SECONDS - 15);
    Some(asked.map_or(due, |asked| due.max(asked.min(latest))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_retries_grow_threefold_and_end_inside_the_window() {
        for chance in [0.0, 0.5, 1.0] {
            let first = Timestamp::from_micros(0);
            let mut at = first;
            let mut delays = Vec::new();
            for attempts in 1..=RETRIES {
                let next = next_attempt(attempts, at, chance, None, first).unwrap();
                delays.push((next.micros() - at.micros()) / 1_000_000);
                at = next;
            }
            if chance == 0.0 {
                assert_eq!(delays, [6, 18, 54, 162, 486]);
            }
            assert!(at.seconds() <= 14 * 60 + 31, "the last retry starts at {}", at.seconds());
            assert_eq!(next_attempt(RETRIES + 1, at, chance, None, first), None);
        }
    }

    #[test]
    fn retry_after_only_lengthens_and_stays_inside_the_window() {
        let start = Timestamp::from_micros(0);
        let asked = |seconds| next_attempt(1, start, 0.0, Some(seconds), start).unwrap().seconds();
        assert_eq!((asked(1), asked(60), asked(100_000)), (6, 60, 885));
    }
}
