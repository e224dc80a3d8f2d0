//! The proof side of the journal: sealing, heads, proofs, bundles, retention, and what happens
//! when someone tampers with any of it.

mod bundle;
mod database;
mod erasing;
mod forging;
mod history;
mod proofs;
mod retention;
mod sealing;
mod tampering;
mod verifiers;
