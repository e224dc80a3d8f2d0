//! The signature: HMAC-SHA256 over `<id>.<timestamp>.<body>`, in base64.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::{Secret, SecretError};

pub(crate) const VERSION: &str = "v1";

/// How a secret is read as a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SignMode {
    /// The whole secret as UTF-8 text, prefix included: the contract, and the default.
    #[default]
    Text,
    /// The base64-decoded rest of the secret, as stock Standard Webhooks libraries read it.
    Standard,
    /// One signature of each reading.
    Both,
}

/// A secret made ready for one mode. The hash's set-up is done once, so a sender keeps it for many messages.
#[derive(Clone)]
pub struct SigningKey(Vec<Hmac<Sha256>>);

impl SigningKey {
    /// Fails with [`SecretError::NotBase64`] where the mode needs base64 and the secret is none; in [`SignMode::Text`]
    /// it never fails.
    pub fn new(secret: &Secret, mode: SignMode) -> Result<Self, SecretError> {
        let mut keys = Vec::with_capacity(2);
        if matches!(mode, SignMode::Text | SignMode::Both) {
            keys.push(keyed(secret.as_str().as_bytes()));
        }
        if matches!(mode, SignMode::Standard | SignMode::Both) {
            let decoded = STANDARD.decode(secret.rest()).map_err(|_| SecretError::NotBase64)?;
            keys.push(keyed(&Zeroizing::new(decoded)));
        }
        Ok(Self(keys))
    }

    pub(crate) fn text(secret: &Secret) -> Self {
        Self(vec![keyed(secret.as_str().as_bytes())])
    }

    /// The value of the signature header; with two readings, two signatures and a space between them.
    pub fn sign(&self, id: &str, timestamp_seconds: i64, body: &[u8]) -> String {
        self.signatures(id, &timestamp_seconds.to_string(), body).collect::<Vec<_>>().join(" ")
    }

    /// Takes the timestamp as text: what was signed is what stands in the header.
    pub(crate) fn signatures(&self, id: &str, timestamp: &str, body: &[u8]) -> impl Iterator<Item = String> {
        self.0.iter().map(move |key| {
            let mut mac = key.clone();
            for part in [id.as_bytes(), b".", timestamp.as_bytes(), b".", body] {
                mac.update(part);
            }
            format!("{VERSION},{}", STANDARD.encode(mac.finalize().into_bytes()))
        })
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SigningKey(…)")
    }
}

/// The value of the signature header for one message.
pub fn sign(
    secret: &Secret,
    mode: SignMode,
    id: &str,
    timestamp_seconds: i64,
    body: &[u8],
) -> Result<String, SecretError> {
    Ok(SigningKey::new(secret, mode)?.sign(id, timestamp_seconds, body))
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}
