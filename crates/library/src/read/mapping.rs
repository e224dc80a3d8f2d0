use std::collections::{HashMap, HashSet};

use super::Declared;
use super::fields::Fields;
use crate::raw::Kind;
use crate::types::{Framework, MappingSet, Relationship, RequirementMapping, Urn};

/// The requirements of the file's own frameworks. Those of others are known once everything is loaded.
pub type Requirements<'a> = HashMap<&'a Urn, HashSet<&'a Urn>>;

pub fn requirements(frameworks: &[Framework]) -> Requirements<'_> {
    frameworks
        .iter()
        .map(|framework| (&framework.urn, framework.requirement_nodes.iter().map(|node| &node.urn).collect()))
        .collect()
}

pub fn read(fields: &Fields<'_>, declared: &Declared, requirements: &Requirements<'_>) -> MappingSet {
    let source_framework_urn = fields.required_urn("source_framework_urn");
    let target_framework_urn = fields.required_urn("target_framework_urn");
    let ends = [requirements.get(&source_framework_urn), requirements.get(&target_framework_urn)];
    MappingSet {
        urn: declared.own_urn("mapping set", fields),
        ref_id: fields.text("ref_id"),
        name: fields.text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        translations: fields.translations(),
        requirement_mappings: fields.maps("requirement_mappings", |fields| mapping(fields, ends), &[]),
        source_framework_urn,
        target_framework_urn,
    }
}

fn mapping(fields: &Fields<'_>, [source, target]: [Option<&HashSet<&Urn>>; 2]) -> RequirementMapping {
    RequirementMapping {
        source_requirement_urn: end(fields, "source_requirement_urn", source),
        target_requirement_urn: end(fields, "target_requirement_urn", target),
        // A file with another word is refused.
        relationship: fields.required_word("relationship").unwrap_or(Relationship::NotRelated),
        rationale: fields.text("rationale"),
        strength_of_relationship: strength(fields),
        annotation: fields.text("annotation"),
    }
}

/// How strong the relationship is. Nothing depends on it, so anything but a number is only noted.
fn strength(fields: &Fields<'_>) -> Option<i64> {
    const KEY: &str = "strength_of_relationship";
    let node = fields.get(KEY)?;
    let is_number = matches!(&node.kind, Kind::Scalar(scalar) if scalar.integer().is_some());
    if !is_number {
        fields.note(KEY, "This should be a whole number. It is left out.");
        return None;
    }
    fields.integer(KEY)
}

fn end(fields: &Fields<'_>, key: &str, known: Option<&HashSet<&Urn>>) -> Urn {
    let urn = fields.required_urn(key);
    if !urn.is_empty() && known.is_some_and(|known| !known.contains(&urn)) {
        fields.problem(key, format!("There is no requirement {urn} in that framework."));
    }
    urn
}
