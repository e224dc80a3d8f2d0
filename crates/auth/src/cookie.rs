//! The browser's cookies, written and read as plain text: two for the session, and one that recognises the browser.
//!
//! Scripts can't read the session cookie. The CSRF cookie is readable on purpose: our script repeats its
//! value in a header, which a page of another site can neither read nor send. Both are `SameSite=Lax`, so that a link
//! in an email opens signed in, while a form on another site can't post as the user.

pub const SESSION: &str = "cairn_session";
pub const CSRF: &str = "cairn_csrf";
pub const DEVICE: &str = "cairn_device";

/// How long a browser is recognised after signing in.
const DEVICE_LIFE: Life = Life::Seconds(180 * 86_400);

/// Whether the browser uses https; decides the `Secure` attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Http,
    Https,
}

/// How long the browser keeps a cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// Until the browser closes.
    Browser,
    Seconds(u32),
}

/// The `Set-Cookie` value that carries the session; scripts cannot read it.
pub fn set_session(value: &str, life: Life, transport: Transport) -> String {
    set(SESSION, value, life, transport, true)
}

/// The `Set-Cookie` value that carries the CSRF value; scripts can read it.
pub fn set_csrf(value: &str, life: Life, transport: Transport) -> String {
    set(CSRF, value, life, transport, false)
}

/// The `Set-Cookie` value that recognises a browser, even after its session has ended; scripts can't read it.
pub fn set_device(value: &str, transport: Transport) -> String {
    set(DEVICE, value, DEVICE_LIFE, transport, true)
}

/// The `Set-Cookie` values that remove both session cookies: one header each.
pub fn delete(transport: Transport) -> [String; 2] {
    let now = Life::Seconds(0);
    [set_session("", now, transport), set_csrf("", now, transport)]
}

/// The pairs of a `Cookie` header, in order. Anything that isn't a pair is skipped, as other servers do.
pub fn parse(header: &str) -> impl Iterator<Item = (&str, &str)> {
    header.split(';').filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        let name = name.trim();
        (!name.is_empty()).then(|| (name, unquote(value.trim())))
    })
}

/// The first cookie of that name in a `Cookie` header; an empty one counts as missing.
pub fn find<'a>(header: &'a str, name: &str) -> Option<&'a str> {
    parse(header).find(|(found, _)| *found == name).map(|(_, value)| value).filter(|value| !value.is_empty())
}

fn set(name: &str, value: &str, life: Life, transport: Transport, hidden_from_scripts: bool) -> String {
    // Our values are letters and digits. If any other value ever gets here, it must not add attributes or headers.
    let value: String = value.chars().filter(|character| is_cookie_character(*character)).collect();
    let mut cookie = format!("{name}={value}; Path=/; SameSite=Lax");
    if hidden_from_scripts {
        cookie.push_str("; HttpOnly");
    }
    if transport == Transport::Https {
        cookie.push_str("; Secure");
    }
    if let Life::Seconds(seconds) = life {
        cookie.push_str("; Max-Age=");
        cookie.push_str(&seconds.to_string());
    }
    cookie
}

/// RFC 6265's `cookie-octet`.
fn is_cookie_character(character: char) -> bool {
    character.is_ascii_graphic() && !matches!(character, '"' | ',' | ';' | '\\')
}

fn unquote(value: &str) -> &str {
    value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_is_hidden_from_scripts() {
        assert_eq!(
            set_session("cs_1", Life::Browser, Transport::Https),
            "cairn_session=cs_1; Path=/; SameSite=Lax; HttpOnly; Secure"
        );
        assert_eq!(
            set_session("cs_1", Life::Seconds(3600), Transport::Http),
            "cairn_session=cs_1; Path=/; SameSite=Lax; HttpOnly; Max-Age=3600"
        );
    }

    #[test]
    fn the_csrf_value_is_not() {
        assert_eq!(
            set_csrf("x", Life::Seconds(60), Transport::Https),
            "cairn_csrf=x; Path=/; SameSite=Lax; Secure; Max-Age=60"
        );
    }

    #[test]
    fn deleting_repeats_the_attributes() {
        assert_eq!(
            delete(Transport::Https),
            [
                "cairn_session=; Path=/; SameSite=Lax; HttpOnly; Secure; Max-Age=0",
                "cairn_csrf=; Path=/; SameSite=Lax; Secure; Max-Age=0",
            ]
        );
    }

    #[test]
    fn a_value_cannot_break_out() {
        let cookie = set_session("a; Domain=evil\r\nX: \"y\"\\,é", Life::Browser, Transport::Http);
        assert_eq!(cookie, "cairn_session=aDomain=evilX:y; Path=/; SameSite=Lax; HttpOnly");
    }

    #[test]
    fn what_is_set_is_found_again() {
        let (session, _) = crate::token::generate_session();
        let cookie = set_session(&session, Life::Browser, Transport::Http);
        let (pair, _) = cookie.split_once(';').unwrap();
        assert_eq!(find(pair, SESSION), Some(session.as_str()));
    }

    #[test]
    fn a_header_is_read_in_order() {
        let pairs: Vec<_> = parse("a=1; b = \"2\" ;c=3=4;; d; =5; e=").collect();
        assert_eq!(pairs, [("a", "1"), ("b", "2"), ("c", "3=4"), ("e", "")]);
        assert_eq!(parse("").count(), 0);
    }

    #[test]
    fn names_match_exactly_and_the_first_wins() {
        assert_eq!(find("a=1; a=2", "a"), Some("1"));
        assert_eq!(find("xa=1; A=2", "a"), None);
        assert_eq!(find("a=", "a"), None);
        assert_eq!(find("a=\"", "a"), Some("\""));
    }
}
