//! A template to begin with, and the audit that templates are tried on.

use cairn_assess::scoring::{Layer, Scores};
use cairn_assess::{ComplianceResult, ControlStatus, EvidenceStatus, ExtendedResult, RowStatus, Scale};
use chrono::NaiveDate;

use super::super::package;
use crate::audit::{Answer, Audit, AuditStatus, Control, Evidence, Node, Report, Shows};
use crate::check::Result;
use crate::document::{Block, Cell, Column, Document, Line, Look, Row, Table};
use crate::language::{Language, Text};
use crate::words;

/// A Word document with the marks of a whole report, to be changed in Word.
pub fn starter_template(language: Language) -> Result<Vec<u8>> {
    let say = |text: Text| language.say(text).to_owned();
    let heading = |text: Text| Block::Heading { level: 1, text: say(text) };
    let mark = |name: &str| format!("{{{{ {name} }}}}");
    let block = |name: &str| Block::Paragraph(mark(name));
    let facts = [
        (words::FRAMEWORK, "audit.framework"),
        (words::DOMAIN, "audit.domain"),
        (words::PERIMETER, "audit.perimeter"),
        (words::STATUS, "audit.status"),
        (words::AUTHORS, "audit.authors"),
        (words::REVIEWERS, "audit.reviewers"),
        (words::MADE_ON, "report.date"),
    ];
    let plan = [
        (words::CONTROL, "title", 4),
        (words::OWNER, "owner", 2),
        (words::STATUS, "status", 2),
        (words::IMPLEMENTATION_DUE, "eta", 2),
        (words::COST, "annual_cost", 2),
    ];
    let document = Document {
        language,
        kind: say(words::AUDIT_REPORT),
        title: mark("audit.name"),
        facts: facts.map(|(label, name)| (say(label), mark(name))).to_vec(),
        blocks: vec![
            heading(words::SUMMARY),
            block("block.summary"),
            heading(words::REQUIREMENTS),
            Block::Paragraph("{{#sections}}".to_owned()),
            Block::Heading { level: 2, text: mark("title") },
            Block::Paragraph(mark("description")),
            Block::Table(repeated(
                language,
                "requirements",
                &[
                    (words::REF, "ref_id", 2),
                    (words::REQUIREMENT, "description", 5),
                    (words::RESULT, "result", 3),
                    (words::OBSERVATION, "observation", 5),
                ],
            )),
            Block::Paragraph("{{/sections}}".to_owned()),
            heading(words::ACTION_PLAN),
            Block::Table(repeated(language, "controls", &plan)),
            heading(words::STATEMENT),
            block("block.applicability"),
            heading(words::EVIDENCE),
            block("block.evidence"),
        ],
    };
    package::write(&document, NaiveDate::default())
}

/// A table with one row for each item of a list.
fn repeated(language: Language, list: &str, columns: &[(Text, &str, u32)]) -> Table {
    let last = columns.len().saturating_sub(1);
    let cells = columns.iter().enumerate().map(|(at, (_, name, _))| {
        let begin = if at == 0 { format!("{{{{#{list}}}}}") } else { String::new() };
        let end = if at == last { format!("{{{{/{list}}}}}") } else { String::new() };
        let text = format!("{begin}{{{{ {name} }}}}{end}");
        Cell { lines: vec![Line { text, look: Look::Plain, link: None }], ..Cell::default() }
    });
    let row = Row::Cells(cells.collect());
    let columns = columns.iter().map(|(title, _, width)| Column {
        title: language.say(*title).to_owned(),
        width: *width,
        is_number: false,
    });
    Table { columns: columns.collect(), rows: vec![row] }
}

/// An audit with one of everything, so that every part of a template is looked at.
pub(super) fn sample() -> Report {
    let day = NaiveDate::default();
    let layer = Layer { score: Some(2.0), maximum: 4.0 };
    let scores = Scores { implementation: layer, documentation: layer, maturity: Some(2.0) };
    let text = |text: &str| text.to_owned();
    let section = Node {
        parent: None,
        urn: String::new(),
        ref_id: text("A"),
        name: text("Section"),
        description: text("Description"),
        annotation: String::new(),
        typical_evidence: String::new(),
        assessable: false,
        in_scope: true,
        status: RowStatus::ToDo,
        result: ComplianceResult::NotAssessed,
        extended_result: None,
        score: None,
        documentation_score: None,
        max_score: None,
        scores: Some(scores),
        observation: String::new(),
        answers: Vec::new(),
        controls: Vec::new(),
        evidence: Vec::new(),
        stale: Vec::new(),
        justification: String::new(),
        risks: Vec::new(),
    };
    let requirement = Node {
        parent: Some(0),
        ref_id: text("A.1"),
        name: text("Requirement"),
        assessable: true,
        result: ComplianceResult::Compliant,
        extended_result: Some(ExtendedResult::GoodPractice),
        score: Some(2),
        documentation_score: Some(2),
        observation: text("Observation"),
        answers: vec![Answer { question: text("Question"), answer: text("Answer") }],
        controls: vec![0],
        evidence: vec![0],
        stale: vec![text("Reason")],
        justification: text("Justification"),
        risks: vec![text("Risk")],
        ..section.clone()
    };
    let control = Control {
        ref_id: text("C.1"),
        name: text("Control"),
        description: text("Description"),
        status: ControlStatus::Active,
        category: Some(text("technical")),
        csf_function: Some(text("protect")),
        priority: Some(1),
        eta: Some(day),
        expiry_date: Some(day),
        effort: Some(text("S")),
        impact: Some(3),
        annual_cost: Some(1000.0),
        owners: vec![text("Owner")],
        evidence: vec![0],
    };
    let evidence = Evidence {
        name: text("Evidence"),
        status: EvidenceStatus::Approved,
        expiry_date: Some(day),
        link: text("https://example.org"),
        files: vec![text("file.txt")],
    };
    let audit = Audit {
        name: text("Audit"),
        ref_id: text("AU.1"),
        description: text("Description"),
        framework: text("Framework"),
        domain: text("Domain"),
        perimeter: text("Perimeter"),
        status: AuditStatus::Done,
        authors: vec![text("Author")],
        reviewers: vec![text("Reviewer")],
        due_date: Some(day),
        observation: text("Observation"),
        made_on: day,
        progress: 100,
        scale: Scale { min: 0, max: 4 },
        target: Some(3.0),
        scores,
        currency: text("€"),
        shows: Shows { documentation_score: true, ..Shows::default() },
    };
    Report { audit, nodes: vec![section, requirement], controls: vec![control], evidence: vec![evidence] }
}
