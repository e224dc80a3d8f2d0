//! HTTP requests, only to addresses that the operator allows.
//!
//! ```text
//! Target::parse ── the URL, checked when saved and again when sent
//!   └ Client::send ── one attempt inside one time limit
//!       ├ pool ── an idle connection of the same scheme, host and port, or
//!       └ connect ── one lookup → every address passes Policy → dial exactly one of them → TLS
//! ```
//!
//! **Guarantees.**
//! - No connection is opened to an address that [`Policy`] rejects, however the URL spells it and whatever the name
//!   resolves to. There is one lookup per connection, and its answer is what is dialled, so DNS rebinding does not work.
//!   If one address of an answer is rejected, the whole answer is.
//! - An attempt ends within its time limit and holds a bounded amount of memory, whatever the receiver does: 64 KiB of
//!   response headers, 16 KiB of body kept (or what a [`Fetch`] allows), 64 KiB read, and then the connection is closed.
//! - No redirects, proxies, cookies or decompression: a 3xx is a status like any other, and bytes are kept as received.
//! - Nothing panics, and dropping a future closes its connection.
//!
//! **Traps**, each with the module that handles it: `2130706433` and `0x7f.1` are loopback ([`Target`]); an IPv6 address
//! may embed an IPv4 one ([`Policy`]); a lookup that never ends holds a thread ([`SystemResolver`]); a user's header may
//! split the request in two ([`check_header`]); error messages must not repeat a URL's path, which many receivers use as
//! a secret, so they name hosts only.

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

pub use client::{Client, Fetch, Outgoing, Settings, USER_AGENT};
pub use headers::check_header;
pub use network::Network;
pub use outcome::{Failure, FailureKind, Outcome, Phases, Response};
pub use policy::{Policy, Refusal};
pub use resolve::{Lookup, Resolver, SystemResolver};
pub use target::Target;
