//! The store through its public interface, on both databases.

mod aside;
mod errors;
mod files;
mod group_commit;
mod migrations;
mod outage;
mod pools;
mod private;
mod sql;
mod support;
mod transactions;
mod transfer;
mod types;
mod url;
