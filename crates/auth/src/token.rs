//! Secrets kept by machines: access tokens, session identifiers and CSRF values.
//!
//! They have 256 random bits, so a plain SHA-256 is enough to store them: there is nothing to guess, and looking one up
//! by digest neither costs an Argon2 run nor leaks the secret through the time an index takes to compare it.
//! The prefixes let people and secret scanners recognise a leaked value.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::random;

pub const TOKEN_PREFIX: &str = "cairn_";
pub const SESSION_PREFIX: &str = "cs_";
/// A short-lived token of a service account. No other token begins like it, so its prefix says where to look it up.
pub const ACCESS_PREFIX: &str = "cairn_sa_";
pub const CLIENT_SECRET_PREFIX: &str = "cairn_cs_";
/// The token with which an identity provider maintains users.
pub const SCIM_PREFIX: &str = "cairn_scim_";
pub const CLIENT_ID_PREFIX: &str = "sa_";
pub const LINK_PREFIX: &str = "cl_";

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// 43 characters of base 62 hold just over 256 bits.
const LENGTH: usize = 43;

/// A new personal access token: the text to show once, and the digest to store.
pub fn generate_token() -> (String, String) {
    generate(TOKEN_PREFIX)
}

/// A new session: the value for the cookie, and the digest to store.
pub fn generate_session() -> (String, String) {
    generate(SESSION_PREFIX)
}

/// A new access token of a service account: the text to send, and the digest to store.
pub fn generate_access_token() -> (String, String) {
    generate(ACCESS_PREFIX)
}

/// Whether a token is one of a service account, as far as its prefix says.
pub fn is_access_token(shown: &str) -> bool {
    shown.starts_with(ACCESS_PREFIX)
}

/// A new secret of a service account: the text to show once, and the digest to store.
pub fn generate_client_secret() -> (String, String) {
    generate(CLIENT_SECRET_PREFIX)
}

/// A new token of the identity provider: the text to show once, and the digest to store.
pub fn generate_scim_token() -> (String, String) {
    generate(SCIM_PREFIX)
}

/// A new link with which someone sets their password: what the link ends with, and the digest to store.
pub fn generate_link() -> (String, String) {
    generate(LINK_PREFIX)
}

/// A new identifier of a service account. It is no secret, but nobody can guess it either.
pub fn generate_client_id() -> String {
    format!("{CLIENT_ID_PREFIX}{}", random::text(ALPHABET, 24))
}

/// What people recognise a secret by: its prefix and its last characters.
pub fn preview(shown: &str) -> String {
    let tail: String = shown.chars().skip(shown.chars().count().saturating_sub(4)).collect();
    let prefix = shown.rfind('_').map_or("", |end| &shown[..=end]);
    format!("{prefix}…{tail}")
}

/// A new CSRF value. It is not stored hashed, since the browser's own script must read it.
pub fn generate_csrf() -> String {
    random::text(ALPHABET, LENGTH)
}

/// The SHA-256 of a token or session, in lower-case hexadecimal: what is stored and looked up.
pub fn digest(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// Compares in a time that only depends on the lengths.
pub fn same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

fn generate(prefix: &str) -> (String, String) {
    let shown = format!("{prefix}{}", random::text(ALPHABET, LENGTH));
    let digest = digest(&shown);
    (shown, digest)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn secrets_have_their_prefix_length_and_alphabet() {
        let all = [
            (generate_token(), "cairn_"),
            (generate_session(), "cs_"),
            (generate_link(), "cl_"),
            (generate_access_token(), "cairn_sa_"),
            (generate_client_secret(), "cairn_cs_"),
            (generate_scim_token(), "cairn_scim_"),
        ];
        for ((shown, stored), prefix) in all {
            let random = shown.strip_prefix(prefix).unwrap();
            assert_eq!(random.len(), 43);
            assert!(random.bytes().all(|byte| byte.is_ascii_alphanumeric()));
            assert_eq!(stored, digest(&shown));
            assert!(!stored.contains(random));
        }
        assert_eq!(generate_csrf().len(), 43);
    }

    #[test]
    fn secrets_hold_at_least_248_bits() {
        assert!(LENGTH as f64 * (ALPHABET.len() as f64).log2() >= 248.0);
        assert_eq!(ALPHABET.iter().collect::<HashSet<_>>().len(), ALPHABET.len());
    }

    #[test]
    fn kinds_of_tokens_are_told_apart_by_their_prefix() {
        assert!(is_access_token(&generate_access_token().0));
        assert!(!is_access_token(&generate_token().0), "a personal token has no second underscore");
        assert!(!is_access_token(&generate_client_secret().0));
    }

    #[test]
    fn a_preview_tells_secrets_apart_and_gives_nothing_away() {
        assert_eq!(preview("cairn_cs_0123456789abcdef"), "cairn_cs_…cdef");
        assert_eq!(preview(""), "…");
    }

    #[test]
    fn secrets_differ() {
        let drawn: HashSet<_> = (0..1_000).map(|_| generate_token().0).collect();
        assert_eq!(drawn.len(), 1_000);
    }

    #[test]
    fn digest_is_hexadecimal_sha_256() {
        assert_eq!(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    #[test]
    fn same_compares_the_whole_text() {
        assert!(same("abc", "abc"));
        assert!(same("", ""));
        for (a, b) in [("abc", "abd"), ("abc", "ab"), ("", "a"), ("abc", "ABC")] {
            assert!(!same(a, b), "{a:?} {b:?}");
        }
    }
}
