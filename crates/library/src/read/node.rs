use std::collections::HashMap;

use super::catalogue::{CONTROL, THREAT};
use super::fields::Fields;
use super::framework::check_rule;
use super::question::{Dependency, questions};
use super::{Declared, score};
use crate::raw::At;
use crate::tree;
use crate::types::{RequirementNode, Urn};

/// Deeper than any framework, and shallow enough for whoever draws it.
pub const MAX_DEPTH: usize = 50;

const NODE: &str = "requirement node";

pub fn nodes(
    framework: &Fields<'_>,
    declared: &Declared,
    range: (Option<i64>, Option<i64>),
    dependencies: &mut Vec<Dependency>,
) -> Vec<RequirementNode> {
    const KEY: &str = "requirement_nodes";
    let mut places: Vec<At> = vec![];
    let nodes = framework.maps(
        KEY,
        |fields| {
            places.push(fields.at("parent_urn"));
            node(fields, declared, range, dependencies)
        },
        // Depth follows from the parents.
        &["depth"],
    );
    if framework.get(KEY).is_none() {
        framework.note(KEY, "This framework has no requirements.");
    }
    check_parents(framework, &nodes, &places);
    nodes
}

fn node(
    fields: &Fields<'_>,
    declared: &Declared,
    range: (Option<i64>, Option<i64>),
    dependencies: &mut Vec<Dependency>,
) -> RequirementNode {
    let assessable = fields.flag("assessable");
    if fields.get("assessable").is_none() {
        fields.missing("assessable");
    }
    let (min_score, max_score) = score::range(fields, Some(range));
    let visibility_expression = fields.text("visibility_expression");
    check_rule(fields, "visibility_expression", visibility_expression.as_deref());
    RequirementNode {
        urn: declared.own_urn(NODE, fields),
        parent_urn: fields.urn("parent_urn"),
        assessable: assessable.unwrap_or_default(),
        ref_id: fields.text("ref_id"),
        name: fields.text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        typical_evidence: fields.lines("typical_evidence"),
        implementation_groups: fields.texts("implementation_groups"),
        reference_controls: declared.references(CONTROL, fields, "reference_controls"),
        threats: declared.references(THREAT, fields, "threats"),
        questions: questions(fields, declared, dependencies),
        weight: fields.integer("weight"),
        importance: fields.word("importance"),
        display_mode: fields.word("display_mode"),
        visibility_expression,
        min_score,
        max_score,
        scores_definition_ref: fields.text("scores_definition_ref"),
        target_score: fields.number("target_score"),
        translations: fields.translations(),
    }
}

/// Nodes may come before their parents.
fn check_parents(framework: &Fields<'_>, nodes: &[RequirementNode], places: &[At]) {
    let path = framework.path.key("requirement_nodes");
    let problem = |index: usize, message: String| {
        framework.log.problem(&path.index(index).key("parent_urn"), places[index], message);
    };
    let by_urn: HashMap<&Urn, usize> = nodes.iter().enumerate().rev().map(|(index, node)| (&node.urn, index)).collect();
    let mut parents: Vec<Option<usize>> = vec![];
    for (index, node) in nodes.iter().enumerate() {
        let parent = node.parent_urn.as_ref().and_then(|parent| by_urn.get(parent).copied());
        if let (Some(urn), None) = (&node.parent_urn, parent) {
            problem(index, format!("There is no node {urn} in this framework."));
        }
        parents.push(parent);
    }
    let tree = tree::depths(&mut parents);
    for closer in tree.closers {
        problem(closer, "The parents of this node lead back to it.".to_owned());
    }
    if let Some(index) = tree.depths.iter().position(|depth| *depth >= MAX_DEPTH) {
        problem(index, format!("The tree of requirements is more than {MAX_DEPTH} levels deep."));
    }
}
