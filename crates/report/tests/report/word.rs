//! Word documents: headings, tables and numbers, as LibreOffice reads them.

use cairn_report::{Contents, Language, docx, docx_from_template, starter_template};

use crate::office::{as_html, elements};
use crate::{audit, part, text_of, unpacked};

#[test]
fn documents_open_with_headings_tables_and_numbers() {
    let report = audit();
    let make = |contents, language| docx(&report, contents, language).expect("a document");
    let template = starter_template(Language::French).expect("a template");
    let documents = [
        ("english", make(Contents::Report, Language::English)),
        ("french", make(Contents::Report, Language::French)),
        ("statement", make(Contents::StatementOfApplicability, Language::English)),
        ("plan", make(Contents::ActionPlan, Language::French)),
        ("filled", docx_from_template(&report, Language::French, &template).expect("a document")),
    ];
    let Some(html) = as_html(&documents) else { return };
    let [english, french, statement, plan, filled] = &html[..] else { panic!("five documents") };

    assert_eq!(
        elements(english, "h1"),
        ["Summary", "Requirements", "Action plan", "Statement of applicability", "Evidence"]
    );
    let sections = elements(english, "h2");
    assert_eq!(
        sections,
        ["Results", "Results by section", "Conclusion", "GV – Govern", "ID – Identify", "PR – Protect"]
    );
    assert_eq!(elements(english, "h3")[0], "GV.A – Catégorie A de Govern");
    // LibreOffice sets the sign in a font of its own.
    let text = text_of(english).replace("€ ", "€");
    for wanted in [
        "ISO audit 2026 – Café & Co <Paris>",
        "Report date 17 Nov 2026",
        "23 Requirements 45% Progress 2.4 / 4 Score 3 Target score",
        "Compliant 5 22% Partially compliant 5 22% Non-compliant 4 17% Not assessed 5 22% Not applicable 4 17%",
        "GV.A-01 Requirement number 1 is met",
        "€9,617 Total annual cost",
        "C-001 – MFA on remote access Second factor for everyone. Technical · Protect Tobias Okafor P1 Active 15 Oct 2026 €1,200",
        "Support lapsed",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    // Header rows come again on every page.
    assert!(english.matches("<thead>").count() >= 10, "{}", english.matches("<thead>").count());
    assert!(!text.contains("**"), "Markdown is read");

    assert_eq!(
        elements(french, "h1"),
        ["Synthèse", "Exigences", "Plan d’action", "Déclaration d’applicabilité", "Preuves"]
    );
    let text = text_of(french).replace(" €", "€");
    for wanted in ["45\u{a0}% Avancement", "2,4 / 4 Score", "17 nov. 2026", "9\u{202f}617\u{a0}€", "Réalisé en partie"]
    {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }

    let text = text_of(statement);
    for node in report.nodes.iter().filter(|node| node.assessable) {
        assert_eq!(text.matches(&node.ref_id).count(), 1, "{} once", node.ref_id);
    }
    assert!(text.contains("Required by contract. Treats risks: R.1 Ransomware"), "{text}");
    assert!(text.contains("No Not in the selected implementation groups."), "{text}");
    assert!(text.contains("No No such systems are used."), "{text}");

    assert_eq!(elements(plan, "h1"), ["Plan d’action"]);
    assert!(!text_of(plan).contains("Not linked"), "only what requirements need");

    let text = text_of(filled).replace(" €", "€");
    assert!(!text.contains("{{"), "{text}");
    assert_eq!(elements(filled, "h2").iter().filter(|title| title.starts_with("GV")).count(), 2, "sections come again");
    for wanted in ["GV.B-04", "Partiellement conforme", "C-009 – =Backups", "1\u{202f}200\u{a0}€", "Plan de reprise é"]
    {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
}

#[test]
fn the_same_audit_gives_the_same_file() {
    let make = || docx(&audit(), Contents::Report, Language::English).expect("a document");
    let without_workbooks = |bytes: Vec<u8>| -> Vec<(String, Vec<u8>)> {
        unpacked(&bytes).into_iter().filter(|(name, _)| name.ends_with("xml")).collect()
    };
    assert_eq!(without_workbooks(make()), without_workbooks(make()));
}

#[test]
fn charts_are_word_s_own_with_their_data() {
    let document = docx(&audit(), Contents::Report, Language::French).expect("a document");
    let names: Vec<String> = unpacked(&document).into_iter().map(|(name, _)| name).collect();
    for number in 1..=3 {
        assert!(names.contains(&format!("word/charts/cairn{number}.xml")));
        assert!(names.contains(&format!("word/embeddings/cairn{number}.xlsx")));
    }
    let ring = part(&document, "word/charts/cairn1.xml");
    assert!(ring.contains("<c:v>Partiellement conforme</c:v>") && ring.contains("226E5C"), "{ring}");
    let main = part(&document, "word/document.xml");
    assert!(main.contains(r#"descr="Conforme 5, Partiellement conforme 5, Non conforme 4"#), "told in words");
    assert!(main.contains(r#"TOC \o "1-2""#), "a table of contents");
}

#[test]
fn what_readers_may_not_see_is_in_no_document() {
    let mut report = audit();
    let shows = &mut report.audit.shows;
    (shows.result, shows.score, shows.controls, shows.observation) = (false, false, false, false);
    let document = docx(&report, Contents::Report, Language::English).expect("a document");
    let text = text_of(&part(&document, "word/document.xml"));
    for hidden in ["ompliant", "2.4 / 4", "MFA on remote", "Réalisé", "Action plan", "No such systems"] {
        assert!(!text.contains(hidden), "{hidden}");
    }
    assert!(text.contains("In progress"), "statuses are counted instead");
}
