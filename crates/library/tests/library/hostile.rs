//! Files that are broken, or that mean harm. None may take long, take much memory, or get through.

use std::fmt::Write as _;

use cairn_library::{Problem, read};

use crate::samples::{ORCHARD, orchard, shown, small, sound};

fn refused(bytes: &[u8]) -> Problem {
    let problems = read(bytes).expect_err("the file should be refused");
    assert_eq!(problems.len(), 1, "{}", shown(&problems));
    problems.into_iter().next().unwrap()
}

#[test]
fn a_file_that_is_too_large_is_not_even_parsed() {
    let problem = refused(&vec![b'['; 100 * 1024 * 1024]);
    assert_eq!(problem.message, "The file is 100 MB. The limit is 32 MB.");
    assert_eq!(problem.line, None);
}

#[test]
fn a_bomb_of_aliases_does_not_go_off() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..20 {
        let items = vec![format!("*a{}", level - 1); 10].join(", ");
        writeln!(text, "a{level}: &a{level} [{items}]").unwrap();
    }
    let problem = refused(text.as_bytes());
    assert!(problem.message.contains("aliases"), "{problem}");
    assert_eq!(problem.line, Some(6));
}

#[test]
fn a_bomb_of_one_long_text_does_not_go_off() {
    let text = format!("a: &a \"{}\"\nb: [{}]", "x".repeat(1 << 20), ["*a"; 100].join(", "));
    assert!(refused(text.as_bytes()).message.contains("aliases"));
}

#[test]
fn an_alias_cannot_contain_itself() {
    assert!(refused(b"a: &a [1, *a]").message.contains("alias"));
    assert!(refused(b"a: *nowhere").message.contains("not valid YAML"));
}

#[test]
fn nesting_has_an_end() {
    for text in ["[".repeat(10_000), "- ".repeat(10_000), "{a: ".repeat(10_000), format!("a: {}", "- [".repeat(5_000))]
    {
        assert_eq!(refused(text.as_bytes()).line, Some(1));
    }
    let blocks: Vec<String> = (0..3_000).map(|depth| format!("{}a:", " ".repeat(depth))).collect();
    assert!(refused(blocks.join("\n").as_bytes()).message.contains("nest"));
}

#[test]
fn a_huge_text_is_only_a_text() {
    let text = small(&format!("threats:\n- {{urn: 'urn:a:risk:threat:1', name: {}}}", "x".repeat(5 << 20)));
    assert_eq!(sound(&text).objects.threats[0].name.as_ref().unwrap().len(), 5 << 20);
    let urn = small(&format!("threats:\n- {{urn: 'urn:a:risk:threat:{}', name: x}}", "x".repeat(300)));
    assert!(refused(urn.as_bytes()).message.contains("longer than 255"));
}

#[test]
fn texts_that_cannot_be_stored_are_refused() {
    let problem = refused(b"urn: urn:a:b:c:d\nname: caf\xe9\n");
    assert!(problem.message.contains("not UTF-8"), "{problem}");
    assert_eq!((problem.line, problem.column), (Some(2), Some(10)));
    let problem = refused(b"urn: urn:a:b:c:d\nname: a\0b\n");
    assert!(problem.message.contains("NUL"), "{problem}");
    assert_eq!((problem.line, problem.column), (Some(2), Some(8)));
    let problem = refused(b"urn: urn:a:b:c:d\nname: \"a\\0b\"\n");
    assert!(problem.message.contains("NUL"), "{problem}");
    assert_eq!(problem.line, Some(2));
    assert!(refused(b"\xff\xfea\0:\0 \0").message.contains("not UTF-8"));
}

#[test]
fn bom_and_windows_line_ends_make_no_difference() {
    let windows = format!("\u{feff}{}", ORCHARD.replace('\n', "\r\n"));
    assert_eq!(sound(&windows), orchard());
}

#[test]
fn only_a_map_is_a_library() {
    for (text, what) in [("- a", "a list"), ("hello", "a text"), ("12", "a number"), ("null", "nothing")] {
        let problem = refused(text.as_bytes());
        assert!(problem.message.ends_with(&format!("this file is {what}.")), "{problem}");
    }
    for empty in ["", "\n\n", "# nothing\n", "\u{feff}"] {
        assert_eq!(refused(empty.as_bytes()).message, "The file is empty.", "{empty:?}");
    }
    assert!(refused(b"a: 1\n---\nb: 2\n").message.contains("one document"));
    assert_eq!(refused(b"a: 1\n---\nb: 2\n").line, Some(2));
}

#[test]
fn broken_yaml_is_told_with_its_line() {
    let problem = refused(b"urn: urn:a:b:c:d\nname: [a, b\nversion: 1\n");
    assert!(problem.message.starts_with("This is not valid YAML: "), "{problem}");
    assert!(problem.line.is_some());
    assert!(refused(b"name: !!python/object:os.system x").message.contains("tag"));
    assert!(refused(b"[a, b]: c").message.contains("A key must be a text"));
}

/// Work that grows with the square of the file would take hours here.
#[test]
fn long_maps_and_lists_take_no_longer_than_they_are() {
    let many = 100_000;
    let keys: Vec<String> = (0..many).map(|at| format!("k{at}: x")).collect();
    let translated = small(&format!(
        "threats:\n- {{urn: 'urn:a:risk:threat:1', name: x, translations: {{fr: {{{}}}}}}}",
        keys.join(", ")
    ));
    assert_eq!(sound(&translated).objects.threats[0].translations["fr"].len(), many);
    let choices: Vec<String> = (0..many).map(|at| format!("{{urn: 'urn:a:risk:c:{at}'}}")).collect();
    let answers: Vec<String> = (0..many).map(|at| format!("'urn:a:risk:c:{at}'")).collect();
    let questions = format!(
        "framework:\n  urn: urn:a:risk:framework:f\n  name: F\n  requirement_nodes:\n  - urn: urn:a:risk:n:1\n    assessable: true\n    questions:\n      urn:a:risk:q:1: {{type: unique_choice, choices: [{}]}}\n      urn:a:risk:q:2: {{depends_on: {{question: 'urn:a:risk:q:1', answers: [{}]}}}}",
        choices.join(", "),
        answers.join(", "),
    );
    assert_eq!(shown(&sound(&small(&questions)).notes), "");
}

#[test]
fn messages_are_short_whatever_they_quote() {
    let problem =
        refused(small(&format!("? {}\n: [{{urn: x}}]\nthreats: {}", "k".repeat(900), "t".repeat(100_000))).as_bytes());
    assert!(problem.to_string().len() < 1000);
    let text = format!("!{} x", "t".repeat(50_000));
    assert!(refused(text.as_bytes()).message.len() < 1000);
}
