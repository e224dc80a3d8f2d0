//! CSV and Excel files.

use std::io::Cursor;

use cairn_report::{Language, csv, plan_csv, xlsx};
use calamine::{Data, Reader, Xlsx};

use crate::{audit, unpacked};

fn rows(sheet: &mut Xlsx<Cursor<Vec<u8>>>, name: &str) -> Vec<Vec<String>> {
    let range = sheet.worksheet_range(name).expect(name);
    range.rows().map(|row| row.iter().map(Data::to_string).collect()).collect()
}

#[test]
fn the_columns_of_csv_files_are_those_that_programs_know() {
    let file = String::from_utf8(csv(&audit()).expect("a file")).expect("text");
    let mut lines = file.split("\r\n");
    assert_eq!(
        lines.next(),
        Some(
            "\u{feff}urn;ref_id;name;description;typical_evidence;annotation;compliance_result;extended_result;requirement_progress;score;observations"
        )
    );
    assert_eq!(
        lines.next(),
        Some(
            "urn:test:gv;GV;Govern;The organisation's cybersecurity strategy is set, communicated and monitored.;;;;;;;"
        )
    );
    assert!(file.contains(";non_compliant;minor_nonconformity;done;2;"), "{file}");
    assert!(!file.contains("PR.B-03"), "out of scope");

    let file = String::from_utf8(plan_csv(&audit(), Language::French).expect("a file")).expect("text");
    let mut lines = file.split("\r\n");
    assert_eq!(
        lines.next(),
        Some(
            "\u{feff}Name,Description,Category,CSF Function,Priority,Status,ETA,Expiry date,Effort,Impact,Cost,Covered requirements,Associated evidences,Evidence attachments"
        )
    );
    assert_eq!(
        lines.next(),
        Some(
            "MFA on remote access,Second factor for everyone.,Technique,Protéger,P1,Active,2026-10-15,2027-01-28,Moyen,Élevé,1200.00,\"GV.A-04, ID.A-02, ID.B-04, PR.B-02\",Scan screenshot,"
        )
    );
    assert!(file.contains("\r\n'=Backups,"), "no spreadsheet runs it: {file}");
}

#[test]
fn a_workbook_has_a_sheet_for_each_list() {
    let bytes = xlsx(&audit(), Language::French).expect("a workbook");
    let mut book = Xlsx::new(Cursor::new(bytes.clone())).expect("a workbook");
    assert_eq!(
        book.sheet_names(),
        ["Synthèse", "Exigences", "Plan d’action", "Déclaration d’applicabilité", "Preuves"]
    );
    let summary = rows(&mut book, "Synthèse");
    assert!(summary.iter().any(|row| row[..2] == ["Partiellement conforme", "5"]), "{summary:?}");
    assert!(summary.iter().any(|row| row[..2] == ["GV.A – Catégorie A de Govern", "1"]), "{summary:?}");
    let requirements = rows(&mut book, "Exigences");
    assert_eq!(requirements.len(), 24, "a heading and 23 requirements in scope");
    assert_eq!(requirements[0][..4], ["URN", "Section", "Réf.", "Nom"]);
    let plan = rows(&mut book, "Plan d’action");
    assert_eq!(plan[3][1], "=Backups", "a text");
    assert_eq!(plan[1][7], "46310", "the day that Excel shows as 2026-10-15");
    let statement = rows(&mut book, "Déclaration d’applicabilité");
    assert_eq!(statement.len(), 25, "all requirements, in scope or not");
    for name in book.sheet_names() {
        let formulas = book.worksheet_formula(&name).expect("formulas");
        assert!(formulas.rows().flatten().all(String::is_empty), "no formula in {name}");
    }
    let charts = unpacked(&bytes).into_iter().filter(|(name, _)| name.starts_with("xl/charts/chart")).count();
    assert_eq!(charts, 2);
}

#[test]
fn what_is_too_large_is_refused_before_anything_is_written() {
    let refused = |change: &dyn Fn(&mut cairn_report::Report)| {
        let mut report = audit();
        change(&mut report);
        csv(&report).expect_err("refused").to_string()
    };
    let long = refused(&|report| report.nodes[0].name = "x".repeat(cairn_report::MAX_TEXT + 1));
    assert!(long.contains("1024 KiB"), "{long}");
    let many = refused(&|report| {
        let node = report.nodes[0].clone();
        report.nodes.extend(vec![node; cairn_report::MAX_NODES]);
    });
    assert!(many.contains("at most 20000"), "{many}");
    let dangling = refused(&|report| report.nodes[5].controls.push(99));
    assert!(dangling.contains("control 99"), "{dangling}");
}
