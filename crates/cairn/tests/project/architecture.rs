//! Compares the manifests with the arrows in `docs/ARCHITECTURE.md`.

use std::collections::{BTreeMap, BTreeSet};

use crate::top;

type Arrows = BTreeMap<String, BTreeSet<String>>;

#[test]
fn crates_depend_only_as_the_architecture_says() {
    let (found, listed) = (found(), listed());
    for (from, to) in &found {
        let allowed = listed.get(from).cloned().unwrap_or_default();
        let extra: Vec<_> = to.difference(&allowed).collect();
        assert!(extra.is_empty(), "docs/ARCHITECTURE.md does not list {from} -> {extra:?}");
    }
    let named = listed.keys().chain(listed.values().flatten());
    let gone: Vec<_> = named.filter(|name| !found.contains_key(*name)).collect();
    assert!(gone.is_empty(), "docs/ARCHITECTURE.md speaks of crates that are not there: {gone:?}");
}

/// The lines `api -> auth domain …` of the block marked `arrows`.
fn listed() -> Arrows {
    let text = std::fs::read_to_string(top().join("docs/ARCHITECTURE.md")).expect("docs/ARCHITECTURE.md");
    let block = text.split("```arrows\n").nth(1).and_then(|rest| rest.split("```").next());
    let block = block.expect("a block marked `arrows` in docs/ARCHITECTURE.md");
    let lines = block.lines().filter_map(|line| line.split_once("->"));
    lines.map(|(from, to)| (from.trim().to_owned(), to.split_whitespace().map(str::to_owned).collect())).collect()
}

/// The dependencies in the manifests. Dev-dependencies don't count.
fn found() -> Arrows {
    let folders = std::fs::read_dir(top().join("crates")).expect("the crates");
    let folders = folders.map(|entry| entry.expect("an entry").path()).chain([top().join("xtask")]);
    let manifests = folders.filter(|path| path.join("Cargo.toml").exists());
    let arrows = manifests.map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path.join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = text.parse().expect("a manifest");
        let own = match name.as_str() {
            "cairn" | "xtask" => name.clone(),
            name => format!("cairn-{name}"),
        };
        assert_eq!(manifest["package"]["name"].as_str(), Some(own.as_str()), "folder and crate share a name");
        let sections = ["dependencies", "build-dependencies"];
        let keys = sections.iter().filter_map(|section| manifest.get(*section)?.as_table()).flat_map(toml::Table::keys);
        let ours = keys.filter_map(|key| key.strip_prefix("cairn-")).map(str::to_owned).collect();
        (name, ours)
    });
    arrows.collect()
}
