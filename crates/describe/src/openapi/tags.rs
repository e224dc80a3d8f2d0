//! Tags: one for each resource, in groups by module, so that a reader finds a hundred of them.

use std::collections::HashMap;

use cairn_engine::Registry;
use cairn_model::text::humanize;
use serde_json::{Value as Json, json};

use super::Operation;

pub(super) struct Tags {
    by_path: HashMap<&'static str, String>,
    /// Name and description.
    all: Vec<(String, String)>,
    /// Module and its tags. Redoc shows only tags that are in a group.
    groups: Vec<(String, Vec<String>)>,
}

impl Tags {
    pub fn new(registry: &Registry, extra: &[Operation]) -> Self {
        let mut plurals: HashMap<String, usize> = HashMap::new();
        for resource in registry.routed() {
            *plurals.entry(resource.plural()).or_default() += 1;
        }
        let mut tags = Self { by_path: HashMap::new(), all: Vec::new(), groups: Vec::new() };
        for resource in registry.routed() {
            // Two collections may end in the same word; their whole paths differ.
            let plural = resource.plural();
            let tag = if plurals[&plural] == 1 { plural } else { humanize(resource.path) };
            tags.add(resource.entry.module.label().to_owned(), tag.clone(), resource.doc().to_owned());
            tags.by_path.insert(resource.path, tag);
        }
        for operation in extra {
            tags.add("Service".to_owned(), operation.tag.clone(), String::new());
        }
        // By module first, as the groups are; the modules come in the registry's order.
        let groups = &tags.groups;
        let place = |tag: &str| groups.iter().position(|(_, group)| group.iter().any(|other| other == tag));
        tags.all.sort_by_key(|(tag, _)| place(tag));
        tags
    }

    fn add(&mut self, group: String, tag: String, doc: String) {
        if self.all.iter().any(|(other, _)| *other == tag) {
            return;
        }
        match self.groups.iter_mut().find(|(name, _)| *name == group) {
            Some((_, tags)) => tags.push(tag.clone()),
            None => self.groups.push((group, vec![tag.clone()])),
        }
        self.all.push((tag, doc));
    }

    pub fn of(&self, path: &str) -> &str {
        &self.by_path[path]
    }

    pub fn list(&self) -> Json {
        let all = self.all.iter().map(|(name, doc)| match doc.as_str() {
            "" => json!({ "name": name }),
            doc => json!({ "name": name, "description": doc }),
        });
        all.collect()
    }

    pub fn groups(&self) -> Json {
        self.groups.iter().map(|(name, tags)| json!({ "name": name, "tags": tags })).collect()
    }
}
