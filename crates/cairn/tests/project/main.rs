//! Promises about the project itself: who may depend on whom, and on what of others.

mod architecture;
mod dependencies;

use std::path::{Path, PathBuf};

/// The top of the repository.
fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}
