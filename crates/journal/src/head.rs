//! Signed heads: the state of the whole journal in one line that can be written down.

use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::canonical::Object;
use crate::hash::unhex;
use crate::{Hash, PublicKey, Signer};

/// The root of the tree at some size, when it was signed, and by which key.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Head {
    pub size: u64,
    pub root: Hash,
    /// RFC 3339 in UTC with six decimals.
    pub at: String,
    pub key: PublicKey,
    #[serde(deserialize_with = "signature")]
    pub signature: [u8; 64],
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    #[error("this is not a head: use the response of /api/journal/head/, or the line that starts with cairn-head")]
    Form,
    #[error("the signature of this head does not match its key: it was mistyped or is not genuine")]
    Signature,
}

/// The line begins with this, and the version of its form.
const PREFIX: [&str; 2] = ["cairn-head", "1"];

impl Head {
    pub fn sign(signer: &Signer, size: u64, root: Hash, at: String) -> Self {
        let signature = signer.sign(message(size, root, &at).as_bytes());
        Self { size, root, at, key: signer.public_key(), signature }
    }

    pub fn is_signed(&self) -> bool {
        is_time(&self.at) && self.key.verifies(message(self.size, self.root, &self.at).as_bytes(), &self.signature)
    }

    /// One line, for paper, tickets and mails.
    pub fn text(&self) -> String {
        let [word, version] = PREFIX;
        let (size, at, root, key) = (self.size, &self.at, self.root, self.key);
        format!("{word},{version},{size},{at},{root},{key},{}", hex::encode(self.signature))
    }

    /// Reads a head that someone has kept, in any of the forms in which they can have it, and
    /// makes sure that its signature is right.
    pub fn parse(text: &str) -> Result<Self, HeadError> {
        let head = if text.trim_start().starts_with('{') { from_json(text) } else { from_line(text) };
        let head = head.ok_or(HeadError::Form)?;
        if head.is_signed() { Ok(head) } else { Err(HeadError::Signature) }
    }

    pub fn signature_text(&self) -> String {
        hex::encode(self.signature)
    }

    /// The head in canonical form, as it stands in a bundle.
    pub fn write(&self, out: &mut Vec<u8>) {
        Object::new(out)
            .text("at", &self.at)
            .text("key", &self.key.to_string())
            .text("root", &self.root.to_string())
            .text("signature", &self.signature_text())
            .number("size", self.size)
            .end();
    }
}

impl Serialize for Head {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("Head", 6)?;
        object.serialize_field("size", &self.size)?;
        object.serialize_field("root", &self.root)?;
        object.serialize_field("at", &self.at)?;
        object.serialize_field("key", &self.key)?;
        object.serialize_field("signature", &self.signature_text())?;
        object.serialize_field("text", &self.text())?;
        object.end()
    }
}

impl FromStr for Head {
    type Err = HeadError;

    fn from_str(text: &str) -> Result<Self, HeadError> {
        Self::parse(text)
    }
}

/// What is signed.
fn message(size: u64, root: Hash, at: &str) -> String {
    format!("cairn-journal-head-v1\n{size}\n{root}\n{at}\n")
}

/// The whole answer of the API, or the head inside it.
fn from_json(text: &str) -> Option<Head> {
    let json: serde_json::Value = serde_json::from_str(text).ok()?;
    let inner = json.get("head").unwrap_or(&json);
    serde_json::from_value(inner.clone()).ok()
}

fn from_line(line: &str) -> Option<Head> {
    let parts: Vec<&str> = line.trim().split(',').collect();
    let [word, version, size, at, root, key, signature] = parts[..] else { return None };
    if [word, version] != PREFIX || size.starts_with('+') {
        return None;
    }
    let signature = unhex(signature)?;
    let (size, root, key) = (size.parse().ok()?, root.parse().ok()?, key.parse().ok()?);
    Some(Head { size, root, at: at.to_owned(), key, signature })
}

fn signature<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 64], D::Error> {
    let text = String::deserialize(deserializer)?;
    unhex(&text).ok_or_else(|| serde::de::Error::custom("expected 128 lower-case hexadecimal digits"))
}

/// `2026-03-01T09:00:00.000000Z`: a fixed form, so that a time cannot carry anything else.
fn is_time(text: &str) -> bool {
    const FORM: &[u8; 27] = b"0000-00-00T00:00:00.000000Z";
    let fits = |(found, form): (u8, &u8)| if *form == b'0' { found.is_ascii_digit() } else { found == *form };
    text.len() == FORM.len() && text.bytes().zip(FORM).all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> Head {
        Head::sign(&Signer::new([1; 32]), 12, Hash::of(b"x"), "2026-03-01T09:00:00.000000Z".into())
    }

    #[test]
    fn a_head_is_read_in_every_form_in_which_someone_can_have_kept_it() {
        let head = head();
        let inner = serde_json::to_string(&head).unwrap();
        let whole = format!("{{\"head\":{inner},\"public_key\":\"…\"}}");
        let mut canonical = Vec::new();
        head.write(&mut canonical);
        for text in [head.text(), format!(" {}\n", head.text()), inner, whole, String::from_utf8(canonical).unwrap()] {
            assert_eq!(Head::parse(&text).as_ref(), Ok(&head), "{text}");
        }
        for wrong in ["", "{}", "cairn-head,1,12", "[1]", &head.text().replace(",1,12", ",2,12")] {
            assert_eq!(Head::parse(wrong), Err(HeadError::Form), "{wrong}");
        }
    }

    #[test]
    fn every_part_of_a_head_is_signed() {
        let text = head().text();
        for (at, digit) in text.char_indices().skip("cairn-head,1,".len()).filter(|(_, digit)| digit.is_ascii_digit()) {
            let mut forged = text.clone();
            forged.replace_range(at..=at, if digit == '1' { "2" } else { "1" });
            assert!(Head::parse(&forged).is_err(), "{forged}");
        }
    }
}
