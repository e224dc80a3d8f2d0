//! The store through its public interface, on both databases.

mod errors;
mod files;
mod group_commit;
mod migrations;
mod outage;
mod pools;
mod sql;
mod support;
mod transactions;
mod types;
mod url;
