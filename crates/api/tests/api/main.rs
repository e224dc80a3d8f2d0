//! The API as its users meet it, on both databases.

mod batch;
mod change_sets;
mod collisions;
mod compat;
mod deleting;
mod description;
mod expansions;
mod guide;
mod idempotency;
mod journal;
mod lists;
mod lost_updates;
mod mcp;
mod narrowing;
mod objects;
mod paths;
mod proposals;
mod registry;
mod schema;
mod settings;
mod support;
mod texts;
mod transfer;
mod wizard;
mod work;
mod writing;
