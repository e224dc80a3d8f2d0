//! Judges a delivery, with more detail than a receiver on the internet should give.

use anyhow::Result;
use cairn_webhook::{Headers, Rejection, Secret, SignMode, Verifier};

pub struct Judge {
    verifier: Verifier,
    /// The other way to read the secret, if there is one: a wrong signing mode is the most common mistake, and looks
    /// like a wrong secret.
    other: Option<Verifier>,
    hint: &'static str,
}

impl Judge {
    pub fn new(secret: &Secret, standard: bool) -> Result<Self> {
        let (mode, other, hint) = if standard {
            (SignMode::Standard, SignMode::Text, "the endpoint signs in mode text: leave out --standard")
        } else {
            (SignMode::Text, SignMode::Standard, "the endpoint signs in mode standard: add --standard")
        };
        let verifier = Verifier::with_mode(secret, mode)?;
        Ok(Self { verifier, other: Verifier::with_mode(secret, other).ok(), hint })
    }

    pub fn any_age(self) -> Self {
        Self { verifier: self.verifier.any_age(), other: self.other.map(Verifier::any_age), ..self }
    }

    /// The error is the reason, in words.
    pub fn judge(&self, headers: &Headers<'_>, body: &[u8], now: i64) -> Result<(), String> {
        let Err(rejection) = self.verifier.verify(headers, body, now) else { return Ok(()) };
        let accepted = |verifier: &Verifier, body| verifier.verify(headers, body, now).is_ok();
        if rejection == Rejection::BadSignature {
            if self.other.as_ref().is_some_and(|other| accepted(other, body)) {
                return Err(self.hint.to_owned());
            }
            // Editors and shells like to add a line break at the end of a saved file.
            let trimmed = body.trim_ascii_end();
            if trimmed.len() < body.len() && accepted(&self.verifier, trimmed) {
                return Err("the body ends with a line break or a space that was not sent".to_owned());
            }
        }
        Err(rejection.to_string())
    }
}

#[cfg(test)]
mod tests {
    use cairn_webhook::sign;

    use super::*;

    #[test]
    fn the_commonest_mistakes_are_named() {
        let secret = Secret::generate();
        let verdict = |mode, standard, body: &[u8], now| {
            let signature = sign(&secret, mode, "msg_1", 1_000, b"{}").unwrap();
            let headers = Headers { id: Some("msg_1"), timestamp: Some("1000"), signature: Some(&signature) };
            Judge::new(&secret, standard).unwrap().judge(&headers, body, now)
        };
        assert_eq!(verdict(SignMode::Text, false, b"{}", 1_000), Ok(()));
        assert_eq!(verdict(SignMode::Standard, true, b"{}", 1_000), Ok(()));
        let reason = |mode, standard, body, now| verdict(mode, standard, body, now).unwrap_err();
        assert!(reason(SignMode::Standard, false, b"{}", 1_000).contains("add --standard"));
        assert!(reason(SignMode::Text, true, b"{}", 1_000).contains("leave out --standard"));
        assert!(reason(SignMode::Text, false, b"{}\n", 1_000).contains("line break"));
        assert!(reason(SignMode::Text, false, b"[]", 1_000).contains("no signature matches"));
        assert!(reason(SignMode::Text, false, b"{}", 1_301).contains("too old: 301 seconds"));
    }

    #[test]
    fn a_saved_request_may_be_of_any_age() {
        let secret = Secret::generate();
        let signature = sign(&secret, SignMode::Text, "msg_1", 1_000, b"{}").unwrap();
        let headers = Headers { id: Some("msg_1"), timestamp: Some("1000"), signature: Some(&signature) };
        assert_eq!(Judge::new(&secret, false).unwrap().any_age().judge(&headers, b"{}", 9_999_999), Ok(()));
    }

    #[test]
    fn a_secret_that_is_only_text_works_without_the_other_reading() {
        let secret = Secret::parse("whsec_this-is-text-and-not-base64").unwrap();
        assert!(Judge::new(&secret, false).is_ok());
        assert!(Judge::new(&secret, true).is_err());
    }
}
