//! Which addresses the operator allows.
//!
//! **Guarantee.** An address passes only if it is public, or if `webhooks.allow` (`CAIRN_WEBHOOKS_ALLOW`) opens it:
//!
//! | what the address is | opened by |
//! |---|---|
//! | public | nothing needed |
//! | private (10/8, 172.16/12, 192.168/16, fc00::/7) | the address, any CIDR around it, the host's name |
//! | loopback, shared, documentation, benchmarks, site-local | the address, a CIDR inside that block, the host's name |
//! | link-local, metadata services, unspecified, multicast, broadcast, reserved, tunnels | the address, a CIDR inside that block; never a name |
//!
//! "A CIDR inside that block" means that `0.0.0.0/0` opens private networks, but neither loopback nor link-local, and
//! that `169.254.0.0/16` does not open 169.254.169.254, which is its own block and must be listed as an address.
//!
//! **Traps.** Listing a name trusts whoever runs its zone with everything in the second and third rows, which is why a
//! name cannot open the fourth. An IPv6 address that embeds an IPv4 one (NAT64, 6to4, Teredo, ISATAP and others) must
//! pass both checks, and the embedded address must be public or private: listing 127.0.0.1 means our own loopback, not
//! that of a translator. A mapped address (`::ffff:10.0.0.1`) is the IPv4 address and nothing else.

use std::net::{IpAddr, SocketAddr};

use url::Host;

use crate::blocks::{self, Block, Rule};
use crate::network::Network;

/// The operator's list.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    networks: Vec<Network>,
    addresses: Vec<Listed<IpAddr>>,
    hosts: Vec<Listed<String>>,
}

/// An entry that may be limited to one port.
#[derive(Clone, Debug)]
struct Listed<T> {
    value: T,
    port: Option<u16>,
}

impl<T> Listed<T> {
    fn on(&self, port: u16) -> bool {
        self.port.is_none_or(|listed| listed == port)
    }
}

/// Why an address is not allowed, and what would allow it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct Refusal {
    /// The address in question, with mapped IPv4 addresses in IPv4 form.
    pub address: IpAddr,
    /// The host that has this address, or the address itself.
    pub host: String,
    /// What the address is: "loopback", "private" and so on.
    pub what: &'static str,
    /// The embedded IPv4 address that is the reason, if any.
    pub carries: Option<IpAddr>,
    by_name: bool,
}

impl Refusal {
    fn message(&self) -> String {
        let Refusal { address, host, what, .. } = self;
        // If the host is an address in any spelling, there is nothing to add.
        let named = matches!(Host::parse(host), Ok(Host::Domain(_)));
        let subject = if named { format!("“{host}” has the address {address}") } else { format!("{address}") };
        let middle = if named { ", which" } else { "" };
        let reason = match self.carries {
            Some(inner) => format!("{middle} carries {inner}, which is {what}"),
            None => format!("{middle} is {what}"),
        };
        let entry = if named && self.by_name {
            format!("“{address}” or “{}”", plain(host))
        } else {
            format!("“{address}”")
        };
        format!(
            "{subject}{reason}; requests are not allowed unless the operator adds {entry} to webhooks.allow \
             (CAIRN_WEBHOOKS_ALLOW)"
        )
    }
}

impl Policy {
    /// Reads the entries of `webhooks.allow`: CIDRs (`10.0.0.0/8`), addresses and host names, the latter two with a
    /// port if only that port is meant (`127.0.0.1:9000`, `[::1]:9000`, `hooks.corp:8443`). Empty entries are skipped.
    pub fn parse(list: &[String]) -> Result<Policy, String> {
        let mut policy = Policy::default();
        for entry in list.iter().map(|entry| entry.trim()).filter(|entry| !entry.is_empty()) {
            policy.add(entry).map_err(|error| format!("webhooks.allow: {error}"))?;
        }
        Ok(policy)
    }

    fn add(&mut self, entry: &str) -> Result<(), String> {
        if entry.contains("://") || entry.contains(['@', '?', '#', '\\']) {
            return Err(format!("“{entry}” is not a CIDR, an address or a host name; use only the host"));
        }
        if entry.contains('/') {
            let network = Network::parse(entry)?;
            match network.single() {
                Some(address) => self.addresses.push(Listed { value: address, port: None }),
                None => self.networks.push(network),
            }
        } else if let Some((address, port)) = address_of(entry) {
            self.addresses.push(Listed { value: address.to_canonical(), port });
        } else {
            self.hosts.push(host_of(entry)?);
        }
        Ok(())
    }

    /// Whether a request for `host` may be sent to this address.
    pub fn check_address(&self, address: SocketAddr, host: &str) -> Result<(), Refusal> {
        let (ip, port) = (address.ip().to_canonical(), address.port());
        if self.lists_address(ip, port) {
            return Ok(());
        }
        let by_name = self.lists_host(host, port);
        let block = blocks::find(ip);
        let refusal = |block: &Block, carries| Refusal {
            address: ip,
            host: host.to_owned(),
            what: block.name,
            carries,
            by_name: carries.is_none() && block.rule != Rule::Guarded,
        };
        if !self.opens(block, ip, by_name) {
            return Err(refusal(block, None));
        }
        for inner in blocks::carried(ip) {
            let (inner, block) = (IpAddr::V4(inner), blocks::find(inner.into()));
            let passes = match block.rule {
                Rule::Public => true,
                Rule::Private => self.lists_address(inner, port) || self.opens(block, inner, by_name),
                Rule::Special | Rule::Guarded => false,
            };
            if !passes {
                return Err(refusal(block, Some(inner)));
            }
        }
        Ok(())
    }

    fn opens(&self, block: &Block, address: IpAddr, by_name: bool) -> bool {
        let mut around = self.networks.iter().filter(|network| network.contains(address));
        match block.rule {
            Rule::Public => true,
            Rule::Private => by_name || around.next().is_some(),
            Rule::Special => by_name || around.any(|network| block.network.covers(*network)),
            Rule::Guarded => around.any(|network| block.network.covers(*network)),
        }
    }

    fn lists_address(&self, address: IpAddr, port: u16) -> bool {
        self.addresses.iter().any(|listed| listed.value == address && listed.on(port))
    }

    fn lists_host(&self, host: &str, port: u16) -> bool {
        let host = plain(host);
        self.hosts.iter().any(|listed| listed.value.eq_ignore_ascii_case(host) && listed.on(port))
    }
}

/// A name without its trailing dot.
fn plain(host: &str) -> &str {
    host.strip_suffix('.').unwrap_or(host)
}

/// `10.0.0.1`, `10.0.0.1:80`, `fd00::1`, `[fd00::1]` or `[fd00::1]:80`.
fn address_of(entry: &str) -> Option<(IpAddr, Option<u16>)> {
    if let Ok(address) = entry.parse::<IpAddr>() {
        return Some((address, None));
    }
    if let Some(inner) = entry.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Some((IpAddr::V6(inner.parse().ok()?), None));
    }
    let address = entry.parse::<SocketAddr>().ok().filter(|address| address.port() != 0)?;
    Some((address.ip(), Some(address.port())))
}

fn host_of(entry: &str) -> Result<Listed<String>, String> {
    if entry.contains('*') {
        return Err(format!("“{entry}”: patterns are not supported; list each host, or use a CIDR"));
    }
    let wrong = || format!("“{entry}” is not a CIDR, an address or a host name");
    let (name, port) = match entry.rsplit_once(':') {
        Some((name, port)) => (name, Some(port.parse::<u16>().ok().filter(|port| *port != 0).ok_or_else(wrong)?)),
        None => (entry, None),
    };
    match Host::parse(name).map_err(|_| wrong())? {
        Host::Domain(name) if !plain(&name).is_empty() => Ok(Listed { value: plain(&name).to_owned(), port }),
        Host::Domain(_) => Err(wrong()),
        Host::Ipv4(address) => Err(format!("“{entry}” is an unusual spelling of an address; write “{address}”")),
        Host::Ipv6(address) => Err(format!("“{entry}” is an unusual spelling of an address; write “{address}”")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(list: &[&str]) -> Policy {
        Policy::parse(&list.iter().map(|&entry| entry.to_owned()).collect::<Vec<_>>()).unwrap()
    }

    fn passes(policy: &Policy, address: &str, host: &str) -> bool {
        policy.check_address(SocketAddr::new(address.parse().unwrap(), 443), host).is_ok()
    }

    #[test]
    fn nothing_listed_opens_the_public_alone() {
        let policy = policy(&[]);
        for address in ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "172.32.0.1", "100.128.0.1"]
        {
            assert!(passes(&policy, address, "h"), "{address}");
        }
        let internal = "127.0.0.1 127.255.255.254 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 \
            169.254.0.1 0.0.0.0 0.1.2.3 100.64.0.1 100.100.100.200 168.63.129.16 192.0.0.1 192.0.0.192 192.0.2.1 \
            192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 \
            255.255.255.255 :: ::1 ::2 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 \
            ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b:1::10.0.0.1 \
            64:ff9b:1::8.8.8.8 100::1 100:0:0:1::1 2001::1 2001:0:7f00:1:: 2001:2::1 2001:10::1 2001:20::1 \
            2001:db8::1 3fff::1 2002:7f00:1:: 2002:a00:1::1 2002:808:808::1 2606::5efe:10.0.0.1 \
            2606::200:5efe:192.168.0.1 5f00::1 fc00::1 fd00::1 fd00:ec2::254 fe80::1 febf::1 fec0::1 ff02::1 ff0e::1 \
            4000::1 e000::1";
        for address in internal.split_whitespace() {
            assert!(!passes(&policy, address, "h"), "{address}");
        }
    }

    #[test]
    fn a_network_opens_what_is_private() {
        let policy = policy(&["10.0.0.0/8", "fd00::/8"]);
        assert!(passes(&policy, "10.9.8.7", "h"));
        assert!(passes(&policy, "::ffff:10.9.8.7", "h"));
        assert!(passes(&policy, "64:ff9b::10.9.8.7", "h"));
        assert!(passes(&policy, "fd12::1", "h"));
        assert!(!passes(&policy, "192.168.0.1", "h"));
        assert!(!passes(&policy, "fd00:ec2::254", "h"));
    }

    #[test]
    fn a_wide_network_does_not_open_what_is_special() {
        let policy = policy(&["0.0.0.0/0", "::/0", "169.254.0.0/16"]);
        assert!(passes(&policy, "192.168.0.1", "h"));
        assert!(passes(&policy, "fd00::1", "h"));
        assert!(passes(&policy, "169.254.7.7", "h"));
        for address in ["127.0.0.1", "169.254.169.254", "0.0.0.0", "::1", "fe80::1", "ff02::1", "64:ff9b::127.0.0.1"] {
            assert!(!passes(&policy, address, "h"), "{address}");
        }
        assert!(passes(&self::policy(&["127.0.0.0/8"]), "127.1.2.3", "h"));
        assert!(passes(&self::policy(&["100.64.0.0/16"]), "100.64.3.4", "h"));
    }

    #[test]
    fn an_address_opens_itself() {
        let policy = policy(&["169.254.169.254", "::1", "127.0.0.1/32", "[fe80::7]", "64:ff9b::127.0.0.1"]);
        for address in ["169.254.169.254", "::1", "127.0.0.1", "::ffff:127.0.0.1", "fe80::7", "64:ff9b::127.0.0.1"] {
            assert!(passes(&policy, address, "h"), "{address}");
        }
        // Our own loopback is not that of a 6to4 relay.
        for address in ["127.0.0.2", "169.254.169.253", "2002:7f00:1::", "64:ff9b::169.254.169.254", "::127.0.0.1"] {
            assert!(!passes(&policy, address, "h"), "{address}");
        }
    }

    #[test]
    fn a_name_opens_what_it_resolves_to_but_not_metadata() {
        let policy = policy(&["Hooks.Corp", "bücher.example."]);
        for host in ["hooks.corp", "HOOKS.corp.", "xn--bcher-kva.example"] {
            assert!(passes(&policy, "10.0.0.1", host), "{host}");
            assert!(passes(&policy, "127.0.0.1", host), "{host}");
            assert!(passes(&policy, "fd00::1", host), "{host}");
            for address in
                ["169.254.169.254", "fe80::1", "0.0.0.0", "224.0.0.1", "64:ff9b::169.254.1.1", "fd00:ec2::254"]
            {
                assert!(!passes(&policy, address, host), "{host} {address}");
            }
        }
        for host in ["corp", "a.hooks.corp", "hooks.corp.evil.example", "hooks.corp.."] {
            assert!(!passes(&policy, "10.0.0.1", host), "{host}");
        }
    }

    #[test]
    fn a_port_narrows_an_entry() {
        let policy = policy(&["127.0.0.1:9000", "[::1]:9000", "hooks.corp:8443"]);
        let at = |address: &str, host| policy.check_address(address.parse().unwrap(), host).is_ok();
        assert!(at("127.0.0.1:9000", "h") && at("[::1]:9000", "h") && at("10.0.0.1:8443", "hooks.corp"));
        assert!(!at("127.0.0.1:9001", "h") && !at("[::1]:80", "h") && !at("10.0.0.1:443", "hooks.corp"));
    }

    #[test]
    fn entries_that_mean_nothing_are_refused_with_advice() {
        for (entry, advice) in [
            ("http://hooks.corp", "use only the host"),
            ("hooks.corp/path", "not an address"),
            ("*.corp", "patterns are not supported"),
            ("10.1.2.3/8", "write “10.0.0.0/8”"),
            ("0x7f.1", "write “127.0.0.1”"),
            ("2130706433", "write “127.0.0.1”"),
            ("hooks.corp:http", "not a CIDR"),
            ("hooks.corp:0", "not a CIDR"),
            ("127.0.0.1:0", "not a CIDR"),
            ("a b", "not a CIDR"),
            (".", "not a CIDR"),
        ] {
            let error = Policy::parse(&[entry.to_owned()]).unwrap_err();
            assert!(error.starts_with("webhooks.allow: ") && error.contains(advice), "{error}");
        }
        Policy::parse(&[String::new(), "  ".to_owned(), " 10.0.0.0/8 ".to_owned()]).unwrap();
    }

    #[test]
    fn a_refusal_says_what_to_add() {
        let refuse = |address: &str, host: &str| {
            policy(&[]).check_address(SocketAddr::new(address.parse().unwrap(), 80), host).unwrap_err().to_string()
        };
        assert_eq!(
            refuse("10.0.0.1", "hooks.corp"),
            "“hooks.corp” has the address 10.0.0.1, which is private; requests are not allowed unless the operator adds \
             “10.0.0.1” or “hooks.corp” to webhooks.allow (CAIRN_WEBHOOKS_ALLOW)"
        );
        assert_eq!(
            refuse("127.0.0.1", "127.0.0.1"),
            "127.0.0.1 is loopback; requests are not allowed unless the operator adds “127.0.0.1” to webhooks.allow \
             (CAIRN_WEBHOOKS_ALLOW)"
        );
        assert!(refuse("169.254.169.254", "evil.example").contains("adds “169.254.169.254” to"));
        assert!(refuse("64:ff9b::127.0.0.1", "h").contains("carries 127.0.0.1, which is loopback"));
    }
}
