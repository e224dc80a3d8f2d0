//! The keys under which failures are counted.
//!
//! Keys are digests: they have one size however long the name is, and no list of addresses is kept in memory.

use std::net::{IpAddr, Ipv6Addr};

use sha2::{Digest, Sha256};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key([u8; 32]);

impl Key {
    /// An account, ignoring case and surrounding spaces.
    pub(super) fn account(name: &str) -> Self {
        Self::new(b"account:", name.trim().to_lowercase().as_bytes())
    }

    /// An address. An IPv6 host has a whole /64 and could use a new address for every guess, so the /64 is the key;
    /// an IPv4 address counts as the same when written as IPv6.
    pub(super) fn address(text: &str) -> Self {
        match text.trim().parse::<IpAddr>().map(|address| address.to_canonical()) {
            Ok(IpAddr::V4(address)) => Self::new(b"v4:", &address.octets()),
            Ok(IpAddr::V6(address)) => Self::new(b"v6:", &network(address)),
            Err(_) => Self::new(b"address:", text.trim().as_bytes()),
        }
    }

    /// A known browser, by what identifies it.
    pub(super) fn browser(proof: &str) -> Self {
        Self::new(b"browser:", proof.as_bytes())
    }

    /// An account together with the source of the attempts.
    pub(super) fn both(account: Self, way: Self) -> Self {
        Self::new(b"both:", &[account.0, way.0].concat())
    }

    fn new(kind: &[u8], value: &[u8]) -> Self {
        Self(Sha256::new().chain_update(kind).chain_update(value).finalize().into())
    }
}

fn network(address: Ipv6Addr) -> [u8; 8] {
    std::array::from_fn(|position| address.octets()[position])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_ignore_case_and_spaces() {
        assert_eq!(Key::account("Alice@Example.org"), Key::account(" alice@example.ORG "));
        assert_ne!(Key::account("alice@example.org"), Key::account("alice@example.com"));
    }

    #[test]
    fn accounts_and_addresses_never_meet() {
        assert_ne!(Key::account("10.0.0.1"), Key::address("10.0.0.1"));
        assert_ne!(Key::account("proxy"), Key::address("proxy"));
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        assert_eq!(Key::address("2001:db8::1"), Key::address("2001:db8:0:0:ffff::2"));
        assert_ne!(Key::address("2001:db8::1"), Key::address("2001:db8:0:1::1"));
    }

    #[test]
    fn ipv4_is_whole_and_the_same_when_mapped() {
        assert_eq!(Key::address("::ffff:10.0.0.1"), Key::address("10.0.0.1"));
        assert_ne!(Key::address("10.0.0.1"), Key::address("10.0.0.2"));
        assert_ne!(Key::address("::ffff:10.0.0.1"), Key::address("::ffff:10.0.0.2"));
    }
}
