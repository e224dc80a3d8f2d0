//! The address of an instance: where `/api/` begins.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use url::{Host, Url};

/// Scheme, host, port, and the path under which a proxy may serve the instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    url: Url,
}

impl Address {
    pub fn is_encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Whether a request stays on this machine, where nobody can listen in between.
    pub fn is_local(&self) -> bool {
        match self.url.host() {
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            None => false,
        }
    }

    /// Name or address, as a connection needs it.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']')
    }

    pub fn ip(&self) -> Option<IpAddr> {
        self.host().parse().ok()
    }

    pub fn port(&self) -> u16 {
        self.url.port_or_known_default().unwrap_or(443)
    }

    /// As the `Host` header has it.
    pub fn authority(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        self.url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// The path of a request to this instance; `path` begins with a slash.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.url.path().trim_end_matches('/'))
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let wrong =
            |why: &str| format!("“{text}” is not a valid instance URL: {why}, such as https://cairn.example.com");
        // Of a bare name nobody can tell whether the way there is encrypted, and guessing would be dangerous.
        let mut url = Url::parse(text).map_err(|_| wrong("it must start with https:// or http://"))?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(wrong("it must start with https:// or http://"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(wrong("it must not contain a user name or password"));
        }
        url.set_query(None);
        url.set_fragment(None);
        // People paste what stands in their browser or in the README.
        let path = url.path().trim_end_matches('/');
        let path = path.strip_suffix("/api").unwrap_or(path).to_owned();
        url.set_path(&path);
        Ok(Self { url })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.url.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        text.parse().expect("an address")
    }

    #[test]
    fn what_people_paste_is_understood() {
        for text in ["https://grc.example.com", "https://grc.example.com/", "https://grc.example.com/api/?x=1#top"] {
            assert_eq!(address(text).to_string(), "https://grc.example.com");
            assert_eq!(address(text).path("/api/assets/"), "/api/assets/");
        }
        let behind = address("http://localhost:8000/grc/");
        assert_eq!(behind.path("/api/assets/"), "/grc/api/assets/");
        assert_eq!((behind.port(), behind.authority().as_str()), (8000, "localhost:8000"));
        assert!(behind.is_local() && !behind.is_encrypted());
        assert_eq!(address("https://[::1]:8000").host(), "::1");
        assert!(!address("http://grc.example.com").is_local());
    }

    #[test]
    fn what_cannot_work_is_refused() {
        for text in ["grc.example.com", "localhost:8000", "ftp://grc.example.com", "https://me:pw@grc.example.com", ""]
        {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
