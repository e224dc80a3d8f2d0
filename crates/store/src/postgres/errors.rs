//! PostgreSQL's errors in our terms.

use std::error::Error as _;
use std::io;

use deadpool_postgres::{PoolError, TimeoutType};
use tokio_postgres::Error;
use tokio_postgres::error::{DbError, SqlState};

use crate::StoreError;

pub(super) fn translate(error: &Error) -> StoreError {
    if is_stale_plan(error) {
        return StoreError::unavailable("the schema has just changed");
    }
    match error.as_db_error() {
        Some(refusal) => translate_refusal(refusal),
        None if is_lost(error) => StoreError::unavailable(describe(error)),
        None => StoreError::other(describe(error)),
    }
}

/// What the server itself refused. Its detail line is left out, as it quotes the data.
fn translate_refusal(refusal: &DbError) -> StoreError {
    let code = refusal.code();
    if *code == SqlState::UNIQUE_VIOLATION {
        return StoreError::Unique { constraint: refusal.constraint().unwrap_or_default().to_owned() };
    }
    if *code == SqlState::FOREIGN_KEY_VIOLATION {
        return StoreError::ForeignKey;
    }
    if *code == SqlState::QUERY_CANCELED {
        return StoreError::TooLong;
    }
    if *code == SqlState::DISK_FULL {
        return StoreError::Full;
    }
    if *code == SqlState::READ_ONLY_SQL_TRANSACTION {
        return StoreError::ReadOnly;
    }
    let collision =
        [SqlState::T_R_DEADLOCK_DETECTED, SqlState::T_R_SERIALIZATION_FAILURE, SqlState::LOCK_NOT_AVAILABLE];
    if collision.contains(code) {
        return StoreError::Collision(refusal.message().to_owned());
    }
    if is_going_away(code) || *code == SqlState::TOO_MANY_CONNECTIONS {
        return StoreError::unavailable(refusal.message());
    }
    StoreError::other(format!("{} ({})", refusal.message(), code.code()))
}

/// Whether the connection is of no use any more.
pub(super) fn is_lost(error: &Error) -> bool {
    if let Some(code) = error.code() {
        return is_going_away(code);
    }
    let by_io = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    // An invalid input is our own mistake, noticed by the driver before it sent anything.
    error.is_closed() || by_io.is_some_and(|cause| cause.kind() != io::ErrorKind::InvalidInput)
}

/// Shutting down, crashed, starting up, or one of the connection exceptions (class 08).
fn is_going_away(code: &SqlState) -> bool {
    [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW].contains(code)
        || code.code().starts_with("08")
}

/// Whether a prepared statement no longer fits the tables. There is no code of its own for it.
pub(super) fn is_stale_plan(error: &Error) -> bool {
    error.as_db_error().is_some_and(|refusal| {
        *refusal.code() == SqlState::FEATURE_NOT_SUPPORTED
            && refusal.message().starts_with("cached plan must not change")
    })
}

/// An error while getting a connection: whatever the reason, there is none.
pub(super) fn from_pool(error: &PoolError) -> StoreError {
    match error {
        PoolError::Backend(error) => match translate(error) {
            StoreError::Other(reason) => StoreError::Unavailable(reason),
            known => known,
        },
        PoolError::Timeout(TimeoutType::Wait) => StoreError::unavailable("all connections are in use"),
        PoolError::Timeout(_) => StoreError::unavailable("connecting took too long"),
        PoolError::Closed => StoreError::unavailable("the database is closed"),
        error => StoreError::unavailable(error.to_string()),
    }
}

/// The driver's message with its cause, which holds what matters ("connection refused").
fn describe(error: &Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
