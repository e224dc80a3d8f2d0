//! What a token has to say, besides being signed.

use serde_json::{Map, Value};

use super::JwtError;

/// Seconds by which the clock of whoever signed may differ from ours.
pub const SKEW: i64 = 60;

/// What the receiver of a token expects of it.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    pub issuer: &'a str,
    /// Any of these is us.
    pub audiences: &'a [String],
    /// Seconds since 1970.
    pub now: i64,
    /// The longest that it may still be valid, in seconds.
    pub longest: i64,
}

pub(super) fn check(claims: &Map<String, Value>, expected: &Expected<'_>) -> Result<(), JwtError> {
    if claims.get("iss").and_then(Value::as_str) != Some(expected.issuer) {
        return Err(JwtError::Issuer);
    }
    let is_us = |value: &Value| value.as_str().is_some_and(|text| expected.audiences.iter().any(|us| us == text));
    let is_for_us = match claims.get("aud") {
        Some(Value::Array(all)) => all.iter().any(is_us),
        Some(one) => is_us(one),
        None => false,
    };
    if !is_for_us {
        return Err(JwtError::Audience);
    }
    let end = seconds(claims.get("exp")).ok_or(JwtError::Expired)?;
    if end.saturating_add(SKEW) <= expected.now {
        return Err(JwtError::Expired);
    }
    if end.saturating_sub(SKEW) > expected.now.saturating_add(expected.longest) {
        return Err(JwtError::TooLongLived);
    }
    for name in ["nbf", "iat"] {
        match claims.get(name) {
            None => {}
            Some(value) => {
                let from = seconds(Some(value)).ok_or(JwtError::Malformed)?;
                if from.saturating_sub(SKEW) > expected.now {
                    return Err(JwtError::NotYetValid);
                }
            }
        }
    }
    Ok(())
}

/// A time as a token writes it: seconds since 1970, possibly with fractions.
pub(super) fn seconds(value: Option<&Value>) -> Option<i64> {
    let value = value?;
    value.as_i64().or_else(|| value.as_f64().filter(|number| number.abs() < 1e15).map(|number| number as i64))
}
