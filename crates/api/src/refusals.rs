//! Refused tokens and failed sign-ins belong in the audit log, but must not be a way to fill the disk: there is a
//! limit per minute for each address, token or account, and one in total. How many were left out is recorded too.

use std::collections::HashMap;

use cairn_model::Timestamp;
use parking_lot::Mutex;

const WINDOW: i64 = 60;
/// Entries per window, whoever causes them.
const MOST: usize = 60;

pub struct Refusals {
    /// Entries per window for each thing that is counted.
    each: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    began: Option<Timestamp>,
    lines: usize,
    seen: HashMap<String, usize>,
    left_out: u64,
}

impl Refusals {
    pub fn new(each: usize) -> Self {
        Self { each, state: Mutex::default() }
    }

    /// Whether to record a refusal. `whose` are the things it counts for: if any of them has used up its entries in
    /// the window, it is left out.
    pub fn is_news(&self, whose: &[&str], now: Timestamp) -> bool {
        let mut state = self.state.lock();
        if state.began.is_none_or(|began| began.plus_seconds(WINDOW) <= now || began > now) {
            (state.began, state.lines) = (Some(now), 0);
            state.seen.clear();
        }
        let is_full = |one: &&str| state.seen.get(*one).is_some_and(|lines| *lines >= self.each);
        if state.lines >= MOST || whose.iter().any(is_full) {
            state.left_out += 1;
            return false;
        }
        state.lines += 1;
        for one in whose {
            *state.seen.entry((*one).to_owned()).or_default() += 1;
        }
        true
    }

    /// How many were left out since the last call.
    pub fn take_left_out(&self) -> u64 {
        std::mem::take(&mut self.state.lock().left_out)
    }

    /// Returns a number that could not be recorded.
    pub fn give_back(&self, left_out: u64) {
        self.state.lock().left_out += left_out;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_and_each_token_has_its_lines_in_a_minute() {
        let refusals = Refusals::new(1);
        let at = Timestamp::from_micros(0);
        assert!(refusals.is_news(&["address 1", "token a"], at));
        assert!(!refusals.is_news(&["address 1", "token b"], at.plus_seconds(59)));
        assert!(!refusals.is_news(&["address 2", "token a"], at.plus_seconds(59)));
        assert!(refusals.is_news(&["address 2", "token b"], at.plus_seconds(59)));
        assert!(refusals.is_news(&["address 1", "token a"], at.plus_seconds(60)));
        assert_eq!((refusals.take_left_out(), refusals.take_left_out()), (2, 0));
        let several = Refusals::new(3);
        assert_eq!((0..10).filter(|_| several.is_news(&["address 1"], at)).count(), 3);
        assert_eq!(several.take_left_out(), 7);
    }

    #[test]
    fn many_addresses_together_do_not_flood_the_log() {
        let refusals = Refusals::new(1);
        let lines = |at: Timestamp| {
            (0..1000).filter(|n| refusals.is_news(&[&format!("address {n}"), &format!("token {n}")], at)).count()
        };
        assert_eq!(lines(Timestamp::from_micros(0)), MOST);
        assert_eq!(lines(Timestamp::from_micros(0).plus_seconds(61)), MOST);
        assert_eq!(refusals.take_left_out(), 2000 - 2 * MOST as u64);
    }

    #[test]
    fn a_clock_that_was_set_back_does_not_silence_the_log() {
        let refusals = Refusals::new(1);
        assert!(refusals.is_news(&["address 1"], Timestamp::from_micros(0).plus_seconds(3600)));
        assert!(refusals.is_news(&["address 1"], Timestamp::from_micros(0)));
    }
}
