//! Every problem that a file can have, and that it is told with its place.

use cairn_library::{MAX_PROBLEMS, Problem, read};

use crate::samples::{ORCHARD, shown, small};

fn problems(text: &str) -> Vec<Problem> {
    read(text.as_bytes()).expect_err("the file should be refused")
}

/// Where a problem is told that is not where the change was.
const PLACES: &[(&str, &str)] = &[
    ("\"urn\" is missing", "locale: en"),
    ("\"version\" is missing", "urn: urn:Acme"),
    ("\"assessable\" is missing", "urn: urn:acme:risk:req_node:orchard:A"),
    ("\"relationship\" is missing", "- source_requirement_urn"),
    ("is above the highest, 0", "min_score: 1"),
    ("lead back to it", "parent_urn: urn:acme:risk:technique:pests:t1.1"),
];

/// The sample with one change, which makes it wrong: where the change is, and what is said about it.
#[test]
fn each_problem_is_told_with_its_line_and_path() {
    const NODES: &str = "objects.framework.requirement_nodes";
    let cases = [
        // The library.
        ("urn: urn:Acme:risk:library:Orchard\n", "", "urn", "\"urn\" is missing"),
        ("urn: urn:Acme:risk:library:Orchard", "urn: orchard", "urn", "\"orchard\" is not a URN"),
        ("urn: urn:Acme:risk:library:Orchard", "urn: urn:a:b", "urn", "not a URN"),
        ("name: Orchard care\n", "", "name", "\"name\" is missing"),
        ("name: Orchard care\n", "name: ''\n", "name", "\"name\" is missing"),
        ("name: Orchard care\n", "name: [a]\n", "name", "should be a text, not a list"),
        ("version: 3\n", "", "version", "\"version\" is missing"),
        ("version: 3\n", "version: three\n", "version", "a whole number, not \"three\""),
        ("version: 3\n", "version: 1.5\n", "version", "a whole number, not \"1.5\""),
        ("version: 3\n", "version: -3\n", "version", "0 or more"),
        ("version: 3\n", "version: 99999999999\n", "version", "a whole number"),
        ("labels: [fruit, 2026]", "labels: [{a: b}]", "labels[0]", "should be a text, not a map"),
        ("labels:", "dependencies: [orchard]\nlabels:", "dependencies[0]", "not a URN"),
        // Frameworks.
        ("max_score: 4", "max_score: 0", "objects.framework.min_score", "lowest score, 1, is above the highest, 0"),
        ("score: 1, name: Wild", "score: low", "objects.framework.scores_definition.scale[0].score", "not \"low\""),
        ("aggregation: mean", "aggregation: worst", "objects.framework.scores_definition.aggregation", "sum, mean"),
        (
            "score: {auditor: edit, respondent: hidden}",
            "score: edit",
            "objects.framework.field_visibility.score",
            "not a text",
        ),
        (
            "- {ref_id: good, expression: 'score > 3', label: Good}",
            "- good",
            "objects.framework.outcomes_definition[0]",
            "is a map",
        ),
        // Nodes.
        (
            "orchard:A\n        assessable: false",
            "orchard:A",
            &format!("{NODES}[1].assessable"),
            "\"assessable\" is missing",
        ),
        ("assessable: false", "assessable: maybe", &format!("{NODES}[1].assessable"), "true or false, not \"maybe\""),
        (
            "node:ORCHARD:A",
            "node:orchard:z",
            &format!("{NODES}[0].parent_urn"),
            "There is no node urn:acme:risk:req_node:orchard:z",
        ),
        (
            "urn: urn:acme:risk:req_node:orchard:b",
            "urn: urn:acme:risk:req_node:ORCHARD:a",
            &format!("{NODES}[2].urn"),
            "already used in line",
        ),
        ("weight: 2", "weight: heavy", &format!("{NODES}[0].weight"), "a whole number"),
        (
            "importance: Nice to have",
            "importance: dire",
            &format!("{NODES}[0].importance"),
            "one of mandatory, recommended",
        ),
        ("display_mode: splash", "display_mode: loud", &format!("{NODES}[1].display_mode"), "one of default, splash"),
        ("min_score: 2", "min_score: 9", &format!("{NODES}[0].min_score"), "lowest score, 9, is above the highest, 4"),
        ("target_score: 3.5", "target_score: .nan", &format!("{NODES}[0].target_score"), "a number, not \".nan\""),
        // Mappings.
        (
            "relationship: subset",
            "relationship: cousin",
            "objects.requirement_mapping_sets[0].requirement_mappings[0].relationship",
            "one of equal, subset",
        ),
        (
            "          relationship: subset\n",
            "",
            "objects.requirement_mapping_sets[0].requirement_mappings[0].relationship",
            "\"relationship\" is missing",
        ),
        (
            "req_node:orchard:b\n          target",
            "req_node:orchard:x\n          target",
            "objects.requirement_mapping_sets[0].requirement_mappings[0].source_requirement_urn",
            "There is no requirement",
        ),
        (
            "source_framework_urn: urn:acme:risk:framework:orchard",
            "source_framework_urn:",
            "objects.requirement_mapping_sets[0].source_framework_urn",
            "is missing",
        ),
        // Catalogues.
        ("category: technical", "category: magic", "objects.reference_controls[0].category", "one of policy"),
        ("csf_function: Protect", "csf_function: hope", "objects.reference_controls[0].csf_function", "one of govern"),
        ("default_target: 12.5", "default_target: much", "objects.metric_definitions[0].default_target", "a number"),
        (
            "technique:pests:t1\n      ref_id",
            "technique:pests:t2\n      ref_id",
            "objects.techniques[0].parent_urn",
            "There is no technique",
        ),
        (
            "name: Eat fruit",
            "name: Eat fruit\n      parent_urn: urn:acme:risk:technique:pests:t1.1",
            "objects.techniques",
            "lead back to it",
        ),
        ("    - {name: Harvest, nodes: []}", "    - Harvest", "objects.workflows[0]", "A workflow is a map"),
        ("  workflows:\n", "  preset: none\n  workflows:\n", "objects.preset", "should be a map"),
    ];
    for (from, to, path, message) in cases {
        assert_eq!(ORCHARD.matches(from).count().min(1), 1, "{from:?} is in the sample");
        let text = ORCHARD.replacen(from, to, 1);
        let found = problems(&text);
        let told = found.iter().find(|problem| problem.path.starts_with(path) && problem.message.contains(message));
        let told = told.unwrap_or_else(|| panic!("{to:?} should be told as {path}: {message}\n{}", shown(&found)));
        // What is missing is told where its map begins, the rest where it stands.
        let marker = PLACES.iter().find(|(part, _)| message.contains(part)).map(|(_, marker)| *marker);
        let line = match marker {
            None if to.is_empty() => Some(0),
            Some(marker) => text.lines().position(|line| line.contains(marker)),
            None => ORCHARD.lines().zip(text.lines()).position(|(old, new)| old != new),
        };
        assert_eq!(told.line, line.map(|at| at + 1), "{to:?}: {told}");
        assert!(told.column.is_some(), "{told}");
    }
}

#[test]
fn questions_are_checked() {
    let node = |questions: &str| {
        let node = "framework:\n  urn: urn:a:risk:framework:f\n  name: F\n  requirement_nodes:\n  - urn: urn:a:risk:req_node:f:1\n    assessable: true\n    questions:\n";
        small(&format!("{node}{questions}"))
    };
    let cases = [
        ("      urn:a:risk:q:1: {type: riddle}", "urn:a:risk:q:1.type", "one of text, number, boolean, unique_choice"),
        (
            "      urn:a:risk:q:1: {type: text, depends_on: {question: 'urn:a:risk:q:9'}}",
            "depends_on.question",
            "There is no question",
        ),
        ("      urn:a:risk:q:1: {depends_on: {question: 'urn:a:risk:q:1'}}", "depends_on", "depends on itself"),
        (
            "      urn:a:risk:q:1: {}\n      urn:a:risk:q:2: {depends_on: {question: 'urn:a:risk:q:1', condition: most}}",
            "condition",
            "one of any, all",
        ),
        ("      urn:a:risk:q:1: {depends_on: {answers: []}}", "depends_on.question", "missing"),
        ("      one: {type: text}", "questions.one", "not a URN"),
        ("      urn:a:risk:q:1: {choices: [{value: x}]}", "choices[0].urn", "missing"),
        (
            "      urn:a:risk:q:1: {choices: [{urn: 'urn:a:risk:c:1', add_score: lots}]}",
            "choices[0].add_score",
            "a whole number",
        ),
        (
            "      urn:a:risk:q:1: {choices: [{urn: 'urn:a:risk:c:1', add_score: 1.5}]}",
            "choices[0].add_score",
            "a whole number",
        ),
        (
            "      urn:a:risk:q:1: {choices: [{urn: 'urn:a:risk:c:1', add_score: [1]}]}",
            "choices[0].add_score",
            "not a list",
        ),
        (
            "      urn:a:risk:q:1: {choices: [{urn: 'urn:a:risk:c:1', compute_result: fine}]}",
            "compute_result",
            "one of compliant",
        ),
        (
            "      urn:a:risk:q:1: {choices: [{urn: 'urn:a:risk:c:1'}, {urn: 'urn:A:risk:c:1'}]}",
            "choices[1].urn",
            "already used",
        ),
        ("      urn:a:risk:q:1: text", "urn:a:risk:q:1", "should be a map"),
        ("      urn:a:risk:q:1: {}\n      urn:A:risk:q:1: {}", "questions.urn:A:risk:q:1", "already used"),
        ("      urn:a:risk:q:1: {}\n      urn:a:risk:q:1: {}", "", "already on line 14"),
    ];
    for (questions, path, message) in cases {
        let found = problems(&node(questions));
        let [problem] = &found[..] else { panic!("{questions}\n{}", shown(&found)) };
        assert!(problem.path.contains(path) && problem.message.contains(message), "{questions}\n{problem}");
        assert_eq!(problem.line, Some(13 + questions.lines().count()), "{problem}");
    }
}

#[test]
fn matrices_are_checked() {
    let matrix = |probability: &str, impact: &str, grid: &str| {
        small(&format!(
            "risk_matrix:\n- urn: urn:a:risk:matrix:m\n  name: M\n  probability: {probability}\n  impact: {impact}\n  risk: [{{name: Low}}, {{name: High}}]\n  grid: {grid}"
        ))
    };
    let two = "[{id: 0}, {id: 1}]";
    let cases = [
        (matrix("[{id: 1}, {id: 2}]", two, "[[0, 0], [1, 1]]"), "probability[0].id", "should be 0", 10),
        (matrix("[]", two, "[]"), "probability", "at least one level of probability", 10),
        (matrix(two, "{id: 0}", "[[0], [1], [1]]"), "grid", "3 rows for 2 levels", 13),
        (matrix(two, two, "[[0, 0], [1, 1, 1]]"), "grid[1]", "3 cells for 2 levels", 13),
        (matrix(two, two, "[[0, 0], [1, 2]]"), "grid[1][1]", "0 to 1", 13),
        (matrix(two, two, "[[0, 0], [1, -1]]"), "grid[1][1]", "0 to 1", 13),
        (matrix(two, two, "[[0, 0], [1, x]]"), "grid[1][1]", "0 to 1", 13),
        (matrix(two, two, "[[0, 0], 1]"), "grid[1]", "a row of cells", 13),
        (matrix(two, two, "none"), "grid", "a list of rows", 13),
        (matrix(two, two, ""), "grid", "\"grid\" is missing", 13),
    ];
    for (text, path, message, line) in cases {
        let found = problems(&text);
        let told = found.iter().find(|problem| problem.path.ends_with(path) && problem.message.contains(message));
        let told = told.unwrap_or_else(|| panic!("{path}: {message}\n{}", shown(&found)));
        assert_eq!(told.line, Some(line), "{told}");
    }
}

#[test]
fn parents_that_lead_in_a_circle_are_told_once() {
    let node = |name: &str, parent: &str| {
        format!("  - {{urn: 'urn:a:risk:n:{name}', assessable: true, parent_urn: 'urn:a:risk:n:{parent}'}}\n")
    };
    let nodes = [node("1", "2"), node("2", "3"), node("3", "1"), node("4", "1"), node("5", "5")].concat();
    let text = small(&format!("framework:\n  urn: urn:a:risk:framework:f\n  name: F\n  requirement_nodes:\n{nodes}"));
    let found = problems(&text);
    assert_eq!(found.len(), 2, "{}", shown(&found));
    assert_eq!(found.iter().map(|problem| problem.line).collect::<Vec<_>>(), [Some(13), Some(15)]);
    assert!(found.iter().all(|problem| problem.message.contains("lead back to it")));
}

#[test]
fn a_tree_has_a_depth_that_can_be_drawn() {
    let nodes: String = (0..200)
        .map(|at| match at {
            0 => "  - {urn: 'urn:a:risk:n:0', assessable: false}\n".to_owned(),
            _ => format!("  - {{urn: 'urn:a:risk:n:{at}', assessable: true, parent_urn: 'urn:a:risk:n:{}'}}\n", at - 1),
        })
        .collect();
    let text = small(&format!("framework:\n  urn: urn:a:risk:framework:f\n  name: F\n  requirement_nodes:\n{nodes}"));
    let found = problems(&text);
    assert!(found.len() == 1 && found[0].message.contains("more than 50 levels"), "{}", shown(&found));
}

#[test]
fn all_problems_are_told_and_the_rest_is_counted() {
    let threats = "\n- {urn: wrong}".repeat(MAX_PROBLEMS + 20);
    let found = problems(&small(&format!("threats:{threats}")));
    assert_eq!(found.len(), MAX_PROBLEMS + 1);
    assert_eq!(found[0].line, Some(8));
    assert_eq!(found[MAX_PROBLEMS].message, "And 20 more.");
}
