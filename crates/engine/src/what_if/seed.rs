//! Ids that are the same each time.

use std::sync::atomic::{AtomicU32, Ordering};

use cairn_model::Timestamp;
use uuid::Uuid;

/// Where the ids of one step come from: its own key and a counter. They have the form of all ids, the time first.
#[derive(Debug)]
pub(crate) struct Seed {
    key: Uuid,
    at: Timestamp,
    next: AtomicU32,
}

impl Seed {
    pub fn new(key: Uuid, at: Timestamp) -> Self {
        Self { key, at, next: AtomicU32::new(0) }
    }

    pub fn next(&self) -> Uuid {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&self.key.as_bytes()[6..]);
        // In front of what the key gives, so that the ids of a step are in the order in which it creates things. The
        // third byte has the variant, which takes its place among them.
        (bytes[0], bytes[1], bytes[3]) = ((number >> 16) as u8, (number >> 8) as u8, number as u8);
        let millis = self.at.micros().div_euclid(1000).max(0) as u64;
        uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_repeat_are_in_order_and_differ_between_steps() {
        let at = Timestamp::from_micros(1_700_000_000_000_000);
        let some = |key: u128| {
            let seed = Seed::new(Uuid::from_u128(key), at);
            (0..1000).map(|_| seed.next()).collect::<Vec<_>>()
        };
        let (one, two) = (some(7), some(8));
        assert_eq!(one, some(7));
        assert!(one.is_sorted());
        assert!(one.iter().all(|id| !two.contains(id) && id.get_version_num() == 7));
    }
}
