//! Everything built into Cairn has an acceptable licence, comes from crates.io, and is wanted: the checks of deny.toml
//! for machines without cargo-deny.

use std::process::Command;

use serde_json::Value as Json;

use crate::top;

/// The part of deny.toml that is used here.
fn rules() -> toml::Table {
    std::fs::read_to_string(top().join("deny.toml")).expect("deny.toml").parse().expect("TOML")
}

fn names(rules: &toml::Table, section: &str, list: &str) -> Vec<String> {
    let given = rules[section][list].as_array().expect("a list");
    let names: Vec<String> = given.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
    assert_eq!(names.len(), given.len(), "only plain names are understood here: {section}.{list}");
    names
}

/// All packages of the lock file that are built for this machine, with every feature.
fn packages() -> Vec<Json> {
    let host = Command::new("rustc").arg("-vV").output().expect("rustc");
    let host = String::from_utf8(host.stdout).expect("text");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--all-features", "--format-version", "1", "--filter-platform", host])
        .current_dir(top())
        .output()
        .expect("cargo metadata");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Json = serde_json::from_slice(&output.stdout).expect("metadata");
    let packages = metadata["packages"].as_array().expect("packages").clone();
    assert!(packages.len() > 50, "all packages are there");
    packages
}

/// The names of packages that a condition applies to.
fn those(packages: &[Json], applies: impl Fn(&Json) -> bool) -> Vec<String> {
    let told = |package: &Json| format!("{} ({})", package["name"], package["license"]);
    packages.iter().filter(|package| applies(package)).map(told).collect()
}

#[test]
fn dependencies_are_as_deny_toml_says() {
    let (rules, packages) = (rules(), packages());
    let allowed = names(&rules, "licenses", "allow");
    let permissive = |package: &Json| package["license"].as_str().is_some_and(|text| is_allowed(text, &allowed));
    assert_eq!(those(&packages, |package| !permissive(package)), [""; 0], "licences that are not allowed");

    let banned = names(&rules, "bans", "deny");
    let is_banned = |package: &Json| banned.iter().any(|name| package["name"] == name.as_str());
    assert_eq!(those(&packages, is_banned), [""; 0], "banned");

    let registry = "registry+https://github.com/rust-lang/crates.io-index";
    let is_foreign = |package: &Json| !package["source"].is_null() && package["source"] != registry;
    assert_eq!(those(&packages, is_foreign), [""; 0], "not from crates.io");
}

/// Every part of an AND needs one allowed choice. A slash is an old way to write OR.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.replace(" / ", " OR ").replace('/', " OR ");
    expression.split(" AND ").all(|part| {
        let mut choices = part.split(" OR ").map(|choice| choice.trim_matches(['(', ')', ' ']));
        choices.any(|choice| allowed.iter().any(|name| name == choice))
    })
}

#[test]
fn licence_expressions_are_understood() {
    let allowed = ["MIT".to_owned(), "Unicode-3.0".to_owned()];
    assert!(is_allowed("MIT/Apache-2.0", &allowed));
    assert!(is_allowed("(MIT OR GPL-3.0) AND Unicode-3.0", &allowed));
    assert!(!is_allowed("GPL-3.0", &allowed));
    assert!(!is_allowed("MIT AND LGPL-2.1", &allowed));
}
