//! HTTP requests to addresses that the operator allows, and to no other.
//!
//! ```text
//! Target::parse ── the URL, judged when saved and again when sent
//!   └ Client::send ── one attempt inside one time limit
//!       ├ pool ── an idle connection of the same scheme, host and port, or
//!       └ connect ── one look-up → every address passes Policy → dial exactly one of them → TLS
//! ```
//!
//! **Guarantees.**
//! - No connection is opened to an address that [`Policy`] refuses, however the URL spells it and whatever the name
//!   resolves to. There is one look-up per connection and what it answered is what is dialled, so there is nothing to
//!   rebind. If one address of an answer is refused, the whole answer is.
//! - An attempt ends within its time limit and holds a bounded amount of memory, whatever the receiver does: 64 KiB of
//!   response headers, 16 KiB of body kept, 64 KiB read, and then the connection is closed.
//! - No redirects, proxy, cookies or decompression: a 3xx is a status like another, and bytes are kept as they came.
//! - Nothing panics, and a future that is dropped closes its connection.
//!
//! **Traps**, each with the module that deals with it: `2130706433` and `0x7f.1` are loopback ([`Target`]); an IPv6
//! address may carry an IPv4 one ([`Policy`]); a look-up that never ends holds a thread ([`SystemResolver`]); a header
//! given by a user may cut the request in two ([`check_header`]); error messages must not repeat a URL's path, which is
//! a secret with many receivers, so they name hosts only.

mod blocks;
mod client;
mod connect;
mod headers;
mod network;
mod outcome;
mod policy;
mod pool;
mod resolve;
mod target;
mod tls;

pub use client::{Client, Outgoing, Settings, USER_AGENT};
pub use headers::check_header;
pub use outcome::{Failure, FailureKind, Outcome, Phases, Response};
pub use policy::{Policy, Refusal};
pub use resolve::{Lookup, Resolver, SystemResolver};
pub use target::Target;
