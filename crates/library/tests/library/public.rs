//! Libraries that are public. They belong to their owners, so they are not here: the tests look for them in the folder
//! that `CAIRN_LIBRARIES` names, or in `shared/libraries` beside the repository or one folder up.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cairn_library::types::Framework;
use cairn_library::{Library, read, write};
use serde_json::Value;

use crate::samples::shown;

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("CAIRN_LIBRARIES").map(PathBuf::from);
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/libraries"));
    let above = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../shared/libraries"));
    let found = named.or_else(|| [beside, above].into_iter().find(|folder| folder.is_dir()));
    if found.is_none() {
        println!("Skipped: there are no public libraries. Name their folder in CAIRN_LIBRARIES.");
    }
    found
}

/// Every file with its name and bytes.
pub fn files() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = folder() else { return vec![] };
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} has no libraries", folder.display());
    files
}

/// What a value of the raw document holds of a kind of object: under either key, as a list or as one map.
fn list<'a>(objects: &'a Value, plural: &str, singular: &str) -> Vec<&'a Value> {
    [plural, singular]
        .iter()
        .filter_map(|key| objects.get(key))
        .flat_map(|value| match value {
            Value::Array(items) => items.iter().collect(),
            Value::Object(_) => vec![value],
            _ => vec![],
        })
        .collect()
}

fn items<'a>(value: &'a Value, key: &str) -> Vec<&'a Value> {
    match &value[key] {
        Value::Array(items) => items.iter().collect(),
        Value::Object(entries) => entries.values().collect(),
        _ => vec![],
    }
}

/// Counts taken from the raw document, by walking it.
fn counted(document: &Value) -> BTreeMap<&'static str, usize> {
    let objects = &document["objects"];
    let frameworks = list(objects, "frameworks", "framework");
    let nodes: Vec<&Value> = frameworks.iter().flat_map(|framework| items(framework, "requirement_nodes")).collect();
    let questions: Vec<&Value> = nodes.iter().flat_map(|node| items(node, "questions")).collect();
    let sets = list(objects, "requirement_mapping_sets", "requirement_mapping_set");
    let languages = |value: &Value| value["translations"].as_object().map_or(0, serde_json::Map::len);
    BTreeMap::from([
        ("frameworks", frameworks.len()),
        ("nodes", nodes.len()),
        ("assessable", nodes.iter().filter(|node| node["assessable"] == true).count()),
        ("roots", nodes.iter().filter(|node| node["parent_urn"].is_null()).count()),
        ("translated nodes", nodes.iter().map(|node| languages(node)).sum()),
        ("groups of nodes", nodes.iter().map(|node| items(node, "implementation_groups").len()).sum()),
        ("controls of nodes", nodes.iter().map(|node| items(node, "reference_controls").len()).sum()),
        ("questions", questions.len()),
        ("choices", questions.iter().map(|question| items(question, "choices").len()).sum()),
        ("controls", list(objects, "reference_controls", "-").len()),
        ("threats", list(objects, "threats", "-").len()),
        ("matrices", list(objects, "risk_matrices", "risk_matrix").len()),
        ("mapping sets", sets.len()),
        ("mappings", sets.iter().map(|set| items(set, "requirement_mappings").len()).sum()),
        ("metrics", list(objects, "metric_definitions", "-").len()),
        ("catalogs", list(objects, "ttp_catalogs", "-").len()),
        ("tactics", list(objects, "tactics", "-").len()),
        ("techniques", list(objects, "techniques", "-").len()),
        ("presets", list(objects, "preset", "-").len()),
        ("workflows", list(objects, "workflows", "-").len()),
    ])
}

/// The same counts of what was read.
fn told(library: &Library) -> BTreeMap<&'static str, usize> {
    let objects = &library.objects;
    let nodes: Vec<_> = objects.frameworks.iter().flat_map(|framework| &framework.requirement_nodes).collect();
    let questions: Vec<_> = nodes.iter().flat_map(|node| &node.questions).collect();
    let places = objects.frameworks.iter().flat_map(Framework::places);
    BTreeMap::from([
        ("frameworks", objects.frameworks.len()),
        ("nodes", nodes.len()),
        ("assessable", nodes.iter().filter(|node| node.assessable).count()),
        ("roots", places.filter(|place| place.parent.is_none()).count()),
        ("translated nodes", nodes.iter().map(|node| node.translations.len()).sum()),
        ("groups of nodes", nodes.iter().map(|node| node.implementation_groups.len()).sum()),
        ("controls of nodes", nodes.iter().map(|node| node.reference_controls.len()).sum()),
        ("questions", questions.len()),
        ("choices", questions.iter().map(|question| question.choices.len()).sum()),
        ("controls", objects.reference_controls.len()),
        ("threats", objects.threats.len()),
        ("matrices", objects.risk_matrices.len()),
        ("mapping sets", objects.requirement_mapping_sets.len()),
        ("mappings", objects.requirement_mapping_sets.iter().map(|set| set.requirement_mappings.len()).sum()),
        ("metrics", objects.metric_definitions.len()),
        ("catalogs", objects.ttp_catalogs.len()),
        ("tactics", objects.tactics.len()),
        ("techniques", objects.techniques.len()),
        ("presets", usize::from(objects.preset.is_some())),
        ("workflows", objects.workflows.len()),
    ])
}

#[test]
fn every_public_library_comes_back_from_what_is_written() {
    for (name, bytes) in files() {
        let library = read(&bytes).unwrap_or_else(|problems| panic!("{name}: {}", shown(&problems)));
        let again = read(write(&library).as_bytes()).unwrap_or_else(|problems| panic!("{name}: {}", shown(&problems)));
        assert!(again == library, "{name} changed on its way through a file");
        let json = serde_json::to_string(&library).unwrap();
        assert!(serde_json::from_str::<Library>(&json).unwrap() == library, "{name} changed on its way through JSON");
    }
}

#[test]
fn every_public_library_is_read_completely() {
    for (name, bytes) in files() {
        let library = read(&bytes).unwrap_or_else(|problems| panic!("{name}: {}", shown(&problems)));
        for note in &library.notes {
            println!("{name}: {note}");
        }
        let document: Value = serde_saphyr::from_slice(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(told(&library), counted(&document), "{name}");
        assert_eq!(Value::from(library.version), document["version"], "{name}");
    }
}
