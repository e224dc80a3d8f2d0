//! How many connections there are, and whose.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::Settings;

/// Counts connections by address.
#[derive(Clone)]
pub struct Places(Arc<Counted>);

struct Counted {
    per_address: Option<usize>,
    most: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    Address,
    Server,
}

/// A connection's place, free again when it is dropped.
pub struct Place {
    places: Places,
    address: IpAddr,
}

impl Places {
    pub fn new(settings: &Settings) -> Self {
        Self(Arc::new(Counted { per_address: settings.per_address, most: settings.most, taken: Mutex::default() }))
    }

    pub fn take(&self, address: IpAddr) -> Result<Place, Full> {
        let address = holder(address);
        let mut taken = self.0.taken.lock();
        if taken.total >= self.0.most {
            return Err(Full::Server);
        }
        let own = taken.by_address.entry(address).or_default();
        if self.0.per_address.is_some_and(|most| *own >= most) {
            return Err(Full::Address);
        }
        *own += 1;
        taken.total += 1;
        Ok(Place { places: self.clone(), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.0.taken.lock();
        taken.total -= 1;
        if let Some(own) = taken.by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                taken.by_address.remove(&self.address);
            }
        }
    }
}

/// Whoever has one address of IPv6 has the whole network of 64 bits below it.
fn holder(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(per_address: Option<usize>, most: usize) -> Places {
        Places::new(&Settings { per_address, most, ..Settings::default() })
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_that_has_its_share_leaves_room_for_others() {
        let places = places(Some(2), 10);
        let kept = [places.take(address("192.0.2.1")), places.take(address("192.0.2.1"))];
        assert!(kept.iter().all(Result::is_ok));
        assert_eq!(places.take(address("::ffff:192.0.2.1")).err(), Some(Full::Address));
        assert!(places.take(address("192.0.2.2")).is_ok());
        drop(kept);
        assert!(places.take(address("192.0.2.1")).is_ok());
        assert!(places.0.taken.lock().by_address.is_empty(), "nothing is kept of those who left");
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        let places = places(Some(1), 10);
        let _kept = places.take(address("2001:db8:1:2::1")).unwrap();
        assert_eq!(places.take(address("2001:db8:1:2:ffff::9")).err(), Some(Full::Address));
        assert!(places.take(address("2001:db8:1:3::1")).is_ok());
    }

    #[test]
    fn all_together_have_an_end_too() {
        let places = places(None, 2);
        let _kept = [places.take(address("192.0.2.1")), places.take(address("192.0.2.1"))];
        assert_eq!(places.take(address("192.0.2.3")).err(), Some(Full::Server));
    }
}
