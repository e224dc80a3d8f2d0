//! JSON Web Tokens that somebody else signed: assertions of service accounts, and tokens of CI systems.
//!
//! **Guarantees.** A token counts only with a signature by one of the keys that the caller passes in, made by an
//! algorithm that belongs to the kind of the key. What the token says of its own key (`jwk`, `jku`, `x5u`) is never
//! used, its `kid` is compared and nothing else, `none` and HMAC do not exist here, and a token that asks for extensions
//! (`crit`) is refused. Nothing is computed from a token longer than [`MAX_LENGTH`].

mod check;
mod keys;
mod pattern;

#[cfg(test)]
mod tests;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

pub use check::{Expected, SKEW};
pub use keys::{KeySet, MAX_KEYS};
pub use pattern::{is_too_wide, matches};

/// No assertion needs more: a token of a CI system has about 2 KiB.
pub const MAX_LENGTH: usize = 16 * 1024;

/// Why a token does not count. The words are for the audit log: whoever sent the token learns no more than that it was
/// refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JwtError {
    #[error("malformed")]
    Malformed,
    #[error("too_long")]
    TooLong,
    #[error("algorithm_not_allowed")]
    Algorithm,
    #[error("unknown_key")]
    UnknownKey,
    #[error("wrong_signature")]
    Signature,
    #[error("wrong_issuer")]
    Issuer,
    #[error("wrong_subject")]
    Subject,
    #[error("wrong_audience")]
    Audience,
    #[error("expired")]
    Expired,
    #[error("not_yet_valid")]
    NotYetValid,
    #[error("valid_for_too_long")]
    TooLongLived,
}

/// An algorithm that may sign a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Rs256,
    Rs384,
    Rs512,
    Ps256,
    Ps384,
    Ps512,
    Es256,
    Es384,
    EdDsa,
}

impl Algorithm {
    fn find(name: &str) -> Option<Self> {
        Some(match name {
            "RS256" => Self::Rs256,
            "RS384" => Self::Rs384,
            "RS512" => Self::Rs512,
            "PS256" => Self::Ps256,
            "PS384" => Self::Ps384,
            "PS512" => Self::Ps512,
            "ES256" => Self::Es256,
            "ES384" => Self::Es384,
            "EdDSA" => Self::EdDsa,
            _ => return None,
        })
    }
}

/// A token that was read but not verified: nothing that it says is known to be true.
#[derive(Debug)]
pub struct Unverified<'a> {
    algorithm: Algorithm,
    key: Option<String>,
    claims: Map<String, Value>,
    /// Header and claims as they were sent: what the signature is over.
    signed: &'a str,
    signature: Vec<u8>,
}

/// What a verified token says.
#[derive(Debug, Clone)]
pub struct Claims(Map<String, Value>);

impl<'a> Unverified<'a> {
    pub fn read(text: &'a str) -> Result<Self, JwtError> {
        if text.len() > MAX_LENGTH {
            return Err(JwtError::TooLong);
        }
        let (signed, signature) = text.rsplit_once('.').ok_or(JwtError::Malformed)?;
        let (header, claims) = signed.split_once('.').ok_or(JwtError::Malformed)?;
        let header = object(header)?;
        // What must be understood and is not cannot be ignored.
        if header.contains_key("crit") {
            return Err(JwtError::Malformed);
        }
        let algorithm = header.get("alg").and_then(Value::as_str).ok_or(JwtError::Malformed)?;
        let key = match header.get("kid") {
            None | Some(Value::Null) => None,
            Some(Value::String(id)) => Some(id.clone()),
            Some(_) => return Err(JwtError::Malformed),
        };
        Ok(Self {
            algorithm: Algorithm::find(algorithm).ok_or(JwtError::Algorithm)?,
            key,
            claims: object(claims)?,
            signed,
            signature: URL_SAFE_NO_PAD.decode(signature).map_err(|_| JwtError::Malformed)?,
        })
    }

    /// Who claims to have made it.
    pub fn issuer(&self) -> Option<&str> {
        self.claims.get("iss").and_then(Value::as_str)
    }

    /// Whom it claims to be about.
    pub fn subject(&self) -> Option<&str> {
        self.claims.get("sub").and_then(Value::as_str)
    }

    /// Verifies the signature, and then everything else.
    pub fn verify(self, keys: &KeySet, expected: &Expected<'_>) -> Result<Claims, JwtError> {
        keys.verify(self.algorithm, self.key.as_deref(), self.signed.as_bytes(), &self.signature)?;
        check::check(&self.claims, expected)?;
        Ok(Claims(self.claims))
    }
}

impl Claims {
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// When it ends, in seconds since 1970. A verified token always has an end.
    pub fn expires(&self) -> i64 {
        check::seconds(self.0.get("exp")).unwrap_or_default()
    }

    /// Whether a claim, or one of the values in it, matches a pattern.
    pub fn has(&self, name: &str, pattern: &str) -> bool {
        let is_it = |value: &Value| match value {
            Value::String(text) => matches(pattern, text),
            Value::Bool(_) | Value::Number(_) => matches(pattern, &value.to_string()),
            _ => false,
        };
        match self.0.get(name) {
            Some(Value::Array(values)) => values.iter().any(is_it),
            Some(value) => is_it(value),
            None => false,
        }
    }
}

fn object(part: &str) -> Result<Map<String, Value>, JwtError> {
    let bytes = URL_SAFE_NO_PAD.decode(part).map_err(|_| JwtError::Malformed)?;
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(object)) => Ok(object),
        _ => Err(JwtError::Malformed),
    }
}
