//! The receivers on the documentation's page are the files that are tested, letter by letter.

use std::fs;
use std::path::Path;

#[test]
fn the_receivers_on_the_page_are_the_tested_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/WEBHOOKS.md")).unwrap();
    for (language, file) in [
        ("python", "tests/receivers/python/receiver.py"),
        ("javascript", "tests/receivers/javascript/receiver.mjs"),
        ("go", "tests/receivers/go/receiver.go"),
        ("rust", "crates/webhook/examples/receiver.rs"),
    ] {
        let code = fs::read_to_string(root.join(file)).unwrap();
        assert!(!code.contains("```"), "{file} would end its block");
        let block = format!("`{file}`\n\n```{language}\n{code}```\n");
        assert!(page.contains(&block), "docs/WEBHOOKS.md does not show {file} as it is");
    }
}
