//! Sends mail over SMTP.
//!
//! **Guarantees.** No connection is opened to an address that the operator's [`Policy`] rejects; there is one lookup per
//! connection, and its answer is what is dialled. Certificates are always verified. With [`Security::Starttls`] nothing is
//! sent before the connection is encrypted, whatever the server offers. Every step has a deadline. What is said is
//! recorded on a [`Tape`], without credentials and without the mail itself.
//!
//! lettre writes mail and speaks SMTP; this crate opens the connections that it speaks on.
//!
//! [`Policy`]: cairn_outbound::Policy

mod connection;
mod letter;
mod open;
mod tape;

use std::time::Duration;

pub use connection::Connection;
pub use letter::{Letter, check_address};
pub use tape::Tape;

/// How long opening a connection may take, and sending one mail.
const OPEN: Duration = Duration::from_secs(20);
const SEND: Duration = Duration::from_mins(1);

/// The server that takes our mail.
#[derive(Debug, Clone)]
pub struct Server {
    pub host: String,
    pub port: u16,
    pub security: Security,
    /// User and password, if it wants them.
    pub credentials: Option<(String, String)>,
}

/// How the connection is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Security {
    None,
    /// It is encrypted before anything is said.
    Tls,
    /// It is encrypted after the greeting, or not used.
    Starttls,
}

impl Security {
    pub const ALL: [(&'static str, Self); 3] = [("none", Self::None), ("starttls", Self::Starttls), ("tls", Self::Tls)];

    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, security)| *security)
    }
}

/// Why mail was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The server cannot be used at the moment; the mail is not to blame.
    #[error("{0}")]
    Unavailable(String),
    /// The server does not take this mail now, and may later.
    #[error("{0}")]
    Deferred(String),
    /// The server will never take this mail.
    #[error("{0}")]
    Rejected(String),
}
