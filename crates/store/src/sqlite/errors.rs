//! SQLite's errors in our terms.

use std::path::Path;

use rusqlite::{Error, ErrorCode, ffi};

use crate::StoreError;

pub(super) fn translate(error: &Error) -> StoreError {
    let Some(failure) = error.sqlite_error() else {
        return StoreError::other(error.to_string());
    };
    match failure.code {
        ErrorCode::ConstraintViolation => constraint(failure.extended_code, &error.to_string()),
        ErrorCode::OperationInterrupted => StoreError::TooLong,
        ErrorCode::DiskFull => StoreError::Full,
        ErrorCode::ReadOnly => StoreError::ReadOnly,
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => {
            StoreError::unavailable("another process is writing to the database")
        }
        ErrorCode::CannotOpen | ErrorCode::SystemIoFailure => StoreError::unavailable(error.to_string()),
        _ => StoreError::other(error.to_string()),
    }
}

/// An error while opening, where the path is what the reader needs to know.
pub(super) fn opening(path: &Path, error: &Error) -> StoreError {
    let shown = path.display();
    match (error.sqlite_error_code(), path.parent()) {
        (Some(ErrorCode::CannotOpen), Some(folder)) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            StoreError::unavailable(format!("cannot open {shown}: the folder {} does not exist", folder.display()))
        }
        (Some(ErrorCode::CannotOpen), _) => StoreError::unavailable(format!("cannot open {shown}: {error}")),
        (Some(ErrorCode::NotADatabase), _) => StoreError::other(format!("{shown} is not a SQLite database")),
        _ => translate(error),
    }
}

fn constraint(extended_code: i32, message: &str) -> StoreError {
    match extended_code {
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY => StoreError::ForeignKey,
        ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID => {
            StoreError::Unique { constraint: unique_name(message, extended_code != ffi::SQLITE_CONSTRAINT_UNIQUE) }
        }
        _ => StoreError::other(message),
    }
}

/// The name that PostgreSQL would give the constraint. SQLite names only indexes on expressions;
/// otherwise it lists the columns, as in `UNIQUE constraint failed: folder.parent, folder.name`.
fn unique_name(message: &str, primary_key: bool) -> String {
    let subject = message.rsplit_once("constraint failed: ").map_or(message, |(_, subject)| subject);
    if let Some(name) = subject.strip_prefix("index '") {
        return name.trim_end_matches('\'').to_owned();
    }
    let mut table = "";
    let mut columns = Vec::new();
    for column in subject.split(", ") {
        let (owner, name) = column.split_once('.').unwrap_or(("", column));
        table = owner;
        columns.push(name);
    }
    if primary_key { format!("{table}_pkey") } else { format!("{table}_{}_key", columns.join("_")) }
}
