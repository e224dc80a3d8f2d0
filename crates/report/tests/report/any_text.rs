//! Whatever people wrote, every file can be opened, and nothing is lost or comes twice.

use std::io::Cursor;

use cairn_report::document::{Block, Row};
use cairn_report::{
    Contents, Language, Report, csv, document, docx, docx_from_template, plan_csv, starter_template, xlsx,
};
use calamine::Reader;
use proptest::prelude::*;
use quick_xml::events::Event;

use crate::{audit, unpacked};

/// Texts that have broken files before.
fn texts() -> impl Strategy<Value = String> {
    let nasty = [
        "]]>",
        "<!--",
        "&amp;",
        "&#0;",
        "\u{0}\u{1}\u{b}\u{1f}",
        "\u{fffe}\u{ffff}",
        "שלום עולם",
        "مرحبا",
        "👩‍👩‍👧‍👦",
        "\u{202e}abc",
        "\r\n\r",
        "\u{2028}",
        "{{#requirements}}",
        "=cmd|' /C calc'!A0",
        "\t-1",
        "_x0041_",
        "```\n<b>",
        "| a | b |\n|---|---|",
        "'\"",
    ];
    prop_oneof![
        any::<String>(),
        proptest::collection::vec(proptest::sample::select(nasty.to_vec()), 1..6).prop_map(|parts| parts.concat()),
    ]
}

fn with_texts(texts: &[String]) -> Report {
    let mut report = audit();
    let mut next = texts.iter().cycle().cloned();
    let mut take = || next.next().unwrap_or_default();
    (report.audit.name, report.audit.domain, report.audit.observation) = (take(), take(), take());
    (report.audit.currency, report.audit.authors[0]) = (take(), take());
    for node in &mut report.nodes {
        (node.urn, node.ref_id, node.name) = (take(), take(), take());
        (node.description, node.observation, node.justification) = (take(), take(), take());
        node.risks = vec![take()];
        node.stale = vec![take()];
    }
    for control in &mut report.controls {
        (control.name, control.description, control.owners) = (take(), take(), vec![take()]);
        control.category = Some(take());
    }
    for one in &mut report.evidence {
        (one.name, one.link, one.files) = (take(), take(), vec![take()]);
    }
    report
}

fn is_well_formed(archive: &[u8]) {
    for (name, content) in
        unpacked(archive).into_iter().filter(|(name, _)| name.ends_with("xml") || name.ends_with("rels"))
    {
        let text = String::from_utf8(content).expect("text");
        let is_allowed = |letter: char| !letter.is_control() || matches!(letter, '\n' | '\t' | '\r');
        assert!(text.chars().all(|letter| is_allowed(letter) && !matches!(letter, '\u{fffe}' | '\u{ffff}')), "{name}");
        let mut reader = quick_xml::Reader::from_str(&text);
        while !matches!(reader.read_event().unwrap_or_else(|error| panic!("{name}: {error}")), Event::Eof) {}
    }
}

fn can_be_opened(report: &Report) {
    for language in [Language::English, Language::French] {
        is_well_formed(&docx(report, Contents::Report, language).expect("a document"));
        let book = xlsx(report, language).expect("a workbook");
        is_well_formed(&book);
        calamine::Xlsx::new(Cursor::new(book)).expect("a workbook").worksheets();
        assert_eq!(plan_csv(report, language).expect("a file")[..3], [0xef, 0xbb, 0xbf]);
    }
    let template = starter_template(Language::English).expect("a template");
    is_well_formed(&docx_from_template(report, Language::English, &template).expect("a document"));
    let file = csv(report).expect("a file");
    let mut reader = csv_crate(&file);
    assert_eq!(reader.records().filter(|row| row.as_ref().is_ok_and(|row| row.len() == 11)).count(), 32);
}

fn csv_crate(file: &[u8]) -> ::csv::Reader<&[u8]> {
    ::csv::ReaderBuilder::new().delimiter(b';').from_reader(file)
}

/// How many rows the statement of applicability has.
fn applicability(report: &Report) -> usize {
    let document = document(report, Contents::StatementOfApplicability, Language::English).expect("a document");
    let tables = document.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    tables.flat_map(|table| &table.rows).filter(|row| matches!(row, Row::Cells(_))).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_files_that_can_be_opened(texts in proptest::collection::vec(texts(), 1..12)) {
        can_be_opened(&with_texts(&texts));
    }

    /// Whatever the tree looks like, even one that goes round in circles.
    #[test]
    fn the_statement_lists_every_requirement_once(
        nodes in proptest::collection::vec((any::<bool>(), any::<bool>(), proptest::option::of(0..40_usize)), 0..40)
    ) {
        let mut report = audit();
        let like = report.nodes[2].clone();
        report.nodes = nodes
            .iter()
            .enumerate()
            .map(|(at, (assessable, in_scope, parent))| {
                let (assessable, in_scope) = (*assessable, *in_scope);
                cairn_report::Node { assessable, in_scope, parent: *parent, ref_id: format!("<{at}>"), ..like.clone() }
            })
            .collect();
        let wanted = report.nodes.iter().filter(|node| node.assessable).count();
        prop_assert_eq!(applicability(&report), wanted);
        let sheet = xlsx(&report, Language::English).expect("a workbook");
        let mut book = calamine::Xlsx::new(Cursor::new(sheet)).expect("a workbook");
        let range = book.worksheet_range("Statement of applicability").expect("a sheet");
        let mut refs: Vec<String> = range.rows().skip(1).map(|row| row[1].to_string()).collect();
        refs.sort();
        refs.dedup();
        prop_assert_eq!(refs.len(), wanted);
    }
}

#[test]
fn long_texts_are_kept() {
    let long = "Ein sehr langer Text – “with” <everything> ]]> \u{1} ".repeat(2000);
    assert!(long.len() > 100_000);
    let mut report = audit();
    (report.nodes[2].description, report.nodes[2].name) = (long.clone(), long.clone());
    report.controls[0].description.clone_from(&long);
    can_be_opened(&report);
    let document = docx(&report, Contents::ActionPlan, Language::English).expect("a document");
    let main = crate::part(&document, "word/document.xml");
    assert!(main.matches("sehr langer").count() >= 2000, "the description is whole");
}
