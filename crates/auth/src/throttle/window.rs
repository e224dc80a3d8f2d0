//! The attempts of one account, address or browser within the sliding window.

use std::collections::VecDeque;

use cairn_model::Timestamp;

/// How waits grow: after this many free failures, the first takes this many seconds and each further one twice as long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Growth {
    pub free: usize,
    pub first: u64,
}

#[derive(Debug, Default)]
pub(super) struct Window {
    /// Oldest first, and never more than it takes to decide.
    entries: VecDeque<Entry>,
}

#[derive(Debug)]
struct Entry {
    id: u64,
    at: Timestamp,
    /// Ended in failure, as opposed to still in progress.
    settled: bool,
}

impl Window {
    /// The seconds to wait when the limit is reached, rounded up; never more than the window, even if the clock was
    /// set back.
    pub(super) fn wait(&self, limit: usize, window_seconds: u32, now: Timestamp) -> Option<u64> {
        let decisive = self.entries.len().checked_sub(limit.max(1))?;
        let ends = self.entries.get(decisive)?.at.plus_seconds(window_seconds.into());
        let micros = u64::try_from(ends.micros().saturating_sub(now.micros())).ok().filter(|micros| *micros > 0)?;
        Some(micros.div_ceil(1_000_000).min(window_seconds.into()))
    }

    /// The attempts within the window.
    pub(super) fn count(&self, window_seconds: u32, now: Timestamp) -> usize {
        self.entries.iter().filter(|entry| !entry.is_over(window_seconds, now)).count()
    }

    /// The seconds to wait after the last failure, rounded up; never more than the window, even if the clock was set
    /// back.
    pub(super) fn growing_wait(&self, growth: Growth, window_seconds: u32, now: Timestamp) -> Option<u64> {
        let beyond = u32::try_from(self.count(window_seconds, now).checked_sub(growth.free)?).unwrap_or(u32::MAX);
        let whole = growth.first.checked_shl(beyond).filter(|seconds| *seconds > 0).unwrap_or(u64::MAX);
        let whole = whole.min(window_seconds.into());
        let last = self.latest()?.plus_seconds(i64::try_from(whole).unwrap_or(i64::MAX));
        let micros = u64::try_from(last.micros().saturating_sub(now.micros())).ok().filter(|micros| *micros > 0)?;
        Some(micros.div_ceil(1_000_000).min(whole))
    }

    pub(super) fn push(&mut self, id: u64, room: usize, window_seconds: u32, now: Timestamp) {
        while self.entries.front().is_some_and(|entry| entry.is_over(window_seconds, now)) {
            self.entries.pop_front();
        }
        if self.entries.len() >= room.max(1) {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry { id, at: now, settled: false });
    }

    pub(super) fn settle(&mut self, id: u64) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.id == id) {
            entry.settled = true;
        }
    }

    pub(super) fn withdraw(&mut self, id: u64) {
        self.entries.retain(|entry| entry.id != id);
    }

    pub(super) fn clear_settled(&mut self) {
        self.entries.retain(|entry| !entry.settled);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn has_expired(&self, window_seconds: u32, now: Timestamp) -> bool {
        self.entries.back().is_none_or(|entry| entry.is_over(window_seconds, now))
    }

    pub(super) fn latest(&self) -> Option<Timestamp> {
        self.entries.back().map(|entry| entry.at)
    }
}

impl Entry {
    fn is_over(&self, window_seconds: u32, now: Timestamp) -> bool {
        self.at.plus_seconds(window_seconds.into()) <= now
    }
}
