//! The proof that the journal was not changed behind anyone's back.
//!
//! Entries are leaves of a Merkle tree (RFC 6962), in the order in which they were sealed. A head
//! is the root of the tree at some size, signed with Ed25519. Whoever has kept a head can later
//! tell whether a journal still has everything it had then, unchanged; whoever has the public key
//! can tell that the server stands behind it.
//!
//! This crate knows bytes and nothing else: no database, no network, no clock. `docs/JOURNAL.md`
//! describes the same format for other implementations, and `tests/journal/verify.py` is one.
//!
//! - [`Sealed`] is an entry with its place and hash; [`Frame`] and [`Content`] are its two parts.
//! - [`Frontier`] grows a tree; [`proof`] says what is in it.
//! - [`Head`] is a signed root, [`Signer`] what signs it.
//! - [`bundle`] is a journal in one file; [`Verifier`] checks it.

pub mod bundle;
mod canonical;
mod entry;
mod hash;
mod head;
pub mod proof;
#[cfg(test)]
mod sample_tests;
mod signer;
mod tree;
#[cfg(test)]
mod tree_tests;
mod verifier;

pub use entry::{Body, Content, Frame, Salt, Sealed};
pub use hash::Hash;
pub use head::{Head, HeadError};
pub use signer::{KeyError, PublicKey, Signer};
pub use tree::{Frontier, Node, Place};
pub use verifier::{Check, Failure, Report, Seen, Verifier, erasing};
