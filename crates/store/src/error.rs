//! The one error type of the store.
//!
//! Drivers tell errors apart by codes and message texts of their own. The layers above decide
//! only between a few cases (a name is taken, try again later, the disk is full), so those are
//! the variants, and everything else is [`StoreError::Other`].

use std::io;

/// What can go wrong in a database or in the file store. It can be cloned because all members of
/// a group commit receive the same outcome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// A unique constraint or index refused a row. The name is the same on both databases when
    /// it follows PostgreSQL's default: `table_column_key`, and `table_pkey` for primary keys.
    #[error("this value is already in use (constraint {constraint})")]
    Unique { constraint: String },
    /// A row refers to one that does not exist, or one that is being deleted is still referenced.
    #[error("a reference to another object is not valid")]
    ForeignKey,
    /// This transaction conflicted with another and was rolled back; it can simply run again.
    #[error("conflict with another transaction: {0}")]
    Collision(String),
    /// The database cannot be reached or is too busy; the same request may succeed later.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// A read exceeded its deadline and was stopped.
    #[error("a read took too long")]
    TooLong,
    #[error("the disk is full")]
    Full,
    #[error("the database cannot be written to: it is read-only")]
    ReadOnly,
    #[error("migration {name} failed: {reason}")]
    Migration { name: String, reason: String },
    /// A newer version of Cairn has migrated this database.
    #[error("the database is at schema {found} but this version of Cairn supports only {known}: use a newer version")]
    Newer { found: i64, known: i64 },
    #[error("invalid database URL: {0}")]
    InvalidUrl(String),
    /// Another process holds something that this one needs exclusively.
    #[error("{0}")]
    Locked(String),
    #[error("{0}")]
    Other(String),
}

impl StoreError {
    pub(crate) fn other(reason: impl Into<String>) -> Self {
        Self::Other(reason.into())
    }

    pub(crate) fn unavailable(reason: impl Into<String>) -> Self {
        Self::Unavailable(reason.into())
    }

    /// Describes a failed file operation; `doing` completes the sentence "cannot …".
    pub fn from_io(doing: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            _ => Self::Other(format!("cannot {doing}: {error}")),
        }
    }
}
