//! Model documents that were built before. Every page of the interface starts with one, and building it takes longer
//! than anything else that page asks for.
//!
//! A document depends on the program, the edition, the part that is asked for and the caller's permissions. All of them
//! but the first two are in the key, so a document is only ever shown to someone who would get the very same one.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use cairn_access::Verb;
use cairn_describe::Part;
use cairn_engine::{Registry, Resource, render};
use parking_lot::Mutex;
use serde_json::Value as Json;

/// Everything is dropped beyond this many bytes. Few instances have more than a handful of different sets of permissions.
const MOST: usize = 16 * 1024 * 1024;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    part: String,
    has_checks: bool,
    /// One byte per resource with a bit per verb, in the order of the registry.
    rights: Vec<u8>,
}

impl Key {
    pub fn new(registry: &Registry, may: &dyn Fn(&Resource, Verb) -> bool, has_checks: bool, part: Part<'_>) -> Self {
        let bits = |resource: &&Resource| {
            Verb::ALL.into_iter().fold(0, |bits, verb| (bits << 1) | u8::from(may(resource, verb)))
        };
        let rights = registry.resources().iter().map(bits).collect();
        Self { part: format!("{part:?}"), has_checks, rights }
    }
}

#[derive(Debug)]
pub struct Document {
    pub bytes: Bytes,
    pub etag: String,
}

#[derive(Default)]
pub struct Models {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    documents: HashMap<Key, Arc<Document>>,
    size: usize,
}

impl Models {
    /// The document for a key; `build` is only called the first time.
    pub fn get(&self, key: Key, build: impl FnOnce() -> Json) -> Arc<Document> {
        if let Some(known) = self.kept.lock().documents.get(&key) {
            return Arc::clone(known);
        }
        // Not under the lock: two callers may build the same document, but nobody waits for another one's.
        let bytes = Bytes::from(build().to_string());
        let document = Arc::new(Document { etag: render::etag(&bytes), bytes });
        let mut kept = self.kept.lock();
        if kept.size + document.bytes.len() > MOST {
            *kept = Kept::default();
        }
        if kept.documents.insert(key, Arc::clone(&document)).is_none() {
            kept.size += document.bytes.len();
        }
        document
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn key(may: &dyn Fn(&Resource, Verb) -> bool, has_checks: bool, part: Part<'_>) -> Key {
        Key::new(cairn_domain::registry(), may, has_checks, part)
    }

    #[test]
    fn a_document_is_built_once_for_the_same_permissions() {
        let models = Models::default();
        let all = || key(&|_, _| true, true, Part::Whole);
        assert_eq!(models.get(all(), || json!("first")).bytes, "\"first\"");
        assert_eq!(models.get(all(), || unreachable!("it is known")).bytes, "\"first\"");
        assert_ne!(models.get(all(), || json!(1)).etag, render::etag(b"1"));
    }

    #[test]
    fn every_single_permission_makes_another_document() {
        let registry = cairn_domain::registry();
        let all = key(&|_, _| true, true, Part::Whole);
        for resource in registry.resources() {
            for verb in Verb::ALL {
                let but_one = |other: &Resource, asked: Verb| other.path != resource.path || asked != verb;
                assert_ne!(key(&but_one, true, Part::Whole), all, "{} {verb:?}", resource.path);
            }
        }
        assert_ne!(key(&|_, _| true, false, Part::Whole), all);
        assert_ne!(key(&|_, _| true, true, Part::Outline), all);
        assert_ne!(key(&|_, _| true, true, Part::Module("risk")), key(&|_, _| true, true, Part::Module("assets")));
    }

    #[test]
    fn it_does_not_grow_without_end() {
        let models = Models::default();
        let large = "x".repeat(MOST / 4);
        for module in ["a", "b", "c", "d", "e", "f"] {
            models.get(key(&|_, _| true, true, Part::Module(module)), || json!(large));
        }
        assert!(models.kept.lock().size <= MOST);
        assert!(!models.kept.lock().documents.is_empty());
    }
}
