//! Time and randomness come from here, so that tests can control both.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use cairn_model::Timestamp;
use uuid::Uuid;

pub trait Clock: Send + Sync + 'static {
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        #[expect(clippy::disallowed_methods, reason = "this is the one place where the machine's time is read")]
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_micros(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}

/// The system clock, shifted by a number of seconds. The server of a browser test runs on it: real time passes, but it
/// is always the same day.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShiftedClock {
    pub ahead_seconds: i64,
}

impl Clock for ShiftedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(SystemClock.now().micros() + self.ahead_seconds * 1_000_000)
    }
}

/// A clock that only moves when told to.
#[derive(Clone)]
pub struct VirtualClock(Arc<AtomicI64>);

impl VirtualClock {
    pub fn at(start: Timestamp) -> Self {
        Self(Arc::new(AtomicI64::new(start.micros())))
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1_000_000, Ordering::SeqCst);
    }
}

impl Clock for VirtualClock {
    /// Each reading advances it by a microsecond, so that no two events have the same time.
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(self.0.fetch_add(1, Ordering::SeqCst))
    }
}

/// A new key: the time first, so that new rows are stored next to each other, then random bits.
pub fn new_id(now: Timestamp) -> Uuid {
    let mut random: [u8; 10] = rand::random();
    // The microseconds within the millisecond keep the keys of one burst in order.
    let fraction = (now.micros().rem_euclid(1000) * 4096 / 1000) as u16;
    random[0] = (fraction >> 8) as u8;
    random[1] = fraction as u8;
    uuid::Builder::from_unix_timestamp_millis(now.micros().div_euclid(1000).max(0) as u64, &random).into_uuid()
}
