//! Tokens that were refused are worth a line in the audit log, but a refused token must not be a way
//! to fill the disk: one line for each address and token in a minute, and so many in all.

use std::collections::HashMap;

use cairn_model::Timestamp;
use parking_lot::Mutex;

const WINDOW: i64 = 60;
/// Lines in one window, whoever causes them.
const MOST: usize = 60;

#[derive(Default)]
pub struct Refusals(Mutex<HashMap<String, Timestamp>>);

impl Refusals {
    /// Whether a refusal is to be written down. `whose` are the things that are counted for it: if
    /// any of them had its line within the window, this one is passed over.
    pub fn is_news(&self, whose: &[&str], now: Timestamp) -> bool {
        let mut seen = self.0.lock();
        seen.retain(|_, at| at.plus_seconds(WINDOW) > now);
        if seen.len() >= MOST * 2 || whose.iter().any(|one| seen.contains_key(*one)) {
            return false;
        }
        seen.extend(whose.iter().map(|one| ((*one).to_owned(), now)));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_and_each_token_has_one_line_a_minute() {
        let refusals = Refusals::default();
        let at = Timestamp::from_micros(0);
        assert!(refusals.is_news(&["address 1", "token a"], at));
        assert!(!refusals.is_news(&["address 1", "token b"], at.plus_seconds(59)));
        assert!(!refusals.is_news(&["address 2", "token a"], at.plus_seconds(59)));
        assert!(refusals.is_news(&["address 2", "token b"], at.plus_seconds(59)));
        assert!(refusals.is_news(&["address 1", "token a"], at.plus_seconds(60)));
    }

    #[test]
    fn many_addresses_together_do_not_flood_the_log() {
        let refusals = Refusals::default();
        let lines = |at: Timestamp| {
            (0..1000).filter(|n| refusals.is_news(&[&format!("address {n}"), &format!("token {n}")], at)).count()
        };
        assert_eq!(lines(Timestamp::from_micros(0)), MOST);
        assert_eq!(lines(Timestamp::from_micros(0).plus_seconds(61)), MOST);
    }
}
