//! What each block of addresses is used for, according to IANA's special-purpose registries.
//!
//! One table; the longest prefix wins. IPv6 starts as "reserved" and opens only `2000::/3`, so that an unforeseen form
//! is rejected rather than let through.

use std::net::{IpAddr, Ipv4Addr};

use crate::network::Network;

/// What is required to reach a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Open to all.
    Public,
    /// Any entry that covers the address, or the host's name.
    Private,
    /// An entry that lies inside the block, or the host's name: `0.0.0.0/0` does not open loopback.
    Special,
    /// An entry that lies inside the block. A name is not enough, since whoever runs its zone could point it here.
    Guarded,
}

#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) network: Network,
    /// Completes "an address that is …".
    pub(crate) name: &'static str,
    pub(crate) rule: Rule,
}

const fn v4(address: [u8; 4], length: u8, rule: Rule, name: &'static str) -> Block {
    Block { network: Network::v4(address, length), name, rule }
}

const fn v6(address: [u16; 8], length: u8, rule: Rule, name: &'static str) -> Block {
    Block { network: Network::v6(address, length), name, rule }
}

use Rule::{Guarded, Private, Public, Special};

const METADATA: &str = "a cloud's metadata service";

static BLOCKS: [Block; 52] = [
    v4([0, 0, 0, 0], 0, Public, "public"),
    v4([0, 0, 0, 0], 8, Guarded, "unspecified (this network)"),
    v4([10, 0, 0, 0], 8, Private, "private"),
    v4([100, 64, 0, 0], 10, Special, "shared (carrier-grade NAT)"),
    v4([100, 100, 100, 200], 32, Guarded, METADATA),
    v4([127, 0, 0, 0], 8, Special, "loopback"),
    // Looks like a public address, but serves Azure's host.
    v4([168, 63, 129, 16], 32, Guarded, METADATA),
    v4([169, 254, 0, 0], 16, Guarded, "link-local"),
    v4([169, 254, 169, 254], 32, Guarded, METADATA),
    v4([169, 254, 170, 2], 32, Guarded, METADATA),
    v4([169, 254, 170, 23], 32, Guarded, METADATA),
    v4([172, 16, 0, 0], 12, Private, "private"),
    v4([192, 0, 0, 0], 24, Special, "reserved for protocols"),
    v4([192, 0, 0, 192], 32, Guarded, METADATA),
    v4([192, 0, 2, 0], 24, Special, "reserved for documentation"),
    v4([192, 88, 99, 0], 24, Guarded, "reserved (6to4 relays)"),
    v4([192, 168, 0, 0], 16, Private, "private"),
    v4([198, 18, 0, 0], 15, Special, "reserved for benchmarks"),
    v4([198, 51, 100, 0], 24, Special, "reserved for documentation"),
    v4([203, 0, 113, 0], 24, Special, "reserved for documentation"),
    v4([224, 0, 0, 0], 4, Guarded, "multicast"),
    v4([240, 0, 0, 0], 4, Guarded, "reserved"),
    v4([255, 255, 255, 255], 32, Guarded, "broadcast"),
    v6([0; 8], 0, Guarded, "reserved"),
    v6([0; 8], 96, Guarded, "IPv4-compatible"),
    v6([0; 8], 128, Guarded, "unspecified"),
    v6([0, 0, 0, 0, 0, 0, 0, 1], 128, Special, "loopback"),
    v6([0, 0, 0, 0, 0xffff, 0, 0, 0], 96, Guarded, "IPv4-translated"),
    // Networks without IPv4 use the well-known prefix to reach it, so the embedded address decides.
    v6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96, Public, "public (NAT64)"),
    v6([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 48, Guarded, "a local NAT64"),
    v6([0x100, 0, 0, 0, 0, 0, 0, 0], 64, Guarded, "discarded"),
    v6([0x100, 0, 0, 1, 0, 0, 0, 0], 64, Guarded, "a dummy"),
    v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3, Public, "public"),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23, Guarded, "reserved for protocols"),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 32, Guarded, "Teredo"),
    v6([0x2001, 2, 0, 0, 0, 0, 0, 0], 48, Special, "reserved for benchmarks"),
    v6([0x2001, 0x10, 0, 0, 0, 0, 0, 0], 28, Guarded, "reserved (ORCHID)"),
    v6([0x2001, 0x20, 0, 0, 0, 0, 0, 0], 28, Guarded, "reserved (ORCHIDv2)"),
    v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32, Special, "reserved for documentation"),
    v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16, Guarded, "6to4"),
    v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20, Special, "reserved for documentation"),
    v6([0x3ffe, 0, 0, 0, 0, 0, 0, 0], 16, Guarded, "reserved (6bone)"),
    v6([0x5f00, 0, 0, 0, 0, 0, 0, 0], 16, Guarded, "reserved for segment routing"),
    v6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7, Private, "private (unique local)"),
    v6([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254], 128, Guarded, METADATA),
    v6([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23], 128, Guarded, METADATA),
    v6([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254], 128, Guarded, METADATA),
    v6([0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42], 128, Guarded, METADATA),
    v6([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10, Guarded, "link-local"),
    v6([0xfe80, 0, 0, 0, 0, 0, 0xa9fe, 0xa9fe], 128, Guarded, METADATA),
    v6([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10, Special, "site-local"),
    v6([0xff00, 0, 0, 0, 0, 0, 0, 0], 8, Guarded, "multicast"),
];

/// The narrowest block that contains the address.
pub(crate) fn find(address: IpAddr) -> &'static Block {
    let holding = BLOCKS.iter().filter(|block| block.network.contains(address));
    // Both families have a block of length zero, so one is always found. The first is as good a default as any.
    holding.max_by_key(|block| block.network.length()).unwrap_or(&BLOCKS[0])
}

/// The IPv4 addresses that an IPv6 address could be translated to on its way.
///
/// Mapped addresses (`::ffff:a.b.c.d`) are not among them: they *are* IPv4 and are judged as such before this is asked.
pub(crate) fn carried(address: IpAddr) -> Vec<Ipv4Addr> {
    let IpAddr::V6(address) = address else { return Vec::new() };
    let part = address.segments();
    let inner = |high: u16, low: u16| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    match part {
        // `::` and `::1` only look as if they embed an address.
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => Vec::new(),
        [0, 0, 0, 0, 0 | 0xffff, 0, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => {
            vec![inner(part[6], part[7])]
        }
        // A local NAT64 may put the address after 48 bits or at the end (RFC 6052).
        [0x64, 0xff9b, 1, ..] => vec![inner(part[3], part[4] << 8 | part[5] >> 8), inner(part[6], part[7])],
        [0x2002, ..] => vec![inner(part[1], part[2])],
        // Teredo embeds its server, and its client with every bit inverted.
        [0x2001, 0, ..] => vec![inner(part[2], part[3]), inner(!part[6], !part[7])],
        // ISATAP works under any prefix. The differing bit says whether the embedded address is globally unique.
        [_, _, _, _, 0 | 0x200, 0x5efe, ..] => vec![inner(part[6], part[7])],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(address: &str) -> &'static str {
        find(address.parse().unwrap()).name
    }

    #[test]
    fn every_block_has_no_bits_after_its_length() {
        for block in &BLOCKS {
            Network::parse(&block.network.to_string()).unwrap();
        }
    }

    #[test]
    fn the_narrowest_block_wins() {
        assert_eq!(name("8.8.8.8"), "public");
        assert_eq!(name("169.254.1.1"), "link-local");
        assert_eq!(name("169.254.169.254"), METADATA);
        assert_eq!(name("255.255.255.255"), "broadcast");
        assert_eq!(name("255.255.255.254"), "reserved");
        assert_eq!(name("::"), "unspecified");
        assert_eq!(name("::1"), "loopback");
        assert_eq!(name("::2"), "IPv4-compatible");
        assert_eq!(name("4000::1"), "reserved");
        assert_eq!(name("2606:4700::1111"), "public");
        assert_eq!(name("2001:4860:4860::8888"), "public");
        assert_eq!(name("2001:0:1:2::"), "Teredo");
    }

    #[test]
    fn addresses_inside_addresses_are_found() {
        let inside = |address: &str| carried(address.parse().unwrap());
        let loopback = vec![Ipv4Addr::LOCALHOST];
        for address in [
            "::127.0.0.1",
            "::ffff:0:127.0.0.1",
            "64:ff9b::127.0.0.1",
            "2002:7f00:1::",
            "2606::5efe:127.0.0.1",
            "2606::200:5efe:127.0.0.1",
        ] {
            assert_eq!(inside(address), loopback, "{address}");
        }
        assert!(inside("64:ff9b:1:7f00:0:100::").contains(&Ipv4Addr::LOCALHOST));
        assert!(inside("64:ff9b:1::127.0.0.1").contains(&Ipv4Addr::LOCALHOST));
        assert!(inside("2001:0:4136:e378:8000:63bf:80ff:fffe").contains(&Ipv4Addr::LOCALHOST));
        assert!(inside("2606:4700::1111").is_empty());
    }
}
