//! Files of our own, with everything that the format has.

use cairn_library::types::{ComputeResult, Condition, ControlCategory, CsfFunction, Importance, Relationship};
use cairn_library::{Library, Place, Problem, read, read_value};

/// A library with something of everything, spelt as oddly as is allowed.
pub const ORCHARD: &str = include_str!("samples/orchard.yaml");

pub fn orchard() -> Library {
    sound(ORCHARD)
}

pub fn sound(text: &str) -> Library {
    read(text.as_bytes()).unwrap_or_else(|problems| panic!("{}", shown(&problems)))
}

pub fn shown(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("\n")
}

/// The smallest file: what every library must have, and then some lines of one's own.
pub fn small(objects: &str) -> String {
    format!(
        "urn: urn:acme:risk:library:small\nlocale: en\nref_id: small\nname: Small\nversion: 1\nobjects:\n  {}\n",
        objects.trim().replace('\n', "\n  ")
    )
}

#[test]
fn urns_are_compared_without_regard_to_case() {
    let library = orchard();
    assert_eq!(library.urn.as_str(), "urn:acme:risk:library:orchard");
    let nodes = &library.objects.frameworks[0].requirement_nodes;
    assert_eq!(nodes[0].parent_urn.as_ref(), Some(&nodes[1].urn));
    assert_eq!(nodes[0].threats[0], library.objects.threats[0].urn);
}

#[test]
fn a_library_can_be_read_from_json() {
    let library = Library { notes: vec![], ..orchard() };
    let document = serde_json::to_value(&library).unwrap();
    let read = read_value(&document).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    assert_eq!(Library { notes: vec![], ..read }, library);
    let problems = read_value(&serde_json::json!({ "urn": "nothing", "version": "one" })).unwrap_err();
    assert!(problems.iter().all(|problem| problem.line.is_none()), "{}", shown(&problems));
    let paths: Vec<&str> = problems.iter().map(|problem| problem.path.as_str()).collect();
    assert!(["urn", "name", "version", "objects"].iter().all(|path| paths.contains(path)), "{paths:?}");
}

#[test]
fn texts_stay_as_they_were_written() {
    let library = orchard();
    assert_eq!(library.ref_id.as_deref(), Some("1.10"));
    assert_eq!(library.labels, ["fruit", "2026"]);
    assert_eq!(library.description.as_deref(), Some("How to run an orchard, in a few requirements.\n"));
    let control = &library.objects.reference_controls[0];
    assert_eq!(control.ref_id.as_deref(), Some("007"));
    assert_eq!(control.typical_evidence, ["a photo", "12"]);
    let nodes = &library.objects.frameworks[0].requirement_nodes;
    assert_eq!(nodes[0].ref_id.as_deref(), Some("1.20"));
    assert_eq!(nodes[2].ref_id.as_deref(), Some("2e3"));
    assert_eq!(nodes[0].implementation_groups, ["B", "1"]);
    assert_eq!(nodes[0].typical_evidence.as_deref(), Some("a plan\na photo"));
    assert_eq!(nodes[0].questions[1].choices[0].value.as_deref(), Some("Yes"));
}

#[test]
fn dates_numbers_flags_and_words_are_understood() {
    let library = orchard();
    assert_eq!(library.publication_date.unwrap().to_string(), "2026-03-01");
    let objects = &library.objects;
    assert_eq!(objects.reference_controls[0].category, Some(ControlCategory::Technical));
    assert_eq!(objects.reference_controls[0].csf_function, Some(CsfFunction::Protect));
    assert_eq!(objects.metric_definitions[0].default_target, Some(12.5));
    assert_eq!(objects.metric_definitions[0].higher_is_better, Some(true));
    let node = &objects.frameworks[0].requirement_nodes[0];
    assert_eq!(node.importance, Some(Importance::NiceToHave));
    assert_eq!((node.min_score, node.target_score), (Some(2), Some(3.5)));
    let choices = &node.questions[1].choices;
    assert_eq!(choices[0].compute_result, Some(ComputeResult::Compliant));
    assert_eq!(choices[1].compute_result, Some(ComputeResult::PartiallyCompliant));
    assert_eq!(objects.requirement_mapping_sets[0].requirement_mappings[1].relationship, Relationship::NotRelated);
    assert!(objects.techniques[0].is_deprecated);
}

#[test]
fn questions_keep_their_order_and_their_dependencies() {
    let library = orchard();
    let questions = &library.objects.frameworks[0].requirement_nodes[0].questions;
    assert!(questions[0].urn.ends_with("question:2") && questions[1].urn.ends_with("question:1"));
    let depends_on = questions[0].depends_on.as_ref().unwrap();
    assert_eq!(depends_on.question, questions[1].urn);
    assert_eq!(depends_on.condition, Condition::Any);
}

#[test]
fn levels_without_ids_are_counted() {
    let matrix = &orchard().objects.risk_matrices[0];
    assert_eq!(matrix.probability.iter().map(|level| level.id).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(matrix.grid, [[0, 0, 1], [0, 1, 1]]);
}

#[test]
fn the_tree_follows_from_the_parents() {
    let framework = &orchard().objects.frameworks[0];
    let place = |parent, depth, position| Place { parent, depth, position };
    assert_eq!(framework.places(), [place(Some(1), 1, 0), place(None, 0, 0), place(Some(1), 1, 1)]);
}

#[test]
fn a_framework_is_drawn_before_it_is_loaded() {
    let tree = orchard().objects.frameworks[0].tree();
    let [root] = &tree[..] else { panic!("{tree:?}") };
    assert_eq!(root.ref_id.as_deref(), Some("A"));
    let children: Vec<_> = root.children.iter().map(|child| (child.ref_id.as_deref(), child.questions)).collect();
    assert_eq!(children, [(Some("1.20"), 2), (Some("2e3"), 0)]);
}

#[test]
fn objects_are_counted_by_kind() {
    let counts = serde_json::to_value(orchard().objects_meta()).unwrap();
    let expected = serde_json::json!({
        "frameworks": 1, "metric_definitions": 2, "preset": 1, "reference_controls": 1, "requirement_mapping_sets": 1,
        "risk_matrices": 1, "tactics": 1, "techniques": 2, "threats": 1, "ttp_catalogs": 1, "workflows": 1,
    });
    assert_eq!(counts, expected);
    assert!(sound(&small("threats: []")).objects_meta().is_empty());
}

#[test]
fn a_preset_is_kept_as_it_is() {
    let preset = orchard().objects.preset.unwrap();
    let step = &preset["journey"]["steps"][0];
    assert_eq!(step, &serde_json::json!({"key": "plant", "title": "Plant", "order": 1, "share": 0.5, "done": false}));
}

#[test]
fn singular_and_plural_lists_and_maps_are_the_same() {
    let map = "urn: urn:acme:risk:framework:f\nname: F\nrequirement_nodes: []";
    let indented = map.replace('\n', "\n  ");
    let forms = [
        format!("framework:\n  {indented}"),
        format!("frameworks:\n  {indented}"),
        format!("framework:\n- {indented}"),
        format!("frameworks:\n- {indented}"),
    ];
    let read: Vec<Library> = forms.iter().map(|form| sound(&small(form))).collect();
    assert_eq!(read[0].objects.frameworks.len(), 1);
    assert!(read.iter().all(|library| library.objects == read[0].objects));
}

#[test]
fn the_sample_has_nothing_odd() {
    assert_eq!(shown(&orchard().notes), "");
}

#[test]
fn unknown_fields_are_noted_and_left_out() {
    let text = ORCHARD.replace("    name: Orchard care\n", "    name: Orchard care\n    shape: round\n");
    let library = sound(&text);
    let [note] = &library.notes[..] else { panic!("{}", shown(&library.notes)) };
    assert_eq!(note.path, "objects.framework.shape");
    assert_eq!(note.line, text.lines().position(|line| line.contains("shape")).map(|at| at + 1));
    assert_eq!(Library { notes: vec![], ..library }, orchard());
}

#[test]
fn what_is_odd_but_harmless_is_noted() {
    let cases = [
        ("publication_date: 2026-03-01", "publication_date: in spring", "not a date"),
        ("locale: en\n", "", "names no language"),
        ("ref_id: 1.10\n", "", "not loaded"),
        ("implementation_groups: [B, 1]", "implementation_groups: [B, Z]", "\"Z\" is used by requirements"),
        ("scores_definition_ref: short", "scores_definition_ref: long", "\"long\" is used by requirements"),
        ("threats: [urn:acme:risk:threat:orchard:FROST]", "threats: [urn:acme:risk:threat:x:y]", "There is no threat"),
        ("question:1:choice:1]", "question:1:choice:9]", "has no choice"),
        ("ref_id: '1'", "ref_id: B", "the same ref_id"),
        ("strength_of_relationship: 3", "strength_of_relationship: strong", "a whole number"),
        ("translations:\n  fr: {name: Soin du verger, description: null}", "translations: []", "a map of translations"),
        ("provider: Acme\n", "provider: Ace\nprovider: Acme\n", "The last one counts"),
        ("fr: {name: Soin du verger, description: null}", "fr: {name: {a: b}}", "should be a text"),
    ];
    for (from, to, message) in cases {
        assert!(ORCHARD.contains(from), "{from}");
        let library = sound(&ORCHARD.replacen(from, to, 1));
        assert!(library.notes.iter().any(|note| note.message.contains(message)), "{to}: {}", shown(&library.notes));
    }
}

#[test]
fn aliases_and_merged_maps_are_followed() {
    let library = sound(&small(
        "threats:\n- &one {urn: 'urn:a:risk:threat:1', name: One, description: Both}\n- {<<: *one, urn: 'urn:a:risk:threat:2'}",
    ));
    let [one, two] = &library.objects.threats[..] else { panic!() };
    assert_eq!((two.urn.as_str(), &two.description), ("urn:a:risk:threat:2", &one.description));
    // In quotes it is a key like any other.
    let library = sound(&small("threats:\n- {urn: 'urn:a:risk:threat:1', translations: {fr: {'<<': x}}}"));
    assert_eq!(library.objects.threats[0].translations["fr"]["<<"], "x");
}

#[test]
fn json_keeps_everything() {
    let library = orchard();
    let json = serde_json::to_string(&library).unwrap();
    assert_eq!(serde_json::from_str::<Library>(&json).unwrap(), library);
}
