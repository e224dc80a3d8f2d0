//! Where a request goes: a URL that was read by the rules browsers use, and judged as far as text can be.
//!
//! **Guarantee.** A target has a scheme of `http` or `https`, a host, a port, no credentials and no fragment. A host
//! that is an address in any spelling (`127.1`, `0x7f.1`, `2130706433`, `[::ffff:7f00:1]`, full-width digits, a dot at
//! the end) has become that address and passed the [`Policy`]; so has `localhost`, which is loopback by definition.
//!
//! **Trap.** Other names say nothing about their addresses. They are judged when they are resolved, for every connection
//! (see `connect`), and a name that was harmless when it was saved need not be when it is sent.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use http::uri::PathAndQuery;
use http::{HeaderValue, Uri};
use url::{Host, Url};

use crate::policy::Policy;

const MAX_LENGTH: usize = 2048;

/// A URL that requests may be sent to, as far as its text tells.
#[derive(Clone)]
pub struct Target {
    url: Url,
    https: bool,
    host: String,
    address: Option<IpAddr>,
    port: u16,
    origin: Arc<str>,
    host_header: HeaderValue,
    path: Uri,
}

impl Target {
    /// Reads and judges a URL. The error is for the person who wrote it and repeats no more of it than the host.
    pub fn parse(url: &str, policy: &Policy) -> Result<Target, String> {
        if url.len() > MAX_LENGTH {
            return Err(format!("the URL is longer than {MAX_LENGTH} bytes"));
        }
        // The standard would drop or turn these silently; whoever wrote them meant something else.
        if url.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
            return Err("the URL contains a space, a control character or a backslash".to_owned());
        }
        let starts = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
        if !starts("http://") && !starts("https://") {
            return Err("the URL must begin with http:// or https://".to_owned());
        }
        let mut url = Url::parse(url).map_err(|error| format!("the URL is not valid: {error}"))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err("the URL must not contain a user name or password; use a header".to_owned());
        }
        url.set_fragment(None);
        if url.as_str().len() > MAX_LENGTH {
            return Err(format!("the URL is longer than {MAX_LENGTH} bytes once encoded"));
        }
        let https = url.scheme() == "https";
        let port = url.port_or_known_default().filter(|port| *port != 0).ok_or("the URL's port must not be 0")?;
        let (host, address) = match url.host() {
            None => return Err("the URL has no host".to_owned()),
            Some(Host::Ipv4(address)) => (address.to_string(), Some(IpAddr::V4(address))),
            Some(Host::Ipv6(address)) => (format!("[{address}]"), Some(IpAddr::V6(address))),
            Some(Host::Domain(name)) => (name.to_owned(), None),
        };
        if let Some(address) = address.or_else(|| is_localhost(&host).then_some(Ipv4Addr::LOCALHOST.into())) {
            policy.check_address(SocketAddr::new(address, port), &host).map_err(|refusal| refusal.to_string())?;
        }
        let authority = url.port().map_or_else(|| host.clone(), |port| format!("{host}:{port}"));
        let host_header = HeaderValue::try_from(authority).map_err(|_| unsendable())?;
        Ok(Target {
            https,
            origin: format!("{}://{host}:{port}", url.scheme()).into(),
            path: path_of(&url).ok_or_else(unsendable)?,
            host_header,
            host,
            address,
            port,
            url,
        })
    }

    /// The whole URL in its canonical form. It may hold a secret: many receivers know their senders by the path.
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// The name or address, IPv6 in brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn is_https(&self) -> bool {
        self.https
    }

    /// Scheme, host and port, always with the port: what may share a connection, and what is safe to log.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    pub(crate) fn shared_origin(&self) -> Arc<str> {
        Arc::clone(&self.origin)
    }

    /// The address, if the host is one.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.address
    }

    pub(crate) fn host_header(&self) -> HeaderValue {
        self.host_header.clone()
    }

    /// Path and query, the form in which a request line names its target.
    pub(crate) fn path(&self) -> Uri {
        self.path.clone()
    }
}

/// Without path and query, so that a target in a log line betrays nothing.
impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").field(&self.origin).finish()
    }
}

fn unsendable() -> String {
    "the URL contains a character that cannot be sent; percent-encode it".to_owned()
}

fn path_of(url: &Url) -> Option<Uri> {
    let text = match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    };
    PathAndQuery::try_from(text).ok().map(Uri::from)
}

/// RFC 6761 reserves the name and everything below it for loopback.
fn is_localhost(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    host == "localhost" || host.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<Target, String> {
        Target::parse(url, &Policy::default())
    }

    #[test]
    fn a_url_is_kept_in_its_canonical_form() {
        let target = parse("HTTPS://Hooks.Example:443/a/../b?x=1 #y".replace(' ', "").as_str()).unwrap();
        assert_eq!(target.url(), "https://hooks.example/b?x=1");
        assert_eq!((target.host(), target.port(), target.is_https()), ("hooks.example", 443, true));
        assert_eq!(target.origin(), "https://hooks.example:443");
        assert_eq!(target.host_header, "hooks.example");
        assert_eq!(target.path.to_string(), "/b?x=1");
        assert_eq!(parse("http://h.example:8080").unwrap().host_header, "h.example:8080");
        assert_eq!(parse("http://bücher.example/ü").unwrap().url(), "http://xn--bcher-kva.example/%C3%BC");
        assert_eq!(parse("http://8.8.8.8./").unwrap().host(), "8.8.8.8");
        assert_eq!(parse("http://[2606:4700::1111]:81/").unwrap().origin(), "http://[2606:4700::1111]:81");
    }

    #[test]
    fn what_is_no_target_is_refused() {
        for (url, reason) in [
            ("", "must begin"),
            ("ftp://h.example/", "must begin"),
            ("file:///etc/passwd", "must begin"),
            ("http:h.example", "must begin"),
            ("gopher://h.example", "must begin"),
            ("http://", "empty host"),
            ("http://user@h.example/", "user name"),
            ("http://:secret@h.example/", "user name"),
            ("http://h.example:0/", "port"),
            ("http://h.example:65536/", "port"),
            (" http://h.example/", "space"),
            ("http://h.exa\tmple/", "control"),
            ("http://h.example/a\r\nX: y", "control"),
            ("http://h.example\\@10.0.0.1/", "backslash"),
            ("http://[fe80::1%25eth0]/", "not valid"),
            ("http://1.2.3.256/", "not valid"),
            ("http://a%00b.example/", "not valid"),
        ] {
            let error = parse(url).unwrap_err();
            assert!(error.contains(reason), "{url}: {error}");
            assert!(!error.contains("secret"), "{error}");
        }
        assert!(parse(&format!("http://h.example/{}", "a".repeat(2048))).unwrap_err().contains("longer than 2048"));
        assert!(parse(&format!("http://h.example/{}", "ü".repeat(500))).unwrap_err().contains("once encoded"));
    }

    #[test]
    fn a_path_is_not_shown_by_accident() {
        let target = parse("https://h.example/services/T000/secret?token=x").unwrap();
        assert_eq!(format!("{target:?}"), r#"Target("https://h.example:443")"#);
    }
}
