//! What can go wrong, in words that a caller can act on. How it is presented over HTTP is up to the API.

use std::collections::BTreeMap;

use cairn_store::StoreError;
use thiserror::Error;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, Error)]
pub enum Error {
    /// The input is invalid; each message belongs to a field, or to the whole input under `detail`.
    #[error("{}", .0.summary())]
    Invalid(FieldErrors),
    #[error("{0}")]
    NotFound(String),
    #[error("{0}")]
    Forbidden(String),
    /// The request conflicts with existing data.
    #[error("{0}")]
    Conflict(String),
    /// This write conflicted with another, and only one of the two could succeed. It can simply run again.
    #[error("Someone else changed the same data at the same time. Try again.")]
    Collision(String),
    /// Someone else changed the object since the caller read it.
    #[error("The object has changed since you read it. Reload it and make your change again.")]
    LostUpdate,
    #[error("{0}")]
    TooLarge(String),
    #[error("The database is unavailable. Try again in a moment.")]
    Unavailable(String),
    #[error("The request timed out. Narrow it down with filters, or request less at once.")]
    TooLong,
    #[error("The server has run out of storage space. Free up some space and try again.")]
    Full,
    /// A bug: the text goes to the log, never to the caller.
    #[error("{0}")]
    Internal(String),
}

/// Messages by field name.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct FieldErrors(pub BTreeMap<String, Vec<String>>);

impl FieldErrors {
    pub fn add(&mut self, field: &str, message: impl Into<String>) {
        self.0.entry(field.to_owned()).or_default().push(message.into());
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `Ok` when nothing was wrong.
    pub fn into_result(self) -> Result<()> {
        if self.is_empty() { Ok(()) } else { Err(Error::Invalid(self)) }
    }

    fn summary(&self) -> String {
        let parts: Vec<String> =
            self.0.iter().map(|(field, messages)| format!("{field}: {}", messages.join(" "))).collect();
        parts.join(" ")
    }
}

impl Error {
    /// One invalid field.
    pub fn field(field: &str, message: impl Into<String>) -> Self {
        let mut errors = FieldErrors::default();
        errors.add(field, message);
        Self::Invalid(errors)
    }

    /// The same for one of several things that were sent together: its name is put in front of each field.
    #[must_use]
    pub fn about(self, key: &str) -> Self {
        match self {
            Self::Invalid(errors) => {
                let mut named = FieldErrors::default();
                for (field, messages) in errors.0 {
                    let place = if field == "detail" { key.to_owned() } else { format!("{key}: {field}") };
                    for message in messages {
                        named.add(&place, message);
                    }
                }
                Self::Invalid(named)
            }
            Self::NotFound(words) => Self::NotFound(format!("{key}: {words}")),
            Self::Forbidden(words) => Self::Forbidden(format!("{key}: {words}")),
            Self::Conflict(words) => Self::Conflict(format!("{key}: {words}")),
            other => other,
        }
    }

    /// Whether nothing more can be done in this transaction: the database is unreachable or full, or another write
    /// conflicted. Every other error concerns one thing, and the rest of the request may still succeed.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Internal(_) | Self::Unavailable(_) | Self::Collision(_) | Self::Full)
    }

    pub fn internal(message: impl Into<String>) -> Self {
        Self::Internal(message.into())
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(reason) => Self::Unavailable(reason),
            StoreError::Full => Self::Full,
            StoreError::TooLong => Self::TooLong,
            // What a write found when it checked, others may have deleted or created before it wrote.
            error @ (StoreError::Collision(_) | StoreError::ForeignKey | StoreError::Unique { .. }) => {
                Self::Collision(error.to_string())
            }
            other => Self::Internal(other.to_string()),
        }
    }
}
