//! Encrypts secrets at rest, with a key that isn't in the database.
//!
//! A copy of the database alone, from a backup or a stolen disk, doesn't reveal the secrets in it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};

/// Encrypts and decrypts text with one key.
#[derive(Clone)]
pub struct Sealer(XChaCha20Poly1305);

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer(…)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    #[error("a key must be 32 bytes in base64")]
    Key,
    #[error("a stored secret cannot be decrypted: it was encrypted with another key")]
    OtherKey,
}

/// Identifies the encryption scheme, so that another can be added later.
const PREFIX: &str = "x1.";
const NONCE: usize = 24;

impl Sealer {
    /// Takes a key as stored in a file or a variable.
    pub fn from_base64(key: &str) -> Result<Self, SealError> {
        let bytes = STANDARD.decode(key.trim()).map_err(|_| SealError::Key)?;
        let cipher = XChaCha20Poly1305::new_from_slice(&bytes).map_err(|_| SealError::Key)?;
        Ok(Self(cipher))
    }

    /// A new key, in the form that [`Sealer::from_base64`] takes.
    pub fn generate_key() -> String {
        STANDARD.encode(rand::random::<[u8; 32]>())
    }

    pub fn seal(&self, text: &str) -> String {
        let nonce: [u8; NONCE] = rand::random();
        let sealed = self.0.encrypt(XNonce::from_slice(&nonce), text.as_bytes());
        let sealed = sealed.expect("a short text always fits the cipher");
        format!("{PREFIX}{}", STANDARD.encode([&nonce[..], &sealed].concat()))
    }

    pub fn open(&self, sealed: &str) -> Result<String, SealError> {
        let bytes = sealed.strip_prefix(PREFIX).and_then(|text| STANDARD.decode(text).ok());
        let bytes = bytes.filter(|bytes| bytes.len() > NONCE).ok_or(SealError::OtherKey)?;
        let (nonce, content) = bytes.split_at(NONCE);
        let text = self.0.decrypt(XNonce::from_slice(nonce), content).map_err(|_| SealError::OtherKey)?;
        String::from_utf8(text).map_err(|_| SealError::OtherKey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_with_the_same_key_alone() {
        let sealer = Sealer::from_base64(&Sealer::generate_key()).unwrap();
        let sealed = sealer.seal("whsec_abc");
        assert!(!sealed.contains("whsec"));
        assert_ne!(sealed, sealer.seal("whsec_abc"), "the same text never looks the same");
        assert_eq!(sealer.open(&sealed).unwrap(), "whsec_abc");
        let other = Sealer::from_base64(&Sealer::generate_key()).unwrap();
        assert_eq!(other.open(&sealed), Err(SealError::OtherKey));
        assert_eq!(sealer.open("x1.AAAA"), Err(SealError::OtherKey));
        assert_eq!(Sealer::from_base64("short").unwrap_err(), SealError::Key);
    }
}
