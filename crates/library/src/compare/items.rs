//! The parts of a library in the one form in which they are compared.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Map, Value};

use super::difference::{Entry, Item};
use super::text;
use crate::types::{Framework, Library, MappingSet, Question, RequirementNode};

/// The fields of an object, without those that say which one it is or that are compared apart.
fn fields(object: &impl Serialize, without: &[&str]) -> Map<String, Value> {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(object) else { return Map::new() };
    fields.retain(|field, _| !without.contains(&field.as_str()));
    fields
}

/// Objects of a library: their URN says which one it is, and their order means nothing.
pub fn listed(objects: &[impl Serialize]) -> Vec<Item> {
    let item = |object| {
        let mut fields = fields(object, &[]);
        let key = fields.shift_remove("urn").as_ref().and_then(text).unwrap_or_default();
        Item { urn: key.clone(), key, within: None, fields, ordered: false }
    };
    objects.iter().map(item).collect()
}

/// The version is told apart.
pub fn fields_of_library(library: &Library) -> Map<String, Value> {
    fields(library, &["urn", "version", "objects"])
}

pub fn about_framework(framework: &Framework) -> Entry {
    Entry {
        urn: framework.urn.to_string(),
        within: None,
        ref_id: framework.ref_id.clone(),
        name: Some(framework.name.clone()),
    }
}

pub fn fields_of_framework(framework: &Framework) -> Map<String, Value> {
    let apart = ["urn", "requirement_nodes", "implementation_groups_definition", "min_score", "max_score"];
    fields(framework, &apart)
}

pub fn groups(framework: &Framework) -> Vec<Item> {
    let item = |group| {
        let fields = fields(group, &[]);
        let key = fields.get("ref_id").and_then(text).unwrap_or_default();
        Item { urn: key.clone(), key, within: None, fields, ordered: true }
    };
    framework.implementation_groups_definition.iter().map(item).collect()
}

pub fn nodes(framework: &Framework) -> Vec<Item> {
    let item = |node: &RequirementNode| Item {
        key: node.urn.to_string(),
        urn: node.urn.to_string(),
        within: node.parent_urn.as_ref().map(ToString::to_string),
        fields: fields(node, &["urn", "parent_urn", "questions"]),
        ordered: true,
    };
    framework.requirement_nodes.iter().map(item).collect()
}

pub fn questions(framework: &Framework) -> Vec<Item> {
    let item = |(node, question): (&RequirementNode, &Question)| Item {
        key: question.urn.to_string(),
        urn: question.urn.to_string(),
        within: Some(node.urn.to_string()),
        fields: fields(question, &["urn", "choices"]),
        ordered: true,
    };
    all_questions(framework).map(item).collect()
}

/// A choice may have the URN of another question's choice, so its question is a part of what it is.
pub fn choices(framework: &Framework) -> Vec<Item> {
    let items = |(_, question): (_, &'_ Question)| -> Vec<Item> {
        let item = |choice: &crate::types::Choice| Item {
            key: format!("{} {}", question.urn, choice.urn),
            urn: choice.urn.to_string(),
            within: Some(question.urn.to_string()),
            fields: fields(choice, &["urn"]),
            ordered: true,
        };
        question.choices.iter().map(item).collect()
    };
    all_questions(framework).flat_map(items).collect()
}

fn all_questions(framework: &Framework) -> impl Iterator<Item = (&RequirementNode, &Question)> {
    framework.requirement_nodes.iter().flat_map(|node| node.questions.iter().map(move |question| (node, question)))
}

pub fn about_mapping_set(set: &MappingSet) -> Entry {
    Entry { urn: set.urn.to_string(), within: None, ref_id: set.ref_id.clone(), name: set.name.clone() }
}

pub fn fields_of_mapping_set(set: &MappingSet) -> Map<String, Value> {
    fields(set, &["urn", "requirement_mappings"])
}

/// Mappings have no URN. The same two requirements may be mapped more than once.
pub fn mappings(set: &MappingSet) -> Vec<Item> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let item = |mapping: &crate::types::RequirementMapping| {
        let mut key = format!("{} {}", mapping.source_requirement_urn, mapping.target_requirement_urn);
        let times = seen.entry(key.clone()).or_default();
        *times += 1;
        if *times > 1 {
            key = format!("{key} {times}");
        }
        let fields = fields(mapping, &["source_requirement_urn", "target_requirement_urn"]);
        Item { urn: key.clone(), key, within: None, fields, ordered: false }
    };
    set.requirement_mappings.iter().map(item).collect()
}
