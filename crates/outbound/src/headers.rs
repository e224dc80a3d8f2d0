//! User-supplied request headers, and response headers for the log.
//!
//! **Trap.** Users may add their own headers to a webhook. A header that sets the message length, the host or the
//! handling of the connection could split one request into two, or reach another host behind a shared proxy. Those
//! headers are reserved and rejected here, and so are names and values that are not valid on a header line.

use http::header::{HeaderMap, HeaderName, HeaderValue};

/// How much of the response headers is kept.
const KEPT: usize = 4 * 1024;

const OURS: [&str; 10] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Whether a header may be sent with a request. The error never repeats the value, which may be a secret.
pub fn check_header(name: &str, value: &str) -> Result<(), String> {
    parse(name, value).map(|_| ())
}

fn parse(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let shown = name.escape_debug();
    let parsed = HeaderName::try_from(name).map_err(|_| format!("“{shown}” is not a header name"))?;
    if OURS.contains(&parsed.as_str()) || parsed.as_str().starts_with("proxy-") {
        return Err(format!("the header “{shown}” is reserved"));
    }
    // Receivers disagree on how to read anything beyond ASCII.
    let value = Some(value).filter(|value| value.is_ascii()).and_then(|value| HeaderValue::from_str(value).ok());
    let value = value.ok_or_else(|| format!("the value of “{shown}” contains characters other than ASCII"))?;
    Ok((parsed, value))
}

/// The headers of a request, in the order given.
pub(crate) fn request(given: &[(String, String)]) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::with_capacity(given.len() + 2);
    for (name, value) in given {
        let (name, value) = parse(name, value)?;
        headers.try_append(name, value).map_err(|_| "there are too many headers".to_owned())?;
    }
    Ok(headers)
}

/// The first 4 KiB of the response headers, and whether they were truncated.
pub(crate) fn keep(headers: &HeaderMap) -> (Vec<(String, String)>, bool) {
    let mut kept = Vec::with_capacity(headers.len());
    let mut left = KEPT;
    for (name, value) in headers {
        let value = String::from_utf8_lossy(value.as_bytes());
        let Some(room) = left.checked_sub(name.as_str().len()) else { return (kept, true) };
        let end = value.floor_char_boundary(room);
        kept.push((name.as_str().to_owned(), value[..end].to_owned()));
        if end < value.len() {
            return (kept, true);
        }
        left = room - end;
    }
    (kept, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_frame_the_message_are_ours() {
        for name in
            ["Host", "CONTENT-LENGTH", "Transfer-Encoding", "connection", "Proxy-Authorization", "upgrade", "TE"]
        {
            assert!(check_header(name, "x").unwrap_err().contains("is reserved"), "{name}");
        }
        for (name, value) in [("", "x"), ("a b", "x"), ("a:", "x"), ("a\r\nb", "x"), ("x-a", "b\r\nc"), ("x-a", "ü")] {
            assert!(!check_header(name, value).unwrap_err().contains('\n'), "{name}");
        }
        check_header("Authorization", "Bearer x").unwrap();
    }

    #[test]
    fn long_headers_are_cut() {
        let mut headers = HeaderMap::new();
        headers.insert("a", HeaderValue::from_static("1"));
        assert_eq!(keep(&headers), (vec![("a".to_owned(), "1".to_owned())], false));
        headers.insert("b", HeaderValue::from_bytes("ü".repeat(4000).as_bytes()).unwrap());
        headers.insert("c", HeaderValue::from_static("1"));
        let (kept, cut) = keep(&headers);
        assert!(cut && kept.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>() <= KEPT);
    }
}
