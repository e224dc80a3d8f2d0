//! PDF files, read back with pdftotext where `scripts/with-office` provides it.

use std::process::Command;

use cairn_pdf::pdf;
use cairn_report::{Contents, Language, Report};
use proptest::prelude::*;

fn audit() -> Report {
    serde_json::from_str(include_str!("../../report/tests/report/audit.json")).expect("an audit")
}

fn make(report: &Report, contents: Contents, language: Language) -> Vec<u8> {
    let file = pdf(report, contents, language).expect("a file");
    assert!(file.starts_with(b"%PDF-1.7"));
    // Viewers look for the end, whatever is before it.
    assert!(file.ends_with(b"%%EOF"));
    file
}

/// What a program of poppler says about a file. None where it is not asked for.
fn ask(file: &[u8], program: &str, arguments: &[&str]) -> Option<String> {
    if std::env::var_os("CAIRN_OFFICE").is_none() {
        eprintln!("not checked with {program}: run the tests with scripts/with-office");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.pdf");
    std::fs::write(&path, file).expect("a file");
    let mut command = Command::new(program);
    let (options, rest): (Vec<&str>, Vec<&str>) = arguments.iter().partition(|argument| argument.len() > 1);
    let output = command.args(options).arg(&path).args(rest).output().expect(program);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let complaints = String::from_utf8_lossy(&output.stderr);
    // Poppler takes a boolean for wrong that the standard asks for.
    let complaints: Vec<&str> = complaints.lines().filter(|line| !line.contains("Suspects")).collect();
    assert_eq!(complaints, [""; 0]);
    // What pdfinfo says about a structure has other letters in between.
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn words(text: &str) -> String {
    text.split([' ', '\n', '\u{c}']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_text_of_a_report_can_be_read() {
    let file = make(&audit(), Contents::Report, Language::English);
    let Some(text) = ask(&file, "pdftotext", &["-layout", "-"]) else { return };
    let pages: Vec<&str> = text.split('\u{c}').collect();
    let text = words(&text);
    for wanted in [
        "ISO audit 2026 – Café & Co <Paris>",
        "Report date 17 Nov 2026",
        "23 45% 2.4 / 4 3",
        "Requirements Progress Score Target score",
        "Partially compliant 5 22%",
        "Non-compliant 4 17%",
        "GV.A – Catégorie A de 1 1 1 1 0",
        "Good progress since last year.",
        "œuvre de l’équipe",
        "€9,617",
        "Required by contract.",
        "Page 3 /",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    // The table of contents tells the page on which a part begins.
    let contents = words(pages[1]);
    let of_plan = contents.split("Action plan ").nth(1).and_then(|rest| rest.split(' ').next());
    let page: usize = of_plan.and_then(|page| page.parse().ok()).unwrap_or_else(|| panic!("{contents}"));
    assert!(words(pages[page - 1]).starts_with("Action plan"), "{}", pages[page - 1]);
}

#[test]
fn a_report_is_tagged_for_those_who_listen() {
    let file = make(&audit(), Contents::Report, Language::French);
    let Some(structure) = ask(&file, "pdfinfo", &["-struct-text"]) else { return };
    for wanted in
        ["H1", "H2", "Table", "TH", "TD", "Figure", "Synthèse", "Déclaration d’applicabilité", "Réalisé en partie"]
    {
        assert!(structure.contains(wanted), "{wanted}\n{structure}");
    }
    let about = ask(&file, "pdfinfo", &["-isodates"]).expect("facts");
    for wanted in ["ISO audit 2026 – Café & Co <Paris>", "Tagged:          yes", "2026-11-17", "A4"] {
        assert!(about.contains(wanted), "{wanted}\n{about}");
    }
    let fonts = ask(&file, "pdffonts", &[]).expect("fonts");
    assert!(fonts.contains("Inter-Regular") && fonts.contains("Inter-SemiBold"), "{fonts}");
    assert!(file.len() < 400_000, "fonts are cut down: {} bytes", file.len());
}

#[test]
fn the_statement_lists_every_requirement_once() {
    let report = audit();
    let file = make(&report, Contents::StatementOfApplicability, Language::English);
    let Some(text) = ask(&file, "pdftotext", &["-layout", "-"]) else { return };
    for node in report.nodes.iter().filter(|node| node.assessable) {
        assert_eq!(text.matches(&node.ref_id).count(), 1, "{} once\n{text}", node.ref_id);
    }
}

#[test]
fn a_long_row_goes_on_over_pages_and_loses_nothing() {
    let mut report = audit();
    report.nodes[2].observation = (0..4000).map(|number| format!("word{number} ")).collect::<Vec<_>>().concat();
    report.nodes[3].name = "Donaudampfschifffahrt".repeat(200);
    let file = make(&report, Contents::Report, Language::English);
    let Some(text) = ask(&file, "pdftotext", &["-raw", "-"]) else { return };
    let text = words(&text);
    for number in [0, 1999, 3999] {
        assert!(text.contains(&format!("word{number} ")), "{number}");
    }
    assert!(text.matches("Ref. Requirement Result").count() > 6, "the head comes again");
}

#[test]
fn more_pages_than_anyone_reads_are_refused() {
    let mut report = audit();
    let text = "a\n".repeat(20_000);
    report.nodes.iter_mut().for_each(|node| node.description.clone_from(&text));
    let told = pdf(&report, Contents::Report, Language::English).expect_err("too many").to_string();
    assert!(told.contains("more than 5000 pages"), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_a_file(texts in proptest::collection::vec(any::<String>(), 1..8)) {
        let mut report = audit();
        let mut next = texts.iter().cycle().cloned();
        let mut take = || format!("{}]]> שלום 👩‍👩‍👧‍👦 \u{301}\u{200d}\u{1}", next.next().unwrap_or_default());
        (report.audit.name, report.audit.observation, report.audit.currency) = (take(), take(), take());
        for node in &mut report.nodes {
            (node.ref_id, node.name, node.description, node.observation) = (take(), take(), take(), take());
        }
        let file = make(&report, Contents::Report, Language::French);
        if let Some(text) = ask(&file, "pdftotext", &["-raw", "-"]) {
            prop_assert!(text.contains("שלום") || text.contains("םולש"), "letters without a shape can still be copied");
        }
    }
}
