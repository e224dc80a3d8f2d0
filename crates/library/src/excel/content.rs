//! Sheets with one object in each row.

use std::rc::Rc;

use super::budget::Budget;
use super::build::{Map, list, text};
use super::library::Object;
use super::names::{below, is_marked};
use super::sheet::Sheet;
use crate::log::Log;
use crate::raw::Node;

/// The rows as maps, just as they are.
pub fn rows(content: &Sheet) -> Rc<Node> {
    let row = |record: super::sheet::Record<'_>| {
        let mut map = Map::new(record.at());
        map.cells(&record, &[]);
        map.build()
    };
    list(content.at(1), content.records().into_iter().map(row).collect())
}

pub fn groups(content: &Sheet, log: &Log) -> Rc<Node> {
    let row = |record: super::sheet::Record<'_>| {
        let mut map = Map::new(record.at());
        map.cells(&record, &["default_selected"]);
        if is_marked(record.get("default_selected"), record.at(), log) {
            map.text("default_selected", "true");
        }
        map.build()
    };
    list(content.at(1), content.records().into_iter().map(row).collect())
}

/// Objects whose URN follows from their `ref_id`: threats, reference controls, metrics.
pub fn listed(object: &Object<'_>, budget: &Budget, log: &Log) -> Vec<Rc<Node>> {
    let (Some(base), Some(content)) = (object.required("base_urn", log), object.content(log)) else { return vec![] };
    let mut found = vec![];
    for record in content.records() {
        let Some(id) = record.get("urn_id").or_else(|| record.get("ref_id")) else {
            log.problem_at(record.at(), "\"ref_id\" is missing.");
            continue;
        };
        if !budget.pays(base.len() + id.len(), record.at(), log) {
            break;
        }
        let mut map = Map::new(record.at());
        map.text("urn", &below(base, id));
        map.cells(&record, &["urn_id", "typical_evidence"]);
        if let Some(evidence) = record.get("typical_evidence") {
            let lines = evidence.lines().map(str::trim).filter(|line| !line.is_empty());
            map.put("typical_evidence", list(record.at(), lines.map(|line| text(record.at(), line)).collect()));
        }
        for (language, value) in record.translated("typical_evidence") {
            map.translate(record.at(), language, "typical_evidence", value);
        }
        found.push(map.build());
    }
    found
}

/// A set of mappings. It often has no URN of its own, since it is alone in its library.
pub fn mapping_set(object: &Object<'_>, library_urn: Option<&str>, budget: &Budget, log: &Log) -> Option<Rc<Node>> {
    let source = object.required("source_node_base_urn", log);
    let target = object.required("target_node_base_urn", log);
    let content = object.content(log);
    let (source, target, content) = (source?, target?, content?);
    let mut map = object.fields(&["type", "source_node_base_urn", "target_node_base_urn"]);
    if object.get("urn").is_none() {
        let urn = library_urn.unwrap_or_default().replacen(":library:", ":req_mapping_set:", 1);
        map.text("urn", &urn);
    }
    let mut mappings = vec![];
    for record in content.records() {
        if !budget.pays(source.len() + target.len(), record.at(), log) {
            break;
        }
        let mut mapping = Map::new(record.at());
        for (column, field, base) in
            [("source_node_id", "source_requirement_urn", source), ("target_node_id", "target_requirement_urn", target)]
        {
            match record.get(column) {
                Some(id) => mapping.text(field, &below(base, id)),
                None => log.problem_at(record.at(), format!("\"{column}\" is missing.")),
            }
        }
        mapping.cells(&record, &["source_node_id", "target_node_id"]);
        mappings.push(mapping.build());
    }
    map.put("requirement_mappings", list(content.at(1), mappings));
    Some(map.build())
}
