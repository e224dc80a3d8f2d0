//! Everything that is built into Cairn may be passed on with it.

use std::process::Command;

use serde_json::Value as Json;

use crate::top;

const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    // For data: the list of certificate authorities.
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

#[test]
fn all_dependencies_have_permissive_licences() {
    let host = Command::new("rustc").arg("-vV").output().expect("rustc");
    let host = String::from_utf8(host.stdout).expect("text");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--format-version", "1", "--filter-platform", host])
        .current_dir(top())
        .output()
        .expect("cargo metadata");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Json = serde_json::from_slice(&output.stdout).expect("metadata");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 50, "all packages are there");
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(is_permissive))
        .map(|package| format!("{}: {}", package["name"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

/// Every part of an AND needs one permissive choice. The slash is an old way to write OR.
fn is_permissive(expression: &str) -> bool {
    let expression = expression.replace(" / ", " OR ").replace('/', " OR ");
    expression.split(" AND ").all(|part| {
        let mut choices = part.split(" OR ").map(|choice| choice.trim_matches(['(', ')', ' ']));
        choices.any(|choice| PERMISSIVE.contains(&choice))
    })
}

#[test]
fn licence_expressions_are_understood() {
    assert!(is_permissive("MIT/Apache-2.0"));
    assert!(is_permissive("(MIT OR GPL-3.0) AND Unicode-3.0"));
    assert!(!is_permissive("GPL-3.0"));
    assert!(!is_permissive("MIT AND LGPL-2.1"));
}
