//! Parses the `Authorization` header.
//!
//! A request without the header may still have a session cookie, but an invalid header must be refused instead of
//! falling back to the cookie. That is why there are separate errors.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Longer values are refused before anything is computed from them.
const MAX_LENGTH: usize = 1_024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AuthorizationError {
    #[error("no Authorization header was sent")]
    Missing,
    #[error("the Authorization scheme is not supported: use \"Authorization: Token <ACCESS_TOKEN>\"")]
    UnsupportedScheme,
    #[error("the Authorization header is malformed: use \"Authorization: Token <ACCESS_TOKEN>\"")]
    Malformed,
}

/// The token in an `Authorization` header with the scheme `Token` or `Bearer`, in upper or lower case.
pub fn token(header: Option<&str>) -> Result<&str, AuthorizationError> {
    let header = header.ok_or(AuthorizationError::Missing)?.trim_matches([' ', '\t']);
    let (scheme, token) = header.split_once(' ').unwrap_or((header, ""));
    if scheme.is_empty() {
        return Err(AuthorizationError::Malformed);
    }
    if !scheme.eq_ignore_ascii_case("token") && !scheme.eq_ignore_ascii_case("bearer") {
        return Err(AuthorizationError::UnsupportedScheme);
    }
    let token = token.trim_start_matches(' ');
    if token.len() > MAX_LENGTH || !is_token68(token) {
        return Err(AuthorizationError::Malformed);
    }
    Ok(token)
}

/// The client and secret of a `Basic` header, as OAuth 2.0 sends them (RFC 6749, section 2.3.1): both are encoded like
/// the fields of a form before they are put together.
pub fn client(header: &str) -> Option<(String, String)> {
    let (scheme, encoded) = header.trim_matches([' ', '\t']).split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") || encoded.len() > MAX_LENGTH {
        return None;
    }
    let decoded = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (client, secret) = decoded.split_once(':')?;
    Some((form_decoded(client)?, form_decoded(secret)?))
}

/// A value as a form encodes it: `+` is a space, and `%` begins two hexadecimal digits.
fn form_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

/// RFC 9110's `token68`: the characters a credential may have, with padding at the end only.
fn is_token68(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    !body.is_empty() && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_schemes_in_any_case() {
        for header in ["Token abc", "token abc", "TOKEN abc", "Bearer abc", "bEARER abc", "Token   abc", " Token abc "]
        {
            assert_eq!(token(Some(header)), Ok("abc"), "{header:?}");
        }
        assert_eq!(token(Some("Bearer a-b._~+/1==")), Ok("a-b._~+/1=="));
    }

    #[test]
    fn a_generated_token_passes() {
        let (shown, _) = crate::token::generate_token();
        assert_eq!(token(Some(&format!("Token {shown}"))), Ok(shown.as_str()));
    }

    #[test]
    fn missing_is_not_malformed() {
        assert_eq!(token(None), Err(AuthorizationError::Missing));
        for header in ["", " ", "Token", "Token ", "Bearer a b", "Token token=abc", "Token =", "Token a,b", "Token é"]
        {
            assert_eq!(token(Some(header)), Err(AuthorizationError::Malformed), "{header:?}");
        }
    }

    #[test]
    fn other_schemes_are_named_as_such() {
        for header in ["Basic dXNlcjpwYXNz", "abc", "Tokenabc", "Token:abc"] {
            assert_eq!(token(Some(header)), Err(AuthorizationError::UnsupportedScheme), "{header:?}");
        }
    }

    #[test]
    fn a_client_comes_with_its_secret() {
        let basic = |text: &str| format!("Basic {}", STANDARD.encode(text));
        let read = |header: &str| client(header).map(|(client, secret)| format!("{client} {secret}"));
        assert_eq!(read(&basic("sa_1:secret")).as_deref(), Some("sa_1 secret"));
        assert_eq!(read(&basic("a%3Ab:c%25+d")).as_deref(), Some("a:b c% d"));
        assert_eq!(read(&basic("sa_1:")).as_deref(), Some("sa_1 "));
        let broken = ["Basic", "Basic !", "Bearer abc", &basic("no colon"), &basic("a:%zz"), &basic("a:%2")];
        for header in broken {
            assert_eq!(client(header), None, "{header}");
        }
    }

    #[test]
    fn an_endless_token_is_refused() {
        let longest = "a".repeat(MAX_LENGTH);
        assert_eq!(token(Some(&format!("Token {longest}"))), Ok(longest.as_str()));
        assert_eq!(token(Some(&format!("Token {longest}a"))), Err(AuthorizationError::Malformed));
    }
}
