//! Archives with evidence.

use std::io::Cursor;

use cairn_report::{Bundle, Language, Report};

use crate::{audit, text_of, unpacked};

fn bundle(report: &Report) -> Vec<(String, String)> {
    let mut bundle = Bundle::begin(Cursor::new(Vec::new()), report, Language::French).expect("an archive");
    bundle.add_report("rapport.docx", b"a document").expect("added");
    bundle.add_evidence(2, "plan é.pdf", &mut &b"first"[..]).expect("added");
    bundle.add_evidence(2, "plan é.pdf", &mut &b"second"[..]).expect("added");
    bundle.add_evidence(0, "../../<script>.html", &mut &b"third"[..]).expect("added");
    let archive = bundle.finish().expect("an archive").into_inner();
    unpacked(&archive).into_iter().map(|(name, content)| (name, String::from_utf8(content).expect("text"))).collect()
}

#[test]
fn an_archive_has_an_index_that_leads_to_the_evidence() {
    let files = bundle(&audit());
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "rapport.docx",
            "evidence/003 Plan de reprise é/plan é.pdf",
            "evidence/003 Plan de reprise é/2 plan é.pdf",
            "evidence/001 Restore test report/_..__script_.html",
            "index.html",
            "SHA256SUMS",
        ]
    );
    let index = &files[4].1;
    for wanted in [
        r#"<a href="./evidence/003%20Plan%20de%20reprise%20%C3%A9/2%20plan%20%C3%A9.pdf">2 plan é.pdf</a>"#,
        r#"<html lang="fr-FR">"#,
        "default-src 'none'",
        r#"<svg role="img" aria-label="Résultats. Conforme 5, Partiellement conforme 5"#,
    ] {
        assert!(index.contains(wanted), "{wanted}");
    }
    let text = text_of(index);
    for node in audit().nodes.iter().filter(|node| node.assessable) {
        assert!(text.contains(&node.ref_id), "{}", node.ref_id);
    }
    let checksums = &files[5].1;
    assert_eq!(checksums.lines().count(), 5);
    // As `printf 'a document' | sha256sum` says.
    let first = "0d1da5138c035ffb7a848cfa108a901b2d7e44195f11ddc475e1fe7c1cf9d8b3  rapport.docx";
    assert_eq!(checksums.lines().next(), Some(first));
}

#[test]
fn texts_of_people_stay_texts() {
    let mut report = audit();
    report.audit.name = "<script>alert(1)</script>".to_owned();
    report.evidence[1].link = "javascript:alert(1)".to_owned();
    report.nodes[2].observation = "\"><img src=x onerror=alert(1)>".to_owned();
    let files = bundle(&report);
    let index = &files[4].1;
    assert!(!index.contains("<script") && !index.contains("<img") && !index.contains("href=\"javascript"), "escaped");
}

#[test]
fn evidence_that_the_report_does_not_have_is_refused() {
    let report = audit();
    let mut bundle = Bundle::begin(Cursor::new(Vec::new()), &report, Language::English).expect("an archive");
    assert!(bundle.add_evidence(9, "x", &mut &b""[..]).is_err());
    assert!(bundle.add_report("index.html", b"").is_err());
}
