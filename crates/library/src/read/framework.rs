use std::collections::HashSet;

use serde_json::{Map, Value};

use super::fields::Fields;
use super::{Declared, node, question, score};
use crate::log::shortened;
use crate::raw::Kind;
use crate::types::{Framework, ImplementationGroup, ScoresDefinition};

pub const FRAMEWORK: &str = "framework";

pub fn read(fields: &Fields<'_>, declared: &Declared) -> Framework {
    let (min_score, max_score) = score::range(fields, None);
    let mut dependencies = vec![];
    let framework = Framework {
        urn: declared.own_urn(FRAMEWORK, fields),
        ref_id: fields.text("ref_id"),
        name: fields.required_text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        min_score,
        max_score,
        scores_definition: score::definition(fields),
        implementation_groups_definition: fields.maps("implementation_groups_definition", group, &[]),
        outcomes_definition: outcomes(fields),
        field_visibility: field_visibility(fields),
        translations: fields.translations(),
        requirement_nodes: node::nodes(fields, declared, (min_score, max_score), &mut dependencies),
    };
    let questions = framework.requirement_nodes.iter().flat_map(|node| &node.questions);
    question::check(fields.log, questions, &dependencies);
    check_groups(fields, &framework);
    check_scales(fields, &framework);
    framework
}

fn group(fields: &Fields<'_>) -> ImplementationGroup {
    ImplementationGroup {
        ref_id: fields.required_text("ref_id"),
        name: fields.text("name"),
        description: fields.text("description"),
        default_selected: fields.flag("default_selected"),
        translations: fields.translations(),
    }
}

fn outcomes(framework: &Fields<'_>) -> Vec<Value> {
    let mut found = vec![];
    framework.each("outcomes_definition", |path, node| match &node.kind {
        Kind::Map(_) => {
            let Some(fields) = Fields::new(framework.log, path, node) else { return };
            fields.required_text("ref_id");
            check_rule(&fields, "expression", Some(&fields.required_text("expression")));
            found.push(node.to_value());
        }
        _ => framework.log.problem(path, node.at, format!("An outcome is a map, not {}.", node.name())),
    });
    found
}

/// Checks a rule in CEL.
pub(super) fn check_rule(fields: &Fields<'_>, key: &str, rule: Option<&str>) {
    if let Some(Err(message)) = rule.filter(|rule| !rule.is_empty()).map(cairn_assess::rules::check) {
        fields.problem(key, message);
    }
}

fn field_visibility(framework: &Fields<'_>) -> Map<String, Value> {
    let mut found = Map::new();
    let path = framework.path.key("field_visibility");
    let Some(node) = framework.get("field_visibility") else { return found };
    let Some(fields) = Fields::new(framework.log, &path, node) else { return found };
    for entry in fields.entries() {
        match &entry.value.kind {
            Kind::Map(_) => {
                found.insert(entry.key.to_string(), entry.value.to_value());
            }
            _ => {
                let message = format!("This should say what auditors and respondents see, not {}.", entry.value.name());
                fields.problem(&entry.key, message);
            }
        }
    }
    found
}

/// A group that nobody defined cannot be chosen, and one that is defined twice is one. Both are odd but harmless.
fn check_groups(fields: &Fields<'_>, framework: &Framework) {
    let defined: HashSet<&str> =
        framework.implementation_groups_definition.iter().map(|group| group.ref_id.as_str()).collect();
    if defined.len() < framework.implementation_groups_definition.len() {
        let message = "Two implementation groups have the same ref_id.";
        fields.note("implementation_groups_definition", message);
    }
    let named = framework.requirement_nodes.iter().flat_map(|node| {
        let choices = node.questions.iter().flat_map(|question| &question.choices);
        node.implementation_groups.iter().chain(choices.flat_map(|choice| &choice.select_implementation_groups))
    });
    let unknown: std::collections::BTreeSet<&str> =
        named.map(String::as_str).filter(|group| !defined.contains(group)).collect();
    for group in unknown {
        let message = format!("The group \"{}\" is used by requirements, but not defined.", shortened(group));
        fields.note("implementation_groups_definition", message);
    }
}

fn check_scales(fields: &Fields<'_>, framework: &Framework) {
    for name in framework.requirement_nodes.iter().filter_map(|node| node.scores_definition_ref.as_deref()) {
        let known = match &framework.scores_definition {
            Some(ScoresDefinition::Scales(scales)) => scales.alternatives.contains_key(name),
            _ => false,
        };
        if !known {
            let message = format!("The scale \"{}\" is used by requirements, but not defined.", shortened(name));
            fields.note("scores_definition", message);
        }
    }
}
