//! The real binary as a child process: how it starts, stops, refuses and survives.
//!
//! API responses are tested in the `api` crate, in one process; here is only what needs a
//! process of its own.
#![expect(clippy::disallowed_methods, reason = "real processes run in real time")]

mod admin;
mod backup;
mod cli;
mod client;
mod connections;
mod disk;
mod instance;
mod journal;
mod log;
mod postgres;
mod refusals;
mod rules;
mod settings;
mod soak;
mod start;
mod stop;
