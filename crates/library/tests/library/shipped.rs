//! The libraries that Cairn ships, in `libraries/` at the root of the repository.

mod baseline;
mod matrices;
mod questionnaire;
mod texts;

use std::collections::BTreeSet;
use std::path::Path;

use cairn_library::types::Framework;
use cairn_library::{Library, read, write};
use serde_json::Value;

use crate::samples::shown;

/// Every file with its name, read. It must have neither problems nor notes.
fn libraries() -> Vec<(String, Library)> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../libraries"));
    let mut libraries: Vec<(String, Library)> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let library = read(&std::fs::read(&path).unwrap())
                .unwrap_or_else(|problems| panic!("{name} has problems:\n{}", shown(&problems)));
            assert!(library.notes.is_empty(), "{name} has notes:\n{}", shown(&library.notes));
            (name, library)
        })
        .collect();
    libraries.sort_by(|one, other| one.0.cmp(&other.0));
    libraries
}

fn library(name: &str) -> Library {
    let found = libraries().into_iter().find(|(file, _)| file == name);
    found.unwrap_or_else(|| panic!("there is no libraries/{name}")).1
}

/// The only framework of a library.
fn framework(library: &Library) -> &Framework {
    let [framework] = library.objects.frameworks.as_slice() else { panic!("{} is no single framework", library.name) };
    framework
}

#[test]
fn every_file_says_who_made_it_and_survives_writing() {
    for (name, library) in libraries() {
        let ref_id = library.ref_id.as_deref().expect("a library without a ref_id cannot be loaded");
        assert_eq!(name, format!("{ref_id}.yaml"));
        assert_eq!(library.urn.as_str(), format!("urn:cairn:risk:library:{ref_id}"));
        assert_eq!(library.locale, "en", "{name}");
        assert_eq!(library.packager.as_deref(), Some("cairn"), "{name}");
        assert_eq!(library.provider.as_deref(), Some("cairn"), "{name}");
        assert!(library.copyright.is_some() && library.publication_date.is_some(), "{name}");
        let again = read(write(&library).as_bytes()).unwrap_or_else(|problems| panic!("{name}:\n{}", shown(&problems)));
        assert!(again == library, "{name} changes when it is written");
    }
}

#[test]
fn no_urn_is_declared_twice() {
    let mut seen = BTreeSet::new();
    for (name, library) in libraries() {
        let document = serde_json::to_value(&library).unwrap();
        each_map(&document, &mut |map| {
            let Some(urn) = map.get("urn").and_then(Value::as_str) else { return };
            assert!(urn.starts_with("urn:cairn:risk:"), "{name}: {urn}");
            assert!(seen.insert(urn.to_owned()), "{name}: {urn} is there twice");
        });
    }
}

#[test]
fn no_reference_is_given_twice_in_a_list() {
    for (name, library) in libraries() {
        each_map(&serde_json::to_value(&library).unwrap(), &mut |map| {
            for list in map.values().filter_map(Value::as_array) {
                let mut seen = BTreeSet::new();
                for reference in list.iter().filter_map(|item| item.get("ref_id")?.as_str()) {
                    assert!(seen.insert(reference), "{name}: {reference} is there twice");
                }
            }
        });
    }
}

/// Visits every map of a document from the outside in, except for translations.
fn each_map(value: &Value, visit: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| each_map(item, visit)),
        Value::Object(map) => {
            visit(map);
            map.iter().filter(|(key, _)| *key != "translations").for_each(|(_, inner)| each_map(inner, visit));
        }
        _ => {}
    }
}
