//! For programs that receive Cairn's webhooks, and for the sender that signs them.
//!
//! A delivery carries three headers. Its signature is an HMAC-SHA256 over `<id>.<timestamp>.<raw body>`; the key is the
//! **whole secret as text**, `whsec_` included. Stock Standard Webhooks libraries take the base64-decoded rest of the
//! secret instead; [`SignMode`] names both readings.
//!
//! The crate reads no clock and opens no socket: the caller passes the time, and works with any HTTP server.
//!
//! ```
//! use cairn_webhook::{Headers, Rejection, Secret, SignMode, sign, verify};
//!
//! let secret = Secret::parse("whsec_C2FVsBQIhrscChlQIMV2b5sSYspob7oD7dJJyjvKrAM4TTxG0SIcJ8Zqvgg9JTWe")?;
//! let body = br#"{"type":"asset.created","timestamp":"2023-11-14T22:13:20Z","data":{"id":"53709ff2"}}"#;
//! let signature = sign(&secret, SignMode::Text, "msg_1", 1_700_000_000, body)?;
//!
//! let headers = Headers { id: Some("msg_1"), timestamp: Some("1700000000"), signature: Some(&signature) };
//! assert_eq!(verify(&secret, &headers, body, 1_700_000_010), Ok(()));
//! assert_eq!(verify(&secret, &headers, b"{}", 1_700_000_010), Err(Rejection::BadSignature));
//! # Ok::<(), cairn_webhook::SecretError>(())
//! ```

mod secret;
mod seen;
mod sign;
mod verify;

pub use secret::{Secret, SecretError};
pub use seen::SeenIds;
pub use sign::{SignMode, SigningKey, sign};
pub use verify::{Headers, Rejection, TOLERANCE_SECONDS, Verifier, verify};

/// The header that names the message; the same on every attempt.
pub const ID_HEADER: &str = "webhook-id";
/// The header with the Unix seconds of this attempt.
pub const TIMESTAMP_HEADER: &str = "webhook-timestamp";
/// The header with the signature, or with several, separated by spaces.
pub const SIGNATURE_HEADER: &str = "webhook-signature";
