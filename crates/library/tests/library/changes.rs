//! What another version of a library changes.

use cairn_library::types::{Framework, Relationship, RequirementNode};
use cairn_library::{Changes, Difference, Entry, Library, ScoreRange, Urn, compare};
use serde_json::json;

use crate::public::files;
use crate::samples::orchard;

fn changes(edit: impl FnOnce(&mut Library)) -> Changes {
    let old = orchard();
    let mut new = old.clone();
    edit(&mut new);
    compare(&old, &new)
}

/// Compares the framework of the sample with what an edit makes of it.
fn framework_changes(edit: impl FnOnce(&mut Framework)) -> cairn_library::FrameworkChanges {
    let changes = changes(|library| edit(&mut library.objects.frameworks[0]));
    assert!(!changes.is_empty());
    let [framework] = &changes.frameworks.changed[..] else { panic!("{changes:?}") };
    framework.clone()
}

fn urns(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.urn.rsplit(':').next().unwrap()).collect()
}

fn moved(difference: &Difference) -> Vec<&str> {
    difference.moved.iter().map(|moved| moved.entry.urn.rsplit(':').next().unwrap()).collect()
}

fn node(template: &RequirementNode, name: &str) -> RequirementNode {
    let urn = Urn::new(&format!("urn:acme:risk:req_node:orchard:{name}"));
    RequirementNode { urn, questions: vec![], ..template.clone() }
}

#[test]
fn a_library_does_not_differ_from_itself() {
    assert!(changes(|library| library.version = 9).is_empty());
    for (name, bytes) in files() {
        let library = cairn_library::read(&bytes).unwrap();
        assert!(compare(&library, &library).is_empty(), "{name}");
    }
}

#[test]
fn fields_of_the_library_are_told() {
    let changes = changes(|library| {
        library.version = 4;
        library.name = "Orchards".to_owned();
        library.translations.clear();
    });
    assert_eq!((changes.old_version, changes.new_version), (3, 4));
    let fields = serde_json::to_value(&changes.fields).unwrap();
    let expected = json!([
        {"field": "name", "old": "Orchard care", "new": "Orchards"},
        {"field": "translations.fr.name", "old": "Soin du verger", "new": null},
    ]);
    assert_eq!(fields, expected);
}

#[test]
fn nodes_are_added_removed_and_changed() {
    let changes = framework_changes(|framework| {
        let added = node(&framework.requirement_nodes[2], "new");
        framework.requirement_nodes[2].description = Some("Prune.".to_owned());
        framework.requirement_nodes[2].implementation_groups = vec!["B".to_owned()];
        framework.requirement_nodes.push(added);
        framework.requirement_nodes.remove(0);
    });
    let nodes = &changes.requirement_nodes;
    assert_eq!(urns(&nodes.added), ["new"]);
    assert_eq!(urns(&nodes.removed), ["child-first"]);
    let [changed] = &nodes.changed[..] else { panic!("{nodes:?}") };
    assert_eq!(
        changed.fields.iter().map(|field| field.field.as_str()).collect::<Vec<_>>(),
        ["description", "implementation_groups"]
    );
    assert_eq!(changed.fields[1].old, json!(null));
    assert_eq!(changed.fields[1].new, json!(["B"]));
    assert!(nodes.moved.is_empty());
    // What belongs to a node goes with it.
    assert_eq!(urns(&changes.questions.removed), ["2", "1"]);
    assert_eq!(changes.choices.removed.len(), 2);
}

#[test]
fn a_new_sibling_moves_nobody() {
    let changes = framework_changes(|framework| {
        let added = node(&framework.requirement_nodes[0], "first");
        framework.requirement_nodes.insert(0, added);
    });
    assert_eq!(urns(&changes.requirement_nodes.added), ["first"]);
    assert!(changes.requirement_nodes.moved.is_empty());
}

#[test]
fn another_place_or_parent_is_a_move() {
    let changes = framework_changes(|framework| framework.requirement_nodes.swap(0, 2));
    assert_eq!(changes.requirement_nodes.moved.len(), 1);
    assert!(changes.requirement_nodes.changed.is_empty());
    let changes = framework_changes(|framework| framework.requirement_nodes[2].parent_urn = None);
    assert_eq!(moved(&changes.requirement_nodes), ["b"]);
    let told = &changes.requirement_nodes.moved[0];
    assert_eq!((&told.entry.within, told.old_within.as_deref()), (&None, Some("urn:acme:risk:req_node:orchard:a")));
}

#[test]
fn score_ranges_and_groups_are_told_apart() {
    let changes = framework_changes(|framework| {
        framework.max_score = Some(5);
        framework.implementation_groups_definition.remove(1);
        framework.implementation_groups_definition[0].name = Some("Base".to_owned());
    });
    let range = changes.score_range.unwrap();
    assert_eq!(
        (range.old, range.new),
        (ScoreRange { min: Some(1), max: Some(4) }, ScoreRange { min: Some(1), max: Some(5) })
    );
    assert_eq!(urns(&changes.implementation_groups.removed), ["1"]);
    assert_eq!(changes.implementation_groups.changed[0].fields[0].field, "name");
    assert!(changes.fields.is_empty());
}

#[test]
fn questions_and_choices_are_compared_wherever_they_are() {
    let changes = framework_changes(|framework| {
        let question = framework.requirement_nodes[0].questions.remove(0);
        framework.requirement_nodes[2].questions.push(question);
        let question = &mut framework.requirement_nodes[0].questions[0];
        question.weight = None;
        question.choices.reverse();
        question.choices[1].add_score = Some(3);
        let mut choice = question.choices[0].clone();
        choice.urn = Urn::new("urn:acme:risk:choice:3");
        question.choices.push(choice);
    });
    assert_eq!(moved(&changes.questions), ["2"]);
    assert_eq!(changes.questions.changed[0].fields[0].field, "weight");
    assert_eq!(urns(&changes.choices.added), ["3"]);
    assert_eq!(changes.choices.moved.len(), 1);
    let [choice] = &changes.choices.changed[..] else { panic!("{changes:?}") };
    assert_eq!((choice.fields[0].field.as_str(), &choice.fields[0].new), ("add_score", &json!(3)));
}

#[test]
fn catalogues_matrices_and_mappings_are_compared() {
    let changes = changes(|library| {
        let objects = &mut library.objects;
        objects.threats[0].name = Some("Frost".to_owned());
        objects.reference_controls.clear();
        objects.risk_matrices[0].grid[0][0] = 1;
        objects.requirement_mapping_sets[0].requirement_mappings[0].relationship = Relationship::Equal;
        objects.requirement_mapping_sets[0].requirement_mappings.remove(1);
        objects.techniques.reverse();
        objects.preset = None;
        objects.frameworks[0].urn = Urn::new("urn:acme:risk:framework:other");
    });
    assert_eq!(changes.threats.changed[0].fields[0].new, json!("Frost"));
    assert_eq!(urns(&changes.reference_controls.removed), ["candles"]);
    assert_eq!(changes.risk_matrices.changed[0].fields[0].field, "grid");
    let [set] = &changes.requirement_mapping_sets.changed[..] else { panic!("{changes:?}") };
    assert_eq!(set.requirement_mappings.changed[0].fields[0].old, json!("subset"));
    assert_eq!(set.requirement_mappings.removed.len(), 1);
    assert!(changes.techniques.is_empty(), "the order of a catalogue means nothing");
    assert!(changes.preset && !changes.workflows);
    assert_eq!(urns(&changes.frameworks.added), ["other"]);
    assert_eq!(urns(&changes.frameworks.removed), ["orchard"]);
}
