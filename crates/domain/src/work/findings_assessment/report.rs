//! A findings assessment with its findings: as Markdown, as a PDF file and as a workbook.

use cairn_engine::action::{Content, Download, Note};
use cairn_engine::query::{Page, PageRequest, item, load_page};
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_model::{Describe, Record};
use cairn_report::document::{Block, Cell, Column, Look, Row, Table, Tone};
use cairn_report::register_words as more;
use cairn_report::{Document, Language, List, Value, media, words};
use cairn_resources::work::{Finding, FindingsAssessment, Severity};
use serde::Serialize;
use uuid::Uuid;

use super::percent;
use crate::work::sight::visible;
use crate::work::told::{self, Told};

/// A longer report would be read by nobody.
const MAX_FINDINGS: i64 = 5000;

#[derive(Debug, Serialize, Describe)]
pub struct Report {
    pub markdown: String,
}

/// What a report is made of.
struct Loaded {
    assessment: Page,
    /// The worst first.
    findings: Page,
    domain: String,
    language: Language,
}

async fn load(cx: &mut Cx, id: Uuid) -> Result<Loaded> {
    let assessment = item(cx, cx.resource::<FindingsAssessment>(), id).await?;
    let resource = cx.resource::<Finding>();
    let mut select = visible(cx, resource);
    select.equals("findings_assessment", id);
    select.order_by("t.severity desc").order_by("t.ref_id").order_by("t.created_at").order_by("t.id");
    let findings = load_page(cx, resource, select, PageRequest { limit: MAX_FINDINGS, offset: 0 }).await?;
    if findings.count > MAX_FINDINGS {
        let all = findings.count;
        let words = format!("It has {all} findings. A report can contain at most {MAX_FINDINGS}.");
        return Err(Error::TooLarge(words));
    }
    let domain = told::domain(cx, assessment.objects[0].folder());
    Ok(Loaded { assessment, findings, domain, language: told::language(cx) })
}

pub async fn md(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Report> {
    let loaded = load(cx, id).await?;
    Ok(Report { markdown: cairn_report::markdown(&loaded.document()) })
}

pub async fn pdf(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let loaded = load(cx, id).await?;
    told::pdf(cx, &loaded.document(), loaded.note(id))
}

pub async fn xlsx(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let loaded = load(cx, id).await?;
    let document = loaded.document();
    let bytes = cairn_report::workbook(&document, vec![loaded.list()], cx.today());
    let bytes = bytes.map_err(|error| Error::TooLarge(error.to_string()))?;
    let name = format!("{}.xlsx", document.title);
    Ok(Download::new(&name, media::XLSX, Content::Bytes(bytes), loaded.note(id)))
}

impl Loaded {
    fn note(&self, id: Uuid) -> Note {
        let assessment = &self.assessment.objects[0];
        Note::downloaded(FindingsAssessment::PATH, id, &assessment.name(), assessment.folder())
    }

    fn say(&self, text: cairn_report::language::Text) -> String {
        self.language.say(text).to_owned()
    }

    fn all(&self) -> impl Iterator<Item = Told<'_>> {
        (0..self.findings.objects.len()).map(|row| Told { page: &self.findings, row, language: self.language })
    }

    fn document(&self) -> Document {
        let head = Told { page: &self.assessment, row: 0, language: self.language };
        let facts = head.facts([
            (words::DOMAIN, self.domain.clone()),
            (words::PERIMETER, head.reference("perimeter")),
            (words::REF, head.text("ref_id")),
            (words::CATEGORY, head.choice("category", more::choice)),
            (words::STATUS, head.choice("status", more::choice)),
            (more::VERSION, head.text("version")),
            (more::REPORTED, head.text("reported_at")),
            (words::DUE, head.text("due_date")),
            (words::AUTHORS, head.related("authors")),
            (words::REVIEWERS, head.related("reviewers")),
        ]);
        let mut blocks = vec![heading(1, self.say(words::SUMMARY))];
        blocks.extend([head.text("description"), head.text("observation")].into_iter().filter_map(markdown));
        blocks.extend(self.summary());
        blocks.push(heading(1, self.say(more::FINDINGS)));
        blocks.push(if self.findings.objects.is_empty() {
            Block::Note(self.say(more::NO_FINDINGS))
        } else {
            Block::Table(self.table())
        });
        blocks.extend(self.all().flat_map(details));
        let kind = self.say(more::FINDINGS_REPORT);
        Document { language: self.language, kind, title: head.text("name"), facts, blocks }
    }

    fn summary(&self) -> [Block; 2] {
        let settled: Vec<&str> = Finding::SETTLED.iter().map(|status| status.key()).collect();
        let is_settled =
            |one: &Told<'_>| settled.contains(&one.page.objects[one.row].get("status").as_str().unwrap_or_default());
        let (done, all) = (self.all().filter(is_settled).count(), self.findings.objects.len());
        let share = percent(done as i64, all as i64);
        let figures = vec![
            (self.say(more::FINDINGS), self.language.count(all)),
            (self.say(more::SETTLED), format!("{} ({share} %)", self.language.count(done))),
        ];
        let columns = vec![Column::new(&self.say(more::SEVERITY), 3), Column::number(&self.say(more::FINDINGS), 1)];
        let rows = Severity::ALL.iter().rev().map(|severity| {
            let word = more::severity(severity.key()).map(|text| self.say(text)).unwrap_or_default();
            let count = self.all().filter(|one| one.number("severity") == Some(severity.key())).count();
            Row::Cells(vec![Cell::toned(word, tone(severity.key())), Cell::text(self.language.count(count))])
        });
        [Block::Figures(figures), Block::Table(Table { columns, rows: rows.collect() })]
    }

    fn table(&self) -> Table {
        let columns = vec![
            Column::new(&self.say(more::FINDING), 32),
            Column::new(&self.say(more::SEVERITY), 12),
            Column::new(&self.say(words::STATUS), 14),
            Column::new(&self.say(words::PRIORITY), 10),
            Column::new(&self.say(words::DUE), 14),
            Column::new(&self.say(more::OWNERS), 18),
        ];
        let cells = |one: Told<'_>| {
            Row::Cells(vec![
                Cell::default().and(title(one), Look::Strong).and(one.reference("asset"), Look::Soft),
                Cell::toned(one.level("severity", more::severity), tone(one.number("severity").unwrap_or(-1))),
                Cell::text(one.choice("status", more::choice)),
                Cell::text(priority(one)),
                Cell::text(one.text("due_date")),
                Cell::text(one.related("owner")),
            ])
        };
        Table { columns, rows: self.all().map(cells).collect() }
    }

    fn list(&self) -> List {
        let columns = [
            (words::REF, 12.0),
            (words::NAME, 40.0),
            (words::DESCRIPTION, 60.0),
            (more::SEVERITY, 12.0),
            (words::STATUS, 14.0),
            (words::PRIORITY, 10.0),
            (more::PLANNED, 14.0),
            (words::DUE, 14.0),
            (more::ASSET, 24.0),
            (more::OWNERS, 24.0),
            (words::CONTROLS, 40.0),
            (words::OBSERVATION, 60.0),
        ];
        let row = |one: Told<'_>| {
            vec![
                Value::Text(one.text("ref_id")),
                Value::Text(one.text("name")),
                Value::Text(one.text("description")),
                Value::Toned(one.level("severity", more::severity), tone(one.number("severity").unwrap_or(-1))),
                Value::Text(one.choice("status", more::choice)),
                Value::Text(priority(one)),
                Value::Date(one.date("eta")),
                Value::Date(one.date("due_date")),
                Value::Text(one.reference("asset")),
                Value::Text(one.related("owner")),
                Value::Text(one.related("applied_controls")),
                Value::Text(one.text("observation")),
            ]
        };
        List {
            name: self.say(more::FINDINGS),
            columns: columns.into_iter().map(|(title, width)| (self.say(title), width)).collect(),
            rows: self.all().map(row).collect(),
        }
    }
}

/// What does not fit into a table.
fn details(one: Told<'_>) -> Vec<Block> {
    let facts = one.facts([
        (more::SEVERITY, one.level("severity", more::severity)),
        (words::STATUS, one.choice("status", more::choice)),
        (words::PRIORITY, priority(one)),
        (more::PLANNED, one.text("eta")),
        (words::DUE, one.text("due_date")),
        (more::ASSET, one.reference("asset")),
        (more::OWNERS, one.related("owner")),
        (words::CONTROLS, one.related("applied_controls")),
    ]);
    let texts = [one.text("description"), one.text("observation")];
    let head = [heading(2, title(one)), Block::Facts(facts)];
    head.into_iter().chain(texts.into_iter().filter_map(markdown)).collect()
}

fn heading(level: u8, text: String) -> Block {
    Block::Heading { level, text }
}

/// Multi-line texts are Markdown, written by whoever filled in the field.
fn markdown(text: String) -> Option<Block> {
    (!text.is_empty()).then_some(Block::Markdown(text))
}

fn title(one: Told<'_>) -> String {
    format!("{} {}", one.text("ref_id"), one.text("name")).trim().to_owned()
}

fn priority(one: Told<'_>) -> String {
    one.number("priority").map(|priority| format!("P{priority}")).unwrap_or_default()
}

fn tone(severity: i64) -> Tone {
    match severity {
        3.. => Tone::Bad,
        2 => Tone::Warn,
        0..=1 => Tone::Info,
        _ => Tone::Open,
    }
}
