//! A domain as files: `cairn export` writes it, `cairn apply` makes the instance what the files say.
//!
//! A directory has a file for the domain itself, `domain.yaml`, and a folder for each resource with a file for each
//! object: `assets/customer-database.yaml`. Beside them lies the state, which says which object each file is about and
//! when it was last seen; from it follow what was deleted here, and what someone else changed there. All decisions are
//! the server's, which takes the whole directory as one change set.

mod apply;
mod directory;
mod export;
mod renamed;
mod show;
mod state;

pub use apply::Apply;
pub use export::Export;
