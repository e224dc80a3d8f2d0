//! Process each id once.

use std::collections::{HashSet, VecDeque};

/// Remembers the ids of processed messages, for a bounded time and a bounded number.
///
/// It lives in memory: a receiver whose work must not be done twice after a restart either keeps the ids in its own
/// database, in the transaction that does the work.
///
/// ```
/// let mut seen = cairn_webhook::SeenIds::default();
/// assert!(seen.insert("msg_1", 1_700_000_000), "new: process it");
/// assert!(!seen.insert("msg_1", 1_700_000_006), "a retry: answer 2xx and do nothing");
/// ```
#[derive(Debug, Clone)]
pub struct SeenIds {
    known: HashSet<Box<str>>,
    /// In the order of their arrival, with the time of it: the front is always the first to go.
    order: VecDeque<(i64, Box<str>)>,
    keep_seconds: i64,
    most: usize,
}

impl SeenIds {
    /// Retries end after 15 minutes unless the sender's operator chose another window (`webhooks.window_minutes`), and
    /// deliveries can be repeated by hand for some days.
    pub fn new(keep_seconds: u32, most: usize) -> Self {
        Self { known: HashSet::new(), order: VecDeque::new(), keep_seconds: i64::from(keep_seconds), most: most.max(1) }
    }

    /// Whether the id is new. It is remembered from now on.
    pub fn insert(&mut self, id: &str, now_seconds: i64) -> bool {
        self.forget_old(now_seconds);
        if self.known.contains(id) {
            return false;
        }
        if self.known.len() == self.most {
            self.forget_first();
        }
        self.known.insert(id.into());
        self.order.push_back((now_seconds, id.into()));
        true
    }

    /// After processing failed: the retry is then new again.
    pub fn forget(&mut self, id: &str) {
        if self.known.remove(id) {
            self.order.retain(|(_, known)| **known != *id);
        }
    }

    pub fn len(&self) -> usize {
        self.known.len()
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    fn forget_old(&mut self, now: i64) {
        while self.order.front().is_some_and(|(since, _)| now.saturating_sub(*since) > self.keep_seconds) {
            self.forget_first();
        }
    }

    fn forget_first(&mut self) {
        if let Some((_, id)) = self.order.pop_front() {
            self.known.remove(&id);
        }
    }
}

impl Default for SeenIds {
    /// Seven days, a hundred thousand ids: about 15 MB at most.
    fn default() -> Self {
        Self::new(7 * 24 * 60 * 60, 100_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_new_once() {
        let mut seen = SeenIds::new(60, 10);
        assert!(seen.insert("a", 0));
        assert!(!seen.insert("a", 60));
        assert!(seen.insert("a", 61), "forgotten after its time");
    }

    #[test]
    fn the_number_is_bounded() {
        let mut seen = SeenIds::new(60, 2);
        for id in ["a", "b", "c"] {
            assert!(seen.insert(id, 0));
        }
        assert_eq!(seen.len(), 2);
        assert!(!seen.insert("c", 0));
        assert!(!seen.insert("b", 0));
        assert!(seen.insert("a", 0), "the first had to go");
    }

    #[test]
    fn a_failed_one_comes_again() {
        let mut seen = SeenIds::default();
        assert!(seen.is_empty());
        assert!(seen.insert("a", 0));
        seen.forget("a");
        seen.forget("never seen");
        assert!(seen.insert("a", 0));
        assert!(!seen.insert("a", 0));
    }
}
