//! The result of an attempt.

use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

/// One attempt, from the first lookup to the last byte read.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub started: Instant,
    pub duration: Duration,
    pub phases: Phases,
    /// The response, whatever its status, or the reason there is none.
    pub result: Result<Response, Failure>,
    /// The address that was dialled (the last of several), even if it did not answer.
    pub remote: Option<SocketAddr>,
}

/// How long each step took, or none for a step that was not started. A reused connection has only `first_byte`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phases {
    pub dns: Option<Duration>,
    pub connect: Option<Duration>,
    pub tls: Option<Duration>,
    /// From the established connection to the response's status and headers.
    pub first_byte: Option<Duration>,
}

/// A response. The body may be truncated without affecting the status, which came with the headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    pub status: u16,
    /// The first 4 KiB.
    pub headers: Vec<(String, String)>,
    pub headers_truncated: bool,
    /// The first 16 KiB as received: nothing is decompressed.
    pub body: Bytes,
    /// Whether the body was longer, or incomplete when time ran out or the connection ended.
    pub truncated: bool,
}

/// Why there is no response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    pub kind: FailureKind,
    /// Shown to the endpoint's owner: names the host, never the path, a header or the body.
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// The policy does not allow the address, or a header may not be sent. No connection was made.
    Refused,
    /// The name has no address.
    Dns,
    /// No address accepted the connection.
    Connect,
    /// The certificate is not valid for the host, or TLS failed otherwise.
    Tls,
    /// One of the time limits passed, that of the look-up and of connecting among them.
    Timeout,
    /// The connection ended too early, or what came was not HTTP/1.1.
    Protocol,
    /// More than 64 KiB of response headers.
    TooLarge,
}

impl FailureKind {
    /// A short name for logs, metrics and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            FailureKind::Refused => "refused",
            FailureKind::Dns => "dns",
            FailureKind::Connect => "connect",
            FailureKind::Tls => "tls",
            FailureKind::Timeout => "timeout",
            FailureKind::Protocol => "protocol",
            FailureKind::TooLarge => "too_large",
        }
    }
}

impl Failure {
    pub(crate) fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into() }
    }
}
