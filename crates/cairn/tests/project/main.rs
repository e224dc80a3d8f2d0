//! Promises about the project itself: who may depend on whom, and under which licences.

mod architecture;
mod licences;

use std::path::{Path, PathBuf};

/// The top of the repository.
fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}
