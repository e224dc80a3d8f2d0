//! Libraries as workbooks.

use std::io::Write as _;

use cairn_library::types::{ComputeResult, Condition, Importance, QuestionType, Relationship, ScoresDefinition};
use cairn_library::{Library, Problem, Urn, excel, read, write};
use proptest::prelude::*;
use rust_xlsxwriter::Workbook;

use crate::samples::shown;

type Sheets = Vec<(&'static str, Vec<Vec<&'static str>>)>;

/// A workbook with something of everything.
fn orchard() -> Sheets {
    vec![
        (
            "library_meta",
            vec![
                vec!["type", "library"],
                vec!["urn", "urn:acme:risk:library:Orchard"],
                vec!["version", "3"],
                vec!["locale", "en"],
                vec!["ref_id", "orchard"],
                vec!["name", "Orchard care"],
                vec!["name[fr]", "Soin du verger"],
                vec!["description", "In a few requirements"],
                vec!["packager", "acme"],
                vec!["dependencies", "urn:acme:risk:library:a, urn:acme:risk:library:b"],
            ],
        ),
        (
            "care_meta",
            vec![
                vec!["type", "framework"],
                vec!["urn", "urn:acme:risk:framework:orchard"],
                vec!["ref_id", "orchard"],
                vec!["name", "Orchard care"],
                vec!["base_urn", "urn:acme:risk:req_node:orchard"],
                vec!["min_score", "1"],
                vec!["max_score", "4"],
                vec!["scores_definition", "maturity"],
                vec!["implementation_groups_definition", "levels"],
                vec!["answers_definition", "yes-no"],
            ],
        ),
        (
            "care_content",
            vec![
                vec![
                    "assessable",
                    "depth",
                    "ref_id",
                    "name",
                    "name[fr]",
                    "description",
                    "implementation_groups",
                    "threats",
                    "reference_controls",
                    "questions",
                    "questions[fr]",
                    "answer",
                    "depends_on",
                    "urn_id",
                    "importance",
                    "weight",
                    "condition",
                    "scores_definition",
                ],
                vec!["", "1", "A 1", "Trees", "Arbres"],
                vec![
                    "x",
                    "2",
                    "A.1.1",
                    "",
                    "",
                    "Prune",
                    "B, P",
                    "t:frost",
                    "c:candles\nurn:acme:risk:function:x:y",
                    "Pruned?\nHow?|",
                    "Taillé ?\nComment ?",
                    "yes\nfree",
                    "undefined\n3:1:1",
                    "",
                    "nice to have",
                    "2",
                    "/\nall",
                    "short",
                ],
                vec!["x", "2", "", "", "", "No id"],
                vec!["x", "2", "", "", "", "No id either"],
                vec!["", "1", "", "Loose"],
                vec!["x", "2", "B/2", "", "", "Special", "", "", "", "", "", "", "", "special"],
            ],
        ),
        ("maturity_meta", vec![vec!["type", "scores"], vec!["name", "maturity"]]),
        (
            "maturity_content",
            vec![
                vec!["score", "name", "description", "name[fr]"],
                vec!["1", "Wild", "", "Sauvage"],
                vec!["4", "Kept", "well"],
            ],
        ),
        ("short_meta", vec![vec!["type", "scores"]]),
        ("short_content", vec![vec!["score", "name"], vec!["1", "No"], vec!["4", "Yes"]]),
        ("levels_meta", vec![vec!["type", "implementation_groups"], vec!["name", "levels"]]),
        (
            "levels_content",
            vec![vec!["ref_id", "name", "default_selected"], vec!["B", "Basic", "x"], vec!["P", "Pro", ""]],
        ),
        ("answers_meta", vec![vec!["type", "answers"], vec!["name", "yes-no"]]),
        (
            "answers_content",
            vec![
                vec![
                    "id",
                    "question_type",
                    "question_choices",
                    "question_choices[fr]",
                    "add_score",
                    "compute_result",
                    "color",
                    "select_implementation_groups",
                    "description",
                ],
                vec![
                    "yes",
                    "unique_choice",
                    "Yes,\n|all of them\nNo",
                    "Oui\nNon",
                    "4\n1",
                    "true\nundefined",
                    "#00FF00",
                    "B, P\nundefined",
                    "Good\n|work\nBad",
                ],
                vec!["free", "text"],
            ],
        ),
        ("threats_meta", vec![vec!["type", "threats"], vec!["base_urn", "urn:acme:risk:threat:orchard"]]),
        ("threats_content", vec![vec!["ref_id", "name"], vec!["Frost", "Late frost"]]),
        ("controls_meta", vec![vec!["type", "reference_controls"], vec!["base_urn", "urn:acme:risk:function:orchard"]]),
        (
            "controls_content",
            vec![
                vec!["ref_id", "name", "category", "csf_function", "typical_evidence"],
                vec!["candles", "Candles", "technical", "protect", "a photo\na bill"],
            ],
        ),
        ("prefixes_meta", vec![vec!["type", "urn_prefix"]]),
        (
            "prefixes_content",
            vec![
                vec!["prefix_id", "prefix_value"],
                vec!["t", "urn:acme:risk:threat:orchard"],
                vec!["c", "urn:acme:risk:function:orchard:"],
            ],
        ),
        (
            "matrix_meta",
            vec![
                vec!["type", "risk_matrix"],
                vec!["urn", "urn:acme:risk:matrix:orchard"],
                vec!["ref_id", "m"],
                vec!["name", "Matrix"],
            ],
        ),
        (
            "matrix_content",
            vec![
                vec!["type", "id", "color", "abbreviation", "name", "description", "grid", "", ""],
                vec!["probability", "1", "", "H", "High", "", "0", "1", "1"],
                vec!["probability", "0", "", "L", "Low", "", "0", "0", "1"],
                vec!["impact", "0", "", "S", "Small"],
                vec!["impact", "1", "", "M", "Medium"],
                vec!["impact", "2", "", "L", "Large"],
                vec!["risk", "0", "#00FF00", "A", "Accept"],
                vec!["risk", "1", "#FF0000", "B", "Act"],
            ],
        ),
        (
            "map_meta",
            vec![
                vec!["type", "requirement_mapping_set"],
                vec!["source_framework_urn", "urn:acme:risk:framework:orchard"],
                vec!["source_node_base_urn", "urn:acme:risk:req_node:orchard"],
                vec!["target_framework_urn", "urn:acme:risk:framework:garden"],
                vec!["target_node_base_urn", "urn:acme:risk:req_node:garden"],
            ],
        ),
        (
            "map_content",
            vec![
                vec!["source_node_id", "target_node_id", "relationship", "rationale", "strength_of_relationship"],
                vec!["A.1.1", "9", "subset", "semantic", "3"],
            ],
        ),
    ]
}

fn workbook(sheets: &Sheets) -> Vec<u8> {
    let mut book = Workbook::new();
    for (name, rows) in sheets {
        let sheet = book.add_worksheet();
        sheet.set_name(*name).unwrap();
        for (row, cells) in rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                let (row, column) = (row as u32, column as u16);
                match cell.parse::<f64>() {
                    Ok(number) => sheet.write_number(row, column, number).unwrap(),
                    Err(_) => sheet.write_string(row, column, *cell).unwrap(),
                };
            }
        }
    }
    book.save_to_buffer().unwrap()
}

fn sound(sheets: &Sheets) -> Library {
    excel::read(&workbook(sheets)).unwrap_or_else(|problems| panic!("{}", shown(&problems)))
}

#[test]
fn a_workbook_says_what_a_file_would() {
    let library = sound(&orchard());
    assert_eq!(shown(&library.notes), "");
    assert_eq!((library.urn.as_str(), library.version), ("urn:acme:risk:library:orchard", 3));
    assert_eq!(library.dependencies.len(), 2);
    assert_eq!(library.translations["fr"]["name"], "Soin du verger");
    let control = &library.objects.reference_controls[0];
    assert_eq!(control.urn.as_str(), "urn:acme:risk:function:orchard:candles");
    assert_eq!(control.typical_evidence, ["a photo", "a bill"]);
    assert_eq!(library.objects.threats[0].urn.as_str(), "urn:acme:risk:threat:orchard:frost");
    assert_eq!(read(write(&library).as_bytes()).unwrap(), library);
}

#[test]
fn the_tree_follows_from_depths() {
    let framework = &sound(&orchard()).objects.frameworks[0];
    let local = |urn: &str| urn.trim_start_matches("urn:acme:risk:req_node:orchard:").to_owned();
    let urns: Vec<_> = framework.requirement_nodes.iter().map(|node| local(&node.urn)).collect();
    assert_eq!(urns, ["a-1", "a.1.1", "a-1:1", "a-1:2", "node1", "special"]);
    let parents: Vec<_> = framework.places().iter().map(|place| place.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(0), Some(0), None, Some(4)]);
    let node = &framework.requirement_nodes[1];
    assert!(node.assessable && !framework.requirement_nodes[0].assessable);
    assert_eq!(node.implementation_groups, ["B", "P"]);
    assert_eq!((node.importance, node.weight), (Some(Importance::NiceToHave), Some(2)));
    assert_eq!(node.threats[0].as_str(), "urn:acme:risk:threat:orchard:frost");
    let controls: Vec<_> = node.reference_controls.iter().map(Urn::as_str).collect();
    assert_eq!(controls, ["urn:acme:risk:function:orchard:candles", "urn:acme:risk:function:x:y"]);
    assert_eq!(framework.requirement_nodes[0].translations["fr"]["name"], "Arbres");
    assert_eq!(framework.implementation_groups_definition[0].default_selected, Some(true));
    let Some(ScoresDefinition::Scales(scores)) = &framework.scores_definition else { panic!() };
    assert_eq!((scores.scale[1].score, scores.scale[0].translations["fr"]["name"].as_str()), (4, "Sauvage"));
    assert_eq!(scores.alternatives["short"][1].name.as_deref(), Some("Yes"));
    assert_eq!(node.scores_definition_ref.as_deref(), Some("short"));
}

#[test]
fn questions_take_their_answers_from_their_set() {
    let framework = &sound(&orchard()).objects.frameworks[0];
    let [first, second] = &framework.requirement_nodes[1].questions[..] else { panic!() };
    assert_eq!(first.urn.as_str(), "urn:acme:risk:req_node:orchard:a.1.1:question:1");
    assert_eq!((first.kind, second.kind), (QuestionType::UniqueChoice, QuestionType::Text));
    assert_eq!(first.translations["fr"]["text"], "Taillé ?");
    let [yes, no] = &first.choices[..] else { panic!() };
    assert_eq!(yes.value.as_deref(), Some("Yes,\nall of them"));
    assert_eq!((yes.add_score, no.add_score), (Some(4), Some(1)));
    assert_eq!((yes.compute_result, no.compute_result), (Some(ComputeResult::Compliant), None));
    assert_eq!((yes.color.as_deref(), no.color.as_deref()), (Some("#00FF00"), Some("#00FF00")));
    assert_eq!((yes.select_implementation_groups.len(), no.select_implementation_groups.len()), (2, 0));
    assert_eq!((yes.description.as_deref(), no.description.as_deref()), (Some("Good\nwork"), Some("Bad")));
    assert_eq!(no.translations["fr"]["value"], "Non");
    let depends_on = second.depends_on.as_ref().unwrap();
    assert_eq!(depends_on.question, first.urn);
    assert_eq!(depends_on.answers, [yes.urn.as_str()]);
    assert_eq!(depends_on.condition, Condition::All);
    // A question of the same requirement needs no row.
    let library = sound(&with("care_content", 3, 12, "/\n1:2,1"));
    let question = &library.objects.frameworks[0].requirement_nodes[1].questions[1];
    assert_eq!(question.depends_on.as_ref().unwrap().answers, [no.urn.as_str(), yes.urn.as_str()]);
}

#[test]
fn matrices_and_mappings_are_read() {
    let objects = sound(&orchard()).objects;
    let matrix = &objects.risk_matrices[0];
    assert_eq!(matrix.probability[0].name.as_deref(), Some("Low"));
    assert_eq!(matrix.grid, [[0, 0, 1], [0, 1, 1]]);
    assert_eq!(matrix.risk[1].hexcolor.as_deref(), Some("#FF0000"));
    let set = &objects.requirement_mapping_sets[0];
    assert_eq!(set.urn.as_str(), "urn:acme:risk:req_mapping_set:orchard");
    let mapping = &set.requirement_mappings[0];
    assert_eq!(mapping.source_requirement_urn.as_str(), "urn:acme:risk:req_node:orchard:a.1.1");
    assert_eq!((mapping.relationship, mapping.strength_of_relationship), (Relationship::Subset, Some(3)));
}

/// The sample with one cell changed.
fn with(sheet: &str, row: usize, column: usize, cell: &'static str) -> Sheets {
    let mut sheets = orchard();
    let (_, rows) = sheets.iter_mut().find(|(name, _)| *name == sheet).unwrap();
    let cells = &mut rows[row - 1];
    cells.resize(cells.len().max(column + 1), "");
    cells[column] = cell;
    sheets
}

fn problems(sheets: &Sheets) -> Vec<Problem> {
    excel::read(&workbook(sheets)).expect_err("the workbook should be refused")
}

#[test]
fn each_problem_is_told_with_its_sheet_and_row() {
    let cases = [
        ("library_meta", 1, 1, "book", "must have the type library", 1),
        ("library_meta", 3, 1, "three", "a whole number", 3),
        ("care_meta", 1, 1, "poem", "\"poem\" is not supported", 1),
        ("care_meta", 1, 1, "", "\"type\" is missing", 1),
        ("care_meta", 5, 1, "", "\"base_urn\" is missing", 1),
        ("care_meta", 7, 1, "0", "lowest score, 1, is above", 6),
        ("care_meta", 8, 1, "other", "nothing of the name \"other\"", 8),
        ("care_meta", 10, 1, "", "no answers_definition", 3),
        ("care_content", 2, 1, "2", "The first row has depth 1", 2),
        ("care_content", 3, 1, "3", "the depth is 1 to 2, not 3", 3),
        ("care_content", 3, 1, "deep", "should be a whole number", 3),
        ("care_content", 3, 0, "perhaps", "with an x", 3),
        ("care_content", 3, 7, "z:frost", "\"z:frost\" is neither a URN", 3),
        ("care_content", 3, 11, "yes\nyes\nyes", "\"answer\" has 3 lines for 2 questions", 3),
        ("care_content", 3, 11, "maybe", "no answer \"maybe\"", 3),
        ("care_content", 3, 12, "99:1:1", "should be a question and a choice", 3),
        ("care_content", 3, 12, "1", "should be a question and a choice", 3),
        ("care_content", 3, 16, "most", "one of any, all", 3),
        ("care_content", 3, 17, "tiny", "no scores of the name \"tiny\"", 3),
        ("care_content", 3, 12, "undefined\n3:9:1", "There is no question", 3),
        ("care_content", 3, 10, "Une", "1 lines for 2 questions", 3),
        ("care_content", 3, 14, "dire", "one of mandatory", 3),
        ("care_content", 4, 2, "a.1.1", "already used in row 3", 4),
        ("answers_content", 2, 4, "1\n2\n3", "\"add_score\" has 3 lines for 2 choices", 2),
        ("answers_content", 2, 0, "", "\"id\" is missing", 2),
        ("answers_content", 3, 0, "yes", "already an answer", 3),
        ("threats_content", 2, 0, "", "\"ref_id\" is missing", 2),
        ("controls_content", 2, 2, "magic", "one of policy", 2),
        ("prefixes_content", 3, 0, "t", "already stands for something else", 3),
        ("prefixes_content", 3, 1, "", "needs a prefix_id", 3),
        ("matrix_content", 2, 0, "chance", "one of probability, impact, risk", 2),
        ("matrix_content", 2, 1, "5", "should be 1", 2),
        ("matrix_content", 2, 1, "x", "should be a whole number", 2),
        ("matrix_content", 2, 8, "", "2 cells for 3 levels", 2),
        ("matrix_content", 2, 8, "7", "0 to 1", 2),
        ("map_content", 2, 2, "cousin", "one of equal", 2),
        ("map_content", 2, 0, "", "\"source_node_id\" is missing", 2),
        ("map_content", 2, 0, "nowhere", "There is no requirement", 2),
    ];
    for (sheet, row, column, cell, message, told_in) in cases {
        let found = problems(&with(sheet, row, column, cell));
        let told = found.iter().find(|problem| problem.message.contains(message));
        let told = told.unwrap_or_else(|| panic!("{sheet} {row} {column} {cell:?}: {message}\n{}", shown(&found)));
        let expected = if message == "no answers_definition" { "care_content" } else { sheet };
        assert_eq!((told.sheet.as_deref(), told.line), (Some(expected), Some(told_in)), "{told}");
    }
}

#[test]
fn sheets_that_belong_to_nothing_are_noted_and_missing_ones_told() {
    let mut sheets = orchard();
    sheets.push(("scratch", vec![vec!["a", "b"]]));
    let library = sound(&sheets);
    assert_eq!(library.notes[0].sheet.as_deref(), Some("scratch"));
    let without = |name: &str| orchard().into_iter().filter(|(sheet, _)| *sheet != name).collect::<Sheets>();
    assert!(problems(&without("library_meta"))[0].message.contains("no sheet library_meta"));
    let found = problems(&without("threats_content"));
    assert_eq!(found[0].message, "There is no sheet threats_content.");
    assert_eq!(found[0].sheet.as_deref(), Some("threats_meta"));
}

#[test]
fn what_is_no_workbook_is_refused() {
    let refused = |bytes: &[u8]| excel::read(bytes).expect_err("it should be refused")[0].message.clone();
    assert!(refused(b"").contains("not an Excel workbook"));
    assert!(refused(b"urn: urn:a:b:c:d").contains("not an Excel workbook"));
    assert!(refused(&vec![0; 40 << 20]).contains("The limit is 32 MB"));
    let whole = workbook(&orchard());
    for length in [10, whole.len() / 2, whole.len() - 10] {
        assert!(excel::read(&whole[..length]).is_err());
    }
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(vec![]));
    zip.start_file("a.txt", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(b"hello").unwrap();
    assert!(refused(&zip.finish().unwrap().into_inner()).contains("cannot be read"));
}

#[test]
fn a_workbook_that_unpacks_to_too_much_is_refused() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(vec![]));
    zip.start_file("xl/worksheets/sheet1.xml", zip::write::SimpleFileOptions::default()).unwrap();
    let zeros = vec![0; 1 << 20];
    for _ in 0..150 {
        zip.write_all(&zeros).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    assert!(bytes.len() < 1 << 20);
    assert!(excel::read(&bytes).unwrap_err()[0].message.contains("too large once it is unpacked"));
}

#[test]
fn a_mangled_workbook_never_panics() {
    let whole = workbook(&orchard());
    for at in (0..whole.len()).step_by(97) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        if let Err(problems) = excel::read(&bytes) {
            assert!(!problems.is_empty());
        }
    }
}

/// Cells of a sheet that repeat something long, many times.
fn grows(sheet: &'static str, header: Vec<&'static str>, row: Vec<&'static str>, times: usize) -> Sheets {
    let mut sheets = orchard();
    let place = sheets.iter().position(|(name, _)| *name == sheet).unwrap();
    sheets[place].1 = std::iter::once(header).chain(std::iter::repeat_n(row, times)).collect();
    sheets
}

fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

#[test]
fn a_workbook_cannot_grow_without_end() {
    let long = leaked(format!("urn:acme:risk:req_node:{}", "x".repeat(30_000)));
    let too_large = |sheets: &Sheets| {
        let found = problems(sheets);
        assert!(found.iter().any(|problem| problem.message.contains("grows too large")), "{}", shown(&found));
    };
    // A long base for many rows.
    let mut sheets = grows("care_content", vec!["assessable", "depth"], vec!["x", "1"], 3000);
    sheets.iter_mut().find(|(name, _)| *name == "care_meta").unwrap().1[4][1] = long;
    too_large(&sheets);
    // A long prefix for many references.
    let many = leaked("t:a ".repeat(5000));
    let mut sheets = with("care_content", 3, 7, many);
    sheets.iter_mut().find(|(name, _)| *name == "prefixes_content").unwrap().1[1][1] = long;
    too_large(&sheets);
    // Many choices for many questions.
    let lines = leaked("a\n".repeat(5000));
    let mut sheets = with("care_content", 3, 9, lines);
    let row = &mut sheets.iter_mut().find(|(name, _)| *name == "care_content").unwrap().1[2];
    (row[10], row[11], row[12], row[16]) = ("", "yes", "", "");
    let answers = &mut sheets.iter_mut().find(|(name, _)| *name == "answers_content").unwrap().1[1];
    *answers = vec!["yes", "unique_choice", lines];
    too_large(&sheets);
}

#[test]
fn a_tree_in_a_workbook_has_a_depth_that_can_be_drawn() {
    let mut sheets = grows("care_content", vec!["assessable", "depth"], vec!["x", "1"], 60);
    let rows = &mut sheets.iter_mut().find(|(name, _)| *name == "care_content").unwrap().1;
    for (at, row) in rows.iter_mut().enumerate().skip(1) {
        row[1] = leaked(at.to_string());
    }
    assert!(problems(&sheets)[0].message.contains("more than 50 levels"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_cells_never_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 1..9usize, 0..16usize, "[a-z0-9:,|x\n #-]{0,10}"), 1..6)
    ) {
        let mut sheets = orchard();
        for (sheet, row, column, text) in edits {
            let rows = &mut sheet.get_mut(&mut sheets).1;
            let count = rows.len();
            let cells = &mut rows[(row - 1) % count];
            cells.resize(cells.len().max(column + 1), "");
            cells[column] = leaked(text);
        }
        match excel::read(&workbook(&sheets)) {
            Ok(library) => prop_assert!(read(write(&library).as_bytes()).is_ok()),
            Err(problems) => prop_assert!(!problems.is_empty()),
        }
    }
}
