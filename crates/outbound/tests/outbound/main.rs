//! Held against receivers on loopback and resolvers that lie. Nothing here leaves the machine.

mod addresses;
mod names;
mod receivers;
mod reuse;
mod secure;
mod support;
