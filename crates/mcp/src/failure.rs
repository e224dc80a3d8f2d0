//! What goes wrong in a tool, worded so that the next call can be right.

use std::fmt::Write as _;

use cairn_client::Error;

pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// A message for the assistant.
#[derive(Debug)]
pub struct Failure {
    pub message: String,
    /// The status of the API response, if it was the API that refused.
    pub status: Option<u16>,
}

impl Failure {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: None }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: &str) -> Self {
        let _ = write!(self.message, "\n{hint}");
        self
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let hint = match error.status() {
            Some(400) => "Nothing was changed. Use `describe` for fields, choices, filters and action inputs.",
            Some(401) => "The token is missing, expired or revoked. Ask the user for a new one.",
            Some(403) => {
                "Nothing was changed. The token's owner does not have this permission; no other call will get around that."
            }
            Some(404) => {
                "It may have been deleted, or the token's owner does not have access to it. Use `search` or `list` to find others."
            }
            Some(409) => "Nothing was changed. Read the object again to see what prevents the change.",
            Some(412) => "Nothing was changed. Someone else changed the object in the meantime: `get` it again.",
            Some(413) => "Request less at a time.",
            Some(429) => "Wait before the next call.",
            _ => "",
        };
        let failure = Self { message: error.to_string(), status: error.status() };
        if hint.is_empty() { failure } else { failure.hint(hint) }
    }
}
