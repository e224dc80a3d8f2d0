//! Templates as people write them in Word.

use std::io::{Cursor, Write};

use cairn_report::{Language, check_template, docx_from_template, starter_template};

use crate::{audit, part, text_of, unpacked};

/// A document with this body and more files.
pub fn template_with(body: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let main = format!(
        r#"<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}<w:sectPr/></w:body></w:document>"#
    );
    let types = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"/></Types>"#;
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let files = [("[Content_Types].xml", types), ("word/document.xml", &*main)];
    for (name, content) in
        files.into_iter().filter(|(name, _)| !more.iter().any(|(other, _)| other == name)).chain(more.iter().copied())
    {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("a file");
        archive.write_all(content.as_bytes()).expect("content");
    }
    archive.finish().expect("an archive").into_inner()
}

pub fn paragraph(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn filled(body: &str) -> String {
    let template = template_with(body, &[]);
    check_template(&template).expect("a good template");
    let document = docx_from_template(&audit(), Language::English, &template).expect("a document");
    part(&document, "word/document.xml")
}

fn text(body: &str) -> String {
    text_of(&filled(body))
}

#[test]
fn values_stand_in_the_place_of_marks() {
    assert_eq!(
        text(&paragraph("Audit {{ audit.name }} of {{audit.domain}}, {{ count.compliant }} met, {{ audit.score }}")),
        "Audit ISO audit 2026 – Café & Co <Paris> of Aurelia Logistics, 5 met, 2.4 / 4"
    );
    let lines = filled(&paragraph("{{ audit.observation }}"));
    assert!(lines.contains("since last year.</w:t><w:br/><w:t"), "{lines}");
}

#[test]
fn marks_may_be_cut_into_runs_as_word_does() {
    let runs = ["See {", "{ au", "dit.na", "me }", "} and {{ audit.ref_id }}."];
    let runs = runs.map(|text| format!("<w:r><w:rPr><w:b/></w:rPr><w:t>{text}</w:t></w:r>"));
    let filled = filled(&format!("<w:p>{}</w:p>", runs.concat()));
    assert_eq!(text_of(&filled), "See ISO audit 2026 – Café & Co <Paris> and AU-7.");
    assert_eq!(filled.matches("<w:b/>").count(), 5, "runs keep their looks");
}

#[test]
fn a_row_with_both_marks_is_repeated() {
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph(text));
    let table = format!(
        "<w:tbl><w:tr>{}</w:tr><w:tr>{}{}</w:tr></w:tbl>",
        cell("Control"),
        cell("{{#controls}}{{ name }}"),
        cell("{{ owner }}{{/controls}}")
    );
    assert_eq!(
        text(&table),
        "Control MFA on remote access Tobias Okafor Security awareness Maren Lindqvist, Security team =Backups"
    );
}

#[test]
fn paragraphs_between_marks_are_repeated_with_lists_in_lists() {
    let body = [
        "{{#sections}}",
        "{{ title }} in {{ audit.ref_id }}",
        "{{#requirements}}",
        "{{ ref_id }}={{ result }}",
        "{{/requirements}}",
        "{{/sections}}",
        "{{#audit.perimeter}}",
        "At {{ audit.perimeter }}",
        "{{/audit.perimeter}}",
    ];
    let text = text(&body.map(paragraph).concat());
    assert!(text.starts_with("GV.A – Catégorie A de Govern in AU-7 GV.A-01=Compliant GV.A-02=Partially"), "{text}");
    assert!(text.ends_with("PR.B-04=Not assessed At Head office"), "{text}");
    assert_eq!(text.matches("in AU-7").count(), 6);
}

#[test]
fn a_cell_keeps_a_paragraph_and_a_table_its_rows() {
    let cell = format!("<w:tc>{}</w:tc>", ["{{#audit.target}}", "x", "{{/audit.target}}"].map(paragraph).concat());
    let table = format!("<w:tbl><w:tr>{cell}</w:tr></w:tbl>");
    let mut report = audit();
    report.audit.target = None;
    let document = docx_from_template(&report, Language::English, &template_with(&table, &[])).expect("a document");
    let main = part(&document, "word/document.xml");
    assert!(main.contains("<w:tc><w:p/></w:tc>"), "{main}");
}

#[test]
fn blocks_bring_our_own_tables_and_charts() {
    let body = ["{{ block.results_chart }}", "{{ block.sections_chart }}", "{{ block.applicability }}"];
    let styles =
        r#"<w:styles xmlns:w="x"><w:style w:styleId="Titre2"><w:name w:val="heading 2"/></w:style></w:styles>"#;
    let body = format!("{}{}", body.map(paragraph).concat(), paragraph("{{ block.requirements }}"));
    let template = template_with(&body, &[("word/styles.xml", styles)]);
    let document = docx_from_template(&audit(), Language::English, &template).expect("a document");
    let main = part(&document, "word/document.xml");
    assert!(main.contains(r#"<w:pStyle w:val="Titre2"/>"#), "the template's own headings");
    for node in audit().nodes.iter().filter(|node| node.assessable && !node.in_scope) {
        assert_eq!(text_of(&main).matches(&node.ref_id).count(), 1);
    }
    let relations = part(&document, "word/_rels/document.xml.rels");
    assert!(relations.contains(r#"Target="charts/cairn2.xml""#), "{relations}");
    let types = part(&document, "[Content_Types].xml");
    assert!(types.contains("/word/charts/cairn2.xml") && types.contains("document.main+xml"), "{types}");
    assert!(unpacked(&document).iter().any(|(name, _)| name == "word/embeddings/cairn2.xlsx"));
}

#[test]
fn headers_and_footers_have_values_too() {
    let header = format!(r#"<w:hdr xmlns:w="x">{}</w:hdr>"#, paragraph("{{ audit.name }}, {{ report.date }}"));
    let template = template_with(&paragraph("x"), &[("word/header1.xml", &header)]);
    let document = docx_from_template(&audit(), Language::French, &template).expect("a document");
    assert_eq!(text_of(&part(&document, "word/header1.xml")), "ISO audit 2026 – Café & Co <Paris>, 17 nov. 2026");
}

#[test]
fn values_are_never_read_as_marks() {
    let mut report = audit();
    report.audit.name = "{{#requirements}} {{ audit.domain }} <w:p>".to_owned();
    let template = template_with(&paragraph("{{ audit.name }}"), &[]);
    let document = docx_from_template(&report, Language::English, &template).expect("a document");
    assert_eq!(text_of(&part(&document, "word/document.xml")), "{{#requirements}} {{ audit.domain }} <w:p>");
}

#[test]
fn the_template_to_begin_with_is_a_good_one() {
    for language in [Language::English, Language::French] {
        check_template(&starter_template(language).expect("a template")).expect("good");
    }
}
