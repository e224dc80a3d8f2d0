//! Where Cairn keeps its data: SQLite or PostgreSQL behind one interface, and files by content.
//!
//! The engine writes one SQL text for both databases and never sees a driver. This crate owns
//! what differs between them: pools, transactions, the binary form of values, error codes and
//! migrations.
//!
//! - [`Db`] is the database; [`Db::read`] and [`Db::write`] lend a [`Conn`].
//! - [`Sql`] is a text with its values, the only way to pass data to a database.
//! - [`Migration`] and [`Db::migrate`] bring the schema up to date.
//! - [`transfer`] takes whole tables from one database to another.
//! - [`FileStore`] keeps attachments under the hash of their content.
//! - [`private`] makes files and folders that only their owner may read.
//! - [`lock_folder`] keeps a second server out of a data folder.
//!
//! **What both databases promise alike**
//! - A write that was acknowledged survives a crash; one that was not leaves nothing behind.
//! - A [`Conn`] that is dropped without [`Conn::commit`] changes nothing.
//! - After a statement of a transaction failed, the transaction accepts nothing but
//!   [`Conn::rollback_to_savepoint`] or its end. PostgreSQL behaves so by itself; SQLite is held
//!   to it, so that a mistake shows on both.

mod aside;
mod db;
mod error;
mod files;
mod lock;
mod migrate;
mod options;
mod postgres;
pub mod private;
mod sql;
mod sqlite;
pub mod transfer;
mod url;

pub use db::{Conn, Db, Row};
pub use error::StoreError;
pub use files::{FileStore, FileWriter, HeldFile, StoredFile};
pub use lock::{FolderLock, lock_folder};
pub use migrate::Migration;
pub use options::Options;
pub use sql::{Dialect, Sql};
pub use url::DatabaseUrl;
