//! Ed25519 (RFC 8032): who stands behind a head.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hash::unhex;

/// Signs heads. The key never leaves it.
#[derive(Clone)]
pub struct Signer(SigningKey);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("a journal key must be 32 bytes in base64")]
    Private,
    #[error("a public key must have 64 lower-case hexadecimal digits")]
    Public,
}

impl Signer {
    pub fn new(seed: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&seed))
    }

    /// Takes a key as it stands in a file or a variable.
    pub fn from_base64(key: &str) -> Result<Self, KeyError> {
        let bytes = STANDARD.decode(key.trim()).map_err(|_| KeyError::Private)?;
        bytes.try_into().map(Self::new).map_err(|_| KeyError::Private)
    }

    /// A seed in the form that [`Signer::from_base64`] takes.
    pub fn to_base64(seed: [u8; 32]) -> String {
        STANDARD.encode(seed)
    }

    pub fn public_key(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.public_key())
    }
}

/// The public half of a key; in text, 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PublicKey(pub [u8; 32]);

impl PublicKey {
    pub(crate) fn verifies(self, message: &[u8], signature: &[u8; 64]) -> bool {
        // Strict: keys and signatures for which several messages would do are refused.
        VerifyingKey::from_bytes(&self.0)
            .is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(signature)).is_ok())
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for PublicKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        unhex(text.trim()).map(Self).ok_or(KeyError::Public)
    }
}

impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8032, 7.1, test 2.
    #[test]
    fn signatures_are_those_of_the_standard() {
        let seed = unhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb").unwrap();
        let signer = Signer::new(seed);
        let key = signer.public_key();
        assert_eq!(key.to_string(), "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
        let signature = signer.sign(&[0x72]);
        assert!(hex::encode(signature).starts_with("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"));
        assert!(key.verifies(&[0x72], &signature));
        assert!(!key.verifies(&[0x73], &signature));
    }

    #[test]
    fn a_key_never_shows_itself() {
        let signer = Signer::from_base64(&Signer::to_base64([9; 32])).unwrap();
        assert_eq!(format!("{signer:?}"), format!("Signer({})", signer.public_key()));
        assert!(Signer::from_base64("short").is_err());
    }
}
