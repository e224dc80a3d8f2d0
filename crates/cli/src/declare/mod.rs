//! A domain as files: `cairn export` writes them, `cairn apply` makes the instance match them.
//!
//! A directory has a file for the domain itself, `domain.yaml`, and a folder for each resource with a file for each
//! object: `assets/customer-database.yaml`. The state file next to them records which object each file describes and
//! when it was last seen; that reveals what was deleted locally and what someone else changed on the server. The server
//! makes all decisions: it receives the whole directory as one change set.

mod apply;
mod directory;
mod export;
mod renamed;
mod show;
mod state;

pub use apply::Apply;
pub use export::Export;
