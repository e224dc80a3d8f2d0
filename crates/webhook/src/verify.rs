//! What a receiver does with a delivery before it believes it.

use subtle::{Choice, ConstantTimeEq};

use crate::sign::{SignMode, SigningKey};
use crate::{ID_HEADER, SIGNATURE_HEADER, Secret, SecretError, TIMESTAMP_HEADER};

/// How far a delivery's timestamp may be from the receiver's clock.
pub const TOLERANCE_SECONDS: u32 = 300;

/// The three headers of a delivery, as far as it has them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Headers<'a> {
    pub id: Option<&'a str>,
    pub timestamp: Option<&'a str>,
    pub signature: Option<&'a str>,
}

impl<'a> Headers<'a> {
    /// Asks for each header by its name in lower case.
    pub fn from_fn(get: impl Fn(&str) -> Option<&'a str>) -> Self {
        Self { id: get(ID_HEADER), timestamp: get(TIMESTAMP_HEADER), signature: get(SIGNATURE_HEADER) }
    }
}

/// Why a delivery is not to be believed. Answer it with 400: the message says what is wrong and gives nothing away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("the header {0} is missing")]
    MissingHeader(&'static str),
    #[error("the header {TIMESTAMP_HEADER} is not a number of Unix seconds")]
    BadTimestamp,
    #[error("the timestamp is too old: {seconds} seconds ago")]
    TooOld { seconds: i64 },
    #[error("the timestamp is in the future: {seconds} seconds from now")]
    TooNew { seconds: i64 },
    #[error("no signature matches: another secret, another body, or another sign mode")]
    BadSignature,
}

/// Verifies with the contract's reading of the secret and a tolerance of 300 seconds. [`Verifier`] has the choices.
pub fn verify(secret: &Secret, headers: &Headers<'_>, body: &[u8], now_seconds: i64) -> Result<(), Rejection> {
    Verifier::new(secret).verify(headers, body, now_seconds)
}

/// Verifies deliveries: one secret or, while it is being changed, several.
#[derive(Debug, Clone)]
#[must_use]
pub struct Verifier {
    keys: Vec<SigningKey>,
    tolerance: Option<u32>,
}

impl Verifier {
    /// For an endpoint with the sign mode `text`, the default.
    pub fn new(secret: &Secret) -> Self {
        Self { keys: vec![SigningKey::text(secret)], tolerance: Some(TOLERANCE_SECONDS) }
    }

    /// For another sign mode. [`SignMode::Both`] accepts a signature of either reading.
    pub fn with_mode(secret: &Secret, mode: SignMode) -> Result<Self, SecretError> {
        Ok(Self { keys: vec![SigningKey::new(secret, mode)?], tolerance: Some(TOLERANCE_SECONDS) })
    }

    /// Accepts another secret too: the new one, before it signs, or the old one, until the new one does.
    pub fn also(mut self, secret: &Secret, mode: SignMode) -> Result<Self, SecretError> {
        self.keys.push(SigningKey::new(secret, mode)?);
        Ok(self)
    }

    pub fn tolerance(mut self, seconds: u32) -> Self {
        self.tolerance = Some(seconds);
        self
    }

    /// Accepts any timestamp. For saved requests only: a live receiver would accept what someone recorded.
    pub fn any_age(mut self) -> Self {
        self.tolerance = None;
        self
    }

    /// The body must be the raw bytes of the request: parsing and writing JSON again does not give the same ones.
    pub fn verify(&self, headers: &Headers<'_>, body: &[u8], now_seconds: i64) -> Result<(), Rejection> {
        let present = |value: Option<&'_ str>, name| match value {
            Some(text) if !text.is_empty() => Ok(()),
            _ => Err(Rejection::MissingHeader(name)),
        };
        present(headers.id, ID_HEADER)?;
        present(headers.timestamp, TIMESTAMP_HEADER)?;
        present(headers.signature, SIGNATURE_HEADER)?;
        let (id, timestamp) = (headers.id.unwrap_or_default(), headers.timestamp.unwrap_or_default());
        self.check_age(seconds(timestamp)?, now_seconds)?;
        let given = headers.signature.unwrap_or_default();
        let matches = self
            .keys
            .iter()
            .flat_map(|key| key.signatures(id, timestamp, body))
            .fold(Choice::from(0), |found, expected| found | is_among(&expected, given));
        if matches.into() { Ok(()) } else { Err(Rejection::BadSignature) }
    }

    fn check_age(&self, timestamp: i64, now: i64) -> Result<(), Rejection> {
        let Some(tolerance) = self.tolerance.map(i64::from) else { return Ok(()) };
        let seconds = now.saturating_sub(timestamp);
        match seconds {
            _ if seconds > tolerance => Err(Rejection::TooOld { seconds }),
            _ if seconds < -tolerance => Err(Rejection::TooNew { seconds: seconds.saturating_neg() }),
            _ => Ok(()),
        }
    }
}

/// Digits only: what a lenient parser would also take (signs, spaces) was never sent by Cairn.
fn seconds(text: &str) -> Result<i64, Rejection> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().ok_or(Rejection::BadTimestamp)
}

/// Compares texts, version included, so that other versions never match and nothing has to be decoded. How long it
/// takes depends on the lengths alone.
fn is_among(expected: &str, given: &str) -> Choice {
    given.split(' ').fold(Choice::from(0), |found, one| found | expected.as_bytes().ct_eq(one.as_bytes()))
}
