//! Rules about the project itself: which crates may depend on which, and on what from outside.

mod architecture;
mod dependencies;

use std::path::{Path, PathBuf};

/// The top of the repository.
fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}
