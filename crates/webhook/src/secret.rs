//! The secret that a sender and a receiver share.

use std::fmt;
use std::str::FromStr;

use rand::distr::{Alphanumeric, SampleString};
use zeroize::Zeroizing;

const PREFIX: &str = "whsec_";
const SHORTEST: usize = 24;
const LONGEST: usize = 100;
/// Letters and digits only, and a multiple of four: so the text is also base64, of 48 bytes, and one secret works in
/// every sign mode.
const GENERATED: usize = 64;

/// A webhook secret. It is overwritten in memory when it is dropped and never shows in debug output.
#[derive(Clone)]
pub struct Secret(Zeroizing<String>);

/// What is wrong with a secret. The messages never repeat it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    #[error("the secret is empty")]
    Empty,
    #[error("a secret must start with {PREFIX}")]
    Prefix,
    #[error("a secret must have {SHORTEST} to {LONGEST} characters after {PREFIX}, but this one has {0}")]
    Length(usize),
    #[error("a secret must not contain spaces or control characters")]
    Character,
    #[error("the secret is not base64 after {PREFIX}, which the standard signature needs")]
    NotBase64,
}

impl Secret {
    /// Takes a secret as it was shown: nothing is trimmed, since every character is part of the key.
    pub fn parse(text: &str) -> Result<Self, SecretError> {
        if text.is_empty() {
            return Err(SecretError::Empty);
        }
        let rest = text.strip_prefix(PREFIX).ok_or(SecretError::Prefix)?;
        let length = rest.chars().count();
        if !(SHORTEST..=LONGEST).contains(&length) {
            return Err(SecretError::Length(length));
        }
        if rest.chars().any(|character| character.is_whitespace() || character.is_control()) {
            return Err(SecretError::Character);
        }
        Ok(Self(Zeroizing::new(text.to_owned())))
    }

    /// Makes a new one, of 381 bits.
    pub fn generate() -> Self {
        // Room for all from the start: growing would leave copies behind in memory.
        let mut text = Zeroizing::new(String::with_capacity(PREFIX.len() + GENERATED));
        text.push_str(PREFIX);
        Alphanumeric.append_string(&mut rand::rng(), &mut text, GENERATED);
        Self(text)
    }

    /// The whole secret, for the one time that it is shown and for sealing.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What follows the prefix.
    pub(crate) fn rest(&self) -> &str {
        &self.0[PREFIX.len()..]
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

impl FromStr for Secret {
    type Err = SecretError;

    fn from_str(text: &str) -> Result<Self, SecretError> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_a_supplied_secret() {
        let of = |length: usize| format!("whsec_{}", "x".repeat(length));
        assert_eq!(Secret::parse("").unwrap_err(), SecretError::Empty);
        assert_eq!(Secret::parse(&"x".repeat(40)).unwrap_err(), SecretError::Prefix);
        assert_eq!(Secret::parse(&format!(" {}", of(40))).unwrap_err(), SecretError::Prefix);
        assert_eq!(Secret::parse(&of(23)).unwrap_err(), SecretError::Length(23));
        assert_eq!(Secret::parse(&of(101)).unwrap_err(), SecretError::Length(101));
        assert_eq!(Secret::parse(&format!("{}\n", of(40))).unwrap_err(), SecretError::Character);
        assert!(Secret::parse(&of(24)).is_ok());
        assert!(Secret::parse(&of(100)).is_ok());
        // Characters are counted, not bytes.
        assert!(Secret::parse(&format!("whsec_{}", "é".repeat(100))).is_ok());
    }

    #[test]
    fn a_generated_secret_is_text_and_base64() {
        let (one, two) = (Secret::generate(), Secret::generate());
        assert_ne!(one.as_str(), two.as_str());
        assert_eq!(one.rest().len(), 64);
        assert!(one.rest().bytes().all(|byte| byte.is_ascii_alphanumeric()));
        assert_eq!(Secret::parse(one.as_str()).unwrap().as_str(), one.as_str());
        assert!(crate::SigningKey::new(&one, crate::SignMode::Both).is_ok());
    }

    #[test]
    fn debug_output_hides_it() {
        let secret = Secret::generate();
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        let key = crate::SigningKey::new(&secret, crate::SignMode::Both).unwrap();
        assert!(!format!("{key:?}").contains(secret.rest()));
        assert!(!format!("{:?}", crate::Verifier::new(&secret)).contains(secret.rest()));
    }
}
