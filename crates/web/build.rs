//! A build of the interface that appears or changes after the first `cargo build` is taken up.

const DIST: &str = "../../web/dist";

fn main() {
    // Cargo takes a path that does not exist as changed, and would build everything above this
    // crate again each time. Where the folder cannot be made, that is all that happens.
    let _ = std::fs::create_dir_all(DIST);
    println!("cargo:rerun-if-changed={DIST}");
}
