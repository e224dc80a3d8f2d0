//! A block of addresses in CIDR notation.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Addresses that share their first `length` bits. The rest of `bits` is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    v4: bool,
    bits: u128,
    length: u8,
}

impl Network {
    pub(crate) const fn v4(address: [u8; 4], length: u8) -> Network {
        Network { v4: true, bits: Ipv4Addr::from_octets(address).to_bits() as u128, length }
    }

    pub(crate) const fn v6(address: [u16; 8], length: u8) -> Network {
        Network { v4: false, bits: Ipv6Addr::from_segments(address).to_bits(), length }
    }

    /// Reads `10.0.0.0/8` or `fd00::/8`.
    pub fn parse(text: &str) -> Result<Network, String> {
        let (address, length) = text.split_once('/').ok_or_else(|| format!("“{text}” has no “/”"))?;
        let address: IpAddr = address.parse().map_err(|_| format!("“{address}” in “{text}” is not an address"))?;
        let widest = if address.is_ipv4() { 32 } else { 128 };
        // Rust's numbers accept a sign, which no CIDR has.
        let digits = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
        let length = digits.then(|| length.parse::<u8>().ok()).flatten().filter(|length| *length <= widest);
        let length = length.ok_or_else(|| format!("the length in “{text}” is not a number from 0 to {widest}"))?;
        let network = Network::around(address, length);
        if network.address() != address {
            return Err(format!("“{text}” has bits set after its length; write “{network}”"));
        }
        Ok(network.canonical())
    }

    /// Reads the same, or a single address.
    pub fn parse_loosely(text: &str) -> Result<Network, String> {
        match text.parse::<IpAddr>() {
            Ok(address) => {
                let address = address.to_canonical();
                Ok(Network::around(address, if address.is_ipv4() { 32 } else { 128 }))
            }
            Err(_) if text.contains('/') => Self::parse(text),
            Err(_) => Err(format!("“{text}” is not an IP address")),
        }
    }

    /// The network of this prefix length that contains the address.
    fn around(address: IpAddr, length: u8) -> Network {
        let (v4, bits) = bits_of(address);
        let network = Network { v4, bits, length };
        Network { bits: bits & network.mask(), ..network }
    }

    /// Turns a block inside `::ffff:0:0/96` into the IPv4 block it stands for.
    fn canonical(self) -> Network {
        match self.address().to_canonical() {
            address @ IpAddr::V4(_) if !self.v4 && self.length >= 96 => Network::around(address, self.length - 96),
            _ => self,
        }
    }

    fn width(self) -> u8 {
        if self.v4 { 32 } else { 128 }
    }

    fn mask(self) -> u128 {
        let all = if self.v4 { u128::from(u32::MAX) } else { u128::MAX };
        let host_bits = u32::from(self.width() - self.length);
        all & u128::MAX.checked_shl(host_bits).unwrap_or(0)
    }

    fn address(self) -> IpAddr {
        if self.v4 { Ipv4Addr::from_bits(self.bits as u32).into() } else { Ipv6Addr::from_bits(self.bits).into() }
    }

    pub(crate) fn length(self) -> u8 {
        self.length
    }

    pub fn contains(self, address: IpAddr) -> bool {
        let (v4, bits) = bits_of(address);
        v4 == self.v4 && bits & self.mask() == self.bits
    }

    /// Whether this block contains the whole other block.
    pub(crate) fn covers(self, other: Network) -> bool {
        other.length >= self.length && self.contains(other.address())
    }

    /// The address of a block that has only one.
    pub(crate) fn single(self) -> Option<IpAddr> {
        (self.length == self.width()).then(|| self.address())
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address(), self.length)
    }
}

fn bits_of(address: IpAddr) -> (bool, u128) {
    match address {
        IpAddr::V4(address) => (true, u128::from(address.to_bits())),
        IpAddr::V6(address) => (false, address.to_bits()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_of_a_network() {
        let network = Network::parse("172.16.0.0/12").unwrap();
        for (address, inside) in
            [("172.15.255.255", false), ("172.16.0.0", true), ("172.31.255.255", true), ("172.32.0.0", false)]
        {
            assert_eq!(network.contains(address.parse().unwrap()), inside, "{address}");
        }
        assert!(Network::parse("0.0.0.0/0").unwrap().contains("255.255.255.255".parse().unwrap()));
        assert!(!Network::parse("0.0.0.0/0").unwrap().contains("::".parse().unwrap()));
        assert!(Network::parse("::/0").unwrap().contains("ff02::1".parse().unwrap()));
        assert!(!Network::parse("::/0").unwrap().contains("10.0.0.1".parse().unwrap()));
    }

    #[test]
    fn a_mapped_network_is_the_ipv4_one() {
        assert_eq!(Network::parse("::ffff:10.0.0.0/104").unwrap(), Network::v4([10, 0, 0, 0], 8));
        assert_eq!(Network::parse("::/0").unwrap(), Network::v6([0; 8], 0));
    }

    #[test]
    fn what_is_not_a_network_is_refused() {
        for text in ["10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/+8", "10.0.0.0/-1", "10/8", "fd00::/129", "a/8"]
        {
            Network::parse(text).unwrap_err();
        }
        assert!(Network::parse("10.1.2.3/8").unwrap_err().contains("write “10.0.0.0/8”"));
    }
}
