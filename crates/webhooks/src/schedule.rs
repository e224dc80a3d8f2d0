//! When to try again.

use cairn_model::Timestamp;

/// The pause before the first retry, in seconds.
const FIRST_DELAY: f64 = 6.0;
/// How much a delay may be randomly lengthened: it spreads the retries of many messages.
const SPREAD: f64 = 0.2;
/// The last retry starts this many seconds before the window ends, so that it also ends inside it.
const LAST_ATTEMPT: i64 = 15;
/// Pauses that grow by less are not worth the name.
const LEAST_FACTOR: f64 = 1.1;

/// How often a message is tried again, and in which time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    retries: i64,
    window_seconds: i64,
    /// How many times longer each pause is than the one before.
    factor: f64,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { retries: Self::RETRIES.into(), window_seconds: i64::from(Self::WINDOW_MINUTES) * 60, factor: 3.0 }
    }
}

impl Schedule {
    /// As the contract has them.
    pub const RETRIES: u32 = 5;
    pub const WINDOW_MINUTES: u32 = 15;

    /// The pauses fill the window: the fewer retries there are, the faster they grow.
    pub fn new(retries: u32, window_minutes: u32) -> Result<Self, String> {
        let window_seconds = i64::from(window_minutes) * 60;
        let room = (window_seconds - LAST_ATTEMPT) as f64;
        // Rounded down, so that the sum stays inside.
        let factor = (factor_that_fills(retries, room) * 10.0).floor() / 10.0;
        if retries > 1 && factor < LEAST_FACTOR {
            let least = least_minutes(retries);
            return Err(format!(
                "{retries} retries do not fit into {window_minutes} minutes: allow at least {least}, or use fewer retries"
            ));
        }
        Ok(Self { retries: retries.into(), window_seconds, factor })
    }

    /// Retries after the first attempt.
    pub const fn retries(&self) -> i64 {
        self.retries
    }

    /// When the attempt after `attempts` failed ones is due, counted from the start of the last, or
    /// `None` when the budget is spent. `chance` is from 0 to 1.
    pub fn next_attempt(
        &self,
        attempts: i64,
        started: Timestamp,
        chance: f64,
        retry_after: Option<i64>,
        first: Timestamp,
    ) -> Option<Timestamp> {
        let retry = attempts - 1;
        if !(0..self.retries).contains(&retry) {
            return None;
        }
        let delay = FIRST_DELAY * self.factor.powi(retry as i32) * (1.0 + SPREAD * chance.clamp(0.0, 1.0));
        let due = Timestamp::from_micros(started.micros() + (delay * 1e6) as i64);
        // A receiver may ask for more time, but not for more than the window has.
        let asked = retry_after.map(|seconds| started.plus_seconds(seconds.clamp(0, self.window_seconds)));
        let latest = first.plus_seconds(self.window_seconds - LAST_ATTEMPT);
        Some(asked.map_or(due, |asked| due.max(asked.min(latest))))
    }
}

/// The seconds from the first attempt to the last, in the worst case.
fn longest(retries: u32, factor: f64) -> f64 {
    (0..retries).map(|retry| FIRST_DELAY * factor.powi(retry as i32) * (1.0 + SPREAD)).sum()
}

/// The factor with which the delays fill the window, found by bisection.
fn factor_that_fills(retries: u32, room: f64) -> f64 {
    let (mut low, mut high) = (0.0, room.max(1.0));
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if longest(retries, middle) > room {
            high = middle;
        } else {
            low = middle;
        }
    }
    low
}

fn least_minutes(retries: u32) -> u64 {
    ((longest(retries, LEAST_FACTOR) + LAST_ATTEMPT as f64) / 60.0).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pauses between attempts, in seconds, when every one fails at once.
    fn pauses(schedule: &Schedule, chance: f64) -> Vec<i64> {
        let first = Timestamp::from_micros(0);
        let (mut at, mut pauses) = (first, Vec::new());
        while let Some(next) = schedule.next_attempt(pauses.len() as i64 + 1, at, chance, None, first) {
            pauses.push((next.micros() - at.micros()) / 1_000_000);
            at = next;
        }
        pauses
    }

    #[test]
    fn five_retries_grow_threefold_and_end_inside_the_window() {
        assert_eq!(pauses(&Schedule::default(), 0.0), [6, 18, 54, 162, 486]);
        for chance in [0.5, 1.0] {
            let last: i64 = pauses(&Schedule::default(), chance).iter().sum();
            assert!(last <= 14 * 60 + 31, "the last retry starts at {last}");
        }
    }

    #[test]
    fn the_defaults_are_a_schedule_like_any_other() {
        assert_eq!(Schedule::new(Schedule::RETRIES, Schedule::WINDOW_MINUTES), Ok(Schedule::default()));
    }

    #[test]
    fn other_schedules_grow_and_use_their_window_too() {
        for (retries, minutes) in [(2, 1), (3, 5), (5, 2), (8, 24 * 60), (10, 15), (20, 7 * 24 * 60)] {
            let schedule = Schedule::new(retries, minutes).expect("a schedule");
            let made = pauses(&schedule, 1.0);
            assert_eq!(made.len(), retries as usize);
            assert!(made.is_sorted() && made[0] < made[made.len() - 1], "{made:?} grow");
            let (last, window) = (made.iter().sum::<i64>(), i64::from(minutes) * 60);
            assert!(last <= window - LAST_ATTEMPT && last * 10 > window * 6, "{last} of {window}: {made:?}");
        }
    }

    #[test]
    fn few_retries_need_no_growth() {
        assert_eq!(pauses(&Schedule::new(0, 15).expect("a schedule"), 0.0), [] as [i64; 0]);
        assert_eq!(pauses(&Schedule::new(1, 15).expect("a schedule"), 0.0), [6]);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_would() {
        for retries in [6, 10, 20] {
            let refused = Schedule::new(retries, 1).expect_err("too many");
            assert!(refused.starts_with(&format!("{retries} retries do not fit into 1 minutes")), "{refused}");
            let least = least_minutes(retries) as u32;
            assert!(refused.contains(&format!("at least {least},")), "{refused}");
            Schedule::new(retries, least).expect("what the message proposes");
        }
    }

    #[test]
    fn retry_after_only_lengthens_and_stays_inside_the_window() {
        let start = Timestamp::from_micros(0);
        let asked =
            |seconds| Schedule::default().next_attempt(1, start, 0.0, Some(seconds), start).expect("a retry").seconds();
        assert_eq!((asked(1), asked(60), asked(100_000)), (6, 60, 885));
    }
}
